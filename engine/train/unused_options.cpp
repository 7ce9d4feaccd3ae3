#include "train/unused_options.h"

#include "encoders/encoder.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr const char* poolingOptions[] = {"pooling", "pooling_activation"};

bool makesSentenceVectors(const RunConfig& config) {
    const EncoderRow& row = encoderRow(config.encoder);
    if (row.check)
        row.check(*config.encoderConfig);
    Parameters parameters = Parameters::onlyCounted();
    const ClassifierOptions& options = config.classifier;
    return row
        .make(*config.encoderConfig, Builder(parameters, 0), options.embeddingFeatures,
              options.keepAt(options.encoderKeep))
        ->pools();
}

/// "exp or sigmoid"
std::string alternatives(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values)
        text += (text.empty() ? "" : " or ") + value;
    return text;
}

} // namespace

void checkUnusedOptions(const RunConfig& config, const std::vector<std::string>& given) {
    const RunConfig first = RunConfig::forEncoder(config.encoder);
    const auto isChanged = [&](const std::string& name) {
        return std::find(given.begin(), given.end(), name) != given.end() && config.get(name) != first.get(name);
    };
    for (const OptionRow& option : config.rows()) {
        if (option.need.empty() || !isChanged(option.name))
            continue;
        if (const std::string needed = config.get(option.need); option.isUnusedBeside(needed))
            throw Error(option.name + ": does nothing while " + option.need + " is " + needed +
                        ": leave it out, or set " + option.need +
                        (option.neededValues.empty() ? " to another value" : "=" + alternatives(option.neededValues)));
    }
    for (const char* name : poolingOptions)
        if (isChanged(name) && makesSentenceVectors(config))
            throw Error(std::string(name) + ": does nothing for " + config.encoder +
                        ", which makes the vector of a sentence itself: leave it out");
}

std::vector<std::string> optionsOfTokens(const RunConfig& config) {
    if (!makesSentenceVectors(config))
        return {};
    return {std::begin(poolingOptions), std::end(poolingOptions)};
}

} // namespace headlight
