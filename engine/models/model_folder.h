#pragma once

#include "models/stored_parameters.h"
#include "models/stored_type.h"
#include "models/task_network.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A model on disk is a folder in the Hugging Face manner: config.json (ModelDescription), model.safetensors (one
/// tensor per parameter under its dotted path: weights [outputs, inputs], biases [outputs], the embedding [words,
/// features]) and vocab.txt, of which config.json has the fingerprint. Saving replaces the folder completely or not at
/// all (core/files.h). Error on a full disk, a read-only folder, or a number that half precision can't hold.
void saveModel(const TaskNetwork& model, const std::filesystem::path& folder, StoredType type = StoredType::Float32);

/// Error naming file and tensor or option when anything is missing, unknown, of another version, shape or type, or when
/// a tensor holds a value that is no number, or the words are not those that the model was trained with. The files are
/// taken as hostile.
std::unique_ptr<TaskNetwork> loadModel(const std::filesystem::path& folder, Values values = Values::Own);

/// config.json alone: what a list of models shows.
ModelDescription loadDescription(const std::filesystem::path& folder);

/// What checkModelPart() says that a folder has where its kind is not known yet, or is a sentence model's.
inline constexpr const char* usualModelParts = "a model folder has config.json, model.safetensors and vocab.txt";

/// Error that says what a model folder is (`parts`) when this is none, or `part` of it is missing or no file.
void checkModelPart(const std::filesystem::path& folder, const char* part, const char* parts = usualModelParts);

} // namespace headlight
