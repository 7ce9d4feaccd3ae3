#include "train/idle_options.h"

#include <algorithm>

namespace headlight {

namespace {

/// An option that is read only while another one has a certain value.
struct Need {
    std::string option, other, value;
};

const std::vector<Need>& needs() {
    static const std::vector<Need> rows = {
        {"momentum", "optimizer", "sgd"},
        {"token_exp", "token2token", "true"},
    };
    return rows;
}

bool makesSentenceVectors(const RunConfig& config) {
    const EncoderRow& row = encoderRow(config.encoder);
    if (row.check)
        row.check(*config.encoderConfig);
    Parameters parameters = Parameters::onlyCounted();
    const ClassifierOptions& options = config.classifier;
    return row.make(*config.encoderConfig, Builder(parameters, 0), options.embeddingFeatures, options.keep)->pools();
}

} // namespace

void checkIdleOptions(const RunConfig& config, const std::vector<std::string>& given) {
    const RunConfig first = RunConfig::forEncoder(config.encoder);
    const auto isChanged = [&](const std::string& name) {
        return std::find(given.begin(), given.end(), name) != given.end() && config.get(name) != first.get(name);
    };
    for (const Need& need : needs())
        if (isChanged(need.option) && config.get(need.other) != need.value)
            throw Error(need.option + ": does nothing while " + need.other + " is " + config.get(need.other) +
                        ": leave it out, or set " + need.other + "=" + need.value);
    for (const std::string name : {"pooling", "pooling_activation"})
        if (isChanged(name) && makesSentenceVectors(config))
            throw Error(name + ": does nothing for " + config.encoder +
                        ", which makes the vector of a sentence itself: leave it out");
}

} // namespace headlight
