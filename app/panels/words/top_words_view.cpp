#include "panels/words/top_words_view.h"

#include "figure/figure_menu.h"
#include "viewmodels/word_table.h"
#include "wording/number_text.h"

#include <QHeaderView>

namespace headlight {

namespace {

constexpr std::size_t mostTopWords = 30; ///< of a class
constexpr int topWordRole = Qt::UserRole, topMeanRole = Qt::UserRole + 1, topTimesRole = Qt::UserRole + 2;

} // namespace

TopWordsView::TopWordsView(QWidget* parent) : QTableWidget(parent) {
    setObjectName(QStringLiteral("words.top"));
    setAccessibleName(tr("Top words by class"));
    setEditTriggers(NoEditTriggers);
    setSelectionMode(SingleSelection);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->setDefaultSectionSize(int(fontMetrics().height() * 1.4));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addFigure();
    connect(this, &QTableWidget::cellClicked, this, [this](int row, int column) {
        if (const QTableWidgetItem* cell = item(row, column))
            emit wordChosen(cell->data(topWordRole).toString());
    });
    connect(this, &QTableWidget::cellActivated, this, &QTableWidget::cellClicked);
}

void TopWordsView::show(std::shared_ptr<const WordsResult> result, int fewest) {
    m_result = std::move(result);
    clear();
    const QStringList classes = m_result ? m_result->classes() : QStringList();
    setRowCount(0);
    setColumnCount(int(classes.size()));
    setHorizontalHeaderLabels(classes);
    for (int label = 0; label < classes.size(); ++label) {
        horizontalHeaderItem(label)->setToolTip(
            tr("Words with the largest mean weights in texts of %1").arg(classes[label]));
        const std::vector<TopWord> words =
            topWords(m_result->weights, std::size_t(label), mostTopWords, std::size_t(fewest));
        setRowCount(std::max(rowCount(), int(words.size())));
        for (int row = 0; row < int(words.size()); ++row) {
            const TopWord& word = words[std::size_t(row)];
            const QString text = shownWord(*m_result, word.word);
            auto* cell = new QTableWidgetItem(text);
            cell->setData(topWordRole, QString::fromStdString(word.word));
            cell->setData(topMeanRole, word.mean);
            cell->setData(topTimesRole, qulonglong(word.times));
            cell->setToolTip(tr("“%1” in texts of %2: mean weight %3, %L4 times; a click chooses it in the table")
                                 .arg(text, classes[label], figureText(word.mean))
                                 .arg(word.times));
            setItem(row, label, cell);
        }
    }
    const int letter = fontMetrics().averageCharWidth();
    resizeColumnsToContents();
    for (int label = 0; label < columnCount(); ++label)
        setColumnWidth(label, std::clamp(columnWidth(label), letter * 10, letter * 22));
}

void TopWordsView::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("top-words"); };
    source.picture = [this](const FigureOptions& options) {
        PictureMetadata metadata;
        if (m_result)
            metadata = {{QStringLiteral("model"), m_result->model},
                        {QStringLiteral("corpus"), m_result->data},
                        {QStringLiteral("split"), m_result->split},
                        {QStringLiteral("heads"), m_result->heads}};
        return figureOfTable(figureTable(), options, themeOf(palette()), tr("Top words"), metadata);
    };
    source.values = [this] {
        ValueTable table{{QStringLiteral("class"), QStringLiteral("rank"), QStringLiteral("word"),
                          QStringLiteral("mean"), QStringLiteral("times")},
                         {}};
        for (int label = 0; label < columnCount(); ++label)
            for (int row = 0; row < rowCount(); ++row)
                if (const QTableWidgetItem* cell = item(row, label))
                    table.rows.append({horizontalHeaderItem(label)->text(), QString::number(row + 1),
                                       cell->data(topWordRole).toString(),
                                       exactNumber(cell->data(topMeanRole).toDouble()),
                                       cell->data(topTimesRole).toString()});
        return table;
    };
    auto* menu = new FigureMenu(this, source);
    menu->setSecondary(true);
    connect(menu, &FigureMenu::failed, this, &TopWordsView::failed);
}

FigureTable TopWordsView::figureTable() const {
    FigureTable table;
    for (int label = 0; label < columnCount(); ++label) {
        table.headings.append({horizontalHeaderItem(label)->text()});
        table.isRight.append(false);
    }
    for (int row = 0; row < rowCount(); ++row) {
        TableRow& line = table.rows.emplace_back();
        for (int label = 0; label < columnCount(); ++label)
            line.cells.append({item(row, label) ? item(row, label)->text() : QString()});
    }
    return table;
}

} // namespace headlight
