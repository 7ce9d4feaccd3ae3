#include "models/published/architectures/bert_like.h"
#include "models/published/architectures/rows.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// "c2p|p2c", or a list of such words.
std::vector<std::string> wordsOf(const ConfigEntries& config, const char* name) {
    std::vector<std::string> words;
    if (!config.has(name))
        return words;
    const ConfigEntries::Json& entry = config.at(name);
    if (entry.is_array()) {
        for (const ConfigEntries::Json& word : entry) {
            if (!word.is_string())
                config.refuse(name, "words");
            words.push_back(word.get<std::string>());
        }
        return words;
    }
    std::string text = config.text(name);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('|', begin), text.size());
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// He et al. 2021. `name` begins the words of its classes: "Deberta". `buckets` and the like are of the second version.
NetworkShape debertaLikeShape(const ConfigEntries& config, const std::string& name, bool second) {
    NetworkShape shape = bertLikeShape(config);
    StackShape& stack = shape.stack;
    stack.norm.epsilon = config.number("layer_norm_eps", 1e-7, 1e-20, 1);
    EmbeddingShape& embeddings = shape.embeddings;
    embeddings.norm = stack.norm;
    embeddings.types = config.count("type_vocab_size", most::types, 0);
    const Index positions = embeddings.positions;
    if (!config.flag("position_biased_input", true))
        embeddings.positions = 0;
    config.mustBe("talking_head", false);
    if (const Index window = second ? config.count("conv_kernel_size", 1023, 0) : 0; window > 0) {
        if (window % 2 == 0) // which would make a text shorter
            config.refuse("conv_kernel_size", "an odd number");
        stack.convolution = {window, config.activation("conv_act", "tanh")};
        config.mustBe("conv_groups", 1);
    }
    config.mustBe("embedding_size", stack.width);
    config.mustBe("attention_head_size", stack.headWidth);
    const std::vector<std::string> kinds = wordsOf(config, "pos_att_type");
    for (const std::string& kind : kinds)
        if (kind != "c2p" && kind != "p2c")
            config.refuse("pos_att_type", "c2p, p2c, or both");
    stack.factor = 1 / std::sqrt(double(stack.headWidth) * double(1 + kinds.size()));
    if (config.flag("relative_attention", false)) {
        DisentangledPositions relative;
        // Less than 1 stands for as many as there are positions.
        const ConfigEntries::Json none = -1;
        const auto sizeOr = [&](const char* entry, Index otherwise) {
            return !config.has(entry) || config.at(entry) == none || config.at(entry) == 0
                       ? otherwise
                       : config.size(entry, most::positions);
        };
        relative.farthest = sizeOr("max_relative_positions", positions);
        relative.buckets = second ? sizeOr("position_buckets", 0) : 0;
        if (relative.buckets > 0 && (relative.buckets < 4 || relative.farthest <= relative.buckets / 2 + 1))
            config.refuse("position_buckets", "at least 4, and less than twice the greatest distance, " +
                                                  std::to_string(relative.farthest));
        relative.span = relative.buckets > 0 ? relative.buckets : relative.farthest;
        relative.queriesMeet = has(kinds, "c2p");
        relative.keysMeet = has(kinds, "p2c");
        relative.mapBias = second;
        relative.sharedMaps = second && config.flag("share_att_key", false);
        relative.normalised = second && has(wordsOf(config, "norm_rel_ebd"), "layer_norm");
        stack.disentangled = relative;
    }
    stack.keyBias = second; // the first version adds one to queries and values alone
    const std::string top = topClass(config, {name + "Model", name + "ForMaskedLM", name + "ForQuestionAnswering",
                                              name + "ForTokenClassification", name + "ForSequenceClassification"});
    shape.top.denseWidth = stack.width;
    if (top.ends_with("ForMaskedLM")) {
        shape.top.kind = TopShape::Kind::Words;
        shape.top.activation = stack.activation;
        shape.top.norm = stack.norm;
        shape.top.tied = config.flag("tie_word_embeddings", true);
    } else if (top.ends_with("ForSequenceClassification")) {
        shape.top.kind = TopShape::Kind::Classes;
        shape.top.activation = config.activation("pooler_hidden_act", "gelu");
        readLabels(config, shape.top);
    } else if (top.ends_with("ForTokenClassification")) {
        readTokenLabels(config, shape.top);
    }
    return shape;
}

