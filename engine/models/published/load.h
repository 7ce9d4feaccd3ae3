#pragma once

#include "models/published/architecture.h"
#include "models/published/network.h"
#include "models/stored_parameters.h"
#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// What a published folder says of its model.
struct PublishedDescription {
    const Architecture* architecture = nullptr;
    NetworkShape shape;
};

/// By the folder's config.json, and by generation_config.json what ends a text. Error naming file and entry when it is
/// of no kind that is known, or something in it is missing, wrong, or would be computed in another way.
PublishedDescription describedBy(const std::filesystem::path& folder);

/// The network of a folder as Hugging Face saves it, by its config.json and its weights (weightsIn()): tensors of F32,
/// F16 or BF16. Error as describedBy(), and naming file and tensors when anything is missing, unknown, of another shape
/// or kind, or no number. The files are taken as hostile.
std::unique_ptr<PublishedNetwork> loadPublished(const std::filesystem::path& folder, Values values = Values::Own);

/// The network of a shape, with the tensors of a file by the names of `architecture`. Error as loadPublished(); `where`
/// begins what is wrong with the file, `described` what is wrong with the shape.
std::unique_ptr<PublishedNetwork> networkOf(const Architecture& architecture, NetworkShape shape,
                                            std::shared_ptr<const TensorFile> file, const std::string& where,
                                            const std::string& described, Values values);

/// Error when the tokenizer has more entries than the model has vectors of words: it would be another one's. `where`
/// begins the message.
void checkVocabulary(const Tokenizer& tokenizer, const EmbeddingShape& embeddings, const std::string& where);

} // namespace headlight
