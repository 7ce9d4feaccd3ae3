#pragma once

#include "engine/models/model.h"
#include "jobs/job.h"
#include "session/session.h"

#include <QStringList>
#include <functional>

namespace headlight {

/// Folders of the models that come with the program, in the order of their names.
QStringList bundledModels();
/// What such a model is, once it is read; its folder's name where it can't be.
QString bundledTitle(const QString& folder);

/// What the window calls the model of a folder: the folder's own name, of a trained model's "run 3 · best", or
/// "mine · best" where its run was given a folder.
QString modelName(const QString& folder);

/// Its title; where others have the same, with the part of its path that tells it from them: "trec · disa · 1 head
/// (mine)".
QString titleAmong(const OpenModel& model, const std::vector<std::shared_ptr<OpenModel>>& models);

/// What a model is opened for, beside being looked at.
struct ModelUse {
    QString name;                                ///< of what asks for it, in messages
    QString notice;                              ///< their key
    std::function<void(const OpenModel&)> check; ///< Error where it does not fit: it is not taken then
    std::function<void()> then;                  ///< it is current
};

/// Opens model folders into the session without holding up the window. A folder that can't be opened leaves what was
/// open, with a notice.
class ModelOpener : public QObject {
    Q_OBJECT
public:
    /// Models that see images read their files by `decode`.
    ModelOpener(Session& session, Jobs& jobs, ImageDecoder decode = {}, QObject* parent = nullptr);

    /// Makes the folder's model current; reads it when it isn't open, or when `again`. `then` is called when it is.
    void open(const QString& folder, bool again = false, std::function<void()> then = {});
    /// The same for a use, which is told when it is current. Error where it is open and does not fit.
    void open(const QString& folder, const ModelUse& use);
    /// Which models are open, to the settings.
    void remember() const;
    /// Opens those that were kept, once, beside what is open and current. What can't be opened is left out, with a
    /// notice.
    void recall();
    void withdrawNotices();
    bool isBusy() const { return m_job.isBusy() || m_recalling.isBusy(); }
    QStringList recent() const { return m_session.settings().list("recent-models"); }

signals:
    void opened();
    void failed(const QString& message);

private:
    void remember(const QString& folder);
    void makeCurrent(const QString& path, const ModelUse& use);
    void read(const QString& path, const ModelUse& use);

    Session& m_session;
    ImageDecoder m_decode;
    LatestJob m_job, m_recalling;
    QStringList m_recalled; ///< kept the last time and still to be opened
};

} // namespace headlight
