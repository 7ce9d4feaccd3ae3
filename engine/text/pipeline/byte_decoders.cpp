#include "text/pipeline/byte_alphabet.h"
#include "text/pipeline/byte_tokens.h"
#include "text/pipeline/decoders.h"

namespace headlight {

namespace {

/// What byte letters stand for; of a token that has others the letters themselves.
class ByteLevelDecoder final : public Decoder {
public:
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        std::string bytes;
        for (const std::string& token : tokens) {
            const std::size_t before = bytes.size();
            for (std::size_t at = 0; at < token.size();) {
                const std::optional<unsigned char> byte = byteOfLetter(takeCodePoint(token, at));
                if (!byte) {
                    bytes.resize(before);
                    bytes += token;
                    break;
                }
                bytes.push_back(char(*byte));
            }
        }
        return {toUtf8(toCodePoints(bytes))}; // what is no UTF-8 becomes U+FFFD
    }
};

/// Tokens of single bytes become the text that they are together; each byte of what is none becomes U+FFFD.
class ByteFallbackDecoder final : public Decoder {
public:
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        std::vector<std::string> texts;
        std::string bytes;
        const auto finish = [&] {
            if (!invalidUtf8At(bytes)) {
                if (!bytes.empty())
                    texts.push_back(bytes);
            } else {
                texts.insert(texts.end(), bytes.size(), "\xEF\xBF\xBD");
            }
            bytes.clear();
        };
        for (std::string& token : tokens) {
            if (const std::optional<unsigned char> byte = byteOfToken(token)) {
                bytes.push_back(char(*byte));
                continue;
            }
            finish();
            texts.push_back(std::move(token));
        }
        finish();
        return texts;
    }
};

} // namespace

std::unique_ptr<Decoder> byteLevelDecoder() {
    return std::make_unique<ByteLevelDecoder>();
}

std::unique_ptr<Decoder> readByteLevelDecoder(const JsonEntry&) {
    return byteLevelDecoder();
}

std::unique_ptr<Decoder> byteFallbackDecoder() {
    return std::make_unique<ByteFallbackDecoder>();
}

std::unique_ptr<Decoder> readByteFallback(const JsonEntry&) {
    return byteFallbackDecoder();
}

} // namespace headlight
