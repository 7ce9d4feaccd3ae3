#include "data/label_names.h"

#include "text/unicode.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

namespace headlight {

namespace fs = std::filesystem;

namespace {

bool parseNumber(const std::string& text, int& number) {
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    return code == std::errc() && stop == end;
}

std::vector<std::string> sortedValues(const std::vector<RawExample>& examples, bool& areNumbers) {
    std::set<std::string> distinct;
    for (const RawExample& example : examples)
        distinct.insert(example.label);
    std::vector<std::string> values(distinct.begin(), distinct.end());
    areNumbers = std::all_of(examples.begin(), examples.end(), hasNumberAsLabel);
    if (areNumbers)
        std::sort(values.begin(), values.end(), [](const std::string& a, const std::string& b) {
            int x = 0, y = 0;
            parseNumber(a, x);
            parseNumber(b, y);
            return x != y ? x < y : a < b;
        });
    return values;
}

std::string textKey(std::string_view text) {
    std::string key;
    for (const std::string_view token : splitAtWhiteSpace(text))
        key.append(token) += ' ';
    return key;
}

/// How often each name was found with each value.
using Votes = std::map<std::string, std::map<std::string, int>>;

/// One name for every value and none used twice, each with nearly all votes of its value; empty when the votes don't
/// say.
std::vector<std::string> decide(const std::vector<std::string>& values, const Votes& votes) {
    std::vector<std::string> names;
    for (const std::string& value : values) {
        const auto found = votes.find(value);
        if (found == votes.end())
            return {};
        int total = 0;
        const auto* best = &*found->second.begin();
        for (const auto& candidate : found->second) {
            total += candidate.second;
            if (candidate.second > best->second)
                best = &candidate;
        }
        if (best->second * 10 < total * 9 || std::find(names.begin(), names.end(), best->first) != names.end())
            return {};
        names.push_back(best->first);
    }
    return names;
}

std::vector<fs::path> rawFilesBeside(const std::string& path) {
    std::vector<fs::path> files;
    std::error_code code;
    for (fs::directory_iterator entry(fs::path(path).parent_path() / "raw", code), end; !code && entry != end;
         entry.increment(code))
        if (std::error_code ignored; entry->is_regular_file(ignored))
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Files with the texts of one class each: the end of the file's name is the class.
Votes votesOfFileNames(const std::vector<fs::path>& files, const std::unordered_map<std::string, std::string>& values) {
    Votes votes;
    for (const fs::path& path : files) {
        const SourceFile file = readSource(path.string());
        for (const SourceLine& line : linesOf(file))
            if (const auto found = values.find(textKey(line.text)); found != values.end())
                ++votes[found->second][path.extension().string().erase(0, 1)];
    }
    return votes;
}

/// Files with lines `NAME text`, the name shortened to what stands before its colon when `coarse`.
Votes votesOfFirstWords(const std::vector<fs::path>& files, const std::unordered_map<std::string, std::string>& values,
                        bool coarse) {
    Votes votes;
    for (const fs::path& path : files) {
        const SourceFile file = readSource(path.string());
        for (const SourceLine& line : linesOf(file)) {
            const std::size_t end = line.text.find(' ');
            if (end == std::string_view::npos)
                continue;
            const auto found = values.find(textKey(line.text.substr(end)));
            if (found == values.end())
                continue;
            const std::string_view name = line.text.substr(0, end);
            ++votes[found->second][std::string(coarse ? name.substr(0, name.find(':')) : name)];
        }
    }
    return votes;
}

std::vector<std::string> namesFromRaw(const std::vector<RawExample>& examples, const std::vector<std::string>& values,
                                      const std::string& path) {
    const std::vector<fs::path> files = rawFilesBeside(path);
    if (files.empty())
        return {};
    std::unordered_map<std::string, std::string> byText;
    for (const RawExample& example : examples)
        byText.emplace(textKey(example.text), example.label);
    const std::function<Votes()> ways[] = {
        [&] { return votesOfFirstWords(files, byText, false); },
        [&] { return votesOfFirstWords(files, byText, true); },
        [&] { return votesOfFileNames(files, byText); },
    };
    for (const auto& way : ways) {
        try {
            if (auto names = decide(values, way()); !names.empty())
                return names;
        } catch (const Error&) {
            return {}; // what lies in raw/ is only a hint: the corpus itself can be read
        }
    }
    return {};
}

std::vector<std::string> sentimentNames(std::size_t classes) {
    if (classes == 2)
        return {"negative", "positive"};
    return {"very negative", "negative", "neutral", "positive", "very positive"};
}

} // namespace

bool hasNumberAsLabel(const RawExample& example) {
    int number = 0;
    return parseNumber(example.label, number);
}

LabelNames nameLabels(const std::vector<RawExample>& examples, const SourceFile& file, const CorpusFormat& format) {
    bool areNumbers = false;
    LabelNames labels;
    labels.values = sortedValues(examples, areNumbers);
    const bool isSentiment = format.id == "trees" || fs::path(file.path).filename().string().rfind("stsa.", 0) == 0;
    if (isSentiment && areNumbers) {
        for (std::size_t classes : {2u, 5u}) {
            std::vector<std::string> values;
            for (std::size_t i = 0; i < classes; ++i)
                values.push_back(std::to_string(i));
            if (std::includes(values.begin(), values.end(), labels.values.begin(), labels.values.end()))
                return {values, sentimentNames(classes)};
        }
    }
    if (areNumbers)
        labels.names = namesFromRaw(examples, labels.values, file.path);
    if (labels.names.empty())
        labels.names = labels.values;
    return labels;
}

} // namespace headlight
