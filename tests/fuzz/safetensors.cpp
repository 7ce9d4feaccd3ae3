#include "models/safetensors.h"

#include "fuzz/targets.h"

#include <algorithm>

void headlight::fuzz::readSafetensors(std::string_view bytes) {
    const SafetensorsFile file = SafetensorsFile::fromBytes(std::string(bytes), "model.safetensors");
    for (const std::string& name : file.names()) {
        require(file.info(name).elements() >= 0, "a size is not negative");
        require(file.info(name).elements() * dtypeBytes(file.info(name).dtype) <= std::int64_t(bytes.size()),
                "a tensor lies within the file");
        require(file.readFloat(name).size() == std::size_t(file.info(name).elements()), "as many numbers as told");
    }
    attempt([&] { file.info("no such tensor"); });
}
