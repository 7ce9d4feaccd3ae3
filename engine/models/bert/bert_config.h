#pragma once

#include "autodiff/activation.h"
#include "core/matrix.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace headlight {

/// What a BERT has on top of its layers (Devlin et al. 2019), by the name of the class that Hugging Face saved it from.
struct BertArchitecture {
    std::string name;
    bool predictsMasked = false; ///< scores of the vocabulary for every token
    bool classifies = false;     ///< scores of labels for the whole text
};

const std::vector<BertArchitecture>& bertArchitectures();

/// What the scores of labels mean.
enum class BertProblem {
    OneLabel,  ///< probabilities of all labels together
    EachLabel, ///< of each label for itself
    Number     ///< the score is the answer
};

/// The config.json of a Hugging Face folder with "model_type": "bert". What it says of training is left out.
struct BertConfig {
    BertArchitecture architecture;
    Index vocabulary = 0;
    Index hidden = 0; ///< features of a token
    Index layers = 0;
    Index heads = 0;        ///< a divisor of `hidden`
    Index intermediate = 0; ///< features inside a feed-forward layer
    Index positions = 0;    ///< tokens that a text can have
    Index tokenTypes = 2;   ///< 0 is the first text of a pair, 1 the second
    Activation activation = Activation::Gelu;
    double normEpsilon = 1e-12;
    double hiddenDropout = 0.1; ///< probabilities of dropping, in training
    double attentionDropout = 0.1;
    std::vector<std::string> labels; ///< of a classifier, by id
    BertProblem problem = BertProblem::OneLabel;
};

/// Error "…/config.json: "hidden_size": expected …" for what is missing, out of range, or known to Hugging Face but not
/// to this program: it would compute something else. Entries that change nothing are not looked at.
BertConfig readBertConfig(const std::filesystem::path& path);
/// The same of the document; `where` begins the messages.
BertConfig parseBertConfig(const nlohmann::ordered_json& document, const std::string& where);

} // namespace headlight
