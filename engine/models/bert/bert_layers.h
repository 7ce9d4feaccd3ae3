#pragma once

#include "masks/mask.h"
#include "models/bert/bert_config.h"
#include "nn/layer_norm.h"
#include "nn/linear.h"
#include "nn/positions.h"

#include <string>
#include <vector>

namespace headlight {

/// How a folder calls the gain and bias of a layer normalisation: "weight" and "bias", or as the first releases did.
struct BertNormNames {
    std::string gain = "weight", bias = "bias";
};

/// The sum of each token's vector, its position's and its type's, normalised.
class BertEmbeddings {
public:
    BertEmbeddings(const Builder& builder, const BertConfig& config, const BertNormNames& norms);

    /// An id and a type for every token of the context's layout → [hidden × tokens]. Positions begin anew in every
    /// sequence; Error for one that is longer than the model has positions, std::invalid_argument for ids and types
    /// that it does not have.
    Var forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const;

    const Parameter& words() const { return m_words; } ///< [hidden × vocabulary]

private:
    Parameter& m_words;
    LearnedPositions m_positions;
    Parameter& m_types;
    LayerNorm m_norm;
    double m_keep;
};

/// Self-attention and feed-forward, each followed by its residual connection and its normalisation.
class BertLayer {
public:
    /// [hidden × tokens] each. Head h has the rows from h·hidden/heads on of queries and keys; its scores are
    /// ⟨k, q⟩ / √(hidden/heads), and every token of a sequence sees every other.
    struct Result {
        Var query, key, hidden;
    };

    BertLayer(const Builder& builder, const BertConfig& config, const BertNormNames& norms);

    /// The context's running layer: a trace gets its maps, a user can change its heads.
    Result forward(Context& context, Var x) const;

private:
    Var attended(Context& context, Var query, Var key, Var value) const;

    Index m_heads;
    std::vector<Mask> m_masks;
    Activation m_activation;
    double m_keep, m_attentionKeep;
    Linear m_query, m_key, m_value, m_attentionOutput;
    LayerNorm m_attentionNorm;
    Linear m_intermediate, m_output;
    LayerNorm m_outputNorm;
};

/// Scores of every entry of the vocabulary for every token, by the embedding's own vectors.
class BertMaskedHead {
public:
    BertMaskedHead(const Builder& builder, const BertConfig& config, const BertNormNames& norms,
                   const Parameter& words);

    Var forward(Context& context, Var x) const; ///< [hidden × tokens] → [vocabulary × tokens]

private:
    const Parameter& m_words;
    Linear m_transform;
    Activation m_activation;
    LayerNorm m_norm;
    Parameter& m_bias;
};

} // namespace headlight
