#include "forms/option_field.h"

#include "forms/wrapped_text.h"
#include "style/colors.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

namespace headlight {
namespace {

QString tooltipOf(const FormRow& row, const QString& value, const QString& unused) {
    QStringList lines;
    if (!unused.isEmpty())
        lines += unused;
    if (!row.help.isEmpty())
        lines += row.help;
    if (!row.range().isEmpty())
        lines += OptionField::tr("Range: %1 %2").arg(row.range(), row.unit).trimmed();
    if (!row.defaultValue.isEmpty())
        lines += OptionField::tr("Default: %1").arg(row.shownValue(row.defaultValue));
    if (row.title() != row.nameAndValue(value))
        lines += OptionField::tr("In files and on the command line: %1").arg(row.nameAndValue(value));
    return inLines(lines.join('\n'));
}

} // namespace

OptionField::OptionField(const FormRow& row, const TextCheck& check, QWidget* parent)
    : QObject(parent), m_row(row), m_editor(new OptionEditor(row, check, parent)),
      m_label(new QLabel(row.title(), parent)), m_message(new QLabel(parent)), m_reset(new QToolButton(parent)),
      m_value(row.defaultValue) {
    m_label->setBuddy(control());
    m_message->setObjectName(QStringLiteral("message.") + row.name);
    m_message->setWordWrap(true);
    describeReset();
    if (!row.unit.isEmpty())
        m_unit = new QLabel(row.unit, parent);
    connect(m_editor, &OptionEditor::edited, this, &OptionField::edited);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        resetText();
        control()->setFocus();
    });
}

void OptionField::place(QGridLayout& grid, int line) {
    grid.addWidget(m_label, line, LabelColumn);
    grid.addWidget(control(), line, ControlColumn);
    if (m_unit)
        grid.addWidget(m_unit, line, UnitColumn);
    grid.addWidget(m_reset, line, ResetColumn);
    grid.addWidget(m_message, line + 1, ControlColumn, 1, Columns - ControlColumn);
}

void OptionField::describeReset() {
    m_reset->setObjectName(QStringLiteral("reset.") + m_row.name);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    const QString value = m_row.shownValue(m_row.defaultValue);
    m_reset->setToolTip(tr("Reset to %1").arg(value.isEmpty() ? tr("nothing") : value));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_row.title()));
}

QWidget* OptionField::reset() const {
    return m_reset;
}

QString OptionField::shownValue() const {
    return m_row.shownValue(m_value);
}

bool OptionField::takeText() {
    if (!ownProblem().isEmpty() || m_editor->text() == m_value)
        return false;
    m_value = m_editor->text();
    return true;
}

void OptionField::showState(const QString& unused) {
    for (QWidget* widget : {static_cast<QWidget*>(m_label), control()}) {
        widget->setEnabled(unused.isEmpty());
        widget->setToolTip(tooltipOf(m_row, m_value, unused));
    }
    QFont font = m_label->font();
    font.setBold(!isDefault());
    m_label->setFont(font);
    const QString own = ownProblem(), problem = own.isEmpty() ? m_misfit : own;
    const QString said = problem.isEmpty() ? m_note : problem;
    QPalette colors = m_label->window()->palette();
    const ColorRole ink = problem.isEmpty() ? ColorRole::MutedText : ColorRole::Error;
    colors.setColor(QPalette::WindowText, color(ink, themeOf(colors)));
    m_message->setPalette(colors);
    m_message->setText(said);
    const QString name = m_row.label.isEmpty() ? QString() : tr(" (%1)").arg(m_row.nameAndValue(m_value));
    control()->setAccessibleDescription((said.isEmpty() ? m_row.help : said) + name);
    setShown(m_shown);
}

void OptionField::setShown(bool shown) {
    m_shown = shown;
    m_label->setVisible(shown);
    control()->setVisible(shown);
    if (m_unit)
        m_unit->setVisible(shown);
    m_message->setVisible(shown && !m_message->text().isEmpty());
    QSizePolicy keepsItsPlace = m_reset->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(shown);
    m_reset->setSizePolicy(keepsItsPlace);
    m_reset->setVisible(shown && !isDefault());
}

} // namespace headlight
