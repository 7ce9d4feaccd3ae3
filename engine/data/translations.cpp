#include "data/folder.h"
#include "data/formats.h"
#include "data/translation_files.h"
#include "text/languages.h"
#include "text/unicode.h"

#include <algorithm>
#include <filesystem>

namespace headlight {

namespace fs = std::filesystem;

namespace {

/// All lines, empty ones included, for here they are counted; without the line ends.
std::vector<std::string_view> allLines(const std::string& text) {
    std::vector<std::string_view> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line(text.data() + begin, end - begin);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        begin = end + 1;
    }
    return lines;
}

bool isEmptyLine(std::string_view text) {
    return splitAtWhiteSpace(text).empty();
}

std::string nameOfFile(const std::string& path) {
    return fs::path(path).filename().string();
}

/// Sentences and their translations, of which pairs with an empty side are left out and counted.
class Pairs {
public:
    void add(std::string_view source, std::string_view target, std::size_t line) {
        m_same += source == target && !isEmptyLine(source);
        if (!isEmptyLine(source) && !isEmptyLine(target))
            m_examples.push_back({"", std::string(source), line, std::string(target)});
        else
            ++(isEmptyLine(source) ? isEmptyLine(target) ? m_bothEmpty : m_sourceEmpty : m_targetEmpty);
    }

    std::vector<RawExample> take(const std::string& source, const std::string& target, Notes& notes) {
        if (const std::size_t all = m_sourceEmpty + m_targetEmpty + m_bothEmpty; all > 0)
            notes.push_back(std::to_string(all) + (all == 1 ? " pair is" : " pairs are") +
                            " left out for an empty side: in " + source + " only " + std::to_string(m_sourceEmpty) +
                            ", in " + target + " only " + std::to_string(m_targetEmpty) + ", in both " +
                            std::to_string(m_bothEmpty));
        if (m_examples.size() > 1 && m_same * 2 > m_examples.size()) // names and numbers are the same in any language
            notes.push_back(std::to_string(m_same) + " of " + std::to_string(m_examples.size()) +
                            " pairs have the same sentence in " + source + " and in " + target +
                            ": is one a copy of the other?");
        return std::move(m_examples);
    }

private:
    std::vector<RawExample> m_examples;
    std::size_t m_sourceEmpty = 0, m_targetEmpty = 0, m_bothEmpty = 0, m_same = 0;
};

/// The two columns of a table: those that the options name, else those whose headings are languages, or source and
/// target.
struct TranslationColumns {
    std::size_t source = 0, target = 0;
    std::string sourceName, targetName;
};

/// The headings that name languages.
std::vector<std::string> languagesIn(const TableRow& header) {
    std::vector<std::string> names;
    for (const std::string& field : header.fields)
        if (const std::string name = toLower(field); isLanguageCode(name) || name == "source" || name == "target")
            names.push_back(field);
    return names;
}

/// Of a table of nothing but languages, three of them or more, those that the options say. Error unless they do.
std::vector<std::string> chosenLanguages(const SourceFile& file, const std::vector<std::string>& names,
                                         const CorpusOptions& options) {
    const auto isThere = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (isThere(options.from) && isThere(options.to))
        return {options.from, options.to};
    std::string known;
    for (const std::string& name : names)
        known += (known.empty() ? "" : ", ") + printable(name, 20);
    throw Error(file.path + ": it has columns in several languages, " + known +
                ": say from which into which, as in ?from=" + names[0] + "&to=" + names[1]);
}

bool hasSeveralLanguages(const TableRow& header) {
    return header.fields.size() > 2 && languagesIn(header).size() == header.fields.size();
}

std::optional<TranslationColumns> columnsOf(const SourceFile& file, const TableRow& header,
                                            const CorpusOptions& options) {
    std::vector<std::string> names = languagesIn(header);
    if (!options.text.empty() && !options.second.empty())
        names = {options.text, options.second};
    else if (hasSeveralLanguages(header))
        names = chosenLanguages(file, names, options);
    else if (names.size() != 2 || header.fields.size() != 2)
        return std::nullopt;
    else if (toLower(names[0]) == "target" || options.from == names[1] || options.to == names[0])
        std::swap(names[0], names[1]);
    const TranslationColumns columns{findColumn(file, header, names[0], "text"),
                                     findColumn(file, header, names[1], "second"), names[0], names[1]};
    refuseSameColumn(file, header, columns.source, columns.target);
    return columns;
}

} // namespace

bool looksLikeTranslations(const SourceFile& file, const CorpusOptions&) {
    return !languageOf(file.path).empty() && !otherLanguages(file.path).empty();
}

