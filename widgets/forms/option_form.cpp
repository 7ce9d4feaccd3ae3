#include "forms/option_form.h"

#include "forms/wrapped_text.h"
#include "style/colors.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>
#include <stdexcept>

namespace headlight {
namespace {

enum Column { LabelColumn, ControlColumn, UnitColumn, ResetColumn };

QString tooltip(const FormRow& row, const QString& unused) {
    QStringList lines;
    if (!unused.isEmpty())
        lines += unused;
    if (!row.help.isEmpty())
        lines += row.help;
    if (!row.range().isEmpty())
        lines += OptionForm::tr("Range: %1 %2").arg(row.range(), row.unit).trimmed();
    if (!row.defaultValue.isEmpty())
        lines += OptionForm::tr("Default: %1").arg(row.defaultValue);
    return inLines(lines.join('\n'));
}

} // namespace

struct OptionForm::Field {
    FormRow row;
    OptionEditor* editor = nullptr;
    QLabel* label = nullptr;
    QLabel* message = nullptr;
    QToolButton* reset = nullptr;
    QString value; ///< the last valid one
    QString note = {}, misfit = {};
};

OptionForm::OptionForm(QWidget* parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setObjectName(QStringLiteral("optionForm"));
    setFocusPolicy(Qt::ClickFocus); // Tab goes from field to field, which scroll themselves into view
}

OptionForm::~OptionForm() = default;

void OptionForm::setRows(const QList<FormRow>& rows, const Check& check) {
    QMap<QString, QString> seen;
    for (const FormRow& row : rows) {
        if (seen.contains(row.name))
            throw std::invalid_argument("OptionForm::setRows: expected every name once, got “" +
                                        row.name.toStdString() + "” twice");
        seen[row.name] = {};
    }
    if (QWidget* before = takeWidget())
        before->deleteLater(); // one of its fields may be what brought us here
    m_fields.clear();
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    const int em = fontMetrics().height();
    grid->setContentsMargins(em / 2, em / 4, em / 2, em / 2);
    grid->setHorizontalSpacing(em / 2);
    grid->setVerticalSpacing(em / 4);
    grid->setColumnStretch(ControlColumn, 1);
    int line = 0;
    QString group;
    for (const FormRow& row : rows) {
        if (row.group != group)
            addHeading(grid, line, row.group);
        group = row.group;
        addField(grid, line, row, check);
    }
    grid->setRowStretch(line, 1);
    setWidget(content);
    setMinimumWidth(content->minimumSizeHint().width() + em);
    chainFields();
    applyColors();
    m_valid = isValid();
    emit validityChanged(m_valid);
}

/// Qt puts new widgets behind all others of the window; Tab finds them where the form is.
void OptionForm::chainFields() {
    QWidget* before = this;
    for (const auto& field : m_fields)
        for (QWidget* next : {field->editor->control(), static_cast<QWidget*>(field->reset)}) {
            setTabOrder(before, next);
            before = next;
        }
}

void OptionForm::addHeading(QGridLayout* grid, int& row, const QString& title) {
    auto* heading = new QLabel(title);
    QFont font = heading->font();
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    heading->setContentsMargins(0, row > 0 ? fontMetrics().height() / 2 : 0, 0, 0);
    grid->addWidget(heading, row++, LabelColumn, 1, 4);
}

void OptionForm::addField(QGridLayout* grid, int& row, const FormRow& option, const Check& check) {
    auto field = std::make_unique<Field>();
    Field* raw = field.get();
    raw->row = option;
    QWidget* content = grid->parentWidget();
    TextCheck own;
    if (check)
        own = [check, name = option.name](const QString& text) { return check(name, text); };
    raw->editor = new OptionEditor(option, own, content);
    raw->label = new QLabel(option.name, content);
    raw->label->setBuddy(raw->editor->control());
    raw->message = new QLabel(content);
    raw->message->setObjectName(QStringLiteral("message.") + option.name);
    raw->message->setWordWrap(true);
    raw->reset = new QToolButton(content);
    raw->reset->setObjectName(QStringLiteral("reset.") + option.name);
    raw->reset->setText(QStringLiteral("↺"));
    raw->reset->setAutoRaise(true);
    raw->reset->setToolTip(tr("Reset to %1").arg(option.defaultValue.isEmpty() ? tr("nothing") : option.defaultValue));
    raw->reset->setAccessibleName(tr("Reset %1").arg(option.name));
    QSizePolicy keepsItsPlace = raw->reset->sizePolicy();
    keepsItsPlace.setRetainSizeWhenHidden(true);
    raw->reset->setSizePolicy(keepsItsPlace);
    raw->value = option.defaultValue;

    grid->addWidget(raw->label, row, LabelColumn);
    grid->addWidget(raw->editor->control(), row, ControlColumn);
    if (!option.unit.isEmpty())
        grid->addWidget(new QLabel(option.unit, content), row, UnitColumn);
    grid->addWidget(raw->reset, row, ResetColumn);
    grid->addWidget(raw->message, row + 1, ControlColumn, 1, 3);
    row += 2;
    connect(raw->editor, &OptionEditor::edited, this, [this, raw] { takeEdit(*raw); });
    connect(raw->reset, &QToolButton::clicked, this, [raw] {
        raw->editor->setText(raw->row.defaultValue);
        raw->editor->control()->setFocus();
    });
    m_fields.push_back(std::move(field));
}

void OptionForm::takeEdit(Field& field) {
    showState(field);
    if (field.editor->problem().isEmpty() && field.editor->text() != field.value) {
        field.value = field.editor->text();
        for (const auto& other : m_fields)
            if (other->row.need == field.row.name)
                showState(*other);
        emit valueChanged(field.row.name, field.value);
    }
    if (const bool valid = isValid(); valid != m_valid) {
        m_valid = valid;
        emit validityChanged(valid);
    }
}

/// "Does nothing while token2token is false"; empty for a field that is read.
QString OptionForm::whyUnused(const Field& field) const {
    const QStringList &needed = field.row.neededValues, &unused = field.row.unusedValues;
    for (const auto& other : m_fields)
        if (other->row.name == field.row.need &&
            ((!needed.isEmpty() && !needed.contains(other->value)) || unused.contains(other->value)))
            return tr("Does nothing while %1 is %2").arg(other->row.name, other->value);
    return {};
}

void OptionForm::showState(Field& field) {
    const QString unused = whyUnused(field);
    for (QWidget* widget : {static_cast<QWidget*>(field.label), field.editor->control()}) {
        widget->setEnabled(unused.isEmpty());
        widget->setToolTip(tooltip(field.row, unused));
    }
    const bool changed = !field.editor->isDefault();
    QFont font = field.label->font();
    font.setBold(changed);
    field.label->setFont(font);
    field.reset->setVisible(changed);
    const QString own = field.editor->problem(), problem = own.isEmpty() ? field.misfit : own;
    const QString said = problem.isEmpty() ? field.note : problem;
    QPalette colors = palette();
    const ColorRole ink = problem.isEmpty() ? ColorRole::MutedText : ColorRole::Error;
    colors.setColor(QPalette::WindowText, color(ink, themeOf(palette())));
    field.message->setPalette(colors);
    field.message->setText(said);
    field.message->setVisible(!said.isEmpty());
    field.editor->control()->setAccessibleDescription(said.isEmpty() ? field.row.help : said);
}

void OptionForm::applyColors() {
    for (const auto& field : m_fields)
        showState(*field);
}

QMap<QString, QString> OptionForm::values() const {
    QMap<QString, QString> values;
    for (const auto& field : m_fields)
        values[field->row.name] = field->value;
    return values;
}

OptionForm::Field& OptionForm::fieldOf(const QString& name, const char* where) {
    for (const auto& field : m_fields)
        if (field->row.name == name)
            return *field;
    throw std::invalid_argument(std::string("OptionForm::") + where + ": expected a known option, got “" +
                                name.toStdString() + "”");
}

void OptionForm::setNote(const QString& name, const QString& text) {
    Field& field = fieldOf(name, "setNote");
    field.note = text;
    showState(field);
}

void OptionForm::setMisfit(const QString& name, const QString& text) {
    Field& field = fieldOf(name, "setMisfit");
    field.misfit = text;
    showState(field);
}

void OptionForm::setValues(const QMap<QString, QString>& values) {
    for (auto it = values.begin(); it != values.end(); ++it)
        fieldOf(it.key(), "setValues");
    for (const auto& field : m_fields)
        if (const auto it = values.find(field->row.name); it != values.end())
            field->editor->setText(*it);
}

void OptionForm::resetAll() {
    for (const auto& field : m_fields)
        field->editor->setText(field->row.defaultValue);
}

QString OptionForm::firstProblem() const {
    for (const auto& field : m_fields)
        if (const QString problem = field->editor->problem(); !problem.isEmpty())
            return field->row.name + QStringLiteral(": ") + problem;
    return {};
}

QStringList OptionForm::changed() const {
    QStringList names;
    for (const auto& field : m_fields)
        if (!field->editor->isDefault())
            names += field->row.name;
    return names;
}

void OptionForm::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    // Later, as the messages get old palettes back while a new style sheet is put on.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &OptionForm::applyColors, Qt::QueuedConnection);
}

} // namespace headlight
