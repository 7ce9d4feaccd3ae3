#include "text/read_tokenizer.h"

#include "core/error.h"
#include "text/pipeline/byte_level_vocab.h"
#include "text/pipeline/llama2c_tokenizer.h"
#include "text/pipeline/tokenizer_json.h"
#include "text/read_sentence_piece.h"
#include "text/word_piece_vocab.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr std::array<const char*, 5> sentencePieceFiles = {"spiece.model", "tokenizer.model", "spm.model",
                                                           "sentencepiece.bpe.model", "source.spm"};

constexpr std::array<const char*, 7> otherFiles = {"tokenizer.json",   "vocab.txt",     "vocab.json",
                                                   "merges.txt",       "tokenizer.bin", "tokenizer_config.json",
                                                   "added_tokens.json"};

} // namespace

bool hasTokenizer(const std::filesystem::path& folder) {
    std::error_code ignored;
    const auto isThere = [&](const char* name) {
        return std::filesystem::exists(std::filesystem::symlink_status(folder / name, ignored));
    };
    return std::any_of(sentencePieceFiles.begin(), sentencePieceFiles.end(), isThere) ||
           std::any_of(otherFiles.begin(), otherFiles.end(), isThere);
}

bool isCalledTokenizer(std::string_view name) {
    return std::find(sentencePieceFiles.begin(), sentencePieceFiles.end(), name) != sentencePieceFiles.end() ||
           std::find(otherFiles.begin(), otherFiles.end(), name) != otherFiles.end();
}

std::unique_ptr<Tokenizer> readTokenizer(const std::filesystem::path& folder, std::string_view modelType) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        throw Error(folder.string() + ": there is no such folder; expected one with a tokenizer.json or a vocab.txt");
    const auto refuseBrokenLink = [&](const char* name) {
        if (std::filesystem::is_symlink(folder / name, ignored) && !std::filesystem::exists(folder / name, ignored))
            throw Error((folder / name).string() +
                        ": it is a link, and what it leads to is gone; fetch the model again, or delete the link");
    };
    std::for_each(otherFiles.begin(), otherFiles.end(), refuseBrokenLink);
    std::for_each(sentencePieceFiles.begin(), sentencePieceFiles.end(), refuseBrokenLink);
    const auto has = [&](const char* name) { return std::filesystem::exists(folder / name, ignored); };
    if (has("tokenizer.json"))
        return readTokenizerJson(folder / "tokenizer.json");
    if (has("vocab.txt"))
        return readWordPieceVocabulary(folder / "vocab.txt");
    if (has("vocab.json") && has("merges.txt"))
        return readByteLevelVocabulary(folder);
    if (std::any_of(sentencePieceFiles.begin(), sentencePieceFiles.end(), has))
        return readSentencePiece(folder, modelType);
    if (has("vocab.json") || has("merges.txt"))
        throw Error(folder.string() + ": " + (has("vocab.json") ? "merges.txt" : "vocab.json") +
                    " is missing; this tokenizer needs it beside " + (has("vocab.json") ? "vocab.json" : "merges.txt"));
    if (has("tokenizer.bin"))
        return readLlama2cTokenizer(folder / "tokenizer.bin");
    throw Error(folder.string() + ": there is neither tokenizer.json nor vocab.txt, vocab.json with merges.txt, a "
                                  "SentencePiece model or tokenizer.bin; a tokenizer needs one of them");
}

} // namespace headlight
