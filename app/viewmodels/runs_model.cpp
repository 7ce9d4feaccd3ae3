#include "viewmodels/runs_model.h"

#include "viewmodels/runs_groups.h"
#include "wording/number_text.h"
#include "wording/option_title.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

RunColumn::Kind kindOfOption(const QVariant& value) {
    return value.typeId() == QMetaType::Double ? RunColumn::Kind::Number : RunColumn::Kind::Text;
}

bool isRightAligned(RunColumn::Kind kind) {
    return kind != RunColumn::Kind::Text && kind != RunColumn::Kind::Editable && kind != RunColumn::Kind::Date;
}

/// In which the values are, as they stand behind SortRole.
QString unitOf(RunColumn::Kind kind) {
    switch (kind) {
    case RunColumn::Kind::Share:
        return QStringLiteral(" (share)");
    case RunColumn::Kind::Seconds:
        return QStringLiteral(" (s)");
    case RunColumn::Kind::Bytes:
        return QStringLiteral(" (bytes)");
    default:
        return {};
    }
}

/// With all its digits, in the unit that people read.
QString exactText(double value, const QString& key) {
    constexpr int digits = 15; // that a number surely has
    const QString unit = unitOfMeasure(key), number = QString::number(inUnitOfMeasure(value, key), 'g', digits);
    return withMinus(unit.isEmpty() ? number : number + u' ' + unit);
}

QString numbered(const QString& text, qint64 id) {
    return RunsModel::tr("%1 (run %2)").arg(text).arg(id);
}

} // namespace

void RunsModel::adoptColumns(const QList<RunEntry>& runs) {
    QSet<QString> present;
    for (const RunColumn& column : std::as_const(m_columns))
        present.insert(column.key);
    QList<RunColumn> added;
    for (const RunEntry& run : runs)
        for (auto option = run.options.begin(); option != run.options.end(); ++option)
            if (!present.contains(option.key())) {
                present.insert(option.key());
                const auto [label, help] = optionTitle(option.key());
                added.append({option.key(), inSentence(label),
                              help.isEmpty() ? QObject::tr("Option of the configuration") : help,
                              kindOfOption(option.value()), true});
            }
    if (added.isEmpty())
        return;
    beginInsertColumns({}, int(m_columns.size()), int(m_columns.size() + added.size()) - 1);
    m_columns += added;
    endInsertColumns();
}

void RunsModel::setRuns(const QList<RunEntry>& runs) {
    adoptColumns(runs);
    QHash<qint64, qsizetype> wanted;
    QHash<QString, int> titles;
    for (qsizetype i = 0; i < runs.size(); ++i) {
        wanted.insert(runs[i].id, i);
        ++titles[runs[i].title];
    }
    const QHash<QString, int> before = std::exchange(m_titles, titles);
    for (qsizetype row = m_runs.size(); row-- > 0;)
        if (!wanted.contains(m_runs[row].id)) {
            beginRemoveRows({}, int(row), int(row));
            m_runs.removeAt(row);
            endRemoveRows();
        }
    QSet<qint64> present;
    for (qsizetype row = 0; row < m_runs.size(); ++row) {
        const RunEntry& run = runs[wanted[m_runs[row].id]];
        present.insert(run.id);
        if (m_runs[row] == run && (before[run.title] > 1) == (m_titles[run.title] > 1))
            continue;
        m_runs[row] = run;
        emit dataChanged(index(int(row), 0), index(int(row), int(m_columns.size()) - 1));
    }
    QList<RunEntry> added;
    for (const RunEntry& run : runs)
        if (!present.contains(run.id))
            added.append(run);
    if (added.isEmpty())
        return;
    beginInsertRows({}, int(m_runs.size()), int(m_runs.size() + added.size()) - 1);
    m_runs += added;
    endInsertRows();
}

const RunEntry* RunsModel::find(qint64 id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_runs[row];
}

QString RunsModel::nameAmong(qint64 id, const QList<qint64>& runs, QString RunEntry::*text) const {
    const RunEntry* run = find(id);
    if (!run)
        return {};
    const bool isShared = std::any_of(m_runs.begin(), m_runs.end(), [&](const RunEntry& other) {
        return other.id != id && other.*text == run->*text && runs.contains(other.id);
    });
    return isShared ? numbered(run->*text, id) : run->*text;
}

QString RunsModel::titleOf(const RunEntry& run) const {
    return m_titles.value(run.title) > 1 ? numbered(run.title, run.id) : run.title;
}

QString RunsModel::shownIn(const RunEntry& run, const RunColumn& column) const {
    return column.key == QLatin1String("name") ? titleOf(run) : shownOf(run, column);
}

int RunsModel::rowOf(qint64 id) const {
    for (qsizetype row = 0; row < m_runs.size(); ++row)
        if (m_runs[row].id == id)
            return int(row);
    return -1;
}

int RunsModel::columnOf(const QString& key) const {
    for (qsizetype column = 0; column < m_columns.size(); ++column)
        if (m_columns[column].key == key)
            return int(column);
    return -1;
}

QStringList RunsModel::keys() const {
    QStringList keys;
    for (const RunColumn& column : m_columns)
        keys.append(column.key);
    return keys;
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_runs.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const RunEntry& run = m_runs[index.row()];
    const RunColumn& column = m_columns[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        return shownIn(run, column);
    case Qt::EditRole:
        return column.kind == RunColumn::Kind::Editable ? QVariant(shownOf(run, column)) : valueOf(run, column);
    case SortRole:
        return valueOf(run, column);
    case Qt::ToolTipRole: {
        if (column.key == QLatin1String("status") && !run.message.isEmpty())
            return run.message;
        const QVariant value = valueOf(run, column);
        if (value.typeId() != QMetaType::Double)
            return value.toString();
        const QString exact = exactText(value.toDouble(), column.key), beside = run.besideText(column.key);
        return beside.isEmpty() ? exact : tr("%1\nWithout a network: %2").arg(exact, beside);
    }
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(column.title, shownIn(run, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(isRightAligned(column.kind) ? Qt::AlignRight | Qt::AlignVCenter
                                                                             : Qt::AlignLeft | Qt::AlignVCenter));
    case IdRole:
        return run.id;
    case ColorRole:
        return run.color;
    case OwnColorRole:
        return run.ownColor;
    case KindRole:
        return int(column.kind);
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section < m_runs.size() ? QVariant(m_runs[section].id) : QVariant();
    if (section >= m_columns.size())
        return {};
    if (role == Qt::DisplayRole)
        return m_columns[section].title;
    const RunColumn& column = m_columns[section];
    if (role == SortRole) // for files, in which options keep their identifiers
        return (column.isOption ? column.key : column.title) + unitOf(column.kind);
    if (role == Qt::ToolTipRole)
        return helpOf(column);
    return {};
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    return m_columns[index.column()].kind == RunColumn::Kind::Editable ? flags | Qt::ItemIsEditable : flags;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const QString text = value.toString().trimmed();
    if (text == data(index, Qt::EditRole).toString())
        return false;
    emit editRequested(m_runs[index.row()].id, m_columns[index.column()].key, text);
    return true;
}

} // namespace headlight
