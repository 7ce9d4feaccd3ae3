#include "models/weights/gguf_file.h"

#include "fuzz/targets.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace headlight::fuzz {

namespace {

/// Whatever the value is, asking for anything else is none and no fault.
void readGgufValue(const GgufValue& value) {
    std::size_t given = 0;
    for (std::size_t k = 0; k < value.size(); ++k) {
        const bool isText = value.isArray() ? value.textAt(k).has_value() : value.text().has_value();
        const bool isNumber = value.isArray() ? value.numberAt(k).has_value() : value.number().has_value();
        const bool isTruth = value.isArray() ? value.booleanAt(k).has_value() : value.boolean().has_value();
        const bool isWhole = value.isArray() ? value.integerAt(k).has_value() : value.integer().has_value();
        require(isText + isNumber + isTruth == 1 && (!isWhole || isNumber), "an entry is one thing");
        given += value.isArray() ? value.textAt(k).value_or("").size() : value.text().value_or("").size();
    }
    require(value.isArray() || value.size() == 1, "what is no array is one");
    require(given <= 4096 * 4096 && !value.description().empty(), "texts are no longer than the file");
}

/// Parts of a tensor are the same numbers as the whole.
void readGgufParts(const GgufFile& file, const std::string& name) {
    const std::vector<float> all = file.readFloat(name);
    const auto size = std::int64_t(all.size());
    for (const std::int64_t first : {std::int64_t(0), std::int64_t(1), size / 3, size - 1}) {
        if (first < 0 || first >= size)
            continue;
        const std::int64_t count = std::min<std::int64_t>(size - first, 40);
        std::array<float, 40> part{};
        file.readFloat(name, first, count, part.data());
        require(std::memcmp(part.data(), all.data() + first, std::size_t(count) * sizeof(float)) == 0,
                "a part is that part of the whole");
    }
}

} // namespace

void readGguf(std::string_view bytes) {
    const GgufFile file = GgufFile::fromBytes(std::string(bytes), "model.gguf");
    for (const std::string& key : file.keys()) {
        require(file.find(key) != nullptr, "a key that is told is there");
        readGgufValue(*file.find(key));
    }
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        require(info.elements() >= 0 && info.shape.size() <= 4, "a shape is none of negative sizes");
        require(info.elements() / 8 <= std::int64_t(bytes.size()), "a tensor lies within the file");
        if (info.dtype == Dtype::Unread)
            attempt([&] { file.readFloat(name); });
        else
            readGgufParts(file, name);
    }
    attempt([&] { file.info("no such tensor"); });
}

} // namespace headlight::fuzz
