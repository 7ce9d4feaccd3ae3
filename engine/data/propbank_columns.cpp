#include "core/error.h"
#include "data/bio.h"
#include "data/role_columns.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t numberColumn = 0, propBankWord = 1, rolesetColumn = 3, leastPropBankColumns = 4;

bool isRoleTag(std::string_view cell) {
    const TagParts parts = partsOf(cell);
    return cell == "O" || ((parts.position == "B" || parts.position == "I") && !parts.label.empty());
}

std::vector<std::string> bioTags(const RoleColumns& sentence, std::size_t column) {
    std::vector<std::string> tags;
    for (std::size_t token = 0; token < sentence.lines.size(); ++token) {
        const std::string_view cell = sentence.lines[token].cells[column];
        if (!isRoleTag(cell))
            throw Error(sentence.at(token) + "column " + std::to_string(column + 1) +
                        ": expected a role in BIO (B-ARG0, I-ARG0 or O), got \"" + printable(cell, 40) + "\"");
        tags.emplace_back(cell);
    }
    for (const IllFormedTag& tag : illFormedTags(tags, TagScheme::Bio))
        throw Error(sentence.at(std::size_t(tag.token)) + "column " + std::to_string(column + 1) +
                    ": not well-formed BIO: " + tag.problem + "; a span begins with B-");
    return tags;
}

void checkNumbers(const RoleColumns& sentence) {
    for (std::size_t token = 0; token < sentence.lines.size(); ++token) {
        const Cells& cells = sentence.lines[token].cells;
        if (cells.size() < leastPropBankColumns)
            throw Error(sentence.at(token) +
                        "expected the number of the word, the word, its part of speech, a roleset or -, and a column "
                        "of roles for each predicate, got only \"" +
                        printable(sentence.lines[token].text, 40) + "\"");
        const std::string expected = std::to_string(token + 1);
        if (cells[numberColumn] != expected)
            throw Error(sentence.at(token) + "expected word " + expected + " of the sentence, got \"" +
                        printable(cells[numberColumn], 40) + "\" in the first column" +
                        (cells[numberColumn] == "1" ? "; is the empty line between two sentences missing?" : ""));
    }
}

bool isRemark(const RoleLine& line) {
    return line.text.front() == '#';
}

} // namespace

std::vector<RoleSentence> readPropBankColumns(const SourceFile& file) {
    std::vector<RoleSentence> sentences;
    std::size_t tokens = 0;
    for (std::vector<RoleLine>& lines : roleLines(file)) {
        std::erase_if(lines, isRemark);
        if (lines.empty())
            continue;
        const RoleColumns columns{file, lines, rolesetColumn, propBankWord};
        checkNumbers(columns);
        columns.check();
        RoleSentence& sentence = sentences.emplace_back();
        for (const RoleLine& line : lines) {
            sentence.tokens.push_back(joinedToken(line.cells[propBankWord]));
            sentence.lines.push_back(line.number);
        }
        sentence.propositions = columns.propositions([&](std::size_t column) { return bioTags(columns, column); });
        tokens += lines.size() * std::max<std::size_t>(1, sentence.propositions.size());
        checkRoleTokens(columns, tokens);
    }
    if (sentences.empty())
        throw Error(file.path + ": no sentence is in it");
    return sentences;
}

bool looksLikePropBankColumns(const SourceFile& file) {
    constexpr std::size_t mostRows = 2000;
    std::size_t rows = 0, misfits = 0;
    bool hasPredicate = false;
    for (std::vector<RoleLine>& lines : roleLines(file, mostRows)) {
        std::erase_if(lines, isRemark);
        for (std::size_t token = 0; token < lines.size(); ++token) {
            const Cells& cells = lines[token].cells;
            ++rows;
            const bool fits = cells.size() >= leastPropBankColumns &&
                              cells[numberColumn] == std::to_string(token + 1) &&
                              std::all_of(cells.begin() + leastPropBankColumns, cells.end(), isRoleTag);
            misfits += !fits;
            hasPredicate = hasPredicate ||
                           (fits && std::find(cells.begin() + leastPropBankColumns, cells.end(), "B-V") != cells.end());
        }
    }
    return hasPredicate && misfits <= rows / 2; // broken lines are to be told, not taken for another format
}

} // namespace headlight
