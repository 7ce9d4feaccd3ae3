#pragma once

#include <QObject>
#include <QStringList>

namespace headlight {

class Session;

/// A sentence that came with a model, and that nobody typed, goes with it: the next model brings its own. What somebody
/// typed stays, whatever reads it.
class OfferedSentence : public QObject {
    Q_OBJECT
public:
    explicit OfferedSentence(Session& session, QObject* parent = nullptr);

    /// Whether that of the session is a person's own.
    bool isTyped() const;
    void remember() const;

private:
    void follow();
    void followKind();

    Session& m_session;
    QStringList m_offered;   ///< examples of models, also of those that are closed by now
    QString m_text, m_image; ///< what models that read texts, and those that see images, had last
};

} // namespace headlight
