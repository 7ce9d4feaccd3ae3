#include "data/role_columns.h"

#include "core/error.h"
#include "data/bio.h"
#include "data/tag_columns.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t shownOfCell = 40; ///< bytes in a message

bool isPredicate(const RoleLine& line, std::size_t column) {
    return line.cells[column] != "-";
}

} // namespace

std::vector<std::vector<RoleLine>> roleLines(const SourceFile& file, std::size_t most) {
    std::vector<std::vector<RoleLine>> sentences;
    std::size_t last = 0, count = 0;
    for (const SourceLine& line : linesOf(file)) {
        if (sentences.empty() || line.number > last + 1)
            sentences.emplace_back();
        last = line.number;
        sentences.back().push_back({line.number, line.text, cutAtWhiteSpace(line.text)});
        if (++count == most)
            break;
    }
    return sentences;
}

void RoleColumns::check() const {
    const std::size_t columns = lines.front().cells.size();
    for (std::size_t token = 0; token < lines.size(); ++token)
        if (lines[token].cells.size() != columns)
            throw Error(at(token) + "expected " + std::to_string(columns) +
                        " columns, as on the sentence's first line (" + std::to_string(lines.front().number) +
                        "), got " + std::to_string(lines[token].cells.size()) +
                        "; is the empty line between two sentences missing?");
    std::size_t predicates = 0;
    std::string named;
    for (const RoleLine& line : lines)
        if (isPredicate(line, predicateColumn)) {
            ++predicates;
            if (predicates <= 8)
                named += (named.empty() ? "" : ", ") + printable(line.cells[predicateColumn], shownOfCell);
        }
    const std::size_t roles = columns - predicateColumn - 1;
    if (predicates != roles)
        throw Error(at(0) + "the predicates of the sentence (column " + std::to_string(predicateColumn + 1) + ") are " +
                    std::to_string(predicates) + (named.empty() ? "" : ", " + named) +
                    ", and the columns of roles behind them " + std::to_string(roles) +
                    ": each predicate needs one, in their order" +
                    (predicates > roles ? ", and an empty line stands between two sentences" : ""));
}

void checkRoleTokens(const RoleColumns& sentence, std::size_t tokens) {
    if (tokens > mostTaggedTokens)
        throw Error(sentence.at(0) + "the file has more than " + std::to_string(mostTaggedTokens) +
                    " tokens, counted once for each predicate of their sentence; cut it into smaller ones");
}

std::vector<Proposition>
RoleColumns::propositions(const std::function<std::vector<std::string>(std::size_t column)>& tagsOf) const {
    std::vector<Proposition> all;
    std::size_t column = predicateColumn;
    for (std::size_t owner = 0; owner < lines.size(); ++owner) {
        if (!isPredicate(lines[owner], predicateColumn))
            continue;
        ++column;
        Proposition found = proposition(column, tagsOf(column));
        const std::string_view label = partsOf(found.tags[owner]).label;
        found.isInOrder = label == "V" || label == "C-V";
        const auto same = std::find_if(all.begin(), all.end(), [&](const Proposition& one) {
            return one.predicate == found.predicate && one.tags == found.tags && !(one.isInOrder && found.isInOrder);
        });
        if (same != all.end())
            throw Error(at(std::size_t(found.predicate)) + "columns " +
                        std::to_string(predicateColumn + 2 + std::size_t(same - all.begin())) + " and " +
                        std::to_string(column + 1) + " say the same of the predicate \"" +
                        printable(lines[std::size_t(found.predicate)].cells[wordColumn], shownOfCell) +
                        "\": each predicate needs a column of its own");
        all.push_back(std::move(found));
    }
    return all;
}

Proposition RoleColumns::proposition(std::size_t column, std::vector<std::string> tags) const {
    const std::string name = "column " + std::to_string(column + 1);
    int predicate = -1;
    for (const TagSpan& span : spansOf(tags)) {
        if (span.label != "V")
            continue;
        const auto word = [&](int token) {
            return "\"" + printable(lines[std::size_t(token)].cells[wordColumn], shownOfCell) + "\"";
        };
        if (predicate >= 0)
            throw Error(at(std::size_t(span.begin)) + name + " has a second predicate (V), " + word(span.begin) +
                        "; the first one is " + word(predicate) + " on line " +
                        std::to_string(lines[std::size_t(predicate)].number) +
                        ": a column is of one predicate, what belongs to it is C-V");
        predicate = span.begin;
    }
    if (predicate < 0)
        throw Error(at(0) + name + " has no predicate: one span of it must be V");
    return {predicate, std::move(tags)};
}

} // namespace headlight
