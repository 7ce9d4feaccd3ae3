#pragma once

#include "core/json_text.h"
#include "data/squad.h"

#include <string>
#include <vector>

namespace headlight {

/// A file in SQuAD's form as a test writes it.
struct SquadAnswer {
    std::string text;
    int start;
};
struct SquadQuestion {
    std::string id, text;
    std::vector<SquadAnswer> answers;
};
struct SquadPassage {
    std::string title, text;
    std::vector<SquadQuestion> questions;
};

/// An article for each passage.
inline nlohmann::ordered_json squadDocument(const std::vector<SquadPassage>& passages) {
    using Json = nlohmann::ordered_json;
    Json articles = Json::array();
    for (const SquadPassage& passage : passages) {
        Json questions = Json::array();
        for (const SquadQuestion& question : passage.questions) {
            Json answers = Json::array();
            for (const SquadAnswer& answer : question.answers)
                answers.push_back({{"answer_start", answer.start}, {"text", answer.text}});
            questions.push_back({{"answers", answers}, {"question", question.text}, {"id", question.id}});
        }
        const Json paragraph = {{"context", passage.text}, {"qas", questions}};
        articles.push_back({{"title", passage.title}, {"paragraphs", Json::array({paragraph})}});
    }
    return {{"data", articles}, {"version", "1.1"}};
}

inline SelectionData squadData(const std::vector<SquadPassage>& passages) {
    return readSquad({"small.json", squadDocument(passages).dump()});
}

} // namespace headlight
