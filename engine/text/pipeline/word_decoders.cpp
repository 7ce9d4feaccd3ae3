#include "text/pipeline/decoders.h"

namespace headlight {

namespace {

/// Words have spaces between them, and what continues a word has none.
class WordPieceDecoder final : public Decoder {
public:
    WordPieceDecoder(std::string prefix, bool cleansUp) : m_prefix(std::move(prefix)), m_cleansUp(cleansUp) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            std::string& token = tokens[i];
            if (i > 0)
                token = token.starts_with(m_prefix) ? token.substr(m_prefix.size()) : " " + token;
            // Each piece by itself, as published decoders do: a quote that waits for its "s" keeps its space.
            if (m_cleansUp)
                token = withoutExtraSpaces(std::move(token));
        }
        return tokens;
    }

private:
    std::string m_prefix;
    bool m_cleansUp;
};

/// A mark ends words, which have spaces between them.
class SuffixDecoder final : public Decoder {
public:
    explicit SuffixDecoder(std::string suffix) : m_suffix(std::move(suffix)) {}
    std::vector<std::string> apply(std::vector<std::string> tokens) const override {
        for (std::string& token : tokens)
            if (!m_suffix.empty())
                replaceAll(token, m_suffix, &token == &tokens.back() ? "" : " ");
        return tokens;
    }

private:
    std::string m_suffix;
};

} // namespace

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    std::string replaced;
    std::size_t begin = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, begin)) {
        replaced.append(text, begin, at - begin).append(to);
        begin = at + from.size();
    }
    if (begin > 0)
        text = replaced.append(text, begin);
}

std::string withoutExtraSpaces(std::string text) {
    for (const std::string_view after : {".", "?", "!", ","})
        replaceAll(text, " " + std::string(after), after);
    replaceAll(text, " ' ", "'");
    for (const std::string_view clitic : {"n't", "'m", "'s", "'ve", "'re"})
        replaceAll(text, " " + std::string(clitic), clitic);
    return text;
}

std::unique_ptr<Decoder> wordPieceDecoder(std::string prefix, bool cleansUp) {
    return std::make_unique<WordPieceDecoder>(std::move(prefix), cleansUp);
}

std::unique_ptr<Decoder> readWordPieceDecoder(const JsonEntry& entry) {
    return wordPieceDecoder(entry.text("prefix", "##"), entry.flag("cleanup", true));
}

std::unique_ptr<Decoder> readBpeDecoder(const JsonEntry& entry) {
    return std::make_unique<SuffixDecoder>(entry.text("suffix", "</w>"));
}

} // namespace headlight
