#include "forms/option_form.h"

#include "forms/option_field.h"
#include "forms/option_search.h"
#include "forms/wrapped_text.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>
#include <algorithm>
#include <stdexcept>

namespace headlight {
namespace {

constexpr qsizetype fewRows = 8; ///< are seen at once and need no search

void checkNames(const QList<FormRow>& rows) {
    QSet<QString> seen;
    for (const FormRow& row : rows) {
        if (seen.contains(row.name))
            throw std::invalid_argument("OptionForm::setRows: expected every name once, got “" +
                                        row.name.toStdString() + "” twice");
        seen.insert(row.name);
    }
}

} // namespace

/// A heading and what is under it.
struct OptionForm::Group {
    QLabel* heading;
    std::vector<OptionField*> fields;
};

OptionForm::OptionForm(QWidget* parent)
    : QWidget(parent), m_search(new OptionSearch(this)), m_none(new QLabel(this)), m_scroll(new QScrollArea(this)) {
    auto* column = new QGridLayout(this);
    const int em = fontMetrics().height();
    column->setContentsMargins(0, 0, 0, 0);
    column->setVerticalSpacing(em / 4);
    column->addWidget(m_search, 0, 0);
    column->addWidget(m_none, 1, 0);
    column->addWidget(m_scroll, 2, 0);
    column->setRowStretch(2, 1);
    m_search->hide();
    m_none->setObjectName(QStringLiteral("option.none"));
    m_none->setWordWrap(true);
    m_none->hide();
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::ClickFocus); // Tab goes from field to field, which scroll themselves into view
    setObjectName(QStringLiteral("optionForm"));
    connect(m_search, &QLineEdit::textChanged, this, &OptionForm::showFound);
    connect(m_search, &QLineEdit::returnPressed, this, &OptionForm::goToFirst);
}

OptionForm::~OptionForm() = default;

void OptionForm::setRows(const QList<FormRow>& rows, const Check& check) {
    checkNames(rows);
    if (QWidget* before = m_scroll->takeWidget())
        before->deleteLater(); // one of its fields may be what brought us here
    for (const OptionField* field : m_fields)
        field->disconnect(this);
    m_fields.clear();
    m_groups.clear();
    m_fold = nullptr;
    auto* content = new QWidget;
    content->setObjectName(QStringLiteral("option.content"));
    auto* grid = new QGridLayout(content);
    const int em = fontMetrics().height();
    grid->setContentsMargins(em / 2, em / 4, em / 2, em / 2);
    grid->setHorizontalSpacing(em / 2);
    grid->setVerticalSpacing(em / 4);
    grid->setColumnStretch(OptionField::ControlColumn, 1);
    QList<FormRow> first, others;
    for (const FormRow& row : rows)
        (row.isMain ? first : others) += row;
    addRows(content, first, check);
    if (!first.isEmpty() && !others.isEmpty())
        addFold(content);
    addRows(content, others, check);
    m_scroll->setWidget(content);
    m_search->setVisible(rows.size() > fewRows);
    if (rows.size() <= fewRows)
        m_search->clear();
    arrange();
    keepRoom();
    applyColors();
    showRows();
    m_problem = firstProblem();
    emit validityChanged(m_problem.isEmpty());
}

void OptionForm::addRows(QWidget* content, const QList<FormRow>& rows, const Check& check) {
    for (qsizetype k = 0; k < rows.size(); ++k) {
        const FormRow& row = rows[k];
        if (k == 0 || row.group != rows[k - 1].group) {
            auto* heading = new QLabel(row.group, content);
            QFont font = heading->font();
            font.setWeight(QFont::DemiBold);
            heading->setFont(font);
            m_groups.push_back({heading, {}});
        }
        TextCheck own;
        if (check)
            own = [check, name = row.name](const QString& text) { return check(name, text); };
        auto* field = new OptionField(row, own, content);
        connect(field, &OptionField::edited, this, [this, field] { takeEdit(*field); });
        m_fields.push_back(field);
        m_groups.back().fields.push_back(field);
    }
}

void OptionForm::addFold(QWidget* content) {
    m_fold = new QToolButton(content);
    m_fold->setObjectName(QStringLiteral("option.fold"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setAutoRaise(true);
    connect(m_fold, &QToolButton::clicked, this, [this] {
        setUnfolded(!m_unfolded);
        if (m_unfolded)
            scrollToOpened();
    });
}

/// What is searched for is one list, so each heading is there once; else it may have some that matter and others.
std::vector<OptionForm::Group> OptionForm::shownGroups() const {
    if (!m_search->isSearching())
        return m_groups;
    std::vector<Group> groups;
    for (const Group& group : m_groups) {
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& other) {
            return other.heading->text() == group.heading->text();
        });
        if (same == groups.end())
            groups.push_back(group);
        else
            same->fields.insert(same->fields.end(), group.fields.begin(), group.fields.end());
    }
    return groups;
}

