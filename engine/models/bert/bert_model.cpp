#include "models/bert/bert_model.h"

#include "autodiff/ops_sequence.h"
#include "core/error.h"
#include "models/weights/weights_formats.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

/// Tensors of a saved BERT that this program does without. The decoder is the embedding again.
bool isPassedOver(const std::string& name) {
    static constexpr std::array<const char*, 8> names = {
        "embeddings.position_ids",        "bert.embeddings.position_ids",   "embeddings.token_type_ids",
        "bert.embeddings.token_type_ids", "cls.predictions.decoder.weight", "cls.predictions.decoder.bias",
        "cls.seq_relationship.weight",    "cls.seq_relationship.bias"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

BertNames namesIn(const TensorFile& file) {
    BertNames names;
    if (file.contains("embeddings.word_embeddings.weight"))
        names.prefix.clear();
    for (const std::string& name : file.names())
        if (name.ends_with("embeddings.LayerNorm.gamma"))
            names.norms = {"gamma", "beta"};
    return names;
}

Builder within(const Builder& root, const std::string& prefix, const std::string& part) {
    return root.part(prefix.empty() ? part : prefix + "." + part);
}

} // namespace

BertModel::BertModel(BertConfig config, const BertNames& names, bool pooler, Parameters parameters)
    : m_config(std::move(config)), m_parameters(std::move(parameters)),
      m_embeddings(within(Builder(m_parameters, 0), names.prefix, "embeddings"), m_config, names.norms) {
    const Builder root(m_parameters, 0);
    for (Index layer = 0; layer < m_config.layers; ++layer)
        m_layers.emplace_back(within(root, names.prefix, "encoder.layer." + std::to_string(layer)), m_config,
                              names.norms);
    if (pooler)
        m_pooler.emplace(within(root, names.prefix, "pooler.dense"), m_config.hidden, m_config.hidden);
    if (m_config.architecture.predictsMasked)
        m_masked.emplace(root.part("cls.predictions"), m_config, names.norms, m_embeddings.words());
    if (m_config.architecture.classifies)
        m_classifier.emplace(root.part("classifier"), m_config.hidden, Index(m_config.labels.size()));
}

Var BertModel::pooled(Context& context, Var x) const {
    std::vector<Index> first;
    for (Index s = 0; s < context.layout().sequences(); ++s)
        first.push_back(context.layout().begin(s));
    return m_pooler->forwardSequences(context, gatherColumns(x, context.keep(std::move(first))), 1, Activation::Tanh);
}

BertResult BertModel::encode(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const {
    BertResult result;
    Var x = result.embedded = m_embeddings.forward(context, ids, types);
    for (const BertLayer& layer : m_layers) {
        const AtLayer at(context, int(result.layers.size()));
        result.layers.push_back(layer.forward(context, x));
        x = result.layers.back().hidden;
    }
    return result;
}

BertResult BertModel::forward(Context& context, const std::vector<int>& ids, const std::vector<int>& types) const {
    BertResult result = encode(context, ids, types);
    const Var x = result.layers.back().hidden;
    if (m_masked)
        result.maskedScores = maskedScores(context, x);
    if (m_pooler)
        result.pooled = pooled(context, x);
    if (m_classifier)
        result.labelScores = m_classifier->forwardSequences(context, result.pooled, 1 - m_config.hiddenDropout);
    return result;
}

Var BertModel::labelScores(Context& context, const BertResult& result) const {
    return m_classifier->forwardSequences(context, pooled(context, result.layers.back().hidden),
                                          1 - m_config.hiddenDropout);
}

std::unique_ptr<BertModel> loadBert(const std::filesystem::path& folder, Values values) {
    const std::filesystem::path config = folder / "config.json";
    BertConfig sizes = readBertConfig(config);
    const std::filesystem::path tensors = weightsIn(folder);
    const std::shared_ptr<const TensorFile> file = openWeights(tensors);
    const BertNames names = namesIn(*file);
    const bool pooler =
        sizes.architecture.classifies ||
        file->contains(names.prefix.empty() ? "pooler.dense.weight" : names.prefix + ".pooler.dense.weight");
    std::unique_ptr<BertModel> model;
    try {
        model = std::make_unique<BertModel>(std::move(sizes), names, pooler, Parameters::toBeRead(mostValues(*file)));
    } catch (const Error& error) {
        throw Error(config.string() + ": " + error.what());
    }
    fillParameters(values, file, tensors.string(), model->parameters(), isPassedOver);
    return model;
}

} // namespace headlight
