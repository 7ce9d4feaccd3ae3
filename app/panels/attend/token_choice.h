#pragma once

#include "viewmodels/attend_model.h"

#include <QToolButton>

class QActionGroup;
class QMenu;

namespace headlight {

/// How the tokens stand in all maps: as pieces, as they are read or merged to words, and with the model's own marks or
/// without. Hidden for models of whole words, which have neither.
class TokenChoice : public QToolButton {
    Q_OBJECT
public:
    TokenChoice(Session& session, const AttendModel& model, QWidget* parent = nullptr);

private:
    void addPieces(QMenu* menu);
    void addMarks(QMenu* menu);
    void refresh();

    Session& m_session;
    const AttendModel& m_model;
    std::weak_ptr<OpenModel> m_ofPieces; ///< the last model that a text was seen of with pieces or marks
    QActionGroup* m_pieces;              ///< in the order of pieceDisplays()
    QActionGroup* m_marks;               ///< in the order of markDisplays()
};

} // namespace headlight
