#pragma once

#include "matrix/token_strip.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/effects_model.h"

class QAction;

namespace headlight {

class FigureMenu;

/// The effect of each word of a sentence: how its decision changes without it. Alt with a click or Enter, or the
/// menu, leaves a word out for good, or has it read again.
class EffectStrip : public TokenStrip {
    Q_OBJECT
public:
    /// `place`: AttendModel::sequenceAt().
    EffectStrip(int place, Session& session, const AttendModel& model, const EffectsModel& effects,
                QWidget* parent = nullptr);

    /// There is something to show.
    bool isNeeded() const;
    void refresh();
    FigureMenu* menu() const { return m_menu; }

protected:
    void activate(int index, Qt::KeyboardModifiers modifiers) override;

private:
    const Token* tokenAt(int index) const;
    QString nameAt(int index) const;
    void toggle(int index);
    void point(int index);
    void buildMenu();
    TokenStripView stripView() const;

    int sequence() const { return m_model.sequenceAt(m_place); }

    const int m_place;
    Session& m_session;
    const AttendModel& m_model;
    const EffectsModel& m_effects;
    QAction* m_toggle;
    FigureMenu* m_menu = nullptr;
    int m_pointed = -1; ///< of which the menu is: that pointed at last
};

} // namespace headlight
