#include "text/pipeline/pre_tokenizers.h"

#include <unicode/uscript.h>

namespace headlight {

namespace {

/// A space is of none.
constexpr int scriptOfSpace = -1;

int scriptOf(char32_t c) {
    if (c == U' ')
        return scriptOfSpace;
    if (c == U'\u30FC') // the sign for long vowels
        return USCRIPT_HAN;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(UChar32(c), &status);
    return script == USCRIPT_HIRAGANA || script == USCRIPT_KATAKANA ? USCRIPT_HAN : script;
}

/// Cuts where another script begins; Japanese is one. Spaces before the first letter are left out, as by Hugging
/// Face's.
class ScriptPreTokenizer final : public PreTokenizer {
public:
    void cut(Pieces& pieces) const override {
        std::vector<PieceRange> ranges;
        for (const PieceRange& range : pieces.ranges) {
            int last = scriptOfSpace;
            std::size_t begin = range.end;
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const int script = scriptOf(pieces.text.text[i]);
                if (script == scriptOfSpace || script == last)
                    continue;
                if (last != scriptOfSpace)
                    ranges.push_back({begin, i});
                begin = i;
                last = script;
            }
            if (begin < range.end)
                ranges.push_back({begin, range.end});
        }
        pieces.ranges = std::move(ranges);
    }
};

} // namespace

std::unique_ptr<PreTokenizer> readUnicodeScripts(const JsonEntry&) {
    return std::make_unique<ScriptPreTokenizer>();
}

} // namespace headlight
