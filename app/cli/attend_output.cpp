#include "cli/attend_output.h"

#include "cli/attend_choice.h"
#include "cli/attend_effects.h"
#include "cli/attend_lens.h"
#include "cli/attend_statistics.h"
#include "cli/terminal.h"
#include "engine/analysis/combined_map.h"
#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/data/label_meanings.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_names.h"
#include "views/map_table.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headlight {

AttentionMap AttendShown::map(const MapRequest& request) const {
    return combination ? combinedMap(recording, *combination, request.sequence, request.between, check)
                       : recording.map(request, check);
}

std::vector<AttentionMap> AttendShown::combinedMaps() const {
    std::vector<AttentionMap> maps;
    for (const MapRequest& request : requests)
        if (combination)
            maps.push_back(map(request));
    return maps;
}

void writeAttendCsv(const AttendShown& shown, const std::function<void(std::string_view)>& write) {
    const AttentionMap map = shown.map(shown.requests.front());
    const std::vector<Sequence>& sequences = shown.recording.sequences();
    const std::vector<std::string> queries = tokenTexts(sequences[std::size_t(map.querySequence)]);
    const std::vector<std::string> keys = tokenTexts(sequences[std::size_t(map.keySequence)]);
    write(csvLine(markedHeader(tableHeader(map, keys), shown.origin())).toStdString());
    for (Index query = 0; query < map.queries; ++query)
        write(csvLine(tableRow(map, queries, query)).toStdString());
}

namespace {

constexpr std::size_t strongest = 6; ///< pairs or tokens listed of a map
constexpr std::size_t mostClasses = 10;

std::string nameAt(const std::vector<std::string>& tokens, const std::vector<std::string>& names, Index position) {
    return printable((names.empty() ? tokens : names)[std::size_t(position)], longestWord);
}

/// "cat → sat 0.93": the largest weights of a map, one of each query at most.
std::string strongestOf(const std::vector<Sequence>& sequences, const AttentionMap& map) {
    const std::vector<std::string> queries = tokenTexts(sequences[std::size_t(map.querySequence)]);
    const std::vector<std::string> keys = tokenTexts(sequences[std::size_t(map.keySequence)]);
    struct Cell {
        float weight;
        Index query, key;
    };
    const auto errorOf = [&](Index query, Index key) {
        return map.standardErrors.empty()
                   ? std::string()
                   : " ± " + brief(double(map.standardErrors[std::size_t(query * map.keys + key)]));
    };
    std::vector<Cell> cells;
    for (Index query = 0; query < map.queries; ++query) {
        Cell top = {-1, query, 0};
        for (Index key = 0; key < map.keys; ++key) {
            if (!hasQueries(map.address.part))
                cells.push_back({map.at(query, key), query, key});
            else if (map.isVisible(query, key) && map.at(query, key) > top.weight)
                top = {map.at(query, key), query, key};
        }
        if (top.weight >= 0)
            cells.push_back(top);
    }
    std::stable_sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.weight > b.weight; });
    cells.resize(std::min(cells.size(), strongest));
    std::string text;
    for (const Cell& cell : cells)
        text += (text.empty() ? "" : ",  ") +
                (hasQueries(map.address.part) ? nameAt(queries, map.queryNames, map.firstQuery + cell.query) + " → "
                                              : std::string()) +
                nameAt(keys, map.keyNames, map.firstKey + cell.key) + " " + brief(double(cell.weight)) +
                errorOf(cell.query, cell.key);
    return text.empty() ? "every query is masked" : text;
}

/// A line for each token: its tag, and how likely that is.
std::string tagsText(const TagAnswer& answer, const std::vector<std::string>& tokens) {
    std::vector<std::vector<std::string>> rows = {{"token", "tag", "probability"}};
    for (std::size_t t = 0; t < answer.tokens.size(); ++t)
        rows.push_back(
            answer.tokens[t].isRead
                ? std::vector<std::string>{printable(tokens[t], longestWord), printable(answer.tag(t), longestWord),
                                           percent(answer.tokens[t].tags.probabilities[answer.tokens[t].best])}
                : std::vector<std::string>{printable(tokens[t], longestWord), "", ""});
    return table(rows, {2});
}

/// Nothing where there is nothing to compare with, or none of the two is a number of its own.
std::string changeOf(double now, double before) {
    return std::isfinite(now - before) ? changed(now - before) : std::string();
}

