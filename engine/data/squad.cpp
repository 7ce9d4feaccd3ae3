#include "data/squad.h"

#include "core/error.h"
#include "core/grouped.h"
#include "core/json_entry.h"
#include "core/json_text.h"
#include "text/sentences.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;
using Event = Json::parse_event_t;

constexpr int anyInt = std::numeric_limits<int>::max();
constexpr std::size_t longestPassage = std::size_t(1) << 20;

bool hasNoText(std::string_view text) {
    return splitAtWhiteSpace(text).empty();
}

/// The bytes at which the code points of a text begin, and its end.
std::vector<std::size_t> codePointPlaces(std::string_view utf8) {
    std::vector<std::size_t> places;
    for (std::size_t position = 0; position < utf8.size(); takeCodePoint(utf8, position))
        places.push_back(position);
    places.push_back(utf8.size());
    return places;
}

/// Adds the passages and questions of articles.
class ArticleReader {
public:
    ArticleReader(const std::string& path, SelectionData& data) : m_path(path), m_data(data) {}

    void add(const JsonEntry& article) {
        const std::string title = article.at("title").text();
        for (const JsonEntry& paragraph : list(article.at("paragraphs")))
            addPassage(paragraph, title);
    }

private:
    /// A passage of an article, with the places that its answers count.
    struct Place {
        const SelectionPassage& passage;
        std::vector<std::size_t> codePoints = codePointPlaces(passage.text);
    };
    /// Sentences in which an answer begins and ends.
    struct Sentences {
        int first = 0, last = 0;
    };

    /// JsonEntry::all() would take an object, too.
    static std::vector<JsonEntry> list(const JsonEntry& entry) {
        if (entry.isObject())
            entry.fail("expected a list");
        return entry.all();
    }

    void addPassage(const JsonEntry& paragraph, const std::string& title) {
        const JsonEntry context = paragraph.at("context");
        SelectionPassage passage{title, context.text(), {}};
        if (passage.text.size() > longestPassage)
            context.fail("the passage has " + grouped(std::int64_t(passage.text.size())) +
                         " bytes; a passage may have 1 MiB");
        passage.sentences = sentencesOf(passage.text);
        const Place place{passage};
        for (const JsonEntry& question : list(paragraph.at("qas")))
            addQuestion(question, place);
        if (passage.sentences.empty())
            ++m_data.leftOut.emptyPassages;
        else
            m_data.passages.push_back(std::move(passage));
    }

    void addQuestion(const JsonEntry& entry, const Place& place) {
        SelectionQuestion question{entry.at("id").text(), int(m_data.passages.size()), entry.at("question").text()};
        if (entry.flag("is_impossible", false)) {
            ++m_data.leftOut.impossible;
            return;
        }
        const std::vector<JsonEntry> answers = list(entry.at("answers"));
        std::optional<Sentences> first;
        for (std::size_t a = 0; a < answers.size(); ++a) {
            const std::string where =
                m_path + ": question " + printable(question.id, 80) + ", answer " + std::to_string(a + 1) + ": ";
            const Sentences found = sentencesOfAnswer(answers[a], place, where);
            first = first.value_or(found);
            question.accepted.push_back(found.first);
        }
        if (!first)
            ++m_data.leftOut.unanswered;
        else if (hasNoText(question.text))
            ++m_data.leftOut.emptyQuestions;
        else
            add(std::move(question), *first);
    }

    void add(SelectionQuestion question, const Sentences& first) {
        if (!m_ids.insert(question.id).second && ++m_data.sameIds == 1)
            m_data.firstSameId = question.id;
        std::sort(question.accepted.begin(), question.accepted.end());
        question.accepted.erase(std::unique(question.accepted.begin(), question.accepted.end()),
                                question.accepted.end());
        question.label = first.first;
        m_data.acrossSentences += first.last > first.first;
        m_data.questions.push_back(std::move(question));
    }

