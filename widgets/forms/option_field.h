#pragma once

#include "forms/option_editor.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace headlight {

class FieldMessage;

/// One row of an OptionForm on its grid: label, control, unit, reset, and over what is around them what is to be said.
class OptionField : public QObject {
    Q_OBJECT

public:
    enum Column { LabelColumn, ControlColumn, UnitColumn, ResetColumn, Columns };

    /// `check` judges a row of type Text.
    OptionField(const FormRow& row, const TextCheck& check, QWidget* parent);

    /// Takes a line of the grid, whatever it took before.
    void place(QGridLayout& grid, int line);

    const FormRow& row() const { return m_row; }
    QWidget* control() const { return m_editor->control(); }
    int labelWidth() const;                          ///< that it needs
    QWidget* reset() const;                          ///< the button
    const QString& value() const { return m_value; } ///< the last valid one
    QString shownValue() const;                      ///< the same as people read it: a tick is on or off
    bool isDefault() const { return m_editor->isDefault(); }
    void setText(const QString& text) { m_editor->setText(text); }
    void resetText() { m_editor->setText(m_row.defaultValue); }
    void setNote(const QString& text) { m_note = text; }
    void setMisfit(const QString& text) { m_misfit = text; }
    void setUnused(const QString& why) { m_unused = why; }
    const QString& unused() const { return m_unused; }         ///< why it does nothing, whatever the other fields say
    QString ownProblem() const { return m_editor->problem(); } ///< of its text alone
    bool isWrong() const { return !ownProblem().isEmpty() || !m_misfit.isEmpty(); }

    /// Takes the text as value where it is one; whether that is another value.
    bool takeText();
    /// Colours, marks and texts. `unused` says why it does nothing; empty where it does something.
    void showState(const QString& unused);
    void setShown(bool shown);

signals:
    void edited();

private:
    void describeReset();

    const FormRow m_row;
    OptionEditor* m_editor;
    QLabel* m_label;
    FieldMessage* m_message;
    QLabel* m_unit = nullptr;
    QToolButton* m_reset;
    QString m_value, m_note, m_misfit, m_unused;
    bool m_shown = true;
};

} // namespace headlight