/// The translation, what the search ended with, and each token of it with what might stand there.
std::string translationText(const TranslationAnswer& answer, const TranslationAnswer* unaltered) {
    const auto shown = [](const TranslationAnswer::Beam& beam) {
        return beam.text.empty() ? "(no word)" : printable(beam.text, std::string::npos);
    };
    std::string text = shown(answer.beams.front()) + "\n";
    if (unaltered && unaltered->beams.front().text != answer.beams.front().text)
        text += "was: " + shown(unaltered->beams.front()) + "\n";
    if (!answer.ended())
        text += "cut at the limit of " + std::to_string(answer.limit) + " tokens, before an end was found\n";
    std::vector<std::vector<std::string>> beams = {{"score", "log-probability", "translation"}};
    for (const TranslationAnswer::Beam& beam : answer.beams)
        beams.push_back({brief(beam.score), brief(beam.logProbability), shown(beam) + (beam.ended ? "" : " …")});
    constexpr std::size_t mostNamed = 4;
    std::vector<std::vector<std::string>> tokens = {{"token", "probability", "candidates"}};
    for (const TranslationAnswer::Token& token : answer.tokens) {
        std::string candidates;
        for (std::size_t k = 0; k < token.candidates.size() && k < mostNamed; ++k)
            candidates += (k > 0 ? ",  " : "") + printable(token.candidates[k].token, longestWord) + " " +
                          percent(token.candidates[k].probability);
        tokens.push_back({printable(token.text, longestWord) + (token.isForced ? " (given)" : ""),
                          percent(std::exp(token.logProbability)), candidates});
    }
    return text + "\n" + table(beams, {0, 1}) + "\n" + table(tokens, {1});
}

/// While something is altered, also the log-odds before it, which move where a probability of 1 does not.
std::string predictionText(const Answer& answer, const Answer& unaltered, const std::vector<std::string>& tokens) {
    if (const auto* tags = std::get_if<TagAnswer>(&answer))
        return tagsText(*tags, tokens);
    if (const auto* translation = std::get_if<TranslationAnswer>(&answer))
        return translationText(*translation, std::get_if<TranslationAnswer>(&unaltered));
    const ClassAnswer classes = classesOf(answer);
    const auto *score = std::get_if<ScoreAnswer>(&answer), *scoreBefore = std::get_if<ScoreAnswer>(&unaltered);
    std::string number = score ? "score " + brief(score->score) +
                                     (scoreBefore ? " (was " + brief(scoreBefore->score) + ", " +
                                                        changed(score->score - scoreBefore->score) + ")"
                                                  : std::string()) +
                                     "\n"
                               : std::string();
    if (classes.labels.empty())
        return number;
    std::vector<std::size_t> order(classes.labels.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return classes.probabilities[a] > classes.probabilities[b]; });
    order.resize(std::min(order.size(), mostClasses));
    const std::vector<double>& odds = classes.logOdds;
    const ClassAnswer classesBefore = classesOf(unaltered);
    const std::vector<double>& before = classesBefore.logOdds;
    const std::vector<std::string>& labelsBefore = classesBefore.labels;
    std::vector<std::vector<std::string>> rows = {{score ? "level" : "prediction", "probability", "log-odds", "logit"}};
    if (!before.empty())
        rows[0].insert(rows[0].end() - 1, {"was", "change"});
    for (const std::size_t k : order) {
        const std::string meaning = labelMeaning(classes.labels[k], classes.labels);
        rows.push_back({printable(classes.labels[k], longestWord) + (meaning.empty() ? "" : " (" + meaning + ")"),
                        percent(classes.probabilities[k]), brief(odds[k])});
        if (!before.empty()) { // of places, other candidates may be the likeliest
            const auto place = std::find(labelsBefore.begin(), labelsBefore.end(), classes.labels[k]);
            const double was =
                place == labelsBefore.end() ? std::nan("") : before[std::size_t(place - labelsBefore.begin())];
            rows.back().insert(rows.back().end(), {std::isnan(was) ? "" : brief(was), changeOf(odds[k], was)});
        }
        rows.back().push_back(brief(classes.logits[k]));
    }
    return number +
           table(rows, before.empty() ? std::vector<std::size_t>{1, 2, 3} : std::vector<std::size_t>{1, 2, 3, 4, 5});
}

} // namespace

/// "layer 0, head 1", with what the mechanism calls the head where that says more.
static std::string headTitle(const AttentionMap& map) {
    const std::string head = "head " + std::to_string(map.address.head);
    if (map.address.part == MapPart::Cross)
        return "decoder layer " + std::to_string(map.address.layer) + ", cross attention " + head;
    return std::string(map.address.stack == Stack::Decoder ? "decoder " : "") + "layer " +
           std::to_string(map.address.layer) + ", " +
           (!isCalledHead(map.address.part) ? map.label
            : map.label == head             ? head
                                            : head + " (" + map.label + ")");
}

/// What the others choose that need no network: "First sentence" chooses 1 …
static std::string choicesText(const SelectionAnswer& answer) {
    std::vector<std::vector<std::string>> rows = {{"without a network", "sentence"}};
    for (const SelectionAnswer::Choice& choice : answer.choices)
        rows.push_back({choice.title, printable(answer.places.labels[choice.sentence], longestWord)});
    return "\n" + table(rows, {});
}

/// ", keys and values 1, as 0.4, 0.5"
static std::string keysText(const std::vector<HeadInfo>& heads, const AttentionMap& map) {
    const HeadInfo* const head = headAt(heads, map.address);
    if (!head || head->keyHead < 0 || !map.combination.empty())
        return {};
    std::string sharers;
    for (const MapAddress& other : keySharersOf(heads, *head))
        sharers += (sharers.empty() ? ", as " : ", ") + other.text();
    return ", keys and values " + std::to_string(head->keyHead) + sharers;
}

