#include "panels/tensors/tensor_table_view.h"

#include "forms/clear_button.h"
#include "forms/empty_state.h"
#include "forms/few_lines_label.h"
#include "panels/exact_values.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>

namespace headlight {

namespace {

constexpr int mostDrawnRows = 300; ///< of a picture

ColorRole colorOf(TensorState state) {
    switch (state) {
    case TensorState::Equal:
        return ColorRole::Success;
    case TensorState::Changed:
        return ColorRole::Altered;
    case TensorState::OtherShape:
    case TensorState::OnlyHere:
    case TensorState::OnlyThere:
        return ColorRole::Error;
    case TensorState::Unread:
        return ColorRole::MutedText;
    }
    return ColorRole::Text;
}

/// The state's word in its colour.
class TensorStateDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        if (const QVariant state = index.data(TensorTable::StateRole); state.isValid())
            option->palette.setColor(QPalette::Text,
                                     color(colorOf(TensorState(state.toInt())), themeOf(option->palette)));
    }
};

} // namespace

TensorTableView::TensorTableView(TensorsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_rows(m_tensors), m_filter(new QLineEdit),
      m_measure(new QPushButton(tr("All figures"))), m_stop(new QPushButton(tr("Stop"))), m_compare(new QToolButton),
      m_comparisons(new QMenu(this)), m_table(new QTableView), m_pages(new QStackedWidget),
      m_empty(new EmptyState(QString())), m_count(new FewLinesLabel(2)), m_progress(new QLabel) {
    m_empty->setPicture(FaintPicture::Table);
    m_empty->setObjectName(QStringLiteral("tensors.empty"));
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
        m_count->setText(countText());
    });
    connect(m_measure, &QPushButton::clicked, &m_model, &TensorsModel::measureAll);
    connect(m_stop, &QPushButton::clicked, &m_model, &TensorsModel::stop);
    connect(&m_model, &TensorsModel::entriesChanged, this, &TensorTableView::showEntries);
    connect(&m_model, &TensorsModel::figuresChanged, this, [this] {
        if (m_model.chosen().isEmpty()) // it was stopped, and can be chosen again
            m_table->clearSelection();
    });
    connect(&m_model, &TensorsModel::contentChanged, this, &TensorTableView::showProgress);
    connect(&m_model, &TensorsModel::busyChanged, this, &TensorTableView::showProgress);
    connect(&m_model, &TensorsModel::progressed, this, &TensorTableView::showProgress);
    showEntries();
    showProgress();
}

void TensorTableView::makeTable() {
    m_table->setObjectName(QStringLiteral("tensors.table"));
    m_table->setAccessibleName(tr("Tensors"));
    m_table->setModel(&m_rows);
    m_table->setItemDelegate(new TensorStateDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setTextElideMode(Qt::ElideMiddle); // names of layers differ in their middles and ends
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(int(fontMetrics().height() * 1.5));
    QHeaderView& header = *m_table->horizontalHeader();
    header.setHighlightSections(false);
    header.setResizeContentsPrecision(50);
    header.setSortIndicatorClearable(true); // back to the order of the file
    header.setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TensorTableView::choose);
}

QWidget* TensorTableView::makeToolbar() {
    m_filter->setObjectName(QStringLiteral("tensors.filter"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setPlaceholderText(tr("Filter tensors"));
    m_filter->setToolTip(tr("Shows only tensors whose names have this text in them"));
    addClearButton(*m_filter);
    m_measure->setObjectName(QStringLiteral("tensors.measure"));
    m_measure->setToolTip(tr("Read all numbers, for the norm, mean, deviation and range of every tensor (Ctrl+R)"));
    m_compare->setObjectName(QStringLiteral("tensors.compare"));
    m_compare->setText(tr("Compare with"));
    m_compare->setToolTip(tr("Compare these tensors, number by number, with those of another model (Ctrl+Alt+T "
                             "chooses a folder); one that is dropped on the table is compared, too"));
    m_compare->setPopupMode(QToolButton::InstantPopup);
    m_compare->setFocusPolicy(Qt::StrongFocus);
    m_comparisons->setObjectName(QStringLiteral("tensors.comparisons"));
    m_compare->setMenu(m_comparisons);
    m_stop->setObjectName(QStringLiteral("tensors.stop"));
    m_stop->setToolTip(tr("Stop reading numbers; what was found before stays (Ctrl+.)"));
    m_count->setObjectName(QStringLiteral("tensors.count"));
    m_progress->setObjectName(QStringLiteral("tensors.progress"));
    auto* all = new QWidget;
    auto* column = new QVBoxLayout(all);
    const int edge = fontMetrics().height() / 4;
    column->setContentsMargins(edge, edge, edge, 0);
    auto* line = new QHBoxLayout;
    line->addWidget(m_filter, 1);
    line->addWidget(m_measure);
    line->addWidget(m_compare);
    line->addWidget(m_stop);
    column->addLayout(line);
    column->addWidget(m_count);
    column->addWidget(m_progress);
    return all;
}

void TensorTableView::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("tensors"); };
    source.picture = [this](const FigureOptions& options) {
        if (!m_model.content())
            return Picture();
        PictureMetadata metadata = {{QStringLiteral("model"), m_model.content()->model},
                                    {QStringLiteral("file"), m_model.content()->file}};
        if (m_model.comparison())
            metadata.append({QStringLiteral("against"), m_model.comparison()->other});
        return figureOfTable(figureTable(), options, themeOf(palette()),
                             tr("Tensors of %1").arg(m_model.content()->model), metadata);
    };
    connect(addTableFigure(*m_table, m_tensors, m_rows, std::move(source)), &FigureMenu::failed, this,
            &TensorTableView::failed);
}

