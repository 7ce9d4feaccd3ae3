#include "models/inspect/listed_tensor.h"

#include "core/error.h"
#include "models/given/given_model.h"
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

std::filesystem::path weightsOf(const std::filesystem::path& model) {
    if (std::error_code ignored; !std::filesystem::is_directory(model, ignored)) {
        if (isCalledMaps(model))
            throw Error(model.string() + ": attention maps of another program have no weights");
        return model;
    }
    return isCTranslate2Folder(model) ? model / "model.bin" : weightsIn(model);
}

} // namespace headlight