Architecture debertaLike(const std::string& type, const std::string& title, const std::string& name,
                         NetworkShape (*shape)(const ConfigEntries&)) {
    Architecture row{type, title, shape, bertLikeEmbeddings(), {"deberta."}, bertLikeIgnored()};
    for (const TensorName& tensor : std::vector<TensorName>{{"layers.relative", "encoder.rel_embeddings.weight"},
                                                            {"layers.relative_norm", "encoder.LayerNorm"},
                                                            {"top.dense", "cls.predictions.transform.dense"},
                                                            {"top.norm", "cls.predictions.transform.LayerNorm"},
                                                            {"top.scores", "cls.predictions.decoder"},
                                                            {"top.scores.bias", "cls.predictions.bias"},
                                                            {"top.dense", "lm_predictions.lm_head.dense"},
                                                            {"top.norm", "lm_predictions.lm_head.LayerNorm"},
                                                            {"top.scores.bias", "lm_predictions.lm_head.bias"},
                                                            {"top.dense", "pooler.dense"},
                                                            {"top.scores", "classifier"}})
        row.names.push_back(tensor);
    for (const char* tensor :
         {"embeddings.position_embeddings.weight", "pooler.dense.weight", "pooler.dense.bias",
          "cls.predictions.decoder.weight", "cls.predictions.decoder.bias", "lm_predictions.*", "mask_predictions.*"})
        row.ignored.push_back(tensor);
    // Where the third version has learnt to tell replaced tokens, its scores of words have learnt nothing.
    row.toldClasses = {{"classifier.weight", name + "ForSequenceClassification"},
                       {"mask_predictions.dense.weight", name + "Model"},
                       {"cls.predictions.transform.dense.weight", name + "ForMaskedLM"},
                       {"lm_predictions.lm_head.dense.weight", name + "ForMaskedLM"},
                       {"", name + "Model"}};
    return row;
}

} // namespace

Architecture debertaArchitecture() {
    Architecture row = debertaLike("deberta", "DeBERTa", "Deberta", [](const ConfigEntries& config) {
        return debertaLikeShape(config, "Deberta", false);
    });
    const std::string own = "encoder.layer.#.attention.self.";
    const auto together = [&](const std::string& name) {
        return TensorName{.own = "layers.#.self." + name + ".weight",
                          .theirs = own + "in_proj.weight",
                          .together = queryKeyValue(".weight"),
                          .byKeyHead = true};
    };
    for (const TensorName& name :
         {together("query"), together("key"), together("value"), TensorName{"layers.#.self.query.bias", own + "q_bias"},
          TensorName{"layers.#.self.value.bias", own + "v_bias"},
          TensorName{"layers.#.self.position_key", own + "pos_proj"},
          TensorName{"layers.#.self.position_query", own + "pos_q_proj"}})
        row.names.push_back(name);
    for (const TensorName& name : bertLikeLayers("encoder.layer.#"))
        row.names.push_back(name);
    return row;
}

Architecture debertaV2Architecture() {
    Architecture row = debertaLike("deberta-v2", "DeBERTa v2 or v3", "DebertaV2", [](const ConfigEntries& config) {
        return debertaLikeShape(config, "DebertaV2", true);
    });
    const std::string own = "encoder.layer.#.attention.self.";
    for (const TensorName& name : std::vector<TensorName>{
             {"layers.#.self.query", own + "query_proj"},
             {"layers.#.self.key", own + "key_proj"},
             {"layers.#.self.value", own + "value_proj"},
             {"layers.#.self.position_key", own + "pos_key_proj"},
             {"layers.#.self.position_query", own + "pos_query_proj"},
             {"layers.convolution.weight", "encoder.conv.conv.weight", TensorName::Axes::WindowLast},
             {"layers.convolution.bias", "encoder.conv.conv.bias"},
             {"layers.convolution_norm", "encoder.conv.LayerNorm"}})
        row.names.push_back(name);
    for (const TensorName& name : bertLikeLayers("encoder.layer.#"))
        row.names.push_back(name);
    return row;
}

} // namespace headlight
