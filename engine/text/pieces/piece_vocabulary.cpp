#include "text/pieces/piece_vocabulary.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"

#include <numeric>

namespace headlight {

namespace {

void addTo(SentencePieceParts& parts, const std::string& token, int id) {
    if (const std::string problem = parts.tokens.add(token, id); !problem.empty())
        throw Error(parts.where + ": " + problem + "; is it the vocabulary of this model?");
}

/// Marks first, then the pieces from `first` on, each `shift` behind its place in the file.
void placeBehind(SentencePieceParts& parts, const std::vector<std::string>& marks, int first, int shift) {
    for (const std::string& mark : marks)
        addTo(parts, mark, parts.tokens.size());
    parts.ids.assign(std::size_t(parts.model.pieces.size()), 0);
    for (int piece = first; piece < parts.model.pieces.size(); ++piece) {
        addTo(parts, parts.model.pieces.token(piece), piece + shift);
        parts.ids[std::size_t(piece)] = piece + shift;
    }
    for (int piece = 0; piece < first; ++piece)
        parts.ids[std::size_t(piece)] = parts.tokens.id(parts.model.pieces.token(piece)).value();
}

void requireFirst(const SentencePieceParts& parts, const std::vector<std::string>& pieces) {
    for (std::size_t id = 0; id < pieces.size(); ++id)
        if (parts.model.pieces.id(pieces[id]) != int(id) || parts.model.unknown != 0)
            throw Error(parts.where + ": piece " + std::to_string(id) + " is not " + pieces[id] +
                        ", as models of this tokenizer_class have it; is the class right?");
}

/// What PieceLayout::VocabularyFile has.
void readVocabulary(SentencePieceParts& parts, const std::string& unknown, const std::filesystem::path& path) {
    constexpr std::uint64_t largest = 64 << 20; // bytes; published ones have 2 MB
    const std::string where = path.string();
    parseJson(readFile(path, largest), where, {}, [&](const std::string& token, const nlohmann::ordered_json& value) {
        const auto id = wholeNumberOf(value, 0, TokenTable::most - 1);
        const std::string problem =
            id ? parts.tokens.add(token, int(*id))
               : "\"" + printable(token, 40) + "\" has no number from 0 to " + std::to_string(TokenTable::most - 1);
        if (!problem.empty())
            throw Error(where + ": " + problem);
    });
    const std::optional<int> unknownId = parts.tokens.id(unknown);
    if (!unknownId)
        throw Error(where + ": the token \"" + printable(unknown, 40) + "\" is missing, which stands for unknown text");
    if (const std::optional<int> gap = parts.tokens.gap())
        throw Error(where + ": no token has the number " + std::to_string(*gap) + ", but others have larger ones");
    for (int piece = 0; piece < parts.model.pieces.size(); ++piece)
        parts.ids.push_back(parts.tokens.id(parts.model.pieces.token(piece)).value_or(*unknownId));
    parts.ids[std::size_t(parts.model.unknown)] = *unknownId;
}

} // namespace

void placePieces(SentencePieceParts& parts, const SentencePieceClass& row, const std::filesystem::path& vocabulary) {
    switch (row.layout) {
    case PieceLayout::AsInFile:
        parts.tokens = parts.model.pieces;
        parts.ids.resize(std::size_t(parts.tokens.size()));
        std::iota(parts.ids.begin(), parts.ids.end(), 0);
        return;
    case PieceLayout::Fairseq:
    case PieceLayout::FairseqLanguages:
        requireFirst(parts, {"<unk>", "<s>", "</s>"});
        placeBehind(parts, {"<s>", "<pad>", "</s>", "<unk>"}, 3, 1);
        if (row.layout == PieceLayout::FairseqLanguages)
            for (const std::string& code : fairseqLanguages())
                addTo(parts, code, parts.tokens.size());
        addTo(parts, "<mask>", parts.tokens.size());
        return;
    case PieceLayout::Camembert:
        requireFirst(parts, {"<unk>"});
        placeBehind(parts, {"<s>NOTUSED", "<pad>", "</s>NOTUSED", "<unk>", "<unk>NOTUSED"}, 1, 4);
        return;
    case PieceLayout::VocabularyFile:
        readVocabulary(parts, row.marks.unknown, vocabulary);
        return;
    }
}

void addExtraIds(SentencePieceParts& parts, int count) {
    for (int extra = count - 1; extra >= 0; --extra) {
        const std::string mark = "<extra_id_" + std::to_string(extra) + ">";
        addTo(parts, mark, parts.tokens.size());
    }
}

} // namespace headlight
