#pragma once

#include "core/config.h"
#include "results/index.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

class Builder;
class Encoder;

/// Values of options that belong together: a form of the mechanism that a paper or its released code uses.
struct Preset {
    std::string id;
    std::string label; ///< for people: short English
    std::string help;
    std::vector<std::pair<std::string, std::string>> values;
};

/// What an encoder may adapt options of its own to: how long the sentences of a training set are, as a model reads
/// them, how many examples a step takes, and the root mean square of the numbers of its trained words' vectors at the
/// start.
struct TrainingSet {
    double mean = 0, deviation = 0; ///< of the lengths, tokens
    int batch = 1;
    Index vectorFeatures = 0;
    double vectorSize = 0;
};

/// One row of the registry: all that window, command line, scaling lab and generic tests know of an encoder.
struct EncoderRow {
    std::string id, title, paper;
    std::string shortName;            ///< in a model's title: "MTSA"
    std::vector<std::string> exposes; ///< kindName() of MapPart; with " by feature" where feature-wise
    std::vector<Preset> presets;      ///< the first is the usual one; by themselves options may differ from it
    std::function<std::unique_ptr<Config>()> makeConfig;
    /// `keep` is the keep probability of the dropout on every dense layer's input.
    std::function<std::unique_ptr<Encoder>(const Config&, const Builder&, Index inputs, double keep)> make;
    /// Error for an option that would say nothing beside the others; may be empty.
    std::function<void(const Config&)> check = {};
    /// Before the model of a run is made: options that ask for something of the training set become values of their
    /// own. Returns a line that says what was chosen, or what to beware of; empty where nothing is to be said. May be
    /// empty.
    std::function<std::string(Config&, const TrainingSet&)> adaptTo = {};

    /// Where it is the second of two levels, whose tokens are sentences: sets the options that suit these. May be
    /// empty.
    std::function<void(Config&)> fitToSentences = {};

    /// Title and code: "Multi-mask tensorised self-attention (MTSA)", "Bidirectional LSTM (bilstm)".
    std::string titleWithCode() const;
};

const std::vector<EncoderRow>& encoderRows();
bool isEncoder(const std::string& id);
/// Error with the nearest id when there is none.
const EncoderRow& encoderRow(const std::string& id);
/// Sets a preset's values; Error with the known names when there is none. `name` is an id of row.presets.
void applyPreset(const EncoderRow& row, Config& config, const std::string& name);
/// What to do where an encoder makes one vector of a sequence and each token needs one of its own: "choose another
/// model", or a preset of it that makes those.
std::string insteadOfOneVector(const EncoderRow& row, Index inputs);

} // namespace headlight
