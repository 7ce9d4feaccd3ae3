#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A JSON document from a file. Error "where, line 3, column 7: no valid JSON: …", and where it is nested so deeply
/// that looking at it would exhaust the stack, or has an object of more than 20,000 names or more
/// than 2,000,000 values.
nlohmann::ordered_json parseJson(const std::string& text, const std::string& where);

/// Is given an entry of an object, of one that is an object or a list itself only that it is.
using TakeEntry = std::function<void(const std::string& name, const nlohmann::ordered_json& value)>;

/// parseJson() for a document in which one object may be long, a vocabulary: that object's entries go to `take` in
/// their order, also those of names that are there twice, and it stays empty in the document. `path` are the names that
/// lead to it. The limits are those of the rest.
nlohmann::ordered_json parseJson(const std::string& text, const std::string& where,
                                 const std::vector<std::string>& path, const TakeEntry& take);

/// The document of a text from elsewhere; none where it is none that parseJson() reads.
std::optional<nlohmann::ordered_json> jsonFrom(const std::string& text);

/// A document as text: on one line, or indented. What is no UTF-8 is replaced, and what isPrintable() denies is written
/// as \uXXXX, so that neither steers a terminal that it is printed on.
std::string jsonText(const nlohmann::ordered_json& document, int indent = -1);

/// "line 3, column 7": the place of the byte'th byte of a text, from 1, as a parser's error counts. Columns are
/// characters; one byte behind the text is its end.
std::string jsonPlace(const std::string& text, std::size_t byte);

/// Error "where, line 3, column 7: …" for the first name that its object has a second time, in a text that is valid
/// JSON. The library keeps one of the two values, and nobody would hear of the other.
void refuseRepeatedNames(const std::string& text, const std::string& where);

/// The whole number from `low` to `high` that an entry is; none for everything else. The library's own conversion cuts
/// fractions off and wraps what is too large.
std::optional<std::int64_t> wholeNumberOf(const nlohmann::ordered_json& entry, std::int64_t low,
                                          std::int64_t high = std::numeric_limits<std::int64_t>::max());

} // namespace headlight
