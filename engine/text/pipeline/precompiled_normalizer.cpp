#include "text/pipeline/charsmap.h"
#include "text/pipeline/normalizers.h"

#include <optional>

namespace headlight {

namespace {

std::optional<std::uint32_t> valueOfBase64(char c) {
    static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t at = letters.find(c);
    return at == std::string_view::npos ? std::nullopt : std::optional(std::uint32_t(at));
}

std::string bytesOfBase64(std::string text, const JsonEntry& entry) {
    for (int k = 0; k < 2 && !text.empty() && text.back() == '='; ++k)
        text.pop_back();
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3 + 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::optional<std::uint32_t> value = valueOfBase64(c);
        if (!value)
            entry.fail("expected bytes as Base64");
        bits = (bits << 6 | *value) & 0xFFFFFu;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(char(bits >> count & 0xFF));
        }
    }
    return bytes;
}

} // namespace

std::unique_ptr<Normalizer> readPrecompiled(const JsonEntry& entry) {
    const JsonEntry map = entry.at("precompiled_charsmap");
    return charsmapNormalizer(Charsmap(bytesOfBase64(map.text(), map), map.where()));
}

} // namespace headlight
