#include "data/tag_columns.h"

#include "core/error.h"
#include "data/columns.h"
#include "data/corpus.h"
#include "data/table_rows.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t conlluColumns = 10, formColumn = 1, uposColumn = 3, xposColumn = 4, headColumn = 6;
constexpr std::size_t longestTag = 200; // bytes
constexpr std::string_view documentStart = "-DOCSTART-";

Cells cutAtTabs(std::string_view line) {
    Cells fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find('\t', begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

bool isDocumentStart(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::string_view rest = line.substr(begin);
    return rest.starts_with(documentStart) && (rest.size() == documentStart.size() ||
                                               rest.find_first_of(" \t", documentStart.size()) == documentStart.size());
}

bool isDigits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// 3-4 or 5.1: what CoNLL-U numbers and is no word.
bool isNoWord(std::string_view id) {
    const std::size_t cut = id.find_first_of("-.");
    return cut != std::string_view::npos && isDigits(id.substr(0, cut)) && isDigits(id.substr(cut + 1));
}

/// The first line that is surely no comment, else the first one.
const SourceLine& firstRow(const std::vector<SourceLine>& lines) {
    const auto row = std::find_if(lines.begin(), lines.end(), [](const SourceLine& line) {
        return line.text.front() != '#' && !isDocumentStart(line.text);
    });
    return row == lines.end() ? lines.front() : *row;
}

TagLayout layoutOf(std::string_view row) {
    if (row.find('\t') == std::string_view::npos)
        return TagLayout::Columns;
    const Cells fields = cutAtTabs(row);
    const bool isConllu = fields.size() == conlluColumns && (isDigits(fields[0]) || isNoWord(fields[0])) &&
                          (isDigits(fields[headColumn]) || fields[headColumn] == "_");
    return isConllu ? TagLayout::Conllu : TagLayout::Tabs;
}

Cells cut(std::string_view line, TagLayout layout) {
    return layout == TagLayout::Columns ? cutAtWhiteSpace(line) : cutAtTabs(line);
}

/// In layouts in which "#" may be a token, too.
bool isComment(std::string_view line, TagLayout layout, std::size_t columns) {
    return line.starts_with("# ") && cut(line, layout).size() != columns;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = std::min(text.find_first_not_of(columnSpace), text.size());
    return text.substr(begin, text.find_last_not_of(columnSpace) + 1 - begin);
}

/// Reads line by line.
class ColumnsReader {
public:
    ColumnsReader(const SourceFile& file, const TagColumnsOptions& options)
        : m_file(file), m_lines(linesOf(file)), m_first(firstLine()),
          m_layout(options.layout ? *options.layout : layoutOf(m_first.text)),
          m_columns(m_layout == TagLayout::Conllu ? conlluColumns : cut(m_first.text, m_layout).size()) {
        if (m_columns < 2)
            throw Error(at(m_first) + "expected a token and its tag in columns, got only \"" +
                        printable(m_first.text, 40) + "\"");
        m_token = chosen(options.token, "token", m_layout == TagLayout::Conllu ? formColumn : 0);
        m_tag = m_layout == TagLayout::Conllu && options.tag == "xpos"   ? xposColumn
                : m_layout == TagLayout::Conllu && options.tag == "upos" ? uposColumn
                                                                         : chosen(options.tag, "tag", defaultTag());
        if (m_token == m_tag)
            throw Error(at(m_first) + "column " + std::to_string(m_tag + 1) +
                        " cannot be both the token and the tag; name another one with tag=COLUMN, from 1 to " +
                        std::to_string(m_columns));
    }

    std::vector<TaggedSentence> read() {
        std::size_t last = 0;
        for (const SourceLine& line : m_lines) {
            if (line.number > last + 1 || isDocumentStart(line.text))
                finish();
            last = line.number;
            if (!isSkipped(line))
                add(line);
        }
        finish();
        if (m_sentences.empty())
            throw Error(m_file.path + ": no sentence is in it");
        return std::move(m_sentences);
    }

    void note(std::vector<std::string>& notes) const {
        if (!m_firstJoined.empty())
            notes.push_back(
                m_firstJoined +
                (m_joined > 1 ? "; so are " + std::to_string(m_joined - 1) + " more tokens with white space" : ""));
    }

private:
    const SourceLine& firstLine() const {
        if (m_lines.empty())
            throw Error(m_file.path + ": no sentence is in it");
        return firstRow(m_lines);
    }

    std::string at(const SourceLine& line) const { return m_file.at(line.number); }
    std::size_t defaultTag() const { return m_layout == TagLayout::Conllu ? uposColumn : m_columns - 1; }

    std::size_t chosen(const std::string& text, const char* option, std::size_t otherwise) const {
        std::size_t position = otherwise;
        if (text.empty())
            return position;
        if (!columnNumber(text, position))
            throw Error(std::string(option) + ": expected the number of a column, from 1" +
                        (m_layout == TagLayout::Conllu && option == std::string_view("tag") ? ", upos or xpos" : "") +
                        ", got \"" + printable(text, 40) + "\"");
        if (position >= m_columns)
            throw Error(at(m_first) + "there is no column " + text + "; the line has " + std::to_string(m_columns));
        return position;
    }

    bool isSkipped(const SourceLine& line) const {
        if (m_layout == TagLayout::Conllu)
            return line.text.front() == '#';
        return isDocumentStart(line.text) || (m_sentence.tokens.empty() && isComment(line.text, m_layout, m_columns));
    }

    void add(const SourceLine& line) {
        const Cells fields = cut(line.text, m_layout);
        if (fields.size() != m_columns)
            refuseNumber(line, fields.size());
        if (m_layout == TagLayout::Conllu) {
            if (isNoWord(fields[0]))
                return;
            checkWordNumber(line, fields[0]);
        }
        if (fields[m_token].empty())
            throw Error(at(line) + "the token is empty (column " + std::to_string(m_token + 1) + ")");
        m_sentence.tokens.push_back(tokenOf(line, fields[m_token]));
        m_sentence.tags.push_back(tagOf(line, fields[m_tag]));
        m_sentence.lines.push_back(line.number);
        if (++m_count > mostTaggedTokens)
            throw Error(at(line) + "the file has more than " + std::to_string(mostTaggedTokens) +
                        " tokens; cut it into smaller ones");
    }

    [[noreturn]] void refuseNumber(const SourceLine& line, std::size_t got) const {
        const bool isConllu = m_layout == TagLayout::Conllu;
        throw Error(at(line) + "expected " + std::to_string(m_columns) + " columns" +
                    (m_layout == TagLayout::Columns ? "" : " between tabs") +
                    (isConllu ? ", as CoNLL-U has" : ", as on line " + std::to_string(m_first.number)) + ", got " +
                    std::to_string(got) + (got < m_columns ? ": a token or its tag is missing" : ""));
    }

    void checkWordNumber(const SourceLine& line, std::string_view id) const {
        const std::string expected = std::to_string(m_sentence.tokens.size() + 1);
        if (id != expected)
            throw Error(at(line) + "expected word " + expected + " of the sentence, got \"" + printable(id, 40) +
                        "\" in the column ID" +
                        (id == "1" ? "; is the empty line between two sentences missing?" : ""));
    }

    std::string tokenOf(const SourceLine& line, std::string_view text) {
        std::string token = joinedToken(text);
        if (token == text)
            return token;
        if (++m_joined == 1)
            m_firstJoined = std::filesystem::path(m_file.path).filename().string() + ", line " +
                            std::to_string(line.number) + ": the token \"" + printable(text, 40) +
                            "\" holds white space and is read as \"" + printable(token, 40) + "\"";
        return token;
    }

    std::string tagOf(const SourceLine& line, std::string_view text) {
        const std::string column = " (column " + std::to_string(m_tag + 1) + ")";
        text = trimmed(text);
        if (text.empty())
            throw Error(at(line) + "the tag is empty" + column);
        const bool isPartOfSpeech = m_layout == TagLayout::Conllu && (m_tag == uposColumn || m_tag == xposColumn);
        if (isPartOfSpeech && text == "_")
            throw Error(at(line) + "the word has no tag" + column + "; the other one is " +
                        (m_tag == uposColumn ? "tag=xpos" : "tag=upos"));
        if (text.size() > longestTag)
            throw Error(at(line) + "the tag" + column + " has " + std::to_string(text.size()) + " bytes, more than " +
                        std::to_string(longestTag) + "; is it a tag?");
        std::string tag(text);
        if (m_tags.insert(tag).second && m_tags.size() > mostLabels)
            throw Error(at(line) + "\"" + printable(tag, 40) + "\" is one tag more than the " +
                        std::to_string(mostLabels) + " different ones that a corpus may have; is it a tag?");
        return tag;
    }

    void finish() {
        if (!m_sentence.tokens.empty())
            m_sentences.push_back(std::exchange(m_sentence, {}));
    }

    const SourceFile& m_file;
    const std::vector<SourceLine> m_lines;
    const SourceLine& m_first; ///< whose columns the other lines must have
    const TagLayout m_layout;
    const std::size_t m_columns;
    std::size_t m_token = 0, m_tag = 0;

    std::vector<TaggedSentence> m_sentences;
    TaggedSentence m_sentence; ///< the one that is being read
    std::size_t m_count = 0, m_joined = 0;
    std::string m_firstJoined; ///< note of the first token that held white space
    std::unordered_set<std::string> m_tags;
};

} // namespace

const ChoiceNames<TagLayout>& tagLayouts() {
    static const ChoiceNames<TagLayout> names = {{TagLayout::Columns, "columns", "White space"},
                                                 {TagLayout::Tabs, "tabs", "Tabs"},
                                                 {TagLayout::Conllu, "conllu", "CoNLL-U"}};
    return names;
}

std::vector<TaggedSentence> readTagColumns(const SourceFile& file, const TagColumnsOptions& options,
                                           std::vector<std::string>& notes) {
    ColumnsReader reader(file, options);
    std::vector<TaggedSentence> sentences = reader.read();
    reader.note(notes);
    return sentences;
}

bool looksLikeTagColumns(const SourceFile& file) {
    constexpr std::size_t mostRows = 2000, mostColumns = 20;
    const std::vector<SourceLine> lines = linesOf(file);
    if (lines.empty())
        return false;
    const std::string_view first = firstRow(lines).text;
    const TagLayout layout = layoutOf(first);
    if (layout == TagLayout::Conllu)
        return true;
    const std::size_t columns = cut(first, layout).size();
    if (columns < 2 || columns > mostColumns)
        return false;
    std::size_t rows = 0, sentences = 1, last = 0, misfits = 0;
    bool isText = false; // what stands in front of the tag
    std::vector<std::string> tags;
    for (const SourceLine& line : lines) {
        sentences += rows > 0 && line.number > last + 1;
        last = line.number;
        if (isDocumentStart(line.text) || isComment(line.text, layout, columns))
            continue;
        const Cells fields = cut(line.text, layout);
        const std::string_view tag = trimmed(fields.back());
        if (fields.size() != columns || tag.empty() || tag.size() > longestTag) {
            if (++misfits > 1 + rows / 100)
                return false;
            continue; // a mistake, which is told with its line when the file is read
        }
        isText = isText || fields.front().empty() || fields.front().find(' ') != std::string_view::npos;
        if (std::find(tags.begin(), tags.end(), tag) == tags.end())
            tags.emplace_back(tag);
        if (++rows == mostRows)
            break;
    }
    if (schemeOfTags(tags) != TagScheme::Plain)
        return true;
    return !isText && sentences > 1 && rows >= 2 * sentences && rows >= 2 * tags.size();
}

std::vector<std::string> tagsOf(const std::vector<TaggedSentence>& sentences) {
    std::vector<std::string> tags;
    std::unordered_set<std::string_view> seen;
    for (const TaggedSentence& sentence : sentences)
        for (const std::string& tag : sentence.tags)
            if (seen.insert(tag).second)
                tags.push_back(tag);
    return tags;
}

TagScheme schemeOf(const std::vector<TaggedSentence>& sentences) {
    const TagScheme scheme = schemeOfTags(tagsOf(sentences));
    if (scheme != TagScheme::Bio)
        return scheme;
    std::size_t asBio = 0, asIob1 = 0;
    for (const TaggedSentence& sentence : sentences) {
        asBio += illFormedTags(sentence.tags, TagScheme::Bio).size();
        asIob1 += illFormedTags(sentence.tags, TagScheme::Iob1).size();
    }
    return asIob1 < asBio ? TagScheme::Iob1 : TagScheme::Bio;
}

void refuseOddTag(const SourceFile& file, const std::vector<TaggedSentence>& sentences) {
    std::size_t ofScheme = 0, odd = 0, line = 0;
    bool hasSpans = false;
    std::string first;
    for (const TaggedSentence& sentence : sentences)
        for (std::size_t t = 0; t < sentence.tags.size(); ++t) {
            const std::string& tag = sentence.tags[t];
            const TagParts parts = partsOf(tag);
            const bool isSpan = !parts.label.empty() && (parts.position == "B" || parts.position == "I" ||
                                                         parts.position == "E" || parts.position == "S");
            hasSpans = hasSpans || isSpan;
            if (isSpan || tag == "O") {
                ++ofScheme;
            } else if (++odd == 1) {
                first = tag;
                line = sentence.lines[t];
            }
        }
    if (hasSpans && odd * 50 < ofScheme)
        throw Error(file.at(line) + "the tag \"" + printable(first, 40) +
                    "\" is none of spans, as nearly all others are (B-…, I-…, O): mend it" +
                    (odd > 1 ? ", and " + std::to_string(odd - 1) + " more" : ""));
}

void noteIllFormedTags(const SourceFile& file, const std::vector<TaggedSentence>& sentences, TagScheme scheme,
                       std::vector<std::string>& notes) {
    std::size_t count = 0;
    std::string first;
    for (const TaggedSentence& sentence : sentences)
        for (const IllFormedTag& tag : illFormedTags(sentence.tags, scheme))
            if (++count == 1)
                first = std::filesystem::path(file.path).filename().string() + ", line " +
                        std::to_string(sentence.lines[std::size_t(tag.token)]) + ": not well-formed " + nameOf(scheme) +
                        ": " + tag.problem;
    if (count > 0)
        notes.push_back(first + (count > 1 ? ", and " + std::to_string(count - 1) + " more" : "") +
                        "; spans are read off such tags as conlleval does");
}

} // namespace headlight