    static Sentences sentencesOfAnswer(const JsonEntry& answer, const Place& place, const std::string& where) {
        const std::string text = answer.at("text").text();
        const int start = answer.at("answer_start").whole(-anyInt, anyInt);
        if (hasNoText(text))
            throw Error(where + "it is empty");
        // Counted only as far as an answer could fit, for it may be as long as the file.
        const auto length = std::int64_t(codePointPlaces(text.substr(0, longestPassage + 1)).size()) - 1;
        const auto passageLength = std::int64_t(place.codePoints.size()) - 1;
        const std::string claim = "\"" + printable(text, 40) + "\" at answer_start " + std::to_string(start);
        if (start < 0 || start + length > passageLength)
            throw Error(where + claim + " is outside its passage, which has " + grouped(passageLength) + " characters");
        const std::size_t begin = place.codePoints[std::size_t(start)];
        const std::size_t end = place.codePoints[std::size_t(start + length)];
        const std::string_view there = std::string_view(place.passage.text).substr(begin, end - begin);
        if (there != text)
            throw Error(where + "expected " + claim + ", and the passage has \"" + printable(there, 40) +
                        "\" there; answer_start counts Unicode characters from 0, not bytes");
        return {sentenceAt(place.passage, begin), sentenceAt(place.passage, end - 1)};
    }

    /// The first whose end lies behind the byte; of white space behind all of them the last.
    static int sentenceAt(const SelectionPassage& passage, std::size_t byte) {
        const auto& sentences = passage.sentences;
        const auto found = std::partition_point(sentences.begin(), sentences.end() - 1,
                                                [&](ByteSpan span) { return span.end <= byte; });
        return int(found - sentences.begin());
    }

    const std::string& m_path;
    SelectionData& m_data;
    std::unordered_set<std::string> m_ids; ///< of the questions so far
};

/// Watches a document as it is parsed, and takes one article after the other out of it: all of them at once would need
/// many times the file's memory.
class ArticleTaker {
public:
    ArticleTaker(const std::string& path, ArticleReader& reader) : m_path(path), m_reader(reader) {}

    /// False for what the document shall not keep.
    bool operator()(int depth, Event event, const Json& parsed) {
        check(depth, event);
        if (event == Event::key && depth == 1)
            m_isData = parsed.get<std::string>() == "data";
        if (!m_isData)
            return true;
        const bool isEnd = event == Event::object_end || event == Event::array_end;
        if (depth == 1 && (event == Event::value || event == Event::object_start))
            throw Error(m_path + ": \"data\": expected a list");
        if (depth != 2)
            return true;
        const std::string where = m_path + ": \"data\", entry " + std::to_string(m_articles + 1);
        if (event == Event::value || event == Event::array_start)
            throw Error(where + ": expected an object");
        if (!isEnd)
            return true;
        m_reader.add({parsed, where});
        ++m_articles;
        m_values = 0;
        return false;
    }

    int articles() const { return m_articles; }

private:
    /// Refuses what would take for ever, or all memory.
    void check(int depth, Event event) {
        constexpr int mostNames = 1000;     // ordered_json looks through those of an object for each new one
        constexpr int mostValues = 2000000; // each is a hundred bytes of memory for two of the file
        if (std::size_t(depth) >= m_names.size())
            refuse("has more than " + std::to_string(m_names.size()) + " brackets within each other");
        if (event == Event::object_start)
            m_names[std::size_t(depth)] = 0;
        else if (event == Event::key && ++m_names[std::size_t(depth - 1)] > mostNames)
            refuse("has more than " + grouped(mostNames) + " names in an object");
        const bool isBegin = event == Event::object_start || event == Event::array_start || event == Event::value;
        if (isBegin && ++m_values > mostValues)
            refuse("has more than " + grouped(mostValues) + " values in an article");
    }
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error(m_path + ": " + what + "; this is no file of the form of SQuAD");
    }

    const std::string& m_path;
    ArticleReader& m_reader;
    bool m_isData = false; ///< the parser is behind the document's "data"
    int m_articles = 0, m_values = 0;
    std::array<int, 32> m_names{}; ///< so far, of the object at each depth
};

