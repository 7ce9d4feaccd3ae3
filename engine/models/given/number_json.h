#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A value of a JSON document whose lists of numbers lie in one piece of memory, not a value each.
struct JsonValue {
    enum class Kind { Null, Truth, Number, Text, List, Numbers, Object };
    Kind kind = Kind::Null;
    double number = 0;                             ///< Number; of Truth 0 or 1
    std::string text = {};                         ///< Text
    std::vector<JsonValue> items = {};             ///< List
    std::map<std::string, JsonValue> entries = {}; ///< Object
    std::uint64_t first = 0, count = 0; ///< Numbers: a list of numbers, or null for −∞, in NumberJson::numbers

    /// The entry of an object; null where it has none of that name, or this is none.
    const JsonValue* entry(const std::string& name) const;
    bool isList() const { return kind == Kind::List || kind == Kind::Numbers; }
    /// Of a list its items, of one of numbers these.
    std::uint64_t size() const { return kind == Kind::Numbers ? count : items.size(); }
};

struct NumberJson {
    JsonValue root;
    std::shared_ptr<const std::vector<float>> numbers;
};

/// Error "where, line 3, column 7: what" for what is no JSON, for an object with a name twice, a number that is too
/// large for float32, and beyond the limits: 16 brackets within each other, 2,000,000 values beside the numbers in
/// lists of numbers.
NumberJson parseNumberJson(const std::string& text, const std::string& where);

/// Lists of lists of numbers, as an array.
struct JsonArray {
    std::vector<std::int64_t> shape; ///< the last axis is that of the lists of numbers
    std::uint64_t first = 0;         ///< among NumberJson::numbers, row by row
};

/// Error "where: layer 0, head 2, row 17: what" where lists are of different lengths or depths, or hold something else.
/// `where` may name what it is: "maps.json: \"attention\"".
JsonArray arrayOf(const JsonValue& value, const std::string& where);

/// Of an array with so many axes, whose last two are queries and keys, the place that numbers of the first axes give:
/// "layer 3, head 2, row 17".
std::string arrayPlace(const std::vector<std::uint64_t>& place, std::size_t axes);

} // namespace headlight
