#pragma once

#include "models/attend.h"

#include <string>
#include <vector>

namespace headlight {

/// What `attend` is asked for, as written on the command line; empty: not given.
struct AttendOptions {
    std::string folder, sentence, second;
    int side = 1; ///< of a pair: whose map a file of one map shows
    std::string layer, head, feature, stage;
    std::vector<std::string> off, scale, mask;
    std::string out, theme = "light";
    bool json = false;
};

/// The attention heads of a model: found by a pass over one token, so that no mechanism has to be named here.
struct HeadInfo {
    int layer = 0, head = 0;
    MapKind kind = MapKind::TokenToToken;
    std::string label;
    Index features = 1; ///< numbers the mechanism has for a pair of tokens
    bool maskable = false;
    bool ofEncoder = false; ///< it can be switched off and scaled; the sentence pooling cannot
};
std::vector<HeadInfo> headsOf(const SentenceClassifier& model, const std::string& token);

/// The chosen maps. Error when there is no such layer, head, feature or stage, with what there is.
struct AttendChoice {
    TraceRequest request;
    std::optional<MapStage> stage; ///< all three when absent
    std::vector<HeadInfo> heads;
};
AttendChoice choiceOf(const AttendOptions& options, const std::vector<HeadInfo>& heads);

/// The user's changes of heads. Error on a head that is absent, switched off, scaled or masked wrongly.
Intervention interventionOf(const AttendOptions& options, const std::vector<HeadInfo>& heads);

/// Numbers that the chosen maps hold for a sentence of so many tokens, all recorded stages together.
double numbersOf(const AttendChoice& choice, std::size_t tokens);
/// More than this many are refused.
constexpr double mostNumbers = 3.2e8;

} // namespace headlight
