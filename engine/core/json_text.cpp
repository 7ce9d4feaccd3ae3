#include "core/json_text.h"

#include "core/code_points.h"
#include "core/error.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>

namespace headlight {

namespace {

/// Of a letter that is not UTF-8 the library names the byte behind the first one, which may be plain.
bool isNoUtf8Before(const std::string& text, std::size_t byte) {
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80; };
    std::size_t begin = byte;
    while (begin > 0 && continues(begin - 1))
        --begin;
    begin -= begin > 0;
    return begin < byte && firstOf(std::string_view(text).substr(begin, byte - begin)).bytes == 0;
}

const char* problemAt(const std::string& text, std::size_t byte) {
    if (byte > text.size())
        return "it ends in the middle; is the file complete?";
    if (byte > 0 && ((static_cast<unsigned char>(text[byte - 1]) & 0x80) != 0 || isNoUtf8Before(text, byte - 1)))
        return "this character can't stand there; is the file UTF-8?";
    return "look at the commas, quotes and brackets there";
}

constexpr int deepest = 100; ///< as far as the library's own functions go down is the stack of a thread

/// Where more brackets are open than that, from 1; 0: nowhere.
std::size_t tooDeepAt(const std::string& text) {
    int open = 0;
    bool isText = false;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        if (c == '"')
            isText = !isText;
        else if (isText)
            k += c == '\\'; // whatever it escapes
        else if (c == '[' || c == '{')
            ++open;
        else if (c == ']' || c == '}')
            --open;
        if (open > deepest)
            return k + 1;
    }
    return 0;
}

using Json = nlohmann::ordered_json;

/// Refuses what would take for ever, or all memory.
class DocumentLimits {
public:
    explicit DocumentLimits(std::string where) : m_where(std::move(where)) {}
    void begin(std::size_t depth) {
        m_names.resize(std::max(m_names.size(), depth + 1));
        m_names[depth] = 0;
    }
    /// ordered_json looks through the names that an object has for each new one, so one of 20,000 takes as long as
    /// many small ones together.
    void addName(std::size_t depth) {
        constexpr std::uint64_t most = 20000;
        m_looks += ++m_names[depth - 1];
        if (m_looks > most * (most + 1) / 2)
            refuse(int(most), "names");
    }
    /// Of a list or an object once, whatever is in it. Each is a hundred bytes of memory for two of the file.
    void addValue() {
        constexpr int most = 2000000;
        if (++m_values > most)
            refuse(most, "values");
    }

private:
    [[noreturn]] void refuse(int most, const char* what) const {
        throw Error((m_where.empty() ? "" : m_where + ": ") + "more than " + std::to_string(most) + " " + what +
                    "; this is none of the files that Headlight reads");
    }
    std::string m_where;
    std::vector<std::uint64_t> m_names; ///< of the object that is open at each depth
    std::uint64_t m_looks = 0;
    int m_values = 0;
};

/// Builds a document while the library parses it, and takes the entries of one object out of it. The library's own
/// building with a callback looks through a list at the end of each object in it: one of 500,000 took hours.
class DocumentBuilder final : public Json::json_sax_t {
public:
    /// Without a path nothing is taken.
    DocumentBuilder(const std::string& text, const std::string& where, const std::vector<std::string>* path,
                    const TakeEntry& take)
        : m_text(text), m_where(where), m_limits(where), m_path(path), m_take(take), m_names(path ? path->size() : 0) {}

    Json take() { return std::move(m_document); }

    bool null() override { return place(nullptr); }
    bool boolean(bool value) override { return place(value); }
    bool number_integer(number_integer_t value) override { return place(value); }
    bool number_unsigned(number_unsigned_t value) override { return place(value); }
    bool number_float(number_float_t value, const string_t&) override { return place(value); }
    bool string(string_t& value) override { return place(std::move(value)); }
    bool binary(binary_t&) override { return true; } // which JSON does not have
    bool start_object(std::size_t) override {
        m_limits.begin(m_open.size());
        return open(Json::object());
    }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        const std::size_t depth = m_open.size();
        if (m_path && depth == m_path->size() + 1 && m_names == *m_path) {
            m_entry = std::move(name);
            return true;
        }
        m_limits.addName(depth);
        if (depth <= m_names.size()) {
            m_names[depth - 1] = name;
            std::fill(m_names.begin() + std::ptrdiff_t(depth), m_names.end(), std::string());
        }
        m_name = std::move(name);
        return true;
    }

    bool parse_error(std::size_t byte, const std::string&, const Json::exception& error) override {
        if (dynamic_cast<const Json::parse_error*>(&error))
            throw Error(m_where + ", " + jsonPlace(m_text, byte) + ": no valid JSON: " + problemAt(m_text, byte));
        throw Error(m_where + ": no valid JSON: a number in it is too large"); // all else that parsing finds
    }

