#include "panels/train/column_chooser.h"

#include "forms/wrapped_text.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>

namespace headlight {

namespace {

constexpr int noColumn = -1;
constexpr int joinedColumns = -2; ///< several texts, as they are read

std::optional<std::size_t> columnOf(const QComboBox& box) {
    const int column = box.currentIndex() < 0 ? noColumn : box.currentData().toInt();
    return column >= 0 ? std::optional(std::size_t(column)) : std::nullopt;
}

std::vector<std::size_t> chosenColumns(const std::optional<std::size_t>& column) {
    return column ? std::vector{*column} : std::vector<std::size_t>{};
}

/// A list that has them already stays as it is: it may be open.
void offerEntries(QComboBox& box, const QList<std::pair<QString, int>>& entries) {
    QList<std::pair<QString, int>> offered;
    for (int i = 0; i < box.count(); ++i)
        offered.append({box.itemText(i), box.itemData(i).toInt()});
    if (offered == entries)
        return;
    box.clear();
    for (const auto& [title, column] : entries)
        box.addItem(title, column);
    box.view()->setMinimumWidth(box.view()->sizeHintForColumn(0)); // a title is wider than its box
}

} // namespace

ColumnChooser::ColumnChooser(QWidget* parent)
    : QWidget(parent), m_text(new QComboBox), m_second(new QComboBox), m_label(new QComboBox), m_score(new QComboBox),
      m_header(new QCheckBox(tr("The first line has the &names of the columns"))), m_note(new QLabel) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(fontMetrics().height() / 4);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    int cell = 0;
    const auto add = [&](QComboBox* box, const char* id, const QString& title, const QString& name,
                         const QString& help) {
        box->setObjectName(QStringLiteral("train.column.") + QLatin1String(id));
        box->setAccessibleName(name);
        box->setToolTip(help);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
        auto* label = new QLabel(title);
        label->setBuddy(box);
        grid->addWidget(label, cell / 2, cell % 2 * 2);
        grid->addWidget(box, cell / 2, cell % 2 * 2 + 1);
        ++cell;
        connect(box, &QComboBox::activated, this, [this, box] {
            if (box == m_label && columnOf(*m_label))
                m_score->setCurrentIndex(0);
            if (box == m_score && columnOf(*m_score))
                m_label->setCurrentIndex(-1);
            showFitting();
            emit chosen(choice());
        });
    };
    add(m_text, "text", tr("&Text"), tr("Column of the text"),
        tr("Which column holds the text, or the first text of a pair"));
    add(m_second, "second", tr("Sec&ond text"), tr("Column of the second text"),
        tr("Which column holds the second text; none: an example is one text"));
    add(m_label, "label", tr("L&abel"), tr("Column of the label"), tr("Which column holds the label that is learnt"));
    add(m_score, "score", tr("Sco&re"), tr("Column of the score"),
        tr("Which column holds the number that is learnt of a pair, in place of a label"));
    m_header->setObjectName(QStringLiteral("train.column.header"));
    m_header->setToolTip(tr("Without names, the first line is an example like the others"));
    m_note->setObjectName(QStringLiteral("train.column.note"));
    m_note->setWordWrap(true);
    grid->addWidget(m_header, 2, 0, 1, 4);
    grid->addWidget(m_note, 3, 0, 1, 4);
    connect(m_header, &QCheckBox::clicked, this, [this] {
        offer(choice());
        emit chosen(choice());
    });
}

void ColumnChooser::ask(const TableColumns& table) {
    m_table = table;
    // Where one of the first line's names is a usual one, there is nothing to ask.
    m_header->setVisible(table.text.byHeader.empty() && table.label.byHeader.empty() && table.score.byHeader.empty());
    offer(choiceOf(table));
    const QString note = columnsNote(table);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    fitWrapped(*m_note, width());
    const auto describe = [](QComboBox& box, const TakenColumns& taken) {
        box.setAccessibleDescription(taken.source == ColumnSource::Guess ? tr("guessed from what the columns hold")
                                                                         : QString());
    };
    describe(*m_text, table.text);
    describe(*m_second, table.second);
    describe(*m_label, table.label);
    describe(*m_score, table.score);
}

void ColumnChooser::offer(const ColumnChoice& choice) {
    m_header->setChecked(choice.hasHeader);
    fill(*m_text, choice.hasHeader, choice.text, false);
    fill(*m_second, choice.hasHeader, chosenColumns(choice.second), true);
    fill(*m_label, choice.hasHeader, chosenColumns(choice.label), false);
    fill(*m_score, choice.hasHeader, chosenColumns(choice.score), true);
    showFitting();
}

void ColumnChooser::fill(QComboBox& box, bool hasHeader, const std::vector<std::size_t>& current, bool mayBeNone) {
    const QStringList titles = columnTitles(m_table, hasHeader);
    QList<std::pair<QString, int>> entries;
    if (mayBeNone)
        entries.append({tr("none"), noColumn});
    if (current.size() > 1) {
        QStringList names;
        for (const std::size_t column : current)
            names.append(titles[qsizetype(column)]);
        entries.append({names.join(QStringLiteral(" + ")), joinedColumns});
    }
    for (qsizetype column = 0; column < titles.size(); ++column)
        entries.append({titles[column], int(column)});
    offerEntries(box, entries);
    for (int i = 0; i < box.count(); ++i)
        if (const int column = entries[i].second; column >= 0)
            box.setItemData(i, columnExamples(m_table, std::size_t(column), hasHeader), Qt::ToolTipRole);
    box.setCurrentIndex(current.empty()      ? (mayBeNone ? 0 : -1)
                        : current.size() > 1 ? 0
                                             : box.findData(int(current.front())));
}

/// A score is one of a pair, and takes the place of the label.
void ColumnChooser::showFitting() {
    const bool arePairs = columnOf(*m_second).has_value();
    if (!arePairs)
        m_score->setCurrentIndex(0);
    m_score->setEnabled(arePairs);
    m_text->setPlaceholderText(tr("choose"));
    m_label->setPlaceholderText(columnOf(*m_score) ? tr("none") : tr("choose"));
}

ColumnChoice ColumnChooser::choice() const {
    const bool areJoined = m_text->currentIndex() >= 0 && m_text->currentData().toInt() == joinedColumns;
    return {areJoined ? m_table.text.columns : chosenColumns(columnOf(*m_text)), columnOf(*m_second),
            columnOf(*m_label), columnOf(*m_score), m_header->isChecked()};
}

void ColumnChooser::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitWrapped(*m_note, width());
}

} // namespace headlight
