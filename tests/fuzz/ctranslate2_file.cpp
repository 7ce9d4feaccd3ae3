#include "models/weights/ctranslate2_file.h"

#include "fuzz/targets.h"

#include <cmath>

namespace headlight::fuzz {

void readCtranslate2(std::string_view bytes) {
    const auto file = CTranslate2File::fromBytes(std::string(bytes), "model.bin");
    for (const std::string& name : file.names()) {
        const TensorInfo& info = file.info(name);
        require(info.elements() >= 0, "a size is not negative");
        require(info.elements() * dtypeBytes(info.dtype) <= std::int64_t(bytes.size()),
                "a tensor lies within the file");
        attempt([&] { // a scale may be 0
            const std::vector<float> all = file.readFloat(name);
            if (all.empty())
                return;
            float last = 0; // a part is the same as the whole
            file.readFloat(name, std::int64_t(all.size()) - 1, 1, &last);
            require(last == all.back() || (std::isnan(last) && std::isnan(all.back())), "parts have the same numbers");
        });
    }
    attempt([&] { file.info("no such tensor"); });
}

} // namespace headlight::fuzz
