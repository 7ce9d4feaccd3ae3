#pragma once

#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// BERT's vocab.txt, one token a line in the order of their ids, with the tokenizer_config.json beside it when there is
/// one: do_lower_case, strip_accents, tokenize_chinese_chars, and unk_token, cls_token, sep_token, pad_token and
/// mask_token. Without it the values are those of Hugging Face's BertTokenizer, which makes text lower-case. A
/// vocabulary of SMILES (text/smiles_pieces.h) is read as SmilesTokenizer does.
///
/// Error naming file and line of a token that is empty, twice there, over 1,000 bytes or no UTF-8, and naming the token
/// where the vocabulary has no unk_token, cls_token or sep_token; of the configuration, naming the entry that is
/// wrong or another tokenizer's.
std::unique_ptr<Tokenizer> readWordPieceVocabulary(const std::filesystem::path& vocabulary);

} // namespace headlight
