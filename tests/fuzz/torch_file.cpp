#include "models/weights/torch_file.h"

#include "fuzz/targets.h"

#include <algorithm>
#include <vector>

void headlight::fuzz::readTorchFile(std::string_view bytes) {
    const TorchFile file = TorchFile::fromBytes(std::string(bytes), "pytorch_model.bin");
    require(!file.names().empty(), "a file without tensors is refused");
    std::size_t read = 0;
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        require(info.elements() >= 0, "a size is not negative");
        require(info.elements() * dtypeBytes(info.dtype) <= std::int64_t(bytes.size()),
                "a tensor has no more numbers than the file");
        read += std::size_t(info.elements());
        if (read > std::size_t(1) << 22) // the same numbers by many names
            continue;
        const std::vector<float> all = file.readFloat(name);
        require(all.size() == std::size_t(info.elements()), "as many numbers as told");
        std::vector<float> part(all.size() / 2);
        file.readFloat(name, std::int64_t(all.size() - part.size()), std::int64_t(part.size()), part.data());
        require(std::equal(part.begin(), part.end(), all.end() - std::ptrdiff_t(part.size()),
                           [](float a, float b) { return a == b || (a != a && b != b); }),
                "a part is what it is of the whole");
    }
    require(file.others().size() <= file.otherCount(), "no more is listed than is there");
    attempt([&] { file.info("no such tensor"); });
}
