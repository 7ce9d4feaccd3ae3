#pragma once

#include "core/json_entry.h"
#include "text/pipeline/decoder.h"

#include <memory>
#include <string>

namespace headlight {

/// The decoder that an entry of tokenizer.json describes: of the type WordPiece, ByteLevel, Metaspace, BPEDecoder,
/// ByteFallback, Fuse, Strip, Replace or a Sequence of such, at most 100 in all. Error naming the entry that is wrong
/// or of another type.
std::unique_ptr<Decoder> readDecoder(const JsonEntry& entry);

// One of each row; what they do is said where they are written.
std::unique_ptr<Decoder> readWordPieceDecoder(const JsonEntry& entry);
std::unique_ptr<Decoder> readByteLevelDecoder(const JsonEntry& entry);
std::unique_ptr<Decoder> readMetaspaceDecoder(const JsonEntry& entry);
std::unique_ptr<Decoder> readBpeDecoder(const JsonEntry& entry);
std::unique_ptr<Decoder> readByteFallback(const JsonEntry& entry);
std::unique_ptr<Decoder> readFuse(const JsonEntry& entry);
std::unique_ptr<Decoder> readStripDecoder(const JsonEntry& entry);
std::unique_ptr<Decoder> readReplaceDecoder(const JsonEntry& entry);

// For readers of other files.
std::unique_ptr<Decoder> wordPieceDecoder(std::string prefix, bool cleansUp);
std::unique_ptr<Decoder> byteLevelDecoder();
std::unique_ptr<Decoder> byteFallbackDecoder();
std::unique_ptr<Decoder> fuseDecoder(); ///< no spaces between tokens
std::unique_ptr<Decoder> decoderSequence(std::vector<std::unique_ptr<Decoder>> parts);
/// Of SentencePiece with bytes: ▁ becomes a space, bytes text, and the space in front, where texts get one, is taken
/// away.
std::unique_ptr<Decoder> sentencePieceDecoder(bool hasSpaceInFront);

/// Takes the spaces away that a tokenizer of words leaves before English punctuation and clitics.
std::string withoutExtraSpaces(std::string text);
/// Each place where `from` stands becomes `to`.
void replaceAll(std::string& text, std::string_view from, std::string_view to);

} // namespace headlight
