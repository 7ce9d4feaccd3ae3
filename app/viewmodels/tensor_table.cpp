#include "viewmodels/tensor_table.h"

#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <array>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

constexpr double unknownFigure = std::numeric_limits<double>::quiet_NaN();

struct ColumnWords {
    const char *key, *title, *help;
};

/// By TensorTable::Column.
const ColumnWords& columnWords(TensorTable::Column column) {
    static constexpr std::array<ColumnWords, 13> words = {{
        {"tensor", QT_TRANSLATE_NOOP("headlight::TensorTable", "Tensor"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "As the file names it")},
        {"shape", QT_TRANSLATE_NOOP("headlight::TensorTable", "Shape"),
         QT_TRANSLATE_NOOP("headlight::TensorTable",
                           "Its axes; the last one runs fastest. Sorted by how many numbers there are")},
        {"type", QT_TRANSLATE_NOOP("headlight::TensorTable", "Type"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "How its numbers are stored")},
        {"bytes", QT_TRANSLATE_NOOP("headlight::TensorTable", "Size"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "What its numbers take in the file")},
        {"state", QT_TRANSLATE_NOOP("headlight::TensorTable", "State"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "Beside the tensor of the same name in the other model")},
        {"differing", QT_TRANSLATE_NOOP("headlight::TensorTable", "Changed"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "How many numbers are not the same")},
        {"largest", QT_TRANSLATE_NOOP("headlight::TensorTable", "Largest"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "The largest absolute difference of two numbers")},
        {"relative", QT_TRANSLATE_NOOP("headlight::TensorTable", "Relative"),
         QT_TRANSLATE_NOOP("headlight::TensorTable",
                           "L2 norm of all differences as a share of the norm of this model's tensor")},
        {"norm", QT_TRANSLATE_NOOP("headlight::TensorTable", "Norm"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "L2 norm: the square root of the sum of squares")},
        {"mean", QT_TRANSLATE_NOOP("headlight::TensorTable", "Mean"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "Mean of its numbers")},
        {"deviation", QT_TRANSLATE_NOOP("headlight::TensorTable", "Deviation"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "Standard deviation of its numbers, divided by n")},
        {"minimum", QT_TRANSLATE_NOOP("headlight::TensorTable", "Minimum"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "Its least number")},
        {"maximum", QT_TRANSLATE_NOOP("headlight::TensorTable", "Maximum"),
         QT_TRANSLATE_NOOP("headlight::TensorTable", "Its largest number")},
    }};
    return words[std::size_t(column)];
}

/// What differs comes first.
int rankOf(TensorState state) {
    switch (state) {
    case TensorState::Changed:
        return 0;
    case TensorState::OtherShape:
        return 1;
    case TensorState::OnlyHere:
        return 2;
    case TensorState::OnlyThere:
        return 3;
    case TensorState::Unread:
        return 4;
    case TensorState::Equal:
        return 5;
    }
    return 6;
}

QString typeText(Dtype dtype) {
    return dtype == Dtype::Unread ? QObject::tr("not read") : QString::fromStdString(dtypeName(dtype));
}

QString kindText(const ListedTensor& tensor) {
    return QObject::tr("%1 of %2").arg(tensorShapeText(tensor.info), typeText(tensor.info.dtype));
}

QString numbersText(double value) {
    return std::isinf(value) ? QStringLiteral("∞") : figureText(value);
}

} // namespace

QString tensorStateText(TensorState state) {
    switch (state) {
    case TensorState::Equal:
        return QObject::tr("equal");
    case TensorState::Changed:
        return QObject::tr("changed");
    case TensorState::OtherShape:
        return QObject::tr("other shape");
    case TensorState::OnlyHere:
        return QObject::tr("only here");
    case TensorState::OnlyThere:
        return QObject::tr("only in the other");
    case TensorState::Unread:
        return QObject::tr("not read");
    }
    return {};
}

QString tensorShapeText(const TensorInfo& info) {
    QStringList sizes;
    for (const std::int64_t size : info.shape)
        sizes << countText(double(size));
    return sizes.isEmpty() ? QObject::tr("number") : sizes.join(QStringLiteral(" × "));
}

void TensorTable::setEntries(std::vector<TensorEntry> entries, bool isCompared) {
    const auto isSame = [](const TensorEntry& a, const TensorEntry& b) { return a.tensor.name == b.tensor.name; };
    if (m_columns.contains(State) == isCompared &&
        std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(), isSame)) {
        m_entries = std::move(entries);
        if (!m_entries.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_entries = std::move(entries);
    m_columns = {Name, Shape, Type, Size};
    if (isCompared)
        m_columns << State << Differing << Largest << Relative;
    m_columns << Norm << Mean << Deviation << Minimum << Maximum;
    endResetModel();
}

int TensorTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_entries.size());
}

int TensorTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

double TensorTable::number(const TensorEntry& entry, Column column) const {
    const bool isCompared = entry.difference && entry.difference->isCompared();
    const TensorStatistics statistics = entry.statistics.value_or(TensorStatistics());
    switch (column) {
    case Shape:
        return double(entry.tensor.info.elements());
    case Size:
        return entry.tensor.bytes ? double(*entry.tensor.bytes) : unknownFigure;
    case Differing:
        return isCompared ? double(entry.difference->differing) : unknownFigure;
    case Largest:
        return isCompared ? entry.difference->largest : unknownFigure;
    case Relative:
        return isCompared ? entry.difference->relative : unknownFigure;
    case Norm:
        return statistics.norm;
    case Mean:
        return statistics.mean;
    case Deviation:
        return statistics.deviation;
    case Minimum:
        return statistics.minimum;
    case Maximum:
        return statistics.maximum;
    case Name:
    case Type:
    case State:
        break;
    }
    return unknownFigure;
}

