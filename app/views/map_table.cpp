#include "views/map_table.h"

#include "viewmodels/alterations.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_names.h"
#include "viewmodels/numbered_tokens.h"

#include <QObject>
#include <algorithm>
#include <utility>

namespace headlight {

/// Of rows or columns; repeated ones are numbered as beside a picture.
static QString nameAt(const std::vector<std::string>& names, Index first, Index place) {
    const std::string& name = names[std::size_t(first + place)];
    const auto begin = names.begin() + first;
    const auto occurrence = std::count(begin, begin + place + 1, name);
    return QString::fromStdString(name) + (occurrence == 1 ? QString() : QStringLiteral(" (%1)").arg(occurrence));
}

QStringList tableHeader(const AttentionMap& map, const std::vector<std::string>& keys) {
    QString first = columnNameOf(map);
    if (!map.combination.empty())
        first += QStringLiteral(" (%1)").arg(QString::fromStdString(map.combination));
    if (map.between)
        first += QStringLiteral(" (%1)").arg(partName(*map.between));
    if (hasQueries(map.address.part))
        first.prepend(rowNameOf(map) + '\\');
    if (const std::string note = estimateNote(map); !note.empty())
        first += QStringLiteral(" (%1)").arg(QString::fromStdString(note));
    QStringList names;
    for (Index key = 0; key < map.keys; ++key)
        names << QString::fromStdString(map.keyNames.empty() ? keys[std::size_t(map.firstKey + key)]
                                                             : map.keyNames[std::size_t(key)]);
    names = numberedNames(names);
    QStringList header = QStringList{first} + names;
    if (hasHiddenScores(map))
        for (const QString& name : std::as_const(names))
            header << QStringLiteral("hidden: %1").arg(name);
    return header;
}

QStringList tableRow(const AttentionMap& map, const std::vector<std::string>& queries, Index query) {
    QStringList row;
    row.reserve(2 * map.keys + 1);
    row << (!hasQueries(map.address.part) ? onlyRowOf(map)
            : map.queryNames.empty()      ? nameAt(queries, map.firstQuery, query)
                                          : nameAt(map.queryNames, 0, query));
    for (Index key = 0; key < map.keys; ++key)
        row << (isBlank(map, query, key) ? QString() : exactNumber(map.at(query, key)));
    if (hasHiddenScores(map))
        for (Index key = 0; key < map.keys; ++key)
            row << (map.isVisible(query, key) ? QStringLiteral("0") : QStringLiteral("1"));
    return row;
}

ValueTable tableOf(const AttentionMap& map, const std::vector<std::string>& queries,
                   const std::vector<std::string>& keys) {
    ValueTable table{tableHeader(map, keys), {}};
    for (Index query = 0; query < map.queries; ++query)
        table.rows << tableRow(map, queries, query);
    return table;
}

QStringList markedHeader(QStringList header, const MapOrigin& origin) {
    if (const QString altered = alterationsText(origin.changes, &origin.recording); !altered.isEmpty())
        header.first() += QObject::tr(" (altered: %1)").arg(altered);
    if (const QString display = displayName(origin.recording.display()); !display.isEmpty())
        header.first() += QStringLiteral(" (%1)").arg(display);
    return header;
}

} // namespace headlight
