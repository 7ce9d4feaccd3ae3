#include "models/weights/gguf_vocabulary.h"

#include "core/error.h"

#include <limits>

namespace headlight {

namespace {

/// Takes the keys of a tokenizer out of a file.
class GgufVocabularyKeys {
    const GgufFile& m_file;
    const std::string& m_where;

    [[noreturn]] void fail(const char* name, const std::string& problem) const {
        throw Error(m_where + ": tokenizer.ggml." + name + ": " + problem);
    }

    int narrow(const char* name, std::int64_t number) const {
        if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max())
            fail(name, "the number " + std::to_string(number) + " is too large");
        return int(number);
    }

    template <class Get>
    auto one(const char* name, const char* expected, const Get& get) const {
        const GgufValue* value = m_file.find("tokenizer.ggml." + std::string(name));
        auto found = value == nullptr || value->isArray() ? decltype(get(*value))() : get(*value);
        if (value != nullptr && !found)
            fail(name, "expected " + std::string(expected) + ", got " + value->description());
        return found;
    }

public:
    GgufVocabularyKeys(const GgufFile& file, const std::string& where) : m_file(file), m_where(where) {}

    bool has(const char* name) const { return m_file.find("tokenizer.ggml." + std::string(name)) != nullptr; }

    std::string text(const char* name) const {
        return std::string(one(name, "a text", [](const GgufValue& value) { return value.text(); }).value_or(""));
    }
    std::optional<bool> flag(const char* name) const {
        return one(name, "true or false", [](const GgufValue& value) { return value.boolean(); });
    }
    std::optional<int> number(const char* name) const {
        const auto found = one(name, "a whole number", [](const GgufValue& value) { return value.integer(); });
        constexpr std::int64_t none = 0xFFFFFFFF; // -1 in the unsigned type of the file
        return found && *found != none ? std::optional(narrow(name, *found)) : std::nullopt;
    }

    std::vector<std::string> texts(const char* name) const {
        return all<std::string>(name, "texts", [](const GgufValue& value, std::size_t i) { return value.textAt(i); });
    }
    std::vector<float> numbers(const char* name) const {
        return all<float>(name, "numbers", [](const GgufValue& value, std::size_t i) { return value.numberAt(i); });
    }
    std::vector<int> wholeNumbers(const char* name) const {
        return all<int>(name, "whole numbers", [&](const GgufValue& value, std::size_t i) {
            const auto found = value.integerAt(i);
            return found ? std::optional(narrow(name, *found)) : std::nullopt;
        });
    }

private:
    template <class Entry, class Get>
    std::vector<Entry> all(const char* name, const char* expected, const Get& get) const {
        std::vector<Entry> entries;
        const GgufValue* value = m_file.find("tokenizer.ggml." + std::string(name));
        if (value == nullptr)
            return entries;
        if (!value->isArray())
            fail(name, "expected an array of " + std::string(expected) + ", got " + value->description());
        entries.reserve(value->size());
        for (std::size_t i = 0; i < value->size(); ++i) {
            const auto found = get(*value, i);
            if (!found)
                fail(name, "expected an array of " + std::string(expected) + ", got " + value->description());
            entries.emplace_back(*found);
        }
        return entries;
    }
};

} // namespace

GgufVocabulary readGgufVocabulary(const GgufFile& file, const std::string& where) {
    const GgufVocabularyKeys keys(file, where);
    if (!keys.has("model"))
        throw Error(where + ": there is no tokenizer in it: tokenizer.ggml.model is missing");
    GgufVocabulary vocabulary;
    vocabulary.model = keys.text("model");
    vocabulary.pre = keys.text("pre");
    vocabulary.tokens = keys.texts("tokens");
    vocabulary.scores = keys.numbers("scores");
    vocabulary.types = keys.wholeNumbers("token_type");
    vocabulary.merges = keys.texts("merges");
    vocabulary.bos = keys.number("bos_token_id");
    vocabulary.eos = keys.number("eos_token_id");
    vocabulary.unknown = keys.number("unknown_token_id");
    vocabulary.separator = keys.number("seperator_token_id"); // spelt so in the format
    vocabulary.cls = keys.number("cls_token_id");
    vocabulary.addBos = keys.flag("add_bos_token");
    vocabulary.addEos = keys.flag("add_eos_token");
    vocabulary.addSpacePrefix = keys.flag("add_space_prefix");
    return vocabulary;
}

} // namespace headlight
