#pragma once

#include "models/model.h"
#include "models/model_summary.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace headlight {

/// A kind of model folder.
struct ModelFormat {
    std::string title; ///< "a Headlight model"
    /// What its config.json says: "format": "headlight", …
    std::string entry, value;
    std::shared_ptr<const Model> (*open)(const std::filesystem::path& folder, const ImageDecoder& decode);
    ModelSummary (*inspect)(const std::filesystem::path& folder);
};

const std::vector<ModelFormat>& modelFormats();

/// The model at modelPlace(): of a folder, opened by the format that its config.json names, or CTranslate2's
/// (isCTranslate2Folder()); or of a file that has all of it (isPublishedFile()); or the maps of a file
/// (isCalledMaps()). Error when config.json names none of them, with what is nearest; Error naming file and place when
/// the folder can't be read. A model that sees images reads their files by `decode`.
std::shared_ptr<const Model> openModel(const std::filesystem::path& given, const ImageDecoder& decode = {});

/// Whether openModel() takes a file by itself, a whole model or maps, by its name and how it begins.
bool isModelFile(const std::filesystem::path& file);

/// Reads and checks the whole folder, or file, every value of it. Error as openModel, and for a value that is no finite
/// number.
ModelSummary inspectModel(const std::filesystem::path& given);

} // namespace headlight
