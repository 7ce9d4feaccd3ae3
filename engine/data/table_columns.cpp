#include "data/table_columns.h"

#include "data/folder.h"
#include "data/formats.h"
#include "data/pair_columns.h"
#include "data/table_rows.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t linesShown = 4; ///< the header and three examples

/// All of what a table can be read as.
struct RoleNames {
    ColumnName text, second, label, score;
};

RoleNames rolesOf(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options,
                  bool arePairs) {
    if (arePairs) {
        const PairNames names = namePairColumns(file, rows, options);
        return {names.first, names.second, names.label, names.score};
    }
    const TextNames names = nameTextColumns(rows, options);
    return {names.text, {}, names.label, {}};
}

/// None where one of the names is not in the table.
std::vector<std::size_t> positionsOf(const SourceFile& file, const TableRow& header,
                                     const std::vector<std::string>& names) {
    std::vector<std::size_t> columns;
    try {
        for (const std::string& name : names)
            columns.push_back(findColumn(file, header, name, ""));
    } catch (const Error&) {
        return {};
    }
    return columns;
}

/// Of columns that are not all known: those that are known are named and not numbered, or, where none is, every field
/// is a single word and none a number.
bool looksLikeHeader(const TableRow& line, const RoleNames& roles) {
    bool areNumbered = false;
    std::size_t position = 0;
    for (const ColumnName* role : {&roles.text, &roles.second, &roles.label, &roles.score}) {
        if (!role->name.empty() && !columnNumber(role->name, position))
            return true;
        areNumbered = areNumbered || !role->name.empty();
    }
    return !areNumbered && std::ranges::all_of(line.fields, [](const std::string& field) {
        return !field.empty() && isOneWord(field) && !numberOf(field);
    });
}

bool hasHeader(const SourceFile& file, const std::vector<TableRow>& rows, const CorpusOptions& options, bool arePairs,
               const RoleNames& roles) {
    try {
        return arePairs ? findPairColumns(file, rows, options).hasHeader
                        : findTextColumns(file, rows, options).hasHeader;
    } catch (const Error&) {
        return looksLikeHeader(rows.front(), roles);
    }
}

void take(TableColumns& table, const SourceFile& file, const std::vector<TableRow>& rows,
          const CorpusOptions& options) {
    const bool arePairs = table.format == "pairs";
    const RoleNames roles = rolesOf(file, rows, options, arePairs), own = rolesOf(file, rows, {}, arePairs);
    table.hasHeader = hasHeader(file, rows, options, arePairs, roles);
    const auto taken = [&](ColumnName RoleNames::*role, bool isJoined) {
        const auto positions = [&](const ColumnName& column) {
            return positionsOf(file, rows.front(),
                               isJoined ? splitAtPlus(column.name) : std::vector<std::string>{column.name});
        };
        TakenColumns one{positions(roles.*role)};
        if (!one.columns.empty())
            one.source = (roles.*role).source;
        if ((own.*role).source == ColumnSource::Header)
            one.byHeader = positions(own.*role);
        return one;
    };
    table.text = taken(&RoleNames::text, !arePairs);
    table.second = taken(&RoleNames::second, false);
    table.score = taken(&RoleNames::score, false);
    table.label = taken(&RoleNames::label, false);
    if (!table.score.columns.empty()) // it goes before a label
        table.label = {{}, ColumnSource::None, table.label.byHeader};
}

std::optional<TableColumns> lookAt(const std::string& spec) {
    const ParsedSpec parsed = parseSpec(spec);
    const CorpusOptions options = corpusOptions(spec, parsed);
    const CorpusFiles files = findCorpusFiles(parsed.path, corpusFields().get(options, "labels"), options.from);
    if (files.byClass && options.format == autoFormat)
        return std::nullopt;
    const std::string& path = !files.train.empty() ? files.train : !files.dev.empty() ? files.dev : files.test;
    const SourceFile file = readSource(path, options.lineBreaks);
    TableColumns table{parsed.path, corpusFormatOf(file, options.format, options).id};
    const bool isTabbedText = table.format == "text" && options.format == autoFormat && hasTabs(file);
    if (table.format != "pairs" && table.format != "table" && !isTabbedText)
        return std::nullopt;
    const std::vector<TableRow> rows = tableRows(file);
    if (rows.empty())
        return std::nullopt;
    for (std::size_t i = 0; i < std::min(rows.size(), linesShown); ++i)
        table.lines.push_back(rows[i].fields);
    table.isPairHeader = hasPairHeader(rows.front());
    if (isTabbedText)
        table.hasHeader = looksLikeHeader(rows.front(), {});
    else
        take(table, file, rows, options);
    return table;
}

} // namespace

std::optional<TableColumns> tableColumns(const std::string& spec) {
    try {
        return lookAt(spec);
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace headlight
