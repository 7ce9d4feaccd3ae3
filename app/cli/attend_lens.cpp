#include "cli/attend_lens.h"

#include "cli/terminal.h"
#include "engine/core/error.h"
#include "viewmodels/numbered_tokens.h"

#include <numeric>

namespace headlight {

LayerLens lensOfAll(const Model& model, const std::vector<Sequence>& sequences, const Intervention& changes) {
    const LensModel* const layers = lensModel(model);
    if (!layers)
        throw Error(
            "--lens: the model tells no words that its layers could be asked for; a masked or a causal language "
            "model does");
    std::vector<int> tokens(sequences.front().tokens.size());
    std::iota(tokens.begin(), tokens.end(), 0);
    return layers->lens(sequences, changes, tokens, {});
}

std::string lensText(const LayerLens& lens, const Sequence& sequence) {
    std::vector<std::vector<std::string>> rows = {{"behind layer"}};
    for (std::size_t layer = 0; layer < lens.layers.size(); ++layer)
        rows.front().push_back(std::to_string(layer));
    const QStringList names = plainTokens(sequence);
    for (std::size_t token = 0; token < lens.tokens.size(); ++token) {
        std::vector<std::string>& row =
            rows.emplace_back(std::vector{printable(names[lens.tokens[token]].toStdString(), longestWord)});
        for (const std::vector<ClassAnswer>& layer : lens.layers) {
            const ClassAnswer& words = layer[token];
            row.push_back(words.labels.empty() ? "—"
                                               : printable(words.labels.front(), longestWord) + " " +
                                                     percent(words.probabilities.front()));
        }
    }
    return table(rows, {});
}

nlohmann::ordered_json lensDocument(const LayerLens& lens) {
    using Json = nlohmann::ordered_json;
    Json document = Json::array();
    for (const std::vector<ClassAnswer>& layer : lens.layers) {
        Json& row = document.emplace_back(Json::array());
        for (const ClassAnswer& words : layer)
            row.push_back(words.labels.empty() ? Json()
                                               : Json({{"labels", words.labels},
                                                       {"probabilities", words.probabilities},
                                                       {"logits", words.logits}}));
    }
    return document;
}

} // namespace headlight
