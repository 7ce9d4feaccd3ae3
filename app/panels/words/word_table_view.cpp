#include "panels/words/word_table_view.h"

#include "forms/clear_button.h"
#include "forms/empty_state.h"
#include "panels/exact_values.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {

WordTableView::WordTableView(QWidget* parent)
    : QWidget(parent), m_rows(m_words), m_filter(new QLineEdit), m_fewest(new QSpinBox), m_table(new QTableView),
      m_pages(new QStackedWidget), m_empty(new EmptyState(QString())), m_count(new QLabel),
      m_read(new QAction(tr("&Read a text"), this)) {
    m_empty->setPicture(FaintPicture::Table);
    m_empty->setObjectName(QStringLiteral("words.empty"));
    makeTable();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(makeToolbar());
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    column->addWidget(m_pages, 1);
    addFigure();
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_rows.setText(text);
        refresh();
        emit shownChanged();
        emit choicesChanged();
    });
    connect(m_fewest, &QSpinBox::valueChanged, this, [this](int times) {
        m_rows.setFewest(times);
        refresh();
        emit shownChanged();
        emit choicesChanged();
    });
    connect(m_read, &QAction::triggered, this, &WordTableView::requestText);
    connect(m_table, &QTableView::doubleClicked, this, &WordTableView::requestText);
    refresh();
}

void WordTableView::makeTable() {
    m_table->setObjectName(QStringLiteral("words.table"));
    m_table->setAccessibleName(tr("Words"));
    m_table->setModel(&m_rows);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(int(fontMetrics().height() * 1.5));
    QHeaderView& header = *m_table->horizontalHeader();
    header.setHighlightSections(false);
    header.setResizeContentsPrecision(50);
    m_table->setSortingEnabled(true);
    connect(&header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (m_isFilling || column < 0 || column >= m_words.columnCount())
            return;
        m_sortKey = m_words.key(column);
        m_order = order;
        emit shownChanged();
        emit choicesChanged();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        refresh();
        emit chosenChanged();
    });
}

QWidget* WordTableView::makeToolbar() {
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    const int edge = fontMetrics().height() / 4;
    line->setContentsMargins(edge, edge, edge, 0);
    m_filter->setObjectName(QStringLiteral("words.filter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setPlaceholderText(tr("Filter words"));
    m_filter->setToolTip(tr("Shows only words that have this text in them"));
    addClearButton(*m_filter);
    m_fewest->setObjectName(QStringLiteral("words.fewest"));
    m_fewest->setRange(1, 1'000'000);
    m_fewest->setValue(5);
    m_rows.setFewest(m_fewest->value());
    m_fewest->setAccessibleName(tr("At least so many times"));
    m_fewest->setToolTip(tr("Shows only words that occur so often; of fewer, mean and test say little. Top words occur "
                            "so often in texts of their class"));
    auto* title = new QLabel(tr("&At least"));
    title->setBuddy(m_fewest);
    m_read->setObjectName(QStringLiteral("words.read"));
    m_read->setToolTip(tr("Puts a text in which the chosen word has much weight into the sentence field (Return)"));
    m_read->setShortcuts({QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)});
    m_read->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_read);
    auto* read = new QToolButton;
    read->setObjectName(QStringLiteral("words.read.button"));
    read->setDefaultAction(m_read);
    read->setFocusPolicy(Qt::StrongFocus);
    m_count->setObjectName(QStringLiteral("words.count"));
    line->addWidget(m_filter, 1);
    line->addWidget(title);
    line->addWidget(m_fewest);
    line->addWidget(read);
    auto* all = new QWidget;
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(bar);
    m_count->setContentsMargins(edge, 0, edge, 0);
    column->addWidget(m_count);
    return all;
}

/// A file has every row; a picture of thousands would be none.
void WordTableView::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("words"); };
    connect(addTableFigure(*m_table, m_words, m_rows, std::move(source)), &FigureMenu::failed, this,
            &WordTableView::failed);
}

/// Words that were chosen stay so, where the new result has them.
void WordTableView::setResult(std::shared_ptr<const WordsResult> result) {
    const QStringList before = chosen();
    {
        const QScopedValueRollback filling(m_isFilling, true);
        m_words.setResult(std::move(result));
        m_table->sortByColumn(m_words.columnOf(m_sortKey), m_order);
    }
    fitColumns();
    choose(before);
    refresh();
    emit shownChanged();
}

void WordTableView::fitColumns() {
    const int letter = fontMetrics().averageCharWidth();
    for (int column = 0; column < m_rows.columnCount(); ++column) {
        const QAbstractItemView& view = *m_table;
        const int wanted =
            std::max(view.sizeHintForColumn(column), m_table->horizontalHeader()->sectionSizeHint(column));
        const int least = letter * (column == WordTable::wordColumn ? 16 : 9); // others than the first words are longer
        m_table->setColumnWidth(column, std::clamp(wanted + letter, least, letter * 26));
    }
}

int WordTableView::fewest() const {
    return m_fewest->value();
}

QStringList WordTableView::chosen() const {
    QStringList words;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        words << index.data(WordTable::WordRole).toString();
    return words;
}

QStringList WordTableView::first(int count) const {
    QStringList words;
    for (int row = 0; row < std::min(count, m_rows.rowCount()); ++row)
        words << m_rows.index(row, 0).data(WordTable::WordRole).toString();
    return words;
}

void WordTableView::choose(const QStringList& words) {
    const QSet<QString> wanted(words.begin(), words.end());
    QItemSelection selection;
    for (int row = 0; row < m_rows.rowCount(); ++row)
        if (const QModelIndex index = m_rows.index(row, 0); wanted.contains(index.data(WordTable::WordRole).toString()))
            selection.select(index, m_rows.index(row, m_rows.columnCount() - 1));
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty()) {
        m_table->selectionModel()->setCurrentIndex(selection.front().topLeft(), QItemSelectionModel::NoUpdate);
        m_table->scrollTo(selection.front().topLeft());
    }
}

void WordTableView::requestText() {
    if (const QStringList words = chosen(); words.size() == 1)
        emit textRequested(m_words.result()->textWith(words.front()));
}

void WordTableView::refresh() {
    const int all = m_words.rowCount(), shown = m_rows.rowCount(), count = int(chosen().size());
    QString text = all == 0 ? QString() : tr("%L1 of %L2 words").arg(shown).arg(all);
    if (count > 0)
        text += tr(", %L1 chosen").arg(count);
    m_count->setText(text.isEmpty() ? QStringLiteral(" ") : text); // its line is there before
    m_read->setEnabled(count == 1);
    m_pages->setCurrentIndex(m_words.result() ? 1 : 0);
}

QVariantMap WordTableView::choices() const {
    return {{"filter", m_filter->text()},
            {"fewest", m_fewest->value()},
            {"sort", m_sortKey},
            {"descending", m_order == Qt::DescendingOrder}};
}

void WordTableView::setChoices(const QVariantMap& choices) {
    m_filter->setText(choices.value("filter").toString());
    m_fewest->setValue(choices.value("fewest", m_fewest->value()).toInt());
    m_sortKey = choices.value("sort", m_sortKey).toString();
    m_order = choices.value("descending", false).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
}

} // namespace headlight
