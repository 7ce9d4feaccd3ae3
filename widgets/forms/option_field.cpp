#include "forms/option_field.h"

#include "forms/field_message.h"
#include "forms/wrapped_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

namespace headlight {
namespace {

/// Has the room of its bold form always: what stands beside it keeps its place.
class OptionLabel : public QLabel {
public:
    using QLabel::QLabel;
    QSize sizeHint() const override { return withBoldRoom(QLabel::sizeHint()); }
    QSize minimumSizeHint() const override { return withBoldRoom(QLabel::minimumSizeHint()); }

private:
    QSize withBoldRoom(QSize size) const {
        QFont bold = font();
        bold.setBold(true);
        const QFontMetrics metrics(bold), own = fontMetrics();
        const auto more = [this](const QFontMetrics& wide, const QFontMetrics& narrow) {
            return wide.horizontalAdvance(text()) - narrow.horizontalAdvance(text());
        };
        return {size.width() + std::max(0, more(metrics, own)), std::max(size.height(), metrics.height())};
    }
};

QString tooltipOf(const FormRow& row, const QString& value, const QString& said, const QString& unused) {
    QStringList lines;
    if (!said.isEmpty())
        lines += said;
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
      m_label(new OptionLabel(row.title(), parent)),
      m_message(new FieldMessage(control(), m_label, QStringLiteral("message.") + row.name)),
      m_reset(new QToolButton(parent)), m_value(row.defaultValue) {
    m_label->setBuddy(control());
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
}

void OptionField::describeReset() {
    m_reset->setObjectName(QStringLiteral("reset.") + m_row.name);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    const QString value = m_row.shownValue(m_row.defaultValue);
    m_reset->setToolTip(tr("Reset to %1").arg(value.isEmpty() ? tr("nothing") : value));
    m_reset->setAccessibleName(tr("Reset %1").arg(m_row.title()));
}

int OptionField::labelWidth() const {
    QFont bold = m_label->font(); // as of one that is changed
    bold.setBold(true);
    const QString& text = m_label->text();
    const int now = m_label->fontMetrics().horizontalAdvance(text);
    return m_label->sizeHint().width() + std::max(0, QFontMetrics(bold).horizontalAdvance(text) - now);
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
    const QString own = ownProblem(), problem = own.isEmpty() ? m_misfit : own;
    const QString said = problem.isEmpty() ? m_note : problem;
    for (QWidget* widget : {static_cast<QWidget*>(m_label), control()}) {
        widget->setEnabled(unused.isEmpty());
        widget->setToolTip(tooltipOf(m_row, m_value, said, unused));
    }
    QFont font = m_label->font();
    font.setBold(!isDefault());
    m_label->setFont(font);
    const QString name = m_row.label.isEmpty() ? QString() : tr(" (%1)").arg(m_row.nameAndValue(m_value));
    control()->setAccessibleDescription((said.isEmpty() ? m_row.help : said) + name);
    setShown(m_shown);
    m_message->say(said, problem.isEmpty() ? FieldMessage::Kind::Note : FieldMessage::Kind::Problem);
}

void OptionField::setShown(bool shown) {
    m_shown = shown;
    m_label->setVisible(shown);
    control()->setVisible(shown);
    if (m_unit)
        m_unit->setVisible(shown);
    QSizePolicy keepsItsPlace = m_reset->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(shown);
    m_reset->setSizePolicy(keepsItsPlace);
    m_reset->setVisible(shown && !isDefault());
}

} // namespace headlight
