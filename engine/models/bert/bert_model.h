#pragma once

#include "models/bert/bert_layers.h"
#include "models/stored_parameters.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace headlight {

/// How the tensors of a folder are called, where Hugging Face's files differ.
struct BertNames {
    std::string prefix = "bert"; ///< of embeddings, encoder and pooler; empty: they have none
    BertNormNames norms = {};
};

/// What one forward pass gives. Vars that the model has no parameters for are empty.
struct BertResult {
    Var embedded;                          ///< [hidden × tokens], what enters the first layer
    std::vector<BertLayer::Result> layers; ///< of each layer its queries, keys and result
    Var pooled;                            ///< [hidden × sequences], made of each first token
    Var maskedScores;                      ///< [vocabulary × tokens]
    Var labelScores;                       ///< [labels × sequences]
};

/// BERT (Devlin et al. 2019): embeddings, layers normalised after each residual connection, and what its architecture
/// has on top. Parameters are called as the folder's tensors.
///
///     const auto model = loadBert("bert-base-uncased");
///     Tape tape;
///     const Layout layout({5});
///     Context context(tape, layout);
///     const BertResult result = model->forward(context, {101, 7592, 2088, 999, 102}, {0, 0, 0, 0, 0});
class BertModel {
public:
    /// With first values that mean nothing, to be read from a file. `parameters` is empty, its limit what the model may
    /// have. A masked head or classifier is there by the config's architecture, and a classifier needs a pooler.
    BertModel(BertConfig config, const BertNames& names, bool pooler, Parameters parameters);

    const BertConfig& config() const { return m_config; }
    Parameters& parameters() { return m_parameters; }
    const Parameters& parameters() const { return m_parameters; }

    /// An id and a type for every token of the context's layout, whose sequences each begin with [CLS]. The context
    /// must live until backward. Error for a sequence longer than the model has positions.
    BertResult forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const;
    /// The same without what is on top: the scores of a vocabulary are as much work as some of the layers.
    BertResult encode(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const;
    /// Only of a model that predicts masked tokens: [hidden × any], columns of the last layer's result → [vocabulary ×
    /// any].
    Var maskedScores(Context& context, Var x) const { return m_masked->forward(context, x); }

    /// Only of a classifier, of a result of encode(): [labels × sequences].
    Var labelScores(Context& context, const BertResult& result) const;

private:
    Var pooled(Context& context, Var x) const;

    BertConfig m_config;
    Parameters m_parameters;
    BertEmbeddings m_embeddings;
    std::vector<BertLayer> m_layers;
    std::optional<Linear> m_pooler;
    std::optional<BertMaskedHead> m_masked;
    std::optional<Linear> m_classifier;
};

/// Reads config.json and the weights (weightsIn()) of a Hugging Face folder, the tensors of F32, F16 or BF16. Error
/// naming file and entry or tensor when anything is missing, unknown, of another shape or kind, or no number. Tensors
/// that a saved BERT may have and that change nothing (positions counted up, the tied copy of the embedding, the
/// next-sentence layer) are passed over. The files are taken as hostile.
std::unique_ptr<BertModel> loadBert(const std::filesystem::path& folder, Values values = Values::Own);

} // namespace headlight
