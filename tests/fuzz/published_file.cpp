#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/published/file_model.h"

/// A model of one file; what is accepted is then asked.
void headlight::fuzz::readPublishedFile(std::string_view bytes) {
    static const Scratch scratch;
    const std::filesystem::path path = scratch.write("model.gguf", bytes);
    if (!isPublishedFile(path))
        return;
    const auto model = openPublishedFile(path);
    require(!model->heads().empty(), "a model has heads");
    const auto recording = model->run(model->read({"a b"}), {}, {});
    const AttentionMap map = recording->map({model->heads().front().address});
    require(map.values.size() == std::size_t(map.queries * map.keys), "each cell has a number");
}
