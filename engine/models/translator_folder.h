#pragma once

#include "models/stored_parameters.h"
#include "models/stored_type.h"
#include "models/translator.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// The entry "format" of a translation model's config.json.
constexpr const char* translatorFormat = "headlight-translation";

/// A translation model on disk: config.json (TranslatorDescription), model.safetensors as models/model_folder.h has it,
/// and of the source language merges.txt and vocab.txt, which are those of the target language, too, where the merges
/// are joint; else there are target.merges.txt and target.vocab.txt. Saving replaces the folder completely or not at
/// all. Error on a full disk, a read-only folder, or a number that half precision can't hold.
void saveTranslator(const Translator& translator, const std::filesystem::path& folder,
                    StoredType type = StoredType::Float32);

/// Error naming file and line, tensor or option when anything is missing, unknown, of another version, shape or type,
/// or when the merges are not those that the model was trained with. The files are taken as hostile.
std::unique_ptr<Translator> loadTranslator(const std::filesystem::path& folder, Values values = Values::Own);

/// By its config.json; false, too, where there is none that can be read: whoever opens the folder then says why.
bool isTranslatorFolder(const std::filesystem::path& folder);

} // namespace headlight
