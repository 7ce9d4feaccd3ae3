#include "text/pipeline/byte_alphabet.h"
#include "text/pipeline/normalizer.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/regular_expression.h"
#include "text/pipeline/split_behavior.h"

namespace headlight {

namespace {

/// GPT-2's words: with the space before them, and clitics, numbers and marks apart.
const RegularExpression& gpt2Words() {
    static const RegularExpression words(R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
                                         "the words of GPT-2");
    return words;
}

class ByteLevelPreTokenizer final : public PreTokenizer {
public:
    ByteLevelPreTokenizer(bool addPrefixSpace, bool cutsWords)
        : m_addPrefixSpace(addPrefixSpace), m_cutsWords(cutsWords) {}

    void cut(Pieces& pieces) const override {
        if (m_addPrefixSpace)
            addSpaces(pieces);
        if (m_cutsWords) {
            RegularExpression::Search search(gpt2Words());
            splitPieces(
                pieces, [&](std::u32string_view text, const OnSplitMatch& onMatch) { search.forEach(text, onMatch); },
                SplitBehavior::Isolated);
        }
        toLetters(pieces);
    }

private:
    static void addSpaces(Pieces& pieces) {
        Pieces spaced;
        for (const PieceRange& range : pieces.ranges) {
            const std::size_t begin = spaced.text.text.size();
            if (const ByteSpan span = pieces.text.spans[range.begin]; pieces.text.text[range.begin] != U' ')
                spaced.text.add(U' ', {span.begin, span.begin});
            for (std::size_t i = range.begin; i < range.end; ++i)
                spaced.text.add(pieces.text.text[i], pieces.text.spans[i]);
            spaced.ranges.push_back({begin, spaced.text.text.size()});
            checkGrowth(spaced.text, pieces.most);
        }
        pieces.text = std::move(spaced.text);
        pieces.ranges = std::move(spaced.ranges);
    }

    static void toLetters(Pieces& pieces) {
        SpannedText letters = asByteLetters(pieces.text);
        checkGrowth(letters, pieces.most);
        std::size_t character = 0, letter = 0;
        const auto letterAt = [&](std::size_t wanted) {
            for (; character < wanted; ++character) {
                const char32_t c = pieces.text.text[character];
                letter += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            }
            return letter;
        };
        for (PieceRange& range : pieces.ranges) {
            const std::size_t begin = letterAt(range.begin);
            range = {begin, letterAt(range.end)};
        }
        pieces.text = std::move(letters);
    }

    bool m_addPrefixSpace, m_cutsWords;
};

} // namespace

std::unique_ptr<PreTokenizer> byteLevelPreTokenizer(bool addPrefixSpace, bool cutsWords) {
    return std::make_unique<ByteLevelPreTokenizer>(addPrefixSpace, cutsWords);
}

std::unique_ptr<PreTokenizer> readByteLevelPreTokenizer(const JsonEntry& entry) {
    return byteLevelPreTokenizer(entry.flag("add_prefix_space", true), entry.flag("use_regex", true));
}

} // namespace headlight