/// For the folded ones too, so that no field moves aside when they are seen, and for all beside the bar.
void OptionForm::keepRoom() {
    QWidget* const content = m_scroll->widget();
    if (!content)
        return;
    int widest = 0, control = 0, reset = 0;
    for (const OptionField* field : m_fields) {
        widest = std::max(widest, field->labelWidth());
        control = std::max(control, field->control()->minimumSizeHint().width());
        reset = std::max(reset, field->reset()->sizeHint().width());
    }
    auto* grid = static_cast<QGridLayout*>(content->layout());
    grid->setColumnMinimumWidth(OptionField::LabelColumn, widest);
    grid->setColumnMinimumWidth(OptionField::ControlColumn, control);
    grid->setColumnMinimumWidth(OptionField::ResetColumn, reset); // also while none is to be reset
    m_scroll->setMinimumWidth(content->minimumSizeHint().width() + fontMetrics().height());
}

/// Puts everything where it is seen, and where Tab finds it: Qt puts new widgets behind all others of the window.
void OptionForm::arrange() {
    m_bySearch = m_search->isSearching();
    auto* grid = static_cast<QGridLayout*>(m_scroll->widget()->layout());
    int line = 0;
    QWidget* before = m_scroll;
    const auto chain = [&before](QWidget* next) {
        setTabOrder(before, next);
        before = next;
    };
    bool isFoldPlaced = !m_fold;
    for (const auto& [heading, fields] : shownGroups()) {
        if (!isFoldPlaced && !fields.front()->row().isMain) {
            grid->addWidget(m_fold, line++, OptionField::LabelColumn, 1, OptionField::Columns, Qt::AlignLeft);
            chain(m_fold);
            isFoldPlaced = true;
        }
        heading->setContentsMargins(0, line > 0 ? fontMetrics().height() / 2 : 0, 0, 0);
        grid->addWidget(heading, line++, OptionField::LabelColumn, 1, OptionField::Columns);
        for (OptionField* field : fields) {
            field->place(*grid, line++);
            chain(field->control());
            chain(field->reset());
        }
    }
    for (int row = 0; row < grid->rowCount(); ++row)
        grid->setRowStretch(row, 0);
    grid->setRowStretch(line, 1);
}

/// As much as there is room for, from the line that was clicked on.
void OptionForm::scrollToOpened() {
    m_scroll->widget()->adjustSize(); // now rather than when the layout comes to it
    QScrollBar* bar = m_scroll->verticalScrollBar();
    bar->setValue(std::max(bar->value(), std::min(m_fold->y(), bar->maximum())));
}

void OptionForm::takeEdit(OptionField& field) {
    const bool isNew = field.takeText();
    showState(field);
    if (isNew)
        for (OptionField* other : m_fields)
            if (other->row().need == field.row().name)
                showState(*other);
    showFold();
    if (isNew)
        emit valueChanged(field.row().name, field.value());
    if (const QString problem = firstProblem(); problem != m_problem) {
        m_problem = problem;
        emit validityChanged(problem.isEmpty());
    }
}

/// "Does nothing while “Optimizer” is adam"; empty for a field that is read.
QString OptionForm::whyUnused(const OptionField& field) const {
    if (!field.unused().isEmpty())
        return field.unused();
    const QStringList &needed = field.row().neededValues, &unused = field.row().unusedValues;
    for (const OptionField* other : m_fields)
        if (other->row().name == field.row().need &&
            ((!needed.isEmpty() && !needed.contains(other->value())) || unused.contains(other->value())))
            return tr("Does nothing while “%1” is %2").arg(other->row().title(), other->shownValue());
    return {};
}

/// What is wrong is not left folded, and stays in sight when it is mended.
void OptionForm::showState(OptionField& field) {
    field.showState(whyUnused(field));
    if (field.isWrong() && !field.row().isMain && !m_unfolded)
        setUnfolded(true);
}

bool OptionForm::isShown(const OptionField& field) const {
    return m_search->isSearching() ? m_search->matches(field.row()) : !m_fold || m_unfolded || field.row().isMain;
}

/// Those that are searched for; without a search those that matter, and the others when they are unfolded.
void OptionForm::showRows() {
    if (m_search->isSearching() != m_bySearch && m_scroll->widget())
        arrange();
    for (OptionField* field : m_fields)
        field->setShown(isShown(*field));
    const auto shown = [this](const OptionField* field) { return isShown(*field); };
    for (const Group& group : m_groups)
        group.heading->hide();
    for (const auto& [heading, fields] : shownGroups())
        heading->setVisible(std::any_of(fields.begin(), fields.end(), shown));
    const bool none = m_search->isSearching() && std::none_of(m_fields.begin(), m_fields.end(), shown);
    m_none->setText(tr("No option matches “%1”").arg(m_search->text().simplified()));
    m_none->setVisible(none);
    showFold();
}

