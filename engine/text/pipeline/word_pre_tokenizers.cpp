#include "text/added_tokens.h"
#include "text/bert_text.h"
#include "text/pipeline/characters.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/split_behavior.h"

namespace headlight {

namespace {

/// Cuts by a kind of characters.
class CharacterSplit final : public PreTokenizer {
public:
    CharacterSplit(bool (*matches)(char32_t), SplitBehavior behavior) : m_matches(matches), m_behavior(behavior) {}
    void cut(Pieces& pieces) const override { splitAtCharacters(pieces, m_matches, m_behavior); }

private:
    bool (*m_matches)(char32_t);
    SplitBehavior m_behavior;
};

/// Cuts at one character, which is left out.
class DelimiterSplit final : public PreTokenizer {
public:
    explicit DelimiterSplit(char32_t delimiter) : m_delimiter(delimiter) {}
    void cut(Pieces& pieces) const override {
        splitAtCharacters(
            pieces, [this](char32_t c) { return c == m_delimiter; }, SplitBehavior::Removed);
    }

private:
    char32_t m_delimiter;
};

/// BERT's words: what stands between white space, punctuation apart.
class BertPreTokenizer final : public PreTokenizer {
public:
    void cut(Pieces& pieces) const override {
        splitAtCharacters(pieces, isWhiteSpace, SplitBehavior::Removed);
        splitAtCharacters(pieces, isBertPunctuation, SplitBehavior::Isolated);
    }
};

/// Letters, digits and marks of words in a row are a piece, and all other characters in a row; white space is left out.
class WordsAndMarks final : public PreTokenizer {
public:
    void cut(Pieces& pieces) const override {
        splitAtCharacters(pieces, isWhiteSpace, SplitBehavior::Removed);
        splitAtCharacters(pieces, isWordCharacter, SplitBehavior::Contiguous);
    }
};

bool isNumberCharacter(char32_t c) {
    return hasCategory(c, U_GC_N_MASK);
}

} // namespace

std::unique_ptr<PreTokenizer> bertPreTokenizer() {
    return std::make_unique<BertPreTokenizer>();
}

std::unique_ptr<PreTokenizer> readBertPreTokenizer(const JsonEntry&) {
    return bertPreTokenizer();
}

std::unique_ptr<PreTokenizer> readWhitespace(const JsonEntry&) {
    return std::make_unique<WordsAndMarks>();
}

std::unique_ptr<PreTokenizer> spacePreTokenizer() {
    return std::make_unique<CharacterSplit>(isWhiteSpace, SplitBehavior::Removed);
}

std::unique_ptr<PreTokenizer> readWhitespaceSplit(const JsonEntry&) {
    return spacePreTokenizer();
}

std::unique_ptr<PreTokenizer> readPunctuation(const JsonEntry& entry) {
    return std::make_unique<CharacterSplit>(isBertPunctuation,
                                            readSplitBehavior(entry, "behavior", SplitBehavior::Isolated));
}

std::unique_ptr<PreTokenizer> readDigits(const JsonEntry& entry) {
    return std::make_unique<CharacterSplit>(isNumberCharacter, entry.flag("individual_digits", false)
                                                                   ? SplitBehavior::Isolated
                                                                   : SplitBehavior::Contiguous);
}

std::unique_ptr<PreTokenizer> readCharDelimiterSplit(const JsonEntry& entry) {
    const JsonEntry delimiter = entry.at("delimiter");
    const std::u32string character = toCodePoints(delimiter.text());
    if (character.size() != 1)
        delimiter.fail("expected one character");
    return std::make_unique<DelimiterSplit>(character.front());
}

} // namespace headlight
