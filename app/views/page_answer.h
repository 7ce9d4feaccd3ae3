#pragma once

#include <nlohmann/json.hpp>

namespace headlight {

class AttendAnswer;
class Recording;

/// The answer as a page has it: "rows" of classes, of levels, or of candidates for each place, with "probability" and,
/// beside an altered model's, "was"; of a score "score" and "scoreWas"; of tags a row for each token, and "tagWas"
/// where the label was another. Empty where the model only reads.
nlohmann::ordered_json pageAnswer(const AttendAnswer& answer, const Recording& recording);

} // namespace headlight