/// From the first one on, wherever the form was scrolled to.
void OptionForm::showFound() {
    showRows();
    if (m_search->isSearching())
        m_scroll->verticalScrollBar()->setValue(0);
}

/// "More options (12), 2 changed"
void OptionForm::showFold() {
    if (!m_fold)
        return;
    QStringList changed;
    int count = 0;
    for (const OptionField* field : m_fields) {
        count += !field->row().isMain;
        if (!field->row().isMain && !field->isDefault())
            changed += field->row().title();
    }
    QString text = tr("More options (%1)").arg(count);
    if (!changed.isEmpty())
        text += tr(", %1 changed").arg(changed.size());
    m_fold->setText(text);
    m_fold->setToolTip(changed.isEmpty() ? tr("Options that are rarely changed")
                                         : inLines(tr("Changed here: %1").arg(changed.join(QStringLiteral(", ")))));
    m_fold->setAccessibleName(m_unfolded ? tr("Hide: %1").arg(text) : tr("Show: %1").arg(text));
    m_fold->setArrowType(m_unfolded ? Qt::DownArrow : Qt::RightArrow);
    QFont font = m_fold->font();
    font.setBold(!changed.isEmpty());
    m_fold->setFont(font);
    m_fold->setVisible(!m_search->isSearching());
}

void OptionForm::setUnfolded(bool unfolded) {
    m_unfolded = unfolded;
    showRows();
}

void OptionForm::search() {
    if (m_search->isHidden())
        return;
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void OptionForm::goToFirst() {
    for (const Group& group : shownGroups())
        for (const OptionField* field : group.fields)
            if (isShown(*field) && field->control()->isEnabled()) {
                m_scroll->widget()->layout()->activate(); // where it is now, without those that are hidden
                field->control()->setFocus(Qt::TabFocusReason);
                m_scroll->ensureWidgetVisible(field->control());
                return;
            }
}

void OptionForm::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Find))
        search();
    else
        QWidget::keyPressEvent(event);
}

void OptionForm::applyColors() {
    for (OptionField* field : m_fields)
        showState(*field);
}

QMap<QString, QString> OptionForm::values() const {
    QMap<QString, QString> values;
    for (const OptionField* field : m_fields)
        values[field->row().name] = field->value();
    return values;
}

OptionField& OptionForm::fieldOf(const QString& name, const char* where) {
    for (OptionField* field : m_fields)
        if (field->row().name == name)
            return *field;
    throw std::invalid_argument(std::string("OptionForm::") + where + ": expected a known option, got “" +
                                name.toStdString() + "”");
}

void OptionForm::setNote(const QString& name, const QString& text) {
    OptionField& field = fieldOf(name, "setNote");
    field.setNote(text);
    showState(field);
}

void OptionForm::setMisfit(const QString& name, const QString& text) {
    OptionField& field = fieldOf(name, "setMisfit");
    field.setMisfit(text);
    showState(field);
}

void OptionForm::setUnused(const QString& name, const QString& why) {
    OptionField& field = fieldOf(name, "setUnused");
    field.setUnused(why);
    showState(field);
}

void OptionForm::setValues(const QMap<QString, QString>& values) {
    for (auto it = values.begin(); it != values.end(); ++it)
        fieldOf(it.key(), "setValues");
    for (OptionField* field : m_fields)
        if (const auto it = values.find(field->row().name); it != values.end())
            field->setText(*it);
}

void OptionForm::resetAll() {
    for (OptionField* field : m_fields)
        field->resetText();
}

QString OptionForm::firstProblem() const {
    for (const OptionField* field : m_fields)
        if (const QString problem = field->ownProblem(); !problem.isEmpty())
            return field->row().title() + QStringLiteral(": ") + problem;
    return {};
}

QStringList OptionForm::changed() const {
    QStringList names;
    for (const OptionField* field : m_fields)
        if (!field->isDefault())
            names += field->row().name;
    return names;
}

void OptionForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Later, as the messages get old palettes back while a new style sheet is put on.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &OptionForm::applyColors, Qt::QueuedConnection);
    if (event->type() == QEvent::FontChange) // while nobody sees it letters may come and go, and the room would stay
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (isVisible())
                    keepRoom();
            },
            Qt::QueuedConnection);
}

/// Letters may have got another size while nobody saw them.
void OptionForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    keepRoom();
}

} // namespace headlight
