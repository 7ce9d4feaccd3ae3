#include "core/error.h"
#include "data/role_columns.h"

#include <algorithm>
#include <map>

namespace headlight {

namespace {

constexpr std::size_t conllWord = 0;

/// By its look: "*", "(A0*", "*)", "(V*V)".
bool isBracketCell(std::string_view cell) {
    return std::count(cell.begin(), cell.end(), '*') == 1 && (cell.front() == '(' || cell.front() == '*') &&
           (cell.back() == ')' || cell.back() == '*');
}

/// How many columns stand in front of those of brackets; the last of them is the lemma's.
std::size_t columnsBefore(const Cells& cells) {
    const auto last = std::find_if_not(cells.rbegin(), cells.rend(), isBracketCell);
    return std::size_t(cells.rend() - last);
}

/// Of most lines; 0: there is no line.
std::size_t usualColumnsBefore(const std::vector<std::vector<RoleLine>>& sentences) {
    std::map<std::size_t, std::size_t> lines;
    for (const auto& sentence : sentences)
        for (const RoleLine& line : sentence)
            ++lines[columnsBefore(line.cells)];
    std::size_t best = 0;
    for (const auto& [columns, count] : lines)
        if (best == 0 || count > lines[best])
            best = columns;
    return best;
}

void leaveOutComments(std::vector<RoleLine>& lines) {
    const auto first = std::find_if(lines.begin(), lines.end(), [&](const RoleLine& line) {
        return !line.text.starts_with("# ") || line.cells.size() == lines.back().cells.size();
    });
    lines.erase(lines.begin(), first);
}

/// Reads one column from top to bottom.
class BracketReader {
public:
    BracketReader(const RoleColumns& sentence, std::size_t column) : m_sentence(sentence), m_column(column) {}

    std::vector<std::string> tags() {
        std::vector<std::string> tags;
        for (std::size_t token = 0; token < m_sentence.lines.size(); ++token)
            tags.push_back(tagOf(token));
        if (!m_open.empty())
            fail(m_since, "(" + printable(m_open, 40) + "* opens an argument that its sentence never closes with *)");
        return tags;
    }

private:
    [[noreturn]] void fail(std::size_t token, const std::string& problem) const {
        throw Error(m_sentence.at(token) + "column " + std::to_string(m_column + 1) + ": " + problem);
    }

    std::string tagOf(std::size_t token) {
        const std::string_view cell = m_sentence.lines[token].cells[m_column];
        const std::string shown = "\"" + printable(cell, 40) + "\"";
        const std::size_t star = cell.find('*');
        if (!isBracketCell(cell))
            fail(token, "expected a cell like *, (A0*, *) or (V*), got " + shown);
        const std::string_view opening = cell.substr(0, star), closing = cell.substr(star + 1);
        if (!opening.empty())
            open(token, opening.substr(1), shown);
        const std::string tag = m_open.empty() ? "O" : (opening.empty() ? "I-" : "B-") + m_open;
        if (!closing.empty())
            close(token, closing.substr(0, closing.size() - 1), shown);
        return tag;
    }

    void open(std::size_t token, std::string_view label, const std::string& shown) {
        if (!m_open.empty())
            fail(token, shown + " opens an argument within " + printable(m_open, 40) + ", which is open since line " +
                            std::to_string(m_sentence.lines[m_since].number) + ": close that one first, with *)");
        if (label.empty() || label.find_first_of("()") != std::string_view::npos)
            fail(token, shown + " has to open one argument, with its label: (A0*");
        m_open = label;
        m_since = token;
    }

    void close(std::size_t token, std::string_view label, const std::string& shown) {
        if (m_open.empty())
            fail(token, shown + " closes an argument, and none is open");
        if (!label.empty() && label != m_open)
            fail(token, shown + " has to close one argument, " + printable(m_open, 40) + ", which is open since line " +
                            std::to_string(m_sentence.lines[m_since].number));
        m_open.clear();
    }

    const RoleColumns& m_sentence;
    std::size_t m_column;
    std::string m_open; ///< label of the argument that is open; empty: none
    std::size_t m_since = 0;
};

} // namespace

std::vector<RoleSentence> readConll2005Columns(const SourceFile& file) {
    auto all = roleLines(file);
    const std::size_t before = usualColumnsBefore(all);
    std::vector<RoleSentence> sentences;
    std::size_t tokens = 0;
    for (std::vector<RoleLine>& lines : all) {
        leaveOutComments(lines);
        const RoleColumns columns{file, lines, before - 1, conllWord};
        if (before < 2 || lines.front().cells.size() < before)
            throw Error(columns.at(0) +
                        "expected the word, the lemma of a predicate or -, and a column of brackets for each "
                        "predicate, got only \"" +
                        printable(lines.front().text, 40) + "\"");
        columns.check();
        RoleSentence& sentence = sentences.emplace_back();
        for (const RoleLine& line : lines) {
            sentence.tokens.push_back(joinedToken(line.cells[conllWord]));
            sentence.lines.push_back(line.number);
        }
        sentence.propositions =
            columns.propositions([&](std::size_t column) { return BracketReader(columns, column).tags(); });
        tokens += lines.size() * std::max<std::size_t>(1, sentence.propositions.size());
        checkRoleTokens(columns, tokens);
    }
    if (sentences.empty())
        throw Error(file.path + ": no sentence is in it");
    return sentences;
}

bool looksLikeConll2005Columns(const SourceFile& file) {
    constexpr std::size_t mostRows = 2000;
    auto sentences = roleLines(file, mostRows);
    const std::size_t before = usualColumnsBefore(sentences);
    std::size_t rows = 0, misfits = 0;
    bool hasPredicate = false;
    for (std::vector<RoleLine>& lines : sentences) {
        leaveOutComments(lines);
        for (const RoleLine& line : lines) {
            ++rows;
            misfits += columnsBefore(line.cells) != before;
            hasPredicate = hasPredicate || std::any_of(line.cells.begin(), line.cells.end(),
                                                       [](std::string_view cell) { return cell.starts_with("(V*"); });
        }
    }
    return before >= 2 && hasPredicate && misfits <= rows / 2; // broken lines are to be told
}

} // namespace headlight
