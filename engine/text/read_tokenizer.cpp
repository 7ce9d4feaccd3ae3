#include "text/read_tokenizer.h"

#include "core/error.h"
#include "text/word_piece_json.h"
#include "text/word_piece_vocab.h"

namespace headlight {

std::unique_ptr<Tokenizer> readTokenizer(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        throw Error(folder.string() + ": there is no such folder; expected one with a tokenizer.json or a vocab.txt");
    for (const char* name : {"tokenizer.json", "vocab.txt", "tokenizer_config.json"})
        if (std::filesystem::is_symlink(folder / name, ignored) && !std::filesystem::exists(folder / name, ignored))
            throw Error((folder / name).string() +
                        ": it is a link, and what it leads to is gone; fetch the model again, or delete the link");
    if (std::filesystem::exists(folder / "tokenizer.json", ignored))
        return readWordPieceJson(folder / "tokenizer.json");
    if (std::filesystem::exists(folder / "vocab.txt", ignored))
        return readWordPieceVocabulary(folder / "vocab.txt");
    throw Error(folder.string() + ": there is neither tokenizer.json nor vocab.txt; a tokenizer needs one of them");
}

} // namespace headlight
