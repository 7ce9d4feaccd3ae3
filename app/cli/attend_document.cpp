#include "cli/attend_effects.h"
#include "cli/attend_lens.h"
#include "cli/attend_output.h"
#include "cli/attend_statistics.h"
#include "engine/core/json_text.h"
#include "engine/models/change_json.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_names.h"

#include <charconv>
#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

std::string quoted(const std::string& text) {
    return jsonText(text);
}

/// Shortest text that reads back as the same number.
void append(std::string& text, float number) {
    if (!std::isfinite(number)) {
        text += "null";
        return;
    }
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Of a part of a map the tokens at its rows or columns.
std::string partOf(const std::vector<std::string>& tokens, Index first, Index count) {
    return jsonText(std::vector<std::string>(tokens.begin() + first, tokens.begin() + first + count));
}

std::string mapHeader(const AttentionMap& map, const std::vector<std::string>& tokens,
                      const std::vector<HeadInfo>& heads) {
    const MapPart part = map.address.part;
    std::string text = "{\"layer\": " + std::to_string(map.address.layer) +
                       ", \"head\": " + std::to_string(map.address.head) + ", \"address\": \"" + map.address.text() +
                       "\", \"kind\": \"" + kindName(part) + "\", \"stage\": \"" + nameOf(map.stage) +
                       "\", \"mask\": " + quoted(map.mask) + ", \"shape\": " + jsonText(shapeOf(map));
    if (!map.combination.empty())
        text += ", \"combination\": " + quoted(map.combination);
    else if (part != MapPart::Self && part != MapPart::Pooling)
        text += ", \"label\": " + quoted(map.label);
    if (const HeadInfo* head = headAt(heads, map.address); map.combination.empty() && head && head->keyHead >= 0)
        text += ", \"key_head\": " + std::to_string(head->keyHead);
    if (map.mechanismFeatures > 1 && map.features == 1)
        text += ", \"features\": " + quoted(map.choice.text());
    if (map.between)
        text += ", \"between\": " + quoted(nameOf(*map.between));
    if (!map.queryNames.empty())
        text += ", \"queries\": " + jsonText(map.queryNames);
    else if (map.between && hasQueries(part))
        text += ", \"queries\": " + partOf(tokens, map.firstQuery, map.queries);
    if (!map.keyNames.empty())
        text += ", \"keys\": " + jsonText(map.keyNames);
    else if (map.between)
        text += ", \"keys\": " + partOf(tokens, map.firstKey, map.keys);
    return text + ", \"values\": [";
}

} // namespace

static std::string errorsEntry(const AttentionMap& map) {
    std::string text = ", \"standard_errors\": [";
    for (std::size_t k = 0; k < map.standardErrors.size(); ++k) {
        text += k > 0 ? "," : "";
        append(text, map.standardErrors[k]);
    }
    return text + "]";
}

/// Which of the scores are behind a mask: 1 or 0 for each cell.
static void writeHidden(const AttentionMap& map, const std::function<void(std::string_view)>& write) {
    write(", \"hidden\": [");
    std::string row;
    for (Index query = 0; query < map.queries; ++query) {
        row.clear();
        for (Index key = 0; key < map.keys; ++key) {
            row += query + key > 0 ? "," : "";
            row += map.isVisible(query, key) ? '0' : '1';
        }
        write(row);
    }
    write("]");
}

