#pragma once

#include <nlohmann/json.hpp>

namespace headlight {

class AttendAnswer;
class Recording;

/// The answer as a page has it: "rows" of classes, of levels, or of candidates for each place, with "probability" and
/// "logOdds" (a text where that is no number: "∞") and, beside an altered model's, "was" and "logOddsWere"; of a score
/// "score" and "scoreWas"; of tags a row for each token, "tagWas" where the label was another, and "leftOut" alone
/// where the token was not read. "change" says in a line what the changes made of it. Empty where the model only reads.
nlohmann::ordered_json pageAnswer(const AttendAnswer& answer, const Recording& recording);

} // namespace headlight
