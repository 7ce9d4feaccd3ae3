// PublishedModel::lens()

#include "models/layer_lens.h"

#include "models/left_out.h"
#include "models/published/likeliest_words.h"
#include "models/published/published_model.h"
#include "models/published/text_pass.h"

#include <algorithm>
#include <stdexcept>

namespace headlight {

LayerLens PublishedModel::lens(std::vector<Sequence> sequences, const Intervention& changes,
                               const std::vector<int>& tokens, const RunControl& control) const {
    const std::vector<Sequence> marked = withLeftOut(std::move(sequences), changes.leftOut);
    const auto count = int(marked.front().tokens.size());
    if (!tellsWords() || std::any_of(tokens.begin(), tokens.end(), [&](int t) { return t < 0 || t >= count; }))
        throw std::invalid_argument("PublishedModel::lens: expected a model that tells words, and tokens of its text");
    const std::vector<Index> read = placesRead(marked.front());
    std::vector<std::size_t> asked; ///< numbers in `tokens` of those that are read
    std::vector<Index> columns;     ///< where these are in the pass
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const auto place = std::find(read.begin(), read.end(), Index(tokens[t]));
        if (place == read.end())
            continue;
        asked.push_back(t);
        columns.push_back(Index(place - read.begin()));
    }
    std::vector<Matrix> layers; ///< what each makes of these
    const auto choose = [&](int, Var result) {
        Matrix& chosen = layers.emplace_back(result.rows(), Index(columns.size()));
        for (std::size_t c = 0; c < columns.size(); ++c)
            chosen.col(Index(c)) = result.value().col(columns[c]);
    };
    TextPass pass(*m_network, readOf(marked).front(), readOf(changes, marked), control, nullptr, choose);
    LayerLens found{tokens, {}};
    for (const Matrix& chosen : layers) {
        std::vector<ClassAnswer>& own = found.layers.emplace_back(tokens.size());
        pass.eachScores(chosen, [&](Index c, const Eigen::Ref<const Vector>& scores) {
            own[asked[std::size_t(c)]] = likeliestWords(*m_tokenizer, scores);
        });
    }
    return found;
}

const LensModel* lensModel(const Model& model) {
    const auto* const published = dynamic_cast<const PublishedModel*>(&model);
    return published && published->tellsWords() ? published : nullptr;
}

} // namespace headlight