static void writeSequence(const AttendShown& shown, int index, const std::function<void(std::string_view)>& write) {
    const Sequence& sequence = shown.recording.sequences()[std::size_t(index)];
    const std::vector<std::string> tokens = tokenTexts(sequence);
    write("\"tokens\": " + jsonText(tokens) + ",\n");
    if (sequence.image)
        write("\"image\": {\"patch\": " + std::to_string(sequence.image->patch) +
              ", \"rows\": " + std::to_string(sequence.image->rows()) +
              ", \"columns\": " + std::to_string(sequence.image->columns()) + "},\n");
    if (sequence.leftOut > 0)
        write("\"left_out\": " + std::to_string(sequence.leftOut) + ",\n");
    for (std::size_t token = 0; token < sequence.tokens.size(); ++token)
        if (sequence.tokens[token].isPredicate)
            write("\"predicate\": " + std::to_string(token) + ",\n");
    write("\"maps\": [");
    bool first = true;
    for (const MapRequest& request : shown.requests) {
        if (request.sequence != index)
            continue;
        const AttentionMap map = shown.map(request);
        write((first ? "\n" : ",\n") + mapHeader(map, tokens, shown.heads));
        first = false;
        std::string row;
        for (Index query = 0; query < map.queries; ++query) {
            row.clear();
            for (Index key = 0; key < map.keys; ++key)
                for (Index feature = 0; feature < map.features; ++feature) {
                    row += query + key + feature > 0 ? "," : "";
                    if (isBlank(map, query, key))
                        row += "null";
                    else
                        append(row, map.at(query, key, feature));
                }
            write(row);
        }
        write("]");
        if (!map.standardErrors.empty())
            write(errorsEntry(map));
        if (hasHiddenScores(map))
            writeHidden(map, write);
        write("}");
    }
    write("\n]");
}

/// "altered": [{"layer": 0, "head": 1, "scale": 0}, …]
std::string alteredEntry(const Intervention& changes) {
    std::string text;
    for (const auto& [place, change] : changes) {
        text += (text.empty() ? "" : ", ") + ("{\"layer\": " + std::to_string(place.layer)) +
                ", \"head\": " + std::to_string(place.head);
        if (change.scale != 1) {
            text += ", \"scale\": ";
            append(text, float(change.scale));
        }
        if (!change.features.empty()) {
            Json features = Json::object();
            for (const auto& [feature, factor] : change.features)
                features[std::to_string(feature)] = factor;
            text += ", \"features\": " + jsonText(features);
        }
        if (change.mask)
            text += ", \"mask\": " + quoted(*change.mask);
        Json forbidden = Json::array(), forced = Json::array();
        for (const HeadCell& cell : change.forbidden)
            forbidden.push_back(cellJson(cell, {}));
        for (const ForcedCell& cell : change.forced)
            forced.push_back(cellJson(cell.place(), cell.weight));
        for (const auto& [name, cells] : {std::pair("forbidden", forbidden), std::pair("forced", forced)})
            if (!cells.empty())
                text += ", \"" + std::string(name) + "\": " + jsonText(cells);
        text += "}";
    }
    for (const TokenPlace& place : changes.leftOut)
        text += (text.empty() ? "" : ", ") + ("{\"left_out\": " + std::to_string(place.token)) +
                ", \"sequence\": " + std::to_string(place.sequence) + "}";
    return "\"altered\": [" + text + "],\n";
}

/// Sentences count from 1, as their names do.
static Json selectionDocument(const SelectionAnswer& answer) {
    Json document = {
        {"sentence", answer.places.best() + 1}, {"sentences", Json::array()}, {"baselines", Json::object()}};
    for (std::size_t k = 0; k < answer.sentences.size(); ++k) {
        const auto finite = [](double number) { return std::isfinite(number) ? Json(number) : Json(); };
        document["sentences"].push_back({{"begin", answer.sentences[k].begin},
                                         {"end", answer.sentences[k].end},
                                         {"probability", answer.places.probabilities[k]},
                                         {"logit", finite(answer.places.logits[k])}});
    }
    for (const SelectionAnswer::Choice& choice : answer.choices)
        document["baselines"][choice.id] = choice.sentence + 1;
    return document;
}

