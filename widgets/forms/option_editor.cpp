#include "forms/option_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

QString numberText(double value) {
    return QString::number(value, 'g', 12);
}

bool isZero(const QString& text) {
    bool isNumber = false;
    return text.toDouble(&isNumber) == 0 && isNumber;
}

/// What keeps a text from being a number of this row; empty when nothing does.
QString numberProblem(const FormRow& row, const QString& text) {
    bool isNumber = false;
    const double value = text.trimmed().toDouble(&isNumber);
    const bool whole = row.type == FormRow::Type::Integer;
    if (!isNumber || !std::isfinite(value) || (whole && value != std::floor(value)))
        return (whole ? OptionEditor::tr("Expected a whole number, %1") : OptionEditor::tr("Expected a number, %1"))
            .arg(row.range());
    if (value < row.low || value > row.high)
        return OptionEditor::tr("Expected %1").arg(row.range());
    return {};
}

} // namespace

QString FormRow::shownValue(const QString& value) const {
    if (type == Type::Flag)
        return value == QLatin1String("true") ? OptionEditor::tr("on") : OptionEditor::tr("off");
    if (!zeroLabel.isEmpty() && (type == Type::Text ? value.isEmpty() : isZero(value)))
        return zeroLabel;
    const qsizetype index = choices.indexOf(value);
    return type == Type::Choice && index >= 0 && index < choiceLabels.size() ? choiceLabels[index] : value;
}

QString FormRow::nameAndValue(const QString& value) const {
    return choiceLabels.isEmpty() ? name : name + u'=' + value;
}

QString FormRow::range() const {
    return type == Type::Integer || type == Type::Number
               ? QStringLiteral("%1 … %2").arg(numberText(low), numberText(high))
               : QString();
}

NumberEdit::NumberEdit(const FormRow& row, QWidget* parent) : QAbstractSpinBox(parent), m_row(row) {
    setSpecialValueText(row.zeroLabel);
    connect(lineEdit(), &QLineEdit::textChanged, this, &NumberEdit::edited);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (isZero(number())) // not while one types: a 0 may be the beginning of 0.5
            setNumber(number());
    });
}

bool NumberEdit::showsWord() const {
    return !specialValueText().isEmpty() &&
           lineEdit()->text().trimmed().compare(specialValueText(), Qt::CaseInsensitive) == 0;
}

QString NumberEdit::number() const {
    return showsWord() ? QStringLiteral("0") : lineEdit()->text().trimmed();
}

void NumberEdit::setNumber(const QString& text) {
    lineEdit()->setText(isZero(text) && !specialValueText().isEmpty() ? specialValueText() : text);
    lineEdit()->setCursorPosition(0);
}

/// A digit within the word would be a part of neither.
void NumberEdit::keyPressEvent(QKeyEvent* event) {
    const bool changes = (!event->text().isEmpty() && event->text()[0].isPrint()) ||
                         event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete ||
                         event->matches(QKeySequence::Paste);
    if (changes && showsWord())
        lineEdit()->selectAll();
    QAbstractSpinBox::keyPressEvent(event);
}

void NumberEdit::stepBy(int steps) {
    bool isNumber = false;
    double value = number().toDouble(&isNumber);
    if (!isNumber)
        value = m_row.low;
    double step = 1;
    if (m_row.type == FormRow::Type::Number)
        step =
            value == 0 ? (m_row.high - m_row.low) / 100 : std::pow(10., std::floor(std::log10(std::abs(value)))) / 10;
    const double next = std::round((value + steps * step) / step) * step;
    setNumber(numberText(qBound(m_row.low, next, m_row.high)));
    selectAll();
}

QSize NumberEdit::sizeHint() const {
    QSize size = QAbstractSpinBox::sizeHint();
    const int digits = fontMetrics().horizontalAdvance(u'0') * 12;
    size.setWidth(std::max(digits, fontMetrics().horizontalAdvance(specialValueText())) + size.height());
    return size;
}

