#include "core/error.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/metaspace.h"
#include "text/pipeline/text_pattern.h"
#include "text/unicode.h"

#include <algorithm>

namespace headlight {

namespace {

/// One text of all.
class FuseDecoder final : public Decoder {
public:
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        std::string text;
        for (const std::string& token : tokens)
            text += token;
        return {text};
    }
};

/// Marks of spaces become spaces; those of the first token are left out where each text begins with one.
class MetaspaceDecoder final : public Decoder {
public:
    explicit MetaspaceDecoder(const Metaspace& options) : m_options(options) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        for (std::string& token : tokens) {
            const bool isLeftOut = &token == &tokens.front() && m_options.prepend != Metaspace::Prepend::Never;
            std::u32string text = toCodePoints(token);
            if (isLeftOut)
                std::erase(text, m_options.replacement);
            else
                std::replace(text.begin(), text.end(), m_options.replacement, U' ');
            token = toUtf8(text);
        }
        return tokens;
    }

private:
    Metaspace m_options;
};

/// Takes a character away from the ends of each token, some times at most.
class StripDecoder final : public Decoder {
public:
    StripDecoder(char32_t content, std::size_t start, std::size_t stop)
        : m_content(content), m_start(start), m_stop(stop) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        for (std::string& token : tokens) {
            const std::u32string text = toCodePoints(token);
            std::size_t begin = 0, end = text.size();
            while (begin < std::min(m_start, end) && text[begin] == m_content)
                ++begin;
            while (end > begin && text.size() - end < m_stop && text[end - 1] == m_content)
                --end;
            token = toUtf8(std::u32string_view(text).substr(begin, end - begin));
        }
        return tokens;
    }

private:
    char32_t m_content;
    std::size_t m_start, m_stop;
};

/// Puts a text for each match.
class ReplaceDecoder final : public Decoder {
public:
    ReplaceDecoder(TextPattern pattern, std::u32string content)
        : m_pattern(std::move(pattern)), m_content(std::move(content)) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        TextPattern::Search search(m_pattern);
        std::size_t characters = 0, made = 0;
        for (std::string& token : tokens) {
            const std::u32string text = toCodePoints(token);
            std::u32string changed;
            std::size_t taken = 0;
            search.forEach(text, [&](std::size_t begin, std::size_t end) {
                changed.append(text, taken, begin - taken).append(m_content);
                taken = end;
                checkSize(made + changed.size(), characters + text.size());
            });
            characters += text.size();
            made += changed.size();
            if (!changed.empty() || taken > 0)
                token = toUtf8(changed.append(text, taken));
        }
        return tokens;
    }

private:
    /// A file may ask for long texts in place of short ones, again and again.
    static void checkSize(std::size_t made, std::size_t characters) {
        if (made > 32 * characters + 100'000)
            throw Error("the tokenizer's rules make too long a text of these tokens; is its tokenizer.json damaged?");
    }

    TextPattern m_pattern;
    std::u32string m_content;
};

} // namespace

std::unique_ptr<Decoder> sentencePieceDecoder(bool hasSpaceInFront) {
    std::vector<std::unique_ptr<Decoder>> parts;
    parts.push_back(std::make_unique<ReplaceDecoder>(TextPattern(std::u32string(1, lowerBlock)), U" "));
    parts.push_back(byteFallbackDecoder());
    parts.push_back(std::make_unique<FuseDecoder>());
    if (hasSpaceInFront)
        parts.push_back(std::make_unique<StripDecoder>(U' ', 1, 0));
    return decoderSequence(std::move(parts));
}

std::unique_ptr<Decoder> fuseDecoder() {
    return std::make_unique<FuseDecoder>();
}

std::unique_ptr<Decoder> readFuse(const JsonEntry&) {
    return fuseDecoder();
}

std::unique_ptr<Decoder> readMetaspaceDecoder(const JsonEntry& entry) {
    return std::make_unique<MetaspaceDecoder>(readMetaspace(entry));
}

std::unique_ptr<Decoder> readStripDecoder(const JsonEntry& entry) {
    constexpr int most = 1'000'000;
    const std::u32string content = toCodePoints(entry.at("content").text());
    if (content.size() != 1)
        entry.at("content").fail("expected one character");
    return std::make_unique<StripDecoder>(content.front(), std::size_t(entry.whole("start", 0, most, 0)),
                                          std::size_t(entry.whole("stop", 0, most, 0)));
}

std::unique_ptr<Decoder> readReplaceDecoder(const JsonEntry& entry) {
    return std::make_unique<ReplaceDecoder>(TextPattern(entry.at("pattern")), toCodePoints(entry.at("content").text()));
}

} // namespace headlight