QString TensorTable::text(int row, int section) const {
    const TensorEntry& entry = m_entries[std::size_t(row)];
    const Column column = m_columns[section];
    const double value = number(entry, column);
    switch (column) {
    case Name:
        return shownText(entry.tensor.name);
    case Shape:
        return tensorShapeText(entry.tensor.info);
    case Type:
        return typeText(entry.tensor.info.dtype);
    case State:
        return entry.difference ? tensorStateText(entry.difference->state) : QString();
    case Size:
        return std::isnan(value) ? QStringLiteral("—") : bytesText(value);
    case Differing:
        return std::isnan(value) ? QStringLiteral("—") : countText(value);
    default:
        return std::isnan(value) ? QStringLiteral("—") : numbersText(value);
    }
}

QString TensorTable::key(int section) const {
    return QString::fromLatin1(columnWords(m_columns[section]).key);
}

QString TensorTable::exactText(int row, int section) const {
    const TensorEntry& entry = m_entries[std::size_t(row)];
    QStringList sizes;
    switch (m_columns[section]) {
    case Name:
        return QString::fromStdString(entry.tensor.name);
    case Shape:
        for (const std::int64_t size : entry.tensor.info.shape)
            sizes << QString::number(size);
        return sizes.join(u'x');
    case Type:
        return QString::fromStdString(dtypeName(entry.tensor.info.dtype));
    case State:
        return entry.difference ? QString::fromStdString(tensorStateName(entry.difference->state)) : QString();
    default:
        break;
    }
    const double value = number(entry, m_columns[section]);
    return std::isnan(value) ? QString() : QString::number(value, 'g', 17);
}

/// What a cell is of, in a sentence.
QString TensorTable::tooltip(const TensorEntry& entry, Column column) const {
    const QString name = shownText(entry.tensor.name);
    if (column >= State && column <= Relative && entry.difference) {
        const TensorDifference& difference = *entry.difference;
        if (!difference.here || !difference.there)
            return tr("“%1”: %2").arg(name, tensorStateText(difference.state));
        const QString kinds =
            tr("“%1”: %2; here %3, there %4")
                .arg(name, tensorStateText(difference.state), kindText(*difference.here), kindText(*difference.there));
        return difference.state != TensorState::Changed
                   ? kinds
                   : tr("%1; %2 numbers differ, at most by %3")
                         .arg(kinds, countText(double(difference.differing)), numbersText(difference.largest));
    }
    if (column < State)
        return tr("“%1”: %2, %3 numbers")
            .arg(name, kindText(entry.tensor), countText(double(entry.tensor.info.elements())));
    if (!entry.statistics)
        return tr("“%1”: its numbers have not been read; choose it, or compute the figures of all tensors").arg(name);
    return tr("“%1”: %2 %3").arg(name, tr(columnWords(column).title), numberText(number(entry, column)));
}

QVariant TensorTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const TensorEntry& entry = m_entries[std::size_t(index.row())];
    const Column column = m_columns[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return tooltip(entry, column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
        if (column == State)
            return entry.difference ? double(rankOf(entry.difference->state)) : unknownFigure;
        return column == Name || column == Type ? QVariant(text(index.row(), index.column()))
                                                : QVariant(number(entry, column));
    case NameRole:
        return QString::fromStdString(entry.tensor.name);
    case StateRole:
        return column == State && entry.difference ? QVariant(int(entry.difference->state)) : QVariant();
    default:
        return {};
    }
}

QVariant TensorTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= m_columns.size())
        return {};
    const ColumnWords& words = columnWords(m_columns[section]);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isNumber(section) ? Qt::AlignRight : Qt::AlignLeft));
    return role == Qt::DisplayRole ? tr(words.title) : role == Qt::ToolTipRole ? tr(words.help) : QVariant();
}

TensorRows::TensorRows(TensorTable& table, QObject* parent) : QSortFilterProxyModel(parent), m_table(table) {
    m_collator.setLocale(QLocale(QLocale::English)); // that of no language knows no numbers
    m_collator.setNumericMode(true);
    setSourceModel(&table);
}

void TensorRows::setText(const QString& text) {
    m_text = text.trimmed();
    invalidateRowsFilter();
}

bool TensorRows::filterAcceptsRow(int row, const QModelIndex&) const {
    const std::string& name = m_table.entries()[std::size_t(row)].tensor.name;
    return m_text.isEmpty() || QString::fromStdString(name).contains(m_text, Qt::CaseInsensitive);
}

/// What has no number comes last in either order; of equal ones the order is that of the file.
bool TensorRows::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const QVariant one = left.data(TensorTable::SortRole), other = right.data(TensorTable::SortRole);
    if (one.typeId() == QMetaType::QString)
        return m_collator.compare(one.toString(), other.toString()) < 0;
    const double a = one.toDouble(), b = other.toDouble();
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) == std::isnan(b) ? false : std::isnan(b) == (sortOrder() == Qt::AscendingOrder);
    return a < b;
}

} // namespace headlight