std::string placeIn(const SourceFile& file, std::size_t byte) {
    return file.path + ", " + jsonPlace(file.text, byte) + ": ";
}

void parseArticles(const SourceFile& file, ArticleTaker& taker) {
    if (const auto bad = invalidUtf8At(file.text))
        throw Error(placeIn(file, *bad + 1) + "not UTF-8 (byte " + std::to_string(*bad) + " of the file)");
    if (const std::size_t zero = file.text.find('\0'); zero != std::string::npos) // the library would read as far
        throw Error(placeIn(file, zero + 1) + "no valid JSON: a byte 0 stands there");
    Json rest;
    try {
        rest = Json::parse(file.text,
                           [&](int depth, Event event, const Json& parsed) { return taker(depth, event, parsed); });
    } catch (const Json::parse_error& error) {
        throw Error(placeIn(file, error.byte) + "no valid JSON: " +
                    (error.byte > file.text.size() ? "it ends in the middle; is the file complete?"
                                                   : "look at the commas, quotes and brackets there"));
    } catch (const Json::out_of_range&) {
        throw Error(file.path + ": no valid JSON: a number in it is too large");
    }
    refuseRepeatedNames(file.text, file.path);
    JsonEntry(rest, file.path).at("data");
    if (taker.articles() == 0)
        throw Error(file.path + ": \"data\": no article is in it");
}

std::string haveOrHas(int count, const std::string& all) {
    return grouped(count) + " of " + all + (count == 1 ? " questions has" : " questions have");
}

} // namespace

SelectionData readSquad(const SourceFile& file) {
    SelectionData data;
    ArticleReader reader(file.path, data);
    ArticleTaker taker(file.path, reader);
    parseArticles(file, taker);
    if (data.questions.empty()) {
        std::string message = file.path + ": no question with an answer is in it";
        for (const std::string& note : leftOutNotes(data, file.path))
            message += "; " + note;
        throw Error(message);
    }
    return data;
}

std::vector<std::string> leftOutNotes(const SelectionData& data, const std::string& path) {
    const SelectionLeftOut& left = data.leftOut;
    const std::string name = std::filesystem::path(path).filename().string() + ": ";
    const std::string all =
        grouped(std::int64_t(data.questions.size()) + left.impossible + left.unanswered + left.emptyQuestions);
    const auto areLeftOut = [](int count) { return count == 1 ? " and is left out" : " and are left out"; };
    std::vector<std::string> notes;
    if (left.impossible > 0)
        notes.push_back(name + haveOrHas(left.impossible, all) +
                        " no answer in the passage (is_impossible, SQuAD 2.0)" + areLeftOut(left.impossible));
    if (left.unanswered > 0)
        notes.push_back(name + haveOrHas(left.unanswered, all) + " an empty list of answers" +
                        areLeftOut(left.unanswered));
    if (left.emptyQuestions > 0)
        notes.push_back(name + haveOrHas(left.emptyQuestions, all) + " no text" + areLeftOut(left.emptyQuestions));
    if (left.emptyPassages > 0)
        notes.push_back(name + grouped(left.emptyPassages) +
                        (left.emptyPassages == 1 ? " passage has no text" : " passages have no text") +
                        areLeftOut(left.emptyPassages));
    return notes;
}

std::vector<std::string> readingNotes(const SelectionData& data, const std::string& path) {
    std::vector<std::string> notes = leftOutNotes(data, path);
    if (data.sameIds > 0)
        notes.push_back(std::filesystem::path(path).filename().string() + ": " +
                        haveOrHas(data.sameIds, grouped(std::int64_t(data.questions.size()))) +
                        " the id of a question before, the first is " + printable(data.firstSameId, 80) +
                        "; all are read");
    return notes;
}

bool looksLikeSquad(const SourceFile& file) {
    constexpr std::size_t looked = std::size_t(1) << 20; // a title or a version may come first, hardly more
    const std::string_view beginning = std::string_view(file.text).substr(0, looked);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find("\"data\"") != std::string_view::npos &&
           beginning.find("\"paragraphs\"") != std::string_view::npos;
}

} // namespace headlight
