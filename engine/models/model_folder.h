#pragma once

#include "models/stored_parameters.h"
#include "models/stored_type.h"
#include "models/task_network.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A model on disk is a folder in the Hugging Face manner: config.json (ModelDescription), model.safetensors (one
/// tensor per parameter under its dotted path: weights [outputs, inputs], biases [outputs], the embedding [words,
/// features]) and vocab.txt. Saving replaces the folder completely or not at all (core/files.h). Error on a full disk,
/// a read-only folder, or a number that half precision can't hold.
void saveModel(const TaskNetwork& model, const std::filesystem::path& folder, StoredType type = StoredType::Float32);

/// Error naming file and tensor or option when anything is missing, unknown, of another version, shape or type, or when
/// a tensor holds a value that is no number. The files are taken as hostile.
std::unique_ptr<TaskNetwork> loadModel(const std::filesystem::path& folder, Values values = Values::Own);

/// config.json alone: what a list of models shows.
ModelDescription loadDescription(const std::filesystem::path& folder);

/// Error that says what a model folder is when this is none, or `part` of it is missing or no file.
void checkModelPart(const std::filesystem::path& folder, const char* part);

} // namespace headlight
