#include "data/formats.h"
#include "text/unicode.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace headlight {

namespace {

bool isNumber(std::string_view text) {
    return !text.empty() && text.size() < 10 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

using Counts = std::unordered_map<std::string, int>;

/// The share of sentences' first words that stand inside other sentences is large; labels are seldom words of the
/// texts.
std::size_t labelsWithinTexts(const std::vector<RawExample>& examples, const Counts& labels) {
    std::unordered_set<std::string> lower, within;
    for (const auto& [label, count] : labels)
        lower.insert(toLower(label));
    for (const RawExample& example : examples)
        for (const std::string_view word : splitAtWhiteSpace(example.text))
            if (const std::string small = toLower(word); lower.count(small))
                within.insert(small);
    return std::size_t(std::count_if(labels.begin(), labels.end(),
                                     [&](const auto& label) { return within.count(toLower(label.first)) > 0; }));
}

/// Plain prose has a new first word on many lines; labels repeat. Of a short text only some first words are new, as may
/// be the labels of a small corpus of many classes: what tells them apart is whether they are words of the texts.
bool looksLikeProse(const std::vector<RawExample>& examples, const Counts& labels) {
    constexpr std::size_t surelyMany = 100, many = 8;
    const auto single =
        std::size_t(std::count_if(labels.begin(), labels.end(), [](const auto& label) { return label.second == 1; }));
    if (examples.size() >= 3 && labels.size() > 2 && labels.size() * 3 > examples.size() * 2)
        return true;
    if (labels.size() < many || single * 4 <= labels.size() || isNumber(examples.front().label))
        return false;
    return labels.size() > surelyMany || labelsWithinTexts(examples, labels) * 3 >= labels.size();
}

void refuseProse(const SourceFile& file, const std::vector<RawExample>& examples) {
    Counts labels;
    for (const RawExample& example : examples)
        ++labels[example.label];
    if (!looksLikeProse(examples, labels))
        return;
    const bool isTabbed = examples.front().text.find('\t') != std::string::npos;
    throw Error(file.at(examples.front().line) + "the lines have no labels: " + std::to_string(examples.size()) +
                " lines begin with " + std::to_string(labels.size()) +
                " different words. Expected a label, a space and the text on every line" +
                (isTabbed ? "; of a table, name the columns: ?format=table&text=1&label=2" : ""));
}

/// Every line would have its label, and the model would learn them: what is known to be something else is told at once.
void refuseOtherFormats(const SourceFile& file, const std::vector<SourceLine>& lines) {
    std::string known;
    for (const CorpusFormat& format : corpusFormats())
        known += (known.empty() ? "" : ", ") + format.id;
    const auto refuse = [&](const SourceLine& line, const std::string& what) {
        throw Error(file.at(line.number) + "this is " + what + ", no format of a corpus here (" + known +
                    "): write it as CSV or TSV with a header, or as lines of a label, a space and the text");
    };
    const std::string_view first = lines.front().text;
    const std::size_t inner = first.find_first_not_of(" \t", 1);
    if ((first.front() == '{' || first.front() == '[') &&
        (inner == std::string_view::npos ? first.size() == 1 : first[inner] == '{' || first[inner] == '"'))
        refuse(lines.front(), "JSON");
    // CoNLL-U: a word a line with its number in the sentence, in ten columns.
    const auto word = std::find_if(lines.begin(), lines.end(), [](const SourceLine& l) { return l.text[0] != '#'; });
    if (word != lines.end() && word->text.starts_with("1\t") && std::next(word) != lines.end() &&
        std::next(word)->text.starts_with("2\t") && std::ranges::count(word->text, '\t') == 9)
        refuse(*word, "CoNLL-U");
}

/// A lone word is a label whose text is empty only if it is one of the labels.
void refuseLoneWords(const SourceFile& file, const std::vector<RawExample>& examples) {
    std::unordered_set<std::string_view> labels;
    for (const RawExample& example : examples)
        if (!example.text.empty())
            labels.insert(example.label);
    if (labels.empty() && !examples.empty())
        throw Error(file.at(examples.front().line) +
                    "the lines have no labels: each is a single word. Expected a label, "
                    "a space and the text on every line");
    for (const RawExample& example : examples)
        if (!labels.count(example.label))
            throw Error(file.at(example.line) + "expected a label and a text, got only \"" +
                        example.label.substr(0, 40) + "\"");
}

} // namespace

bool looksLikeLabelText(const SourceFile& file, const CorpusOptions&) {
    refuseOtherFormats(file, linesOf(file));
    return true;
}

std::vector<RawExample> readLabelText(const SourceFile& file, const CorpusOptions&, Part part, Notes&) {
    std::vector<RawExample> examples;
    const std::vector<SourceLine> lines = linesOf(file);
    refuseOtherFormats(file, lines);
    for (const SourceLine& line : lines) {
        const std::size_t end = line.text.find_first_of(" \t");
        const std::string_view label = line.text.substr(0, end);
        const std::size_t begin = end == std::string_view::npos ? end : line.text.find_first_not_of(" \t", end);
        if (label.empty())
            throw Error(file.at(line.number) + "the line begins with a space; expected a label in front of the text");
        if (!examples.empty() && isNumber(examples.front().label) && !isNumber(label))
            throw Error(file.at(line.number) +
                        "expected a label (a number, as on the lines before) in front of the text, got \"" +
                        std::string(label.substr(0, 40)) + "\"");
        examples.push_back({std::string(label),
                            std::string(begin == std::string_view::npos ? "" : line.text.substr(begin)), line.number});
    }
    refuseLoneWords(file, examples);
    if (part == Part::Train)
        refuseProse(file, examples);
    return examples;
}

} // namespace headlight
