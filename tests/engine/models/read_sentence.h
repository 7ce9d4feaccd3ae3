#pragma once

#include "models/record.h"

namespace headlight {

/// A recording with all of its maps made: each stage that a head has, with all features, by address.
struct Analysis {
    std::vector<std::string> tokens, secondTokens;
    std::vector<bool> known;
    std::size_t leftOut = 0;
    std::vector<AttentionMap> maps, secondMaps;
    std::vector<double> logits, probabilities;
    std::optional<double> score;
    int best() const {
        return int(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
    }
};

inline std::vector<AttentionMap> mapsOf(const Recording& recording, int sequence, const FeatureChoice& choice = {},
                                        const Check& check = {}) {
    std::vector<AttentionMap> maps;
    for (const MapAddress& address : recording.heads(sequence)) {
        if (isAttention(address.part))
            for (const MapStage stage : {MapStage::Score, MapStage::Masked})
                maps.push_back(recording.map({address, sequence, stage, choice}, check));
        maps.push_back(recording.map({address, sequence, MapStage::Weight, choice}, check));
    }
    return maps;
}

inline Recording recorded(const TaskNetwork& model, const std::vector<std::string>& tokens,
                          const Intervention& changes = {}, const std::vector<std::string>& second = {},
                          const RunControl& control = {}) {
    std::vector<Sequence> sentences = {sequenceOf(model, tokens)};
    if (!second.empty())
        sentences.push_back(sequenceOf(model, second));
    return record(model, sentences, changes, control);
}

inline Analysis attend(const TaskNetwork& model, const std::vector<std::string>& tokens,
                       const Intervention& changes = {}, const std::vector<std::string>& second = {},
                       const RunControl& control = {}) {
    const Recording recording = recorded(model, tokens, changes, second, control);
    Analysis analysis;
    for (const Token& token : recording.sequences()[0].tokens) {
        analysis.tokens.push_back(token.text);
        analysis.known.push_back(token.known);
    }
    analysis.leftOut = recording.sequences()[0].leftOut;
    analysis.maps = mapsOf(recording, 0, {}, control.check);
    if (!second.empty()) {
        for (const Token& token : recording.sequences()[1].tokens)
            analysis.secondTokens.push_back(token.text);
        analysis.secondMaps = mapsOf(recording, 1);
    }
    analysis.logits = classesOf(recording.answer()).logits;
    analysis.probabilities = classesOf(recording.answer()).probabilities;
    if (const auto* score = std::get_if<ScoreAnswer>(&recording.answer()))
        analysis.score = score->score;
    return analysis;
}

/// The texts of a sequence's tokens.
inline std::vector<std::string> tokensOf(const TaskNetwork& model, const std::string& text) {
    return tokenize(text, model.description().tokenizer);
}

} // namespace headlight
