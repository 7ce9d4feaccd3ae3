#pragma once

#include "cli/attend_choice.h"
#include "cli/attend_output.h"

namespace headlight {

/// UsageError where --vectors and --query don't go together, or with the other options. Without --vectors only --query
/// is refused.
void checkVectorOptions(const AttendOptions& options);

/// attend --vectors: what the scores of `head` are made of, in the sequence that is shown. A document, or with `asCsv`
/// a table: a row for each token, a column for each feature; of products also what they come to. Error when the head
/// has none, or there is no such query.
void writeVectors(const AttendShown& shown, const HeadInfo& head, const AttendOptions& options, bool asCsv,
                  const std::function<void(std::string_view)>& write);

} // namespace headlight
