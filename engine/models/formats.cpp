#include "models/formats.h"

#include "models/model_folder.h"
#include "models/sentence_model.h"

namespace headlight {

std::shared_ptr<const Model> openModel(const std::filesystem::path& folder) {
    return std::make_shared<const SentenceModel>(loadModel(folder));
}

} // namespace headlight
