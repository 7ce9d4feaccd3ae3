#pragma once

#include "session/session.h"

#include <QToolButton>

class QActionGroup;

namespace headlight {

/// How the tokens stand in all maps: as pieces, as they are read or merged to words, and with the model's own marks or
/// without.
class TokenChoice : public QToolButton {
    Q_OBJECT
public:
    explicit TokenChoice(Session& session, QWidget* parent = nullptr);

private:
    void addPieces(QMenu* menu);
    void addMarks(QMenu* menu);
    void refresh();

    Session& m_session;
    QActionGroup* m_pieces; ///< in the order of pieceDisplays()
    QActionGroup* m_marks;  ///< in the order of markDisplays()
};

} // namespace headlight
