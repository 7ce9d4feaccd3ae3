#include "models/inspect/listed_tensor.h"

#include "core/error.h"
#include "models/given/given_model.h"
#include "models/model_place.h"
#include "models/published/ctranslate2_model.h"
#include "models/weights/weights_formats.h"

namespace headlight {

ListedTensor listedTensor(const TensorFile& file, const std::string& name) {
    const TensorInfo& info = file.info(name);
    const DtypeBlock block = dtypeBlock(info.dtype);
    ListedTensor tensor{name, info, std::nullopt};
    if (block.bytes > 0)
        tensor.bytes = info.elements() / block.numbers * block.bytes;
    return tensor;
}

std::vector<ListedTensor> listedTensors(const TensorFile& file) {
    std::vector<ListedTensor> tensors;
    for (const std::string& name : file.names())
        tensors.push_back(listedTensor(file, name));
    return tensors;
}

std::filesystem::path weightsOf(const std::filesystem::path& given) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(given, ignored)) { // a file may be one of several in its folder
        if (isCalledMaps(given))
            throw Error(given.string() + ": attention maps of another program have no weights");
        return given;
    }
    const std::filesystem::path model = modelPlace(given);
    if (!std::filesystem::is_directory(model, ignored))
        return model;
    return isCTranslate2Folder(model) ? model / "model.bin" : weightsIn(model);
}

} // namespace headlight
