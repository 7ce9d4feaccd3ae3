#pragma once

#include "models/published/published_writer.h"

namespace headlight {

/// Whether a folder is of a translation model as CTranslate2 saves it: model.bin with its vocabularies.
bool isCTranslate2Folder(const std::filesystem::path& folder);
/// Whether a file is called as a vocabulary of such a folder is.
bool isCTranslate2Words(const std::string& name);

/// The model of such a folder, of the kinds TransformerBase and TransformerBig, which OpenNMT trains: norms before each
/// part and behind the last, positions from 1 on, no mark around a source. Vocabularies are source_vocabulary.txt and
/// target_vocabulary.txt, or shared_vocabulary.txt; text is cut as ListedTokens says. Error naming file and tensor for
/// what is missing, wrong, or of another kind.
std::shared_ptr<const PublishedWriter> openCTranslate2(const std::filesystem::path& folder,
                                                       Values values = Values::Stored);

} // namespace headlight
