#include "models/published/published_summary.h"

namespace headlight {

ModelSummary summaryOf(const Architecture& architecture, const PublishedNetwork& network, Index words) {
    const NetworkShape& shape = network.shape();
    const Parameters& parameters = network.parameters();
    Index tables = 0;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].kind == Parameter::Kind::Table)
            tables += parameters[p].value.rows() * parameters[p].columns;
    ModelSummary summary{architecture.type,
                         words,
                         {{"encoder", parameters.count("layers.")}},
                         {{"architecture", architecture.title},
                          {"options",
                           {{"layers", shape.stack.layers},
                            {"width", shape.stack.width},
                            {"heads", shape.stack.heads},
                            {"inner", shape.stack.inner},
                            {"positions", shape.embeddings.mostTokens()},
                            {"types", shape.embeddings.types},
                            {"vocabulary", shape.embeddings.vocabulary},
                            {"embeddings", tables},
                            {"norm_epsilon", shape.stack.norm.epsilon}}},
                          {"labels", shape.top.labels}}};
    if (shape.stack.keyHeads < shape.stack.heads)
        summary.configuration["options"]["key_heads"] = shape.stack.keyHeads;
    if (shape.patches) {
        summary.configuration["options"]["image"] = shape.patches->imageSide;
        summary.configuration["options"]["patch"] = shape.patches->side;
    }
    Index layers = parameters.count("layers.");
    if (shape.decoder) {
        const Index decoder = parameters.count("decoder.");
        layers += decoder;
        summary.parameters.emplace_back("decoder", decoder);
        summary.configuration["options"]["decoder_layers"] = shape.decoder->stack.layers;
    }
    summary.parameters.emplace_back("other", parameters.count() - layers);
    summary.parameters.emplace_back("total", parameters.count());
    return summary;
}

} // namespace headlight