OptionEditor::OptionEditor(const FormRow& row, const TextCheck& check, QWidget* parent) : QObject(parent), m_row(row) {
    switch (row.type) {
    case FormRow::Type::Integer:
    case FormRow::Type::Number:
        makeNumber(parent);
        break;
    case FormRow::Type::Flag:
        makeFlag(parent);
        break;
    case FormRow::Type::Choice:
        makeChoice(parent);
        break;
    case FormRow::Type::Text:
        makeText(check, parent);
        break;
    }
    m_control->setObjectName(QStringLiteral("option.") + row.name);
    m_control->setAccessibleName(row.title());
    // The wheel scrolls the form; only a control that has the focus takes it.
    m_control->setFocusPolicy(Qt::StrongFocus);
    m_control->installEventFilter(this);
    setText(row.defaultValue);
}

void OptionEditor::makeNumber(QWidget* parent) {
    auto* number = new NumberEdit(m_row, parent);
    connect(number, &NumberEdit::edited, this, &OptionEditor::edited);
    m_control = number;
    m_get = [number] { return number->number(); };
    m_set = [number](const QString& text) { number->setNumber(text); };
    m_problem = [this] { return numberProblem(m_row, text()); };
}

void OptionEditor::makeFlag(QWidget* parent) {
    auto* box = new QCheckBox(parent);
    connect(box, &QCheckBox::toggled, this, &OptionEditor::edited);
    m_control = box;
    m_get = [box] { return box->isChecked() ? QStringLiteral("true") : QStringLiteral("false"); };
    m_set = [box](const QString& text) {
        box->setChecked(text == QLatin1String("true") || text == QLatin1String("1"));
    };
    m_problem = [] { return QString(); };
}

void OptionEditor::makeChoice(QWidget* parent) {
    auto* choice = new QComboBox(parent);
    for (const QString& value : m_row.choices) {
        choice->addItem(m_row.shownValue(value), value);
        if (m_row.shownValue(value) != value)
            choice->setItemData(choice->count() - 1, tr("In files and on the command line: %1").arg(value),
                                Qt::ToolTipRole);
    }
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents); // no label is cut
    connect(choice, &QComboBox::currentIndexChanged, this, &OptionEditor::edited);
    m_control = choice;
    m_get = [choice] { return choice->currentData().toString(); };
    m_set = [this, choice](const QString& text) {
        choice->setCurrentIndex(int(m_row.choices.indexOf(text)));
        choice->setPlaceholderText(text); // a value from elsewhere that is none of the choices
    };
    m_problem = [this, choice] {
        QStringList shown;
        for (const QString& value : m_row.choices)
            shown.append(m_row.shownValue(value));
        return choice->currentIndex() >= 0 ? QString() : tr("Expected one of %1").arg(shown.join(QStringLiteral(", ")));
    };
}

void OptionEditor::makeText(const TextCheck& check, QWidget* parent) {
    auto* line = new ExpressionLine(parent);
    line->setWords(m_row.choices);
    line->setPlaceholderText(m_row.zeroLabel);
    if (check)
        line->setCheck(check);
    connect(line, &QLineEdit::textChanged, this, &OptionEditor::edited);
    m_control = line;
    m_get = [line] { return line->text(); };
    m_set = [line](const QString& text) {
        line->setText(text);
        line->setCursorPosition(0); // a long text shows its beginning
    };
    m_problem = [line] { return line->problem() ? line->problem()->message : QString(); };
}

void OptionEditor::setText(const QString& text) {
    m_set(text);
}

QString OptionEditor::problem() const {
    return m_problem();
}

bool OptionEditor::isDefault() const {
    const bool number = m_row.type == FormRow::Type::Integer || m_row.type == FormRow::Type::Number;
    if (number && numberProblem(m_row, text()).isEmpty())
        return text().toDouble() == m_row.defaultValue.toDouble();
    return text() == m_row.defaultValue;
}

bool OptionEditor::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Wheel && !m_control->hasFocus()) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace headlight