FigureTable TensorTableView::figureTable() const {
    FigureTable table;
    for (int column = 0; column < m_tensors.columnCount(); ++column) {
        table.headings.append({m_tensors.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()});
        table.isRight.append(m_tensors.isNumber(column));
    }
    const int shown = std::min(m_rows.rowCount(), mostDrawnRows);
    for (int row = 0; row < shown; ++row) {
        TableRow& line = table.rows.emplace_back();
        for (int column = 0; column < m_tensors.columnCount(); ++column)
            line.cells.append({m_rows.index(row, column).data().toString()});
        line.isChosen = m_table->selectionModel()->isRowSelected(row);
    }
    if (const int more = m_rows.rowCount() - shown; more > 0) {
        TableRow& line = table.rows.emplace_back();
        line.isSpanned = true;
        line.cells.resize(m_tensors.columnCount());
        line.cells.front().text = tr("… %L1 more").arg(more);
    }
    return table;
}

void TensorTableView::showEntries() {
    const int columns = m_tensors.columnCount();
    m_tensors.setEntries(m_model.entries(), m_model.comparison().has_value());
    const bool hasOtherColumns = columns != m_tensors.columnCount();
    if (hasOtherColumns) // what differs comes first, then all is in the order of the file again
        m_table->sortByColumn(m_model.comparison() ? int(TensorTable::State) : -1, Qt::AscendingOrder);
    if (hasOtherColumns || m_shown != m_model.content()) {
        m_shown = m_model.content();
        fitColumns();
    }
    m_count->setText(countText());
    m_pages->setCurrentIndex(m_model.content() ? 1 : 0);
    const QString chosen = m_model.chosen();
    for (int row = 0; row < m_rows.rowCount() && !chosen.isEmpty(); ++row)
        if (m_rows.index(row, 0).data(TensorTable::NameRole).toString() == chosen)
            return m_table->selectRow(row);
}

/// Figures have their room before they are there: a number without its middle would be read as another one. What the
/// other columns leave is for the names.
void TensorTableView::fitColumns() {
    const QFontMetrics metrics(m_table->font());
    const int letter = metrics.averageCharWidth();
    const int figure = metrics.horizontalAdvance(QStringLiteral("−8.888e−88")) + 2 * letter;
    const QAbstractItemView& view = *m_table;
    const auto wanted = [&](int column) {
        return std::max(view.sizeHintForColumn(column), m_table->horizontalHeader()->sectionSizeHint(column)) + letter;
    };
    int name = -1, others = 0;
    for (int column = 0; column < m_tensors.columnCount(); ++column) {
        if (m_tensors.columnAt(column) == TensorTable::Name) {
            name = column;
            continue;
        }
        const int least = m_tensors.columnAt(column) >= TensorTable::Largest ? figure : letter * 9;
        m_table->setColumnWidth(column, std::clamp(wanted(column), least, letter * 40));
        others += m_table->columnWidth(column);
    }
    const int left = std::max(letter * 40, m_table->viewport()->width() - others);
    m_table->setColumnWidth(name, std::clamp(wanted(name), letter * 16, left));
}

void TensorTableView::choose() {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const QString name = rows.isEmpty() ? QString() : rows.front().data(TensorTable::NameRole).toString();
    if (name != m_model.chosen())
        m_model.choose(name);
}

/// What is listed, and what came of the comparison.
QString TensorTableView::countText() const {
    if (!m_model.content())
        return QStringLiteral(" "); // its line is there before
    double numbers = 0, bytes = 0;
    for (const ListedTensor& tensor : m_model.content()->tensors) {
        numbers += double(tensor.info.elements());
        bytes += double(tensor.bytes.value_or(0));
    }
    const int all = m_tensors.rowCount(), shown = m_rows.rowCount();
    QString text = tr("%1: %2, %3 numbers, %4")
                       .arg(m_model.content()->format,
                            shown == all ? tr("%L1 tensors").arg(all) : tr("%L1 of %L2 tensors").arg(shown).arg(all),
                            headlight::countText(numbers), bytesText(bytes));
    if (const auto& comparison = m_model.comparison()) {
        std::array<int, 6> counts{};
        for (const TensorDifference& difference : comparison->differences)
            ++counts[std::size_t(difference.state)];
        QStringList states;
        for (std::size_t state = 0; state < counts.size(); ++state)
            if (counts[state] > 0)
                states << tr("%L1 %2").arg(counts[state]).arg(tensorStateText(TensorState(state)));
        text += tr("; against %1: %2").arg(isolated(shownText(comparison->other)), states.join(QStringLiteral(", ")));
    }
    return text;
}

void TensorTableView::showProgress() {
    const QString text = m_model.progressText();
    m_progress->setText(text.isEmpty() ? QStringLiteral(" ") : text); // its line is there before
    const bool hadFocus = m_stop->hasFocus();
    m_stop->setEnabled(m_model.isWorking());
    m_measure->setEnabled(m_model.content() != nullptr);
    m_compare->setEnabled(m_model.content() != nullptr);
    m_filter->setEnabled(m_model.content() != nullptr);
    if (hadFocus && !m_stop->isEnabled())
        m_measure->setFocus();
}

} // namespace headlight
