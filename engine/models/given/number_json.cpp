#include "models/given/number_json.h"

#include "core/error.h"
#include "core/json_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace headlight {

namespace {

/// Takes a document from the parser, value by value. What returns false ends it, with `problem`.
class NumberJsonTaker final : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit NumberJsonTaker(std::size_t mostNumbers) { m_numbers.reserve(mostNumbers); }

    bool null() override {
        if (m_open.empty() || m_open.back().kind == JsonValue::Kind::Object)
            return put({});
        return addNumber(-std::numeric_limits<float>::infinity());
    }
    bool boolean(bool value) override { return put({.kind = JsonValue::Kind::Truth, .number = value ? 1.0 : 0.0}); }
    bool number_integer(number_integer_t value) override { return takeNumber(double(value)); }
    bool number_unsigned(number_unsigned_t value) override { return takeNumber(double(value)); }
    bool number_float(number_float_t value, const string_t&) override { return takeNumber(value); }
    bool string(string_t& value) override { return put({.kind = JsonValue::Kind::Text, .text = std::move(value)}); }
    bool binary(binary_t&) override { return fail("it holds binary data"); }
    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool key(string_t& name) override {
        if (m_open.back().entries.contains(name))
            return fail("the name \"" + printable(name, 40) + "\" stands there twice in one object");
        m_names.back() = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::List); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
        m_position = position;
        m_isRange = error.id == 406;
        return false;
    }

    const std::string& problem() const { return m_problem; }
    std::size_t position() const { return m_position; }
    bool isRange() const { return m_isRange; }
    NumberJson document() {
        return {std::move(m_root), std::make_shared<const std::vector<float>>(std::move(m_numbers))};
    }

private:
    bool fail(std::string what) {
        m_problem = std::move(what);
        return false;
    }

    bool open(JsonValue::Kind kind) {
        constexpr std::size_t deepest = 16;
        if (m_open.size() == deepest)
            return fail("more than 16 brackets stand within each other");
        m_open.push_back({.kind = kind, .first = m_numbers.size()});
        m_names.emplace_back();
        return true;
    }

    bool close() {
        JsonValue value = std::move(m_open.back());
        m_open.pop_back();
        m_names.pop_back();
        return put(std::move(value));
    }

    bool takeNumber(double value) {
        if (m_open.empty() || m_open.back().kind == JsonValue::Kind::Object)
            return put({.kind = JsonValue::Kind::Number, .number = value});
        if (std::abs(value) > double(std::numeric_limits<float>::max()))
            return fail("a number is too large for float32");
        return addNumber(float(value));
    }

    /// To the open list, as long as it holds nothing else.
    bool addNumber(float number) {
        JsonValue& list = m_open.back();
        if (list.kind == JsonValue::Kind::List && !list.items.empty())
            return put({.kind = JsonValue::Kind::Number, .number = double(number)});
        list.kind = JsonValue::Kind::Numbers;
        ++list.count;
        m_numbers.push_back(number);
        return true;
    }

    bool put(JsonValue value) {
        constexpr std::size_t most = 2'000'000;
        if (++m_values > most)
            return fail("more than 2,000,000 values stand beside the numbers; this is no document of attention maps");
        if (m_open.empty()) {
            m_root = std::move(value);
            return true;
        }
        JsonValue& parent = m_open.back();
        if (parent.kind == JsonValue::Kind::Object) {
            parent.entries.emplace(std::move(m_names.back()), std::move(value));
            return true;
        }
        if (parent.kind == JsonValue::Kind::Numbers && !separate(parent))
            return false;
        parent.items.push_back(std::move(value));
        return true;
    }

    /// A list that began with numbers holds something else, too. Nothing else lies behind its numbers yet.
    bool separate(JsonValue& list) {
        constexpr std::uint64_t most = 10'000;
        if (list.count > most)
            return fail("a list has more than 10,000 numbers and something else");
        for (std::uint64_t k = 0; k < list.count; ++k)
            list.items.push_back({.kind = JsonValue::Kind::Number, .number = double(m_numbers[list.first + k])});
        m_numbers.resize(std::size_t(list.first));
        m_values += std::size_t(std::exchange(list.count, 0));
        list.kind = JsonValue::Kind::List;
        return true;
    }

    JsonValue m_root;
    std::vector<JsonValue> m_open;
    std::vector<std::string> m_names; ///< of each that is open, under which its next value goes
    std::vector<float> m_numbers;
    std::size_t m_values = 0, m_position = 0;
    bool m_isRange = false;
    std::string m_problem;
};

