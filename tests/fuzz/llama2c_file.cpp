#include "models/weights/llama2c_file.h"

#include "fuzz/targets.h"

namespace headlight::fuzz {

void readLlama2c(std::string_view bytes) {
    const auto file = Llama2cFile::fromBytes(std::string(bytes), "model.bin");
    std::size_t numbers = 7;
    for (const std::string& name : file.names())
        numbers += file.readFloat(name).size();
    require(numbers * sizeof(float) == bytes.size(), "every byte belongs to a tensor or the header");
    require(file.header().dim > 0 && file.header().heads > 0, "sizes are positive");
    attempt([&] { file.info("no such tensor"); });
}

} // namespace headlight::fuzz
