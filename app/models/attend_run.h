#pragma once

#include "analysis/head_statistics.h"
#include "models/attend.h"
#include "session/session.h"

#include <memory>
#include <optional>

namespace headlight {

/// One head of the open model as the overview lists it.
struct HeadEntry {
    int layer = 0, head = 0;
    MapKind kind = MapKind::TokenToToken;
    QString label; ///< "forward", "head 3", "pooling"
    QString mask;  ///< as it is now; empty where there is none
    int features = 1;
    bool changeable = false;                  ///< it can be switched off and scaled
    bool maskable = false;                    ///< another mask can be put on it, and cells forbidden
    std::optional<HeadStatistics> statistics; ///< none while its map is not kept
    bool altered = false;
};

/// What the Attend view asks for.
struct AttendInput {
    std::shared_ptr<OpenModel> open;
    std::string sentence, second; ///< second: of a pair
    Intervention intervention;
    Focus focus;
};

/// What it shows.
struct AttendResult {
    Analysis analysis;
    std::vector<double> unaltered;             ///< probabilities without changes; empty when nothing is altered
    std::vector<HeadEntry> heads, secondHeads; ///< with statistics of the first and, of a pair, the second sentence
    QString remark;                            ///< why maps are left out although there is an answer; else empty
    QString partialRemark;                     ///< why only the head in focus has a map of pairs; else empty
    Focus focus;                               ///< when it was asked for
    double milliseconds = 0;
};

/// Runs the model with as many maps as can be kept: of a short text all, reduced by the focus's feature choice; of a
/// long one those of the head in focus. Error as tokensOf and attend.
/// `check` is called again and again and may throw, which ends the run.
AttendResult attendRun(const AttendInput& input, const std::function<void()>& check = {});

} // namespace headlight
