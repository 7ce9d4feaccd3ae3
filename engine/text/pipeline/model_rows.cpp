#include "text/pipeline/characters.h"
#include "text/pipeline/part_row.h"
#include "text/pipeline/piece_models.h"

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

bool hasList(const Json& model, const char* name) {
    const auto found = model.find(name);
    return found != model.end() && found->is_array();
}

} // namespace

const std::vector<PieceModelRow>& pieceModelRows() {
    static const std::vector<PieceModelRow> rows = {
        {"WordPiece", [](const Json& model) { return model.contains("max_input_chars_per_word"); }, readWordPieceModel},
        {"BPE", [](const Json& model) { return hasList(model, "merges"); }, readBpeModel},
        {"Unigram", [](const Json& model) { return hasList(model, "vocab"); }, readUnigramModel},
        {"WordLevel", [](const Json& model) { return model.contains("vocab") && model.contains("unk_token"); },
         readWordLevelModel},
    };
    return rows;
}

const PieceModelRow& pieceModelRow(const JsonEntry& entry, const Json& model) {
    if (!entry.isObject())
        entry.fail("expected an object");
    if (entry.has("type"))
        return partRow(entry, pieceModelRows());
    for (const PieceModelRow& row : pieceModelRows())
        if (row.isLikely(model))
            return row;
    entry.fail(
        "it has no type, and its other entries are of no model that Headlight reads: WordPiece, BPE, Unigram and "
        "WordLevel");
}

std::size_t stretchEnd(std::u32string_view piece, std::size_t begin) {
    constexpr std::size_t longest = 1 << 16, near = 1 << 12;
    if (piece.size() - begin <= longest)
        return piece.size();
    const auto isSpace = [&](std::size_t i) {
        return isWhiteSpace(piece[i]) || piece[i] == lowerBlock || piece[i] == U'\u0120';
    };
    for (std::size_t end = begin + longest; end > begin + longest - near; --end)
        if (isSpace(end) && !isSpace(end - 1))
            return end;
    return begin + longest;
}

} // namespace headlight