private:
    bool place(Json value) {
        add(std::move(value));
        return true;
    }
    bool open(Json value) {
        m_open.push_back(add(std::move(value)));
        return true;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }
    /// Where the value stands in the document; null: it was taken, or is within what was.
    Json* add(Json value) {
        if (m_entry) {
            m_take(*m_entry, value);
            m_entry.reset();
            return nullptr;
        }
        m_limits.addValue();
        if (m_open.empty())
            return &(m_document = std::move(value));
        Json* const around = m_open.back();
        if (!around)
            return nullptr;
        if (around->is_object())
            return &((*around)[m_name] = std::move(value));
        around->push_back(std::move(value));
        return &around->back();
    }

    const std::string& m_text;
    const std::string& m_where;
    DocumentLimits m_limits;
    const std::vector<std::string>* m_path;
    const TakeEntry& m_take;
    Json m_document;
    std::vector<Json*> m_open;          ///< the lists and objects around the place
    std::string m_name;                 ///< of the entry whose value comes next
    std::vector<std::string> m_names;   ///< that lead to where the parser is, as far as the path goes
    std::optional<std::string> m_entry; ///< to be taken, whose value comes next
};

Json parse(const std::string& text, const std::string& where, const std::vector<std::string>* path,
           const TakeEntry& take) {
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) // the library would read as far as that
        throw Error(where + ", " + jsonPlace(text, zero + 1) + ": no valid JSON: a byte 0 stands there");
    if (const std::size_t byte = tooDeepAt(text))
        throw Error(where + ", " + jsonPlace(text, byte) + ": more than " + std::to_string(deepest) +
                    " brackets within each other; this is none of Headlight's files");
    DocumentBuilder builder(text, where, path, take);
    Json::sax_parse(text, &builder);
    return builder.take();
}

} // namespace

nlohmann::ordered_json parseJson(const std::string& text, const std::string& where) {
    return parse(text, where, nullptr, {});
}

nlohmann::ordered_json parseJson(const std::string& text, const std::string& where,
                                 const std::vector<std::string>& path, const TakeEntry& take) {
    return parse(text, where, &path, take);
}

std::optional<nlohmann::ordered_json> jsonFrom(const std::string& text) {
    try {
        return parseJson(text, {});
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::string jsonText(const nlohmann::ordered_json& document, int indent) {
    const std::string dumped = document.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::string text;
    text.reserve(dumped.size());
    for (std::size_t k = 0; k < dumped.size();) {
        const CodePoint point = firstOf(std::string_view(dumped).substr(k));
        if (isPrintable(point.value) || point.value == '\n') { // between entries; in a text it is escaped already
            text.append(dumped, k, point.bytes);
        } else { // none of them takes more than four digits
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", unsigned(point.value));
            text += escape;
        }
        k += std::max<std::size_t>(point.bytes, 1);
    }
    return text;
}

std::string jsonPlace(const std::string& text, std::size_t byte) {
    const auto at = text.begin() + std::ptrdiff_t(std::min(byte == 0 ? 0 : byte - 1, text.size()));
    const auto line = std::find(std::make_reverse_iterator(at), text.rend(), '\n').base();
    const auto past = at == text.end() ? at : at + 1;
    const auto characters = std::count_if(line, past, [](char c) { return (c & 0xc0) != 0x80; });
    // A line may begin with what only continues a character, where the file is none of text.
    return "line " + std::to_string(1 + std::count(text.begin(), at, '\n')) + ", column " +
           std::to_string(std::max<std::ptrdiff_t>(1, characters + (at == text.end() ? 1 : 0)));
}

void refuseRepeatedNames(const std::string& text, const std::string& where) {
    std::vector<std::set<std::string>> open; // the names so far of each object and list around the place
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '{' || text[k] == '[')
            open.emplace_back();
        else if (text[k] == '}' || text[k] == ']')
            open.pop_back();
        if (text[k] != '"')
            continue;
        const std::size_t begin = k;
        for (++k; text[k] != '"'; ++k)
            k += text[k] == '\\'; // whatever it escapes
        const std::size_t next = text.find_first_not_of(" \t\r\n", k + 1);
        if (next == std::string::npos || text[next] != ':')
            continue; // a value
        std::string name = text.substr(begin + 1, k - begin - 1);
        if (name.find('\\') != std::string::npos) // one letter may be written in several ways
            name = Json::parse(text.substr(begin, k + 1 - begin)).get<std::string>();
        if (!open.back().insert(name).second)
            throw Error(where + ", " + jsonPlace(text, begin + 1) + ": \"" + printable(name, 80) +
                        "\" is in this object twice, and only one of them would be read: take one away");
    }
}

std::optional<std::int64_t> wholeNumberOf(const nlohmann::ordered_json& entry, std::int64_t low, std::int64_t high) {
    constexpr auto largest = std::uint64_t(std::numeric_limits<std::int64_t>::max());
    if (!entry.is_number_integer() || (entry.is_number_unsigned() && entry.get<std::uint64_t>() > largest))
        return std::nullopt;
    const auto value = entry.get<std::int64_t>();
    return value >= low && value <= high ? std::optional(value) : std::nullopt;
}

} // namespace headlight
