#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

template <class Number>
std::string ggufNumber(Number number) {
    return std::string(reinterpret_cast<const char*>(&number), sizeof number);
}

inline std::string ggufText(const std::string& text) {
    return ggufNumber(std::uint64_t(text.size())) + text;
}

/// A GGUF file that is made by hand, each part as its bytes.
struct GgufBuilder {
    std::uint32_t version = 3;
    std::uint64_t alignment = 32;
    std::vector<std::string> keys, tensors;
    std::string data;

    GgufBuilder& key(const std::string& name, std::uint32_t type, const std::string& value) {
        keys.push_back(ggufText(name) + ggufNumber(type) + value);
        return *this;
    }
    GgufBuilder& array(const std::string& name, std::uint32_t type, std::uint64_t count, const std::string& entries) {
        return key(name, 9, ggufNumber(type) + ggufNumber(count) + entries);
    }
    /// The sizes as in the file, the fastest first.
    GgufBuilder& tensor(const std::string& name, const std::vector<std::uint64_t>& sizes, std::uint32_t type,
                        std::uint64_t offset) {
        std::string bytes = ggufText(name) + ggufNumber(std::uint32_t(sizes.size()));
        for (const std::uint64_t size : sizes)
            bytes += ggufNumber(size);
        tensors.push_back(bytes + ggufNumber(type) + ggufNumber(offset));
        return *this;
    }
    std::string bytes() const {
        std::string all = "GGUF" + ggufNumber(version) + ggufNumber(std::uint64_t(tensors.size())) +
                          ggufNumber(std::uint64_t(keys.size()));
        for (const std::string& one : keys)
            all += one;
        for (const std::string& one : tensors)
            all += one;
        if (!tensors.empty())
            all.append(std::size_t((alignment - all.size() % alignment) % alignment), '\0');
        return all + data;
    }
};

/// Two tensors of floats and one of bytes, and a few keys.
inline GgufBuilder smallGguf() {
    GgufBuilder file;
    file.key("general.architecture", 8, ggufText("llama"));
    file.key("llama.block_count", 4, ggufNumber(std::uint32_t(5)));
    file.array("tokenizer.ggml.tokens", 8, 3, ggufText("<s>") + ggufText("") + ggufText("\xc3\xa9"));
    file.tensor("b", {3, 2}, 0, 32).tensor("a", {2}, 0, 0).tensor("c", {4}, 24, 64);
    for (const float number :
         {7.0f, -8.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 0.f, 0.f})
        file.data += ggufNumber(number);
    file.data += "\x01\x80\x7f\xff";
    return file;
}

} // namespace headlight