static Json translationDocument(const TranslationAnswer& answer) {
    Json document = {{"translation", answer.beams.front().text},
                     {"ended", answer.ended()},
                     {"limit", answer.limit},
                     {"tokens", Json::array()},
                     {"beams", Json::array()}};
    for (const TranslationAnswer::Token& token : answer.tokens) {
        Json candidates = Json::array();
        for (const TranslationAnswer::Candidate& candidate : token.candidates)
            candidates.push_back({{"token", candidate.token}, {"probability", candidate.probability}});
        document["tokens"].push_back({{"token", token.text},
                                      {"log_probability", token.logProbability},
                                      {"given", token.isForced},
                                      {"candidates", candidates}});
    }
    for (const TranslationAnswer::Beam& beam : answer.beams)
        document["beams"].push_back({{"text", beam.text},
                                     {"score", beam.score},
                                     {"log_probability", beam.logProbability},
                                     {"ended", beam.ended}});
    return document;
}

/// Of tags a row of probabilities and logits for each token.
static Json predictionDocument(const Answer& answer) {
    if (const auto* tags = std::get_if<TagAnswer>(&answer)) {
        Json document = {{"labels", tags->labels}, {"tags", Json::array()}, {"spans", Json::array()}};
        for (std::size_t t = 0; t < tags->tokens.size(); ++t) {
            document["tags"].push_back(tags->tag(t));
            document["probabilities"].push_back(tags->tokens[t].tags.probabilities);
            document["logits"].push_back(tags->tokens[t].tags.logits);
        }
        for (const TagSpan& span : tags->spans)
            document["spans"].push_back({{"begin", span.begin}, {"end", span.end}, {"label", span.label}});
        return document;
    }
    if (const auto* translation = std::get_if<TranslationAnswer>(&answer))
        return translationDocument(*translation);
    const ClassAnswer classes = classesOf(answer);
    if (const auto* selection = std::get_if<SelectionAnswer>(&answer))
        return selectionDocument(*selection);
    Json document = {{"labels", classes.labels}, {"probabilities", classes.probabilities}, {"logits", classes.logits}};
    if (const auto* score = std::get_if<ScoreAnswer>(&answer))
        document["score"] = score->score;
    return document;
}

void writeAttendJson(const AttendShown& shown, const std::function<void(std::string_view)>& write) {
    write("{\n\"model\": " + quoted(shown.folder) + ",\n");
    if (!shown.changes.empty())
        write(alteredEntry(shown.changes));
    const TokenDisplay& display = shown.recording.display();
    if (display.pieces != PieceDisplay::Raw)
        write("\"pieces\": " + quoted(nameOf(display.pieces)) + ",\n");
    if (display.marks != MarkDisplay::Shown)
        write("\"specials\": " + quoted(nameOf(display.marks)) + ",\n");
    writeSequence(shown, 0, write);
    if (isOfPassage(shown.recording)) {
        const int question = int(shown.recording.sequences().size()) - 1;
        write(",\n\"sentences\": [");
        for (int sentence = 1; sentence < question; ++sentence) {
            write(sentence > 1 ? ",\n{" : "{");
            writeSequence(shown, sentence, write);
            write("}");
        }
        write("],\n\"question\": {");
        writeSequence(shown, question, write);
        write("}");
    } else if (shown.recording.sequences().size() > 1) {
        const Sequence& second = shown.recording.sequences().back();
        write(std::string(",\n\"") +
              (second.isReadAgain ? "shifted"
               : second.isTarget  ? "translation"
                                  : "second") +
              "\": {");
        writeSequence(shown, 1, write);
        write("}");
    }
    if (shown.statistics)
        write(",\n\"statistics\": " + jsonText(statisticsDocument(shown.recording, shown.between)));
    if (shown.lens)
        write(",\n\"lens\": " + jsonText(lensDocument(*shown.lens)));
    if (shown.effects)
        write(",\n\"effects\": " + jsonText(effectsDocument(*shown.effects, shown.heads)));
    write(",\n\"prediction\": " + jsonText(predictionDocument(shown.recording.answer())) + "\n}\n");
}

} // namespace headlight
