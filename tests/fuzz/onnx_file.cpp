#include "models/weights/onnx_file.h"

#include "fuzz/targets.h"

namespace headlight::fuzz {

void readOnnx(std::string_view bytes) {
    const auto file = OnnxFile::fromBytes(std::string(bytes), "model.onnx");
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        require(info.elements() >= 0, "a size is not negative");
        require(info.elements() <= std::int64_t(bytes.size()), "a number takes a byte at least");
        require(file.readFloat(name).size() == std::size_t(info.elements()), "as many numbers as told");
    }
    attempt([&] { file.info("no such tensor"); });
}

} // namespace headlight::fuzz
