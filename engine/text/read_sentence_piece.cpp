#include "text/read_sentence_piece.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "text/pieces/folder_marks.h"
#include "text/pieces/piece_vocabulary.h"

#include <unicode/uchar.h>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largestPieceModel = 64 << 20, largestMarkFile = 16 << 20; // bytes; published ones: 5 MB, 1 MB

FolderDocument readFolderDocument(const fs::path& path) {
    FolderDocument file;
    file.where = path.string();
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return file;
    file.document = parseJson(readFile(path, largestMarkFile), file.where);
    if (!file.document.is_object())
        file.entry().fail("expected an object { … }");
    return file;
}

const SentencePieceClass& classOf(const FolderDocument& config, const fs::path& folder, std::string_view modelType) {
    std::string name = config.entry().text("tokenizer_class", "");
    if (name.starts_with("PreTrainedTokenizer")) // which says nothing
        name.clear();
    if (const SentencePieceClass* row = sentencePieceClass(name, modelType))
        return *row;
    std::vector<std::string> known;
    for (const SentencePieceClass& row : sentencePieceClasses())
        known.push_back(row.name);
    if (!name.empty())
        config.entry()
            .at("tokenizer_class")
            .fail("\"" + printable(name, 80) + "\" is not supported with a SentencePiece model." + advice(name, known));
    throw Error(folder.string() + ": nothing says what marks stand around its texts: tokenizer_config.json names no " +
                "\"tokenizer_class\", and the model_type \"" + printable(modelType, 80) +
                "\" is none of a network with a SentencePiece model that is supported");
}

fs::path modelIn(const fs::path& folder, const SentencePieceClass& row, TranslationSide side) {
    const bool isTarget = row.layout == PieceLayout::VocabularyFile && side == TranslationSide::Target;
    const std::string expected = isTarget ? "target.spm" : row.file;
    std::vector<std::string> names = {expected};
    if (row.layout != PieceLayout::VocabularyFile)
        names.insert(names.end(), {"spiece.model", "tokenizer.model", "spm.model", "sentencepiece.bpe.model",
                                   "sentencepiece.model"});
    std::error_code ignored;
    for (const std::string& name : names)
        if (fs::exists(folder / name, ignored) || fs::is_symlink(folder / name, ignored))
            return folder / name;
    throw Error(folder.string() + ": there is no " + expected + "; a " + row.name +
                " needs its SentencePiece model. Fetch that file, too");
}

SentencePieceParts readParts(const fs::path& file) {
    SentencePieceParts parts;
    parts.where = file.string();
    parts.model = readPieceModel(readFile(file, largestPieceModel), parts.where);
    return parts;
}

/// A piece such as "9,": ALBERT and XLNet cut it in two where they can.
void lowerCommas(SentencePieceModel& model) {
    constexpr float penalty = 100;
    for (int id = 0; id < model.pieces.size(); ++id) {
        const std::u32string piece = toCodePoints(model.pieces.token(id));
        if (piece.size() >= 2 && piece.back() == U',' && u_isdigit(UChar32(piece[piece.size() - 2])))
            model.scores[std::size_t(id)] -= penalty;
    }
}

void applyOptions(SentencePieceParts& parts, const SentencePieceClass& row, const JsonEntry& config) {
    if (config.flag("split_by_punct", false))
        config.at("split_by_punct").fail("true is not supported");
    parts.rules.lower = config.flag("do_lower_case", row.lower);
    parts.rules.stripAccents = !config.flag("keep_accents", row.keepAccents);
    parts.rules.plainQuotes = row.plainQuotes;
    parts.cleanUp = config.flag("clean_up_tokenization_spaces", row.cleanUp);
    parts.spaceBehindMarks = config.flag("legacy", true);
    if (!parts.spaceBehindMarks && !config.flag("add_prefix_space", true))
        parts.model.dummySpace = false;
    if (row.cutsCommas)
        lowerCommas(parts.model);
}

int idOfMark(const SentencePieceParts& parts, const std::string& role, const std::string& mark) {
    if (const std::optional<int> id = parts.tokens.id(mark))
        return *id;
    throw Error(parts.where + ": the token \"" + printable(mark, 40) +
                "\" is missing; it must be there as the mark \"" + role +
                "\", or tokenizer_config.json must name another one");
}

/// Which mark each word of the row means.
std::string markOf(const std::string& role, const MarkNames& names, const JsonEntry& config, TranslationSide side) {
    if (role == "language")
        return side == TranslationSide::Source ? config.text("src_lang", "en_XX") : config.text("tgt_lang", "en_XX");
    return role == "bos" ? names.bos : role == "eos" ? names.eos : role == "cls" ? names.first : names.separator;
}

/// Of networks that begin each text with a mark the options say whether they do, and whether one ends it.
std::vector<std::string> chosenRoles(const std::vector<std::string>& roles, const JsonEntry& config) {
    if (roles.front() != "bos")
        return roles;
    std::vector<std::string> chosen;
    for (const std::string& role : roles) {
        if (role != "bos" || config.flag("add_bos_token", true))
            chosen.push_back(role);
        if (role != "bos" && config.flag("add_eos_token", false))
            chosen.push_back("eos");
    }
    return chosen;
}

std::vector<TemplatePart> templateOf(const SentencePieceParts& parts, const std::vector<std::string>& roles,
                                     const MarkNames& names, const JsonEntry& config, TranslationSide side) {
    std::vector<TemplatePart> all;
    int texts = 0;
    for (const std::string& role : chosenRoles(roles, config)) {
        if (role == "A" || role == "B")
            all.push_back({-1, texts++});
        else
            all.push_back({idOfMark(parts, role, markOf(role, names, config, side)),
                           role == "bos" ? texts : std::max(texts - 1, 0)});
    }
    return all;
}

} // namespace

std::unique_ptr<SentencePieceTokenizer> readSentencePiece(const fs::path& folder, std::string_view modelType,
                                                          TranslationSide side) {
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throw Error(folder.string() + ": there is no such folder; expected one with a SentencePiece model");
    const MarkFiles files = {readFolderDocument(folder / "tokenizer_config.json"),
                             readFolderDocument(folder / "special_tokens_map.json"),
                             readFolderDocument(folder / "added_tokens.json")};
    const JsonEntry config = files.config.entry();
    const SentencePieceClass& row = classOf(files.config, folder, modelType);
    SentencePieceParts parts = readParts(modelIn(folder, row, side));
    const bool isOther = side == TranslationSide::Target && config.flag("separate_vocabs", false);
    placePieces(parts, row, folder / (isOther ? "target_vocab.json" : "vocab.json"));
    constexpr int mostExtraIds = 10000; // published: 100 to 300
    if (row.extraIds > 0)
        addExtraIds(parts, config.whole("extra_ids", 0, mostExtraIds, row.extraIds));
    applyOptions(parts, row, config);
    const MarkNames names = markNames(row, files);
    addFolderMarks(parts, row, names, files);
    parts.single = templateOf(parts, row.single, names, config, side);
    parts.pair = templateOf(parts, row.pair, names, config, side);
    return std::make_unique<SentencePieceTokenizer>(std::move(parts));
}

std::unique_ptr<SentencePieceTokenizer> readSentencePieceFile(const fs::path& file) {
    SentencePieceParts parts = readParts(file);
    placePieces(parts, {}, {});
    parts.single = {{-1, 0}};
    parts.pair = {{-1, 0}, {-1, 1}};
    return std::make_unique<SentencePieceTokenizer>(std::move(parts));
}

} // namespace headlight
