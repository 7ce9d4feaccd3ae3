#pragma once

#include "engine/models/saved_view.h"
#include "viewmodels/model_opener.h"

namespace headlight {

/// Opens view files, and pictures with a view in them: reads the file, finds its model, opens that where it is not
/// open, and shows what was seen. Whatever is wrong leaves everything as it was, with one notice.
class ViewOpener : public QObject {
    Q_OBJECT
public:
    /// `colorMaps`, `ranges`, `scales`: the names that they may have.
    ViewOpener(Session& session, ModelOpener& models, QStringList colorMaps, QStringList ranges, QStringList scales,
               QObject* parent = nullptr);

    void open(const QString& file);

    /// Endings of the files that may be views, without dot.
    static QStringList extensions();

signals:
    void accepted();                      ///< everything is there and fits; it is shown next
    void refused(const QString& message); ///< by the file or a model that is open; else the ModelOpener says it

private:
    void check(const SavedView& view, const QString& where) const;
    QString modelOf(const SavedView& view, const QString& file) const;

    Session& m_session;
    ModelOpener& m_models;
    QStringList m_colorMaps, m_ranges, m_scales;
};

} // namespace headlight
