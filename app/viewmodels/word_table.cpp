#include "viewmodels/word_table.h"

#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <cmath>

namespace headlight {

QString shownWord(const WordsResult& result, const std::string& word) {
    const QString text = isolated(shownText(word));
    return result.weights.unknown.contains(word) ? QStringLiteral("‹%1›").arg(text) : text;
}

const QString WordTable::shiftKey = QStringLiteral("p of Kruskal–Wallis");

void WordTable::setResult(std::shared_ptr<const WordsResult> result) {
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int WordTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : int(m_result->words.size());
}

int WordTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_result ? 0 : shiftColumn() + (hasTrend() ? 3 : 1);
}

double WordTable::number(int row, int column) const {
    const WordShift& shift = word(row);
    if (column == timesColumn)
        return double(shift.times);
    if (column < shiftColumn())
        return shift.classes[std::size_t(column - firstClassColumn)].mean;
    const int test = column - shiftColumn();
    return test == 0 ? shift.any.p : test == 1 ? shift.trend.statistic : shift.trend.p;
}

QString WordTable::text(int row, int column) const {
    if (column == wordColumn)
        return shownWord(*m_result, word(row).word);
    const double value = number(row, column);
    if (std::isnan(value))
        return QStringLiteral("—");
    if (column == timesColumn)
        return countText(value);
    if (column < shiftColumn())
        return figureText(value);
    return column == shiftColumn() + 1 ? withMinus(QString::number(value, 'f', 2)) : pValueText(value);
}

QString WordTable::key(int column) const {
    if (column == wordColumn)
        return QStringLiteral("word");
    if (column == timesColumn)
        return QStringLiteral("times");
    if (column < shiftColumn())
        return QStringLiteral("mean, %1").arg(m_result->classes().at(column - firstClassColumn));
    static const QStringList tests = {shiftKey, QStringLiteral("z of Jonckheere"), QStringLiteral("p of Jonckheere")};
    return tests.at(column - shiftColumn());
}

int WordTable::columnOf(const QString& key) const {
    for (int column = 0; column < columnCount(); ++column)
        if (this->key(column) == key)
            return column;
    return m_result ? shiftColumn() : -1;
}

QString WordTable::exactText(int row, int column) const {
    if (column == wordColumn)
        return QString::fromStdString(word(row).word);
    const double value = number(row, column);
    return std::isnan(value) ? QString() : QString::number(value, 'g', 17);
}

/// What a cell is of, in a sentence.
QString WordTable::tooltip(int row, int column) const {
    const QString name = text(row, wordColumn);
    if (column == wordColumn || column == timesColumn)
        return tr("“%1” occurs %L2 times").arg(name).arg(word(row).times);
    if (column < shiftColumn()) {
        const WordSpread& spread = word(row).classes[std::size_t(column - firstClassColumn)];
        const QString label = m_result->classes().at(column - firstClassColumn);
        if (spread.times == 0)
            return tr("“%1” does not occur in texts of %2").arg(name, label);
        return tr("“%1” in texts of %2: %L3 times, mean %4, median %5, quartiles %6 and %7")
            .arg(name, label)
            .arg(spread.times)
            .arg(figureText(spread.mean), figureText(spread.median), figureText(spread.lowQuartile),
                 figureText(spread.highQuartile));
    }
    const WordShift& shift = word(row);
    return column == shiftColumn()
               ? tr("Kruskal–Wallis: H = %1, p = %2").arg(figureText(shift.any.statistic), numberText(shift.any.p))
               : tr("Jonckheere–Terpstra: z = %1, p = %2")
                     .arg(withMinus(QString::number(shift.trend.statistic, 'f', 3)), numberText(shift.trend.p));
}

QVariant WordTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return tooltip(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (index.column() == wordColumn ? Qt::AlignLeft : Qt::AlignRight));
    case SortRole:
        return index.column() == wordColumn ? QVariant() : number(index.row(), index.column());
    case WordRole:
        return QString::fromStdString(word(index.row()).word);
    default:
        return {};
    }
}

QVariant WordTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || !m_result)
        return {};
    const int test = section - shiftColumn();
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == wordColumn ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole)
        return section == wordColumn    ? tr("Word")
               : section == timesColumn ? tr("Times")
               : test < 0               ? m_result->classes().at(section - firstClassColumn)
               : test == 1              ? tr("Trend z")
               : test == 2              ? tr("p of trend")
                                        : tr("p of shift");
    if (role != Qt::ToolTipRole)
        return {};
    if (section == wordColumn)
        return tr("As the model reads it; what it does not know stands in ‹ ›");
    if (section == timesColumn)
        return tr("How often it occurs in all texts");
    if (test < 0)
        return tr("Mean weight in texts of %1; 1 is what a word of its text has on average")
            .arg(m_result->classes().at(section - firstClassColumn));
    if (test == 0)
        return tr(
            "Kruskal–Wallis: how probable chance alone makes the classes differ so much. It is of texts, and good "
            "for five a class or more; of a hundred words that don't shift, five have p below 0.05");
    return tr("Jonckheere–Terpstra: whether weights rise (z > 0) or fall along the classes, which are ratings");
}

WordFilter::WordFilter(WordTable& table, QObject* parent) : QSortFilterProxyModel(parent), m_table(table) {
    setSourceModel(&table);
}

void WordFilter::setText(const QString& text) {
    m_text = text.trimmed();
    invalidateRowsFilter();
}

void WordFilter::setFewest(int times) {
    m_fewest = times;
    invalidateRowsFilter();
}

bool WordFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const WordShift& shift = m_table.word(row);
    return int(shift.times) >= m_fewest &&
           (m_text.isEmpty() || QString::fromStdString(shift.word).contains(m_text, Qt::CaseInsensitive));
}

bool WordFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.column() == WordTable::wordColumn)
        return left.row() < right.row(); // they are in this order
    const double a = left.data(WordTable::SortRole).toDouble(), b = right.data(WordTable::SortRole).toDouble();
    const bool rises = sortOrder() == Qt::AscendingOrder;
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) == std::isnan(b) ? false : std::isnan(b) == rises;
    if (a != b)
        return a < b;
    const std::size_t often = m_table.word(left.row()).times, other = m_table.word(right.row()).times;
    return rises ? often > other : often < other;
}

} // namespace headlight
