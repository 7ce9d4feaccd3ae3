#pragma once

#include "core/json_entry.h"
#include "text/bert_text.h"
#include "text/pipeline/normalizer.h"

#include <memory>

namespace headlight {

/// The normalizer that an entry of tokenizer.json describes: of the type BertNormalizer, NFC, NFD, NFKC, NFKD,
/// Lowercase, Strip, StripAccents, Replace, Prepend, Precompiled, Nmt, ByteLevel or a Sequence of such, at most 100 in
/// all. Error naming the entry that is wrong or of another type.
std::unique_ptr<Normalizer> readNormalizer(const JsonEntry& entry);

// One of each row; what they do is said where they are written.
std::unique_ptr<Normalizer> readBertNormalizer(const JsonEntry& entry);
std::unique_ptr<Normalizer> readNfc(const JsonEntry& entry);
std::unique_ptr<Normalizer> readNfd(const JsonEntry& entry);
std::unique_ptr<Normalizer> readNfkc(const JsonEntry& entry);
std::unique_ptr<Normalizer> readNfkd(const JsonEntry& entry);
std::unique_ptr<Normalizer> readLowercase(const JsonEntry& entry);
std::unique_ptr<Normalizer> readStrip(const JsonEntry& entry);
std::unique_ptr<Normalizer> readStripAccents(const JsonEntry& entry);
std::unique_ptr<Normalizer> readReplace(const JsonEntry& entry);
std::unique_ptr<Normalizer> readPrepend(const JsonEntry& entry);
std::unique_ptr<Normalizer> readPrecompiled(const JsonEntry& entry);
std::unique_ptr<Normalizer> readNmt(const JsonEntry& entry);
std::unique_ptr<Normalizer> readByteLevelNormalizer(const JsonEntry& entry);

// For readers of other files.
std::unique_ptr<Normalizer> bertNormalizer(const BertRules& rules);
std::unique_ptr<Normalizer> prependNormalizer(std::u32string prefix);
std::unique_ptr<Normalizer> replaceNormalizer(std::u32string from, std::u32string to);
/// One after the other.
std::unique_ptr<Normalizer> normalizerSequence(std::vector<std::unique_ptr<Normalizer>> parts);

} // namespace headlight