std::vector<RawExample> readTranslations(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    const SourceFile target = readSource(translationOf(file.path, options.to), options.lineBreaks);
    noteLatin1(target, notes);
    noteLineBreaks(target, notes);
    const auto sources = allLines(file.text), targets = allLines(target.text);
    if (sources.size() != targets.size())
        throw Error(file.path + ": it has " + std::to_string(sources.size()) + " lines, and " +
                    nameOfFile(target.path) + " has " + std::to_string(targets.size()) +
                    ": a line's translation is the same line of the other file, so both need as many");
    Pairs pairs;
    for (std::size_t k = 0; k < sources.size(); ++k)
        pairs.add(sources[k], targets[k], k + 1);
    return pairs.take(nameOfFile(file.path), nameOfFile(target.path), notes);
}

/// A file that is named by itself is the other one then; of a folder the options say it.
std::optional<TranslationDirection> directionOfFiles(const SourceFile& file, const CorpusOptions& options,
                                                     const std::string& path) {
    const std::string other = translationOf(file.path, options.to);
    const std::string from = languageOf(file.path), to = languageOf(other);
    if (std::error_code ignored; fs::is_regular_file(path, ignored))
        return TranslationDirection{from, to, translationOf(path, to), {{"to", from}}};
    return TranslationDirection{from, to, path, {{"from", to}, {"to", from}}};
}

bool looksLikeTranslationTable(const SourceFile& file, const CorpusOptions& options) {
    if (!options.text.empty() || !options.second.empty()) // these may be those of a table of pairs
        return false;
    const std::string start = file.text.substr(0, file.text.find('\n'));
    if (start.find('\t') == std::string::npos && start.find(',') == std::string::npos)
        return false;
    try {
        const std::vector<TableRow> rows = tableRows({file.path, start});
        return !rows.empty() && (hasSeveralLanguages(rows.front()) || columnsOf(file, rows.front(), options));
    } catch (const Error&) {
        return false; // whatever reads it then says what is wrong
    }
}

std::vector<RawExample> readTranslationTable(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    const std::vector<TableRow> rows = tableRows(file);
    if (options.text.empty() != options.second.empty())
        throw Error(file.path + ": name both columns of the table, ?text=COLUMN&second=COLUMN, or none");
    const auto columns = rows.empty() ? std::nullopt : columnsOf(file, rows.front(), options);
    if (!columns)
        throw Error(file.path + ": expected a table with two columns, whose headings are the codes of two languages "
                                "(en, de) or source and target; or name them: ?format=translation_table"
                                "&text=COLUMN&second=COLUMN");
    for (const auto& [option, wanted, column] :
         {std::tuple("from", options.from, columns->sourceName), {"to", options.to, columns->targetName}})
        if (!wanted.empty() && wanted != column)
            throw Error(file.path + ": ?" + option + "=" + printable(wanted, 20) +
                        " is no column of this table; it has " + columns->sourceName + " and " + columns->targetName);
    Pairs pairs;
    for (std::size_t k = 1; k < rows.size(); ++k) {
        checkFields(file, rows[k], &rows.front(), std::max(columns->source, columns->target) + 1);
        pairs.add(rows[k].fields[columns->source], rows[k].fields[columns->target], rows[k].line);
    }
    return pairs.take("column " + columns->sourceName, "column " + columns->targetName, notes);
}

std::optional<TranslationDirection> directionOfTable(const SourceFile& file, const CorpusOptions& options,
                                                     const std::string& path) {
    const std::vector<TableRow> rows = tableRows(file);
    const auto columns = rows.empty() ? std::nullopt : columnsOf(file, rows.front(), options);
    if (!columns)
        return std::nullopt;
    const std::string &from = columns->sourceName, &to = columns->targetName;
    return TranslationDirection{from, to, path, {{"format", "translation_table"}, {"text", to}, {"second", from}}};
}

std::optional<TranslationDirection> translationDirection(const std::string& spec) {
    const ParsedSpec parsed = parseSpec(spec);
    const CorpusOptions options = corpusOptions(spec, parsed);
    const CorpusFiles files = findCorpusFiles(parsed.path, corpusFields().get(options, "labels"), options.from);
    const SourceFile file = readSource(!files.train.empty() ? files.train
                                       : !files.dev.empty() ? files.dev
                                                            : files.test,
                                       options.lineBreaks);
    const CorpusFormat& format = corpusFormatOf(file, options.format, options);
    return format.direction ? format.direction(file, options, parsed.path) : std::nullopt;
}

} // namespace headlight