static std::string mapsText(const AttendShown& shown, int index) {
    std::string text;
    for (const MapRequest& request : shown.requests) {
        if (request.sequence != index)
            continue;
        const AttentionMap map = shown.map(request);
        text += "\n" + (map.combination.empty() ? headTitle(map) : map.combination) + ", " +
                kindName(map.address.part) + (map.mask.empty() ? "" : ", mask " + map.mask) +
                (map.between ? ", " + partName(*map.between).toStdString() : "") + keysText(shown.heads, map) +
                (map.mechanismFeatures > 1 ? ", " + map.choice.text() : "") + "\n";
        text += "  " + strongestOf(shown.recording.sequences(), map) + "\n";
    }
    return text;
}

static std::string cellName(const HeadCell& cell) {
    return cellText(cell);
}

static std::string cellName(const ForcedCell& cell) {
    return cellText(cell.place()) + "=" + brief(cell.weight);
}

/// " 2 forbidden cells (3,1 3,2)": which while they are few, as the options take them.
template <class Cell>
static std::string cellsText(const std::vector<Cell>& cells, const std::string& what) {
    constexpr std::size_t few = 3;
    std::string names;
    for (const Cell& cell : cells)
        if (cells.size() <= few)
            names += (names.empty() ? " (" : " ") + cellName(cell);
    return " " + std::to_string(cells.size()) + " " + what + (cells.size() == 1 ? " cell" : " cells") +
           (names.empty() ? "" : names + ")");
}

/// "altered: “red” left out, head 0.0 off, head 0.1 mask all"
static std::string alteredLine(const Intervention& changes, const std::vector<Sequence>& sequences) {
    std::string text;
    for (const TokenPlace& place : changes.leftOut)
        text += (text.empty() ? "“" : ", “") +
                printable(sequences[std::size_t(place.sequence)].tokens[std::size_t(place.token)].text, longestWord) +
                "” left out";
    for (const auto& [place, change] : changes) {
        const std::string head = "head " + place.text();
        if (change.scale != 1)
            text +=
                (text.empty() ? "" : ", ") + head + (change.scale == 0 ? " off" : " scaled by " + brief(change.scale));
        for (const auto& [feature, factor] : change.features)
            text += (text.empty() ? "" : ", ") + head + " feature " + std::to_string(feature) +
                    (factor == 0 ? " off" : " scaled by " + brief(factor));
        if (change.mask)
            text += (text.empty() ? "" : ", ") + head + " mask " + *change.mask;
        if (!change.forbidden.empty())
            text += (text.empty() ? "" : ", ") + head + cellsText(change.forbidden, "forbidden");
        if (!change.forced.empty())
            text += (text.empty() ? "" : ", ") + head + cellsText(change.forced, "forced");
    }
    return text.empty() ? text : "altered: " + text + "\n";
}

/// What was done to the tokens of the maps below.
static std::string displayLine(const TokenDisplay& display) {
    std::string text;
    for (const std::string& rule : {ruleOf(display.pieces), ruleOf(display.marks)})
        text += rule.empty() ? "" : rule + "\n";
    return text;
}

std::string attendText(const AttendShown& shown) {
    const std::string answer =
        displayLine(shown.recording.display()) + alteredLine(shown.changes, shown.recording.asRead().sequences()) +
        predictionText(shown.recording.answer(), shown.unaltered, tokenTexts(shown.recording.sequences().front())) +
        (shown.statistics ? "\n" + statisticsText(shown.recording, shown.between) : std::string()) +
        (shown.lens ? "\n" + lensText(*shown.lens, shown.recording.asRead().sequences().front()) : std::string()) +
        (shown.effects ? "\n" + effectsText(*shown.effects, shown.heads, shown.recording.asRead().sequences())
                       : std::string());
    if (const auto* selection = std::get_if<SelectionAnswer>(&shown.recording.answer())) {
        const int chosen = int(selection->places.best()) + 1, question = int(shown.recording.sequences().size()) - 1;
        return answer + choicesText(*selection) + "\nBetween the sentences\n" + mapsText(shown, 0) + "\nSentence " +
               std::to_string(chosen) + "\n" + mapsText(shown, chosen) + "\nQuestion\n" + mapsText(shown, question);
    }
    if (shown.recording.sequences().back().isTarget) {
        const bool isReadAgain = shown.recording.sequences().back().isReadAgain;
        const std::string source = mapsText(shown, 0), target = mapsText(shown, 1);
        return answer + (source.empty() ? "" : (isReadAgain ? "\nText\n" : "\nSource\n") + source) +
               (target.empty() ? "" : (isReadAgain ? "\nText, shifted\n" : "\nTranslation\n") + target);
    }
    if (shown.recording.sequences().size() > 1)
        return answer + "\nFirst sentence\n" + mapsText(shown, 0) + "\nSecond sentence\n" + mapsText(shown, 1);
    const std::string maps = mapsText(shown, 0);
    return answer.empty() && !maps.empty() ? maps.substr(1) : answer + maps; // a model may only read
}

} // namespace headlight
