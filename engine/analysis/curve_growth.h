#pragma once

#include "analysis/growth.h"
#include "analysis/scale_measurement.h"

namespace headlight {

/// How a curve of a sweep grows with its length, or why that can't be told.
///
/// A fit is over the longest lengths, the fewest that are three and of which the last is four times the first: at
/// shorter ones, what does not depend on the length rules. It is none where its exponent means little: where that has a
/// standard error above 0.25, or the logarithms lie less than 0.8 (R²) on a line (unless it is below 0.1: there is no
/// growth to explain). That error is of the medians' quartiles where these say more than the distances from the line.
struct CurveGrowth {
    std::optional<Growth> fit;
    std::string missing; ///< why there is no fit; else empty
    double constant = 0; ///< what every length has beside the fit: bytes of memory; 0 of time

    double at(double length) const { return constant + fit->at(length); } ///< only with a fit
    /// "n^1.93 ± 0.02, 64 to 384 tokens, R² 0.998", or "not fitted: …".
    std::string text() const;
};

/// The points of one curve, in any order; only measured ones count.
CurveGrowth timeGrowth(const std::vector<ScaleMeasurement>& curve);

/// Of activations and attention: parameters, their gradients and the optimiser's moments don't depend on the length.
/// Only over lengths at which as many sequences are in memory at once.
CurveGrowth memoryGrowth(const std::vector<ScaleMeasurement>& curve);

/// Of attention alone, over the same lengths: what the papers' tensors are about.
CurveGrowth attentionGrowth(const std::vector<ScaleMeasurement>& curve);

/// Those that were measured, by ascending length.
std::vector<ScaleMeasurement> measuredOf(const std::vector<ScaleMeasurement>& curve);

} // namespace headlight
