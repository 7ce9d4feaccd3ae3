#pragma once

#include "forms/expression_edit.h"

#include <QAbstractSpinBox>
#include <QMap>

namespace headlight {

/// One option as a form shows it.
struct FormRow {
    enum class Type { Integer, Number, Flag, Choice, Text };
    QString name;
    QString group = {}; ///< heading; rows of one group follow each other
    Type type = Type::Text;
    QString defaultValue = {};
    double low = 0; ///< Integer and Number
    double high = 0;
    QStringList choices = {}; ///< Choice; for Text the words that are offered while typing
    QString help = {};
    QString unit = {};
    QString need = {};             ///< the row without which this one does nothing; empty: none
    QStringList neededValues = {}; ///< of that row: one of them; empty: any but unusedValues
    QStringList unusedValues = {}; ///< of that row: none of them
    QString label = {};            ///< for people; empty: the name
    bool isMain = true;            ///< matters first; a form folds the others
    QStringList choiceLabels = {}; ///< Choice: of each of the choices, for people; empty: the choices themselves
    QString zeroLabel = {};        ///< for people: what 0, or of a Text nothing, stands for; empty: itself

    QString title() const { return label.isEmpty() ? name : label; }
    QString nameAndValue(const QString& value) const; ///< "pooling=mean" of a choice that has labels; else the name
    QString shownValue(const QString& value) const;   ///< as people read it: a choice's label, "on", the word of a 0
    QString range() const;                            ///< "1 … 64"; empty where there is none
};

/// A number typed as text, so that what is wrong can be said instead of being swallowed. Arrow keys and buttons step an
/// integer by one and a number by one tenth of its power of ten. A 0 that stands for something is shown as that word,
/// which typing replaces.
class NumberEdit : public QAbstractSpinBox {
    Q_OBJECT

public:
    NumberEdit(const FormRow& row, QWidget* parent);

    QString number() const; ///< as it was typed; 0 for its word
    void setNumber(const QString& text);
    void stepBy(int steps) override;
    QValidator::State validate(QString&, int&) const override { return QValidator::Acceptable; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void edited();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }

private:
    bool showsWord() const;

    const FormRow m_row;
};

/// The control of one row, whatever its type, seen as text.
class OptionEditor : public QObject {
    Q_OBJECT

public:
    /// `check` is asked for Text rows only.
    OptionEditor(const FormRow& row, const TextCheck& check, QWidget* parent);

    QWidget* control() const { return m_control; } ///< object name "option.NAME"
    QString text() const { return m_get(); }       ///< as it stands there, "true" or "false" for a flag
    void setText(const QString& text);
    QString problem() const; ///< empty while the text is a value of this option
    bool isDefault() const;

signals:
    void edited();

private:
    void makeNumber(QWidget* parent);
    void makeFlag(QWidget* parent);
    void makeChoice(QWidget* parent);
    void makeText(const TextCheck& check, QWidget* parent);
    bool eventFilter(QObject* watched, QEvent* event) override;

    const FormRow m_row;
    QWidget* m_control = nullptr;
    std::function<QString()> m_get;
    std::function<void(const QString&)> m_set;
    std::function<QString()> m_problem;
};

} // namespace headlight
