#include "text/pipeline/byte_alphabet.h"

#include "text/pipeline/normalizers.h"

#include <array>

namespace headlight {

namespace {

constexpr std::size_t byteLetterEnd = 0x144; ///< one behind the last letter

const std::array<char32_t, 256>& byteLetters() {
    static const auto letters = [] {
        std::array<char32_t, 256> made{};
        char32_t next = 0x100;
        for (char32_t byte = 0; byte < 256; ++byte) {
            const bool isSeen = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xFF && byte != 0xAD);
            made[byte] = isSeen ? byte : next++;
        }
        return made;
    }();
    return letters;
}

class ByteLevelNormalizer final : public Normalizer {
public:
    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText letters = asByteLetters(text);
        checkGrowth(letters, most);
        return letters;
    }
};

} // namespace

char32_t letterOfByte(unsigned char byte) {
    return byteLetters()[byte];
}

std::optional<unsigned char> byteOfLetter(char32_t letter) {
    static const auto bytes = [] {
        std::array<std::optional<unsigned char>, byteLetterEnd> made{};
        for (std::size_t byte = 0; byte < 256; ++byte)
            made[byteLetters()[byte]] = static_cast<unsigned char>(byte);
        return made;
    }();
    return letter < byteLetterEnd ? bytes[letter] : std::nullopt;
}

SpannedText asByteLetters(const SpannedText& text) {
    SpannedText letters;
    letters.text.reserve(text.text.size());
    letters.spans.reserve(text.text.size());
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const char32_t c = text.text[i];
        if (c < 0x80) {
            letters.add(letterOfByte(static_cast<unsigned char>(c)), text.spans[i]);
            continue;
        }
        for (const char byte : toUtf8({&c, 1}))
            letters.add(letterOfByte(static_cast<unsigned char>(byte)), text.spans[i]);
    }
    return letters;
}

std::unique_ptr<Normalizer> readByteLevelNormalizer(const JsonEntry&) {
    return std::make_unique<ByteLevelNormalizer>();
}

} // namespace headlight
