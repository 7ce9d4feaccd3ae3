#pragma once

#include "models/recording.h"
#include "results/token_display.h"

#include <memory>

namespace headlight {

/// A recording in which tokens stand as `display` says: its sequences, maps and answers for each token are of the
/// displayed ones. The weights of a map of words are
///
///     w(A, B) = mean over the pieces a of A that see anything of Σ w(a, b) over the pieces b of B
///
/// so that a row that adds up to 1 still does. A cell is visible where any of its pieces is. Rows and columns of marks
/// that are hidden are left out; what went to them is missing in a row, or, renormalised, the others are divided by
/// their sum, feature by feature; a row that gave them everything stays 0.
///
/// Such maps have weights and no scores. Of what is no attention (gates, sensitivities) a word has the mean of its
/// pieces, and nothing is renormalised; so is the mean of their standard errors, which the error of the mean does not
/// exceed. An axis that is not the tokens stays. A word has the label of its first piece (as token classification is
/// read), and candidates stand at the word of their place.
std::shared_ptr<const Recording> displayedAs(std::shared_ptr<const Recording> recording, const TokenDisplay& display);

/// The same of what one head's maps are made of. Nothing is computed before they are asked for, and then only of the
/// queries that are wanted.
std::shared_ptr<const MapSource> displayedSource(std::shared_ptr<const MapSource> source,
                                                 const std::vector<Sequence>& sequences, const TokenDisplay& display);
/// The same of a map of weights with one number a cell.
AttentionMap displayedMap(const AttentionMap& map, const std::vector<Sequence>& sequences, const TokenDisplay& display);

} // namespace headlight
