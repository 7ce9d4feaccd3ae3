#pragma once

#include "core/json_entry.h"
#include "text/pipeline/pre_tokenizer.h"

#include <memory>
#include <string>

namespace headlight {

/// The pre-tokenizer that an entry of tokenizer.json describes: of the type BertPreTokenizer, ByteLevel, Metaspace,
/// Whitespace, WhitespaceSplit, Split, Punctuation, Digits, CharDelimiterSplit, UnicodeScripts or a Sequence of such,
/// at most 100 in all. Error naming the entry that is wrong or of another type.
std::unique_ptr<PreTokenizer> readPreTokenizer(const JsonEntry& entry);

// One of each row; what they do is said where they are written.
std::unique_ptr<PreTokenizer> readBertPreTokenizer(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readByteLevelPreTokenizer(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readMetaspacePreTokenizer(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readWhitespace(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readWhitespaceSplit(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readSplit(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readPunctuation(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readDigits(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readCharDelimiterSplit(const JsonEntry& entry);
std::unique_ptr<PreTokenizer> readUnicodeScripts(const JsonEntry& entry);

// For readers of other files.
std::unique_ptr<PreTokenizer> bertPreTokenizer();
/// What stands between white space.
std::unique_ptr<PreTokenizer> spacePreTokenizer();
/// Byte letters; with `cutsWords` words, numbers and marks are cut apart before, as by GPT-2.
std::unique_ptr<PreTokenizer> byteLevelPreTokenizer(bool addPrefixSpace, bool cutsWords);
/// Each match is a piece of its own, and what stands between two.
std::unique_ptr<PreTokenizer> splitPreTokenizer(const std::string& expression, const std::string& where);
std::unique_ptr<PreTokenizer> preTokenizerSequence(std::vector<std::unique_ptr<PreTokenizer>> parts);

} // namespace headlight
