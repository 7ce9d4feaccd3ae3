#pragma once

#include "viewmodels/vectors_model.h"
#include "views/vectors_view.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QStackedLayout;

namespace headlight {

class VectorStrips;

/// Queries, keys and values of the head in focus as small multiples: what the chosen query makes of each key, feature
/// by feature. A click on a token makes it the query.
class VectorsPane : public QWidget {
    Q_OBJECT
public:
    VectorsPane(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// While nobody looks, nothing is computed.
    void setWatched(bool watched) { m_vectors->setWatched(watched); }

private:
    QWidget* makeControls();
    void addFigure(AttendModel& model);
    void chooseQuery(int query);
    void refresh();
    VectorLook look() const;

    Session& m_session;
    VectorsModel* m_vectors;
    QComboBox* m_query;
    QStringList m_tokens; ///< in it
    QCheckBox *m_values, *m_byFrequency;
    QLabel *m_remark, *m_none;
    VectorStrips* m_strips;
    QWidget* m_shown;
    QStackedLayout* m_stack;
};

} // namespace headlight
