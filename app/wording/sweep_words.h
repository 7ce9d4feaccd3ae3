#pragma once

#include <QString>

namespace headlight {

struct ScalePlan;
struct SweepRecord;

/// A sweep in a few words: its models, without their options where that would be long, and on a line of its own how
/// they are measured: "in pieces, 32 to 256 tokens, batch 8, 32 features".
QString sweepWords(const ScalePlan& plan);

/// All that its plan says, a line for each, and the machine.
QString sweepDetails(const SweepRecord& sweep, const ScalePlan& plan);

} // namespace headlight
