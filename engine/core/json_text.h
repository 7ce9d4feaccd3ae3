#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace headlight {

/// A JSON document from a file. Error "where, line 3, column 7: no valid JSON: …", and where it is nested so deeply
/// that looking at it would exhaust the stack.
nlohmann::ordered_json parseJson(const std::string& text, const std::string& where);

/// "line 3, column 7": the place of the byte'th byte of a text, from 1, as a parser's error counts. Columns are
/// characters; one byte behind the text is its end.
std::string jsonPlace(const std::string& text, std::size_t byte);

} // namespace headlight