/// What the parser stumbled over, at `position` from 1.
std::string jsonProblem(const std::string& text, std::size_t position, bool isRange) {
    if (isRange)
        return "a number is too large";
    const char c = position > 0 && position <= text.size() ? text[position - 1] : '\0';
    if (c == 'N' || c == 'I')
        return "NaN and Infinity are no numbers of JSON; write null for what is hidden";
    return position > text.size() ? "it ends in the middle; is the file complete?"
                                  : "no valid JSON: look at the commas, quotes and brackets there";
}

} // namespace

const JsonValue* JsonValue::entry(const std::string& name) const {
    const auto found = entries.find(name);
    return found == entries.end() ? nullptr : &found->second;
}

NumberJson parseNumberJson(const std::string& text, const std::string& where) {
    NumberJsonTaker taker(std::size_t(std::count(text.begin(), text.end(), ',')) + 1);
    if (!nlohmann::json::sax_parse(text, &taker)) {
        if (!taker.problem().empty())
            throw Error(where + ": " + taker.problem());
        throw Error(where + ", " + jsonPlace(text, taker.position()) + ": " +
                    jsonProblem(text, taker.position(), taker.isRange()));
    }
    return taker.document();
}

std::string arrayPlace(const std::vector<std::uint64_t>& place, std::size_t axes) {
    static const std::vector<std::string> names = {"layer", "head", "row"}; // of those before the last
    std::string text;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
        const std::size_t before = axes - 1 - axis; // axes behind this one
        const std::string name = before >= 1 && before <= names.size() ? names[names.size() - before]
                                 : before == 0                         ? "column"
                                                                       : "item";
        text += (text.empty() ? "" : ", ") + name + " " + std::to_string(place[axis]);
    }
    return text;
}

namespace {

/// Checks that lists are as long and deep as the first ones.
class JsonShape {
public:
    JsonShape(const JsonValue& value, const std::string& where) : m_where(where) {
        const JsonValue* list = &value;
        while (list->kind == JsonValue::Kind::List && !list->items.empty()) {
            m_shape.push_back(std::int64_t(list->size()));
            list = &list->items.front();
        }
        if (list->kind != JsonValue::Kind::Numbers) {
            m_place.assign(m_shape.size(), 0);
            fail(list->isList() ? "an empty list stands there" : "numbers are expected");
        }
        m_shape.push_back(std::int64_t(list->size()));
        m_first = list->first;
        m_next = m_first;
        visit(value);
    }

    JsonArray array() const { return {m_shape, m_first}; }

private:
    [[noreturn]] void fail(const std::string& what) const {
        const std::string place = arrayPlace(m_place, std::max(m_shape.size(), m_place.size() + 1));
        throw Error(m_where + ": " + place + (place.empty() ? "" : ": ") + what);
    }

    /// Not deeper than the parser lets a document be.
    void visit(const JsonValue& value) {
        const std::size_t axis = m_place.size();
        const bool isLast = axis + 1 == m_shape.size();
        if (value.kind != (isLast ? JsonValue::Kind::Numbers : JsonValue::Kind::List))
            fail(isLast ? "a list of numbers is expected" : "a list of lists is expected");
        if (std::int64_t(value.size()) != m_shape[axis])
            fail("it has " + std::to_string(value.size()) + (isLast ? " numbers" : " lists") + ", the first one has " +
                 std::to_string(m_shape[axis]));
        if (isLast) {
            if (value.first != m_next) // lists of numbers alone lie one behind the other
                fail("a list of numbers is expected");
            m_next += value.count;
            return;
        }
        m_place.push_back(0);
        for (const JsonValue& item : value.items) {
            visit(item);
            ++m_place.back();
        }
        m_place.pop_back();
    }

    const std::string& m_where;
    std::vector<std::int64_t> m_shape;
    std::vector<std::uint64_t> m_place;
    std::uint64_t m_first = 0, m_next = 0;
};

} // namespace

JsonArray arrayOf(const JsonValue& value, const std::string& where) {
    return JsonShape(value, where).array();
}

} // namespace headlight
