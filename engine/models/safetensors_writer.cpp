#include "core/error.h"
#include "core/files.h"
#include "core/half.h"
#include "core/hash.h"
#include "core/json_text.h"
#include "models/safetensors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>

namespace headlight {

namespace {

void check(const std::vector<TensorView>& tensors) {
    std::set<std::string> names = {"__metadata__"};
    for (const TensorView& tensor : tensors) {
        const auto expected = [&](const char* what) {
            return std::invalid_argument("safetensorsBytes: tensor \"" + tensor.name + "\": expected " + what);
        };
        if (tensor.name.empty() || !names.insert(tensor.name).second)
            throw expected("a name of its own");
        if (tensor.dtype != Dtype::F32 && tensor.dtype != Dtype::F16)
            throw expected("F32 or F16");
        if (std::any_of(tensor.shape.begin(), tensor.shape.end(), [](std::int64_t size) { return size < 0; }))
            throw expected("sizes ≥ 0");
        if (!tensor.data && TensorInfo{tensor.dtype, tensor.shape}.elements() > 0)
            throw expected("data");
    }
}

void append(std::string& bytes, const TensorView& tensor) {
    const auto count = std::size_t(TensorInfo{tensor.dtype, tensor.shape}.elements());
    if (count == 0)
        return;
    if (tensor.dtype == Dtype::F32) {
        bytes.append(reinterpret_cast<const char*>(tensor.data), count * sizeof(float));
        return;
    }
    std::vector<std::uint16_t> bits(count);
    toHalf(tensor.data, bits.data(), count);
    for (std::size_t i = 0; i < count; ++i)
        if (std::isfinite(tensor.data[i]) && !std::isfinite(fromHalf(bits[i])))
            throw Error("tensor \"" + tensor.name + "\" has the number " + std::to_string(tensor.data[i]) +
                        ", which float16 cannot hold; save as float32");
    bytes.append(reinterpret_cast<const char*>(bits.data()), count * sizeof(std::uint16_t));
}

} // namespace

std::string checksumOf(std::string_view data) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", unsigned(crc32Of(data)));
    return digits;
}

std::string safetensorsBytes(const std::vector<TensorView>& tensors,
                             const std::map<std::string, std::string>& metadata) {
    check(tensors);
    std::vector<const TensorView*> order;
    for (const TensorView& tensor : tensors)
        order.push_back(&tensor);
    std::stable_sort(order.begin(), order.end(), [](const TensorView* a, const TensorView* b) {
        return dtypeBytes(a->dtype) > dtypeBytes(b->dtype);
    });

    std::string data;
    data.reserve(
        std::accumulate(order.begin(), order.end(), std::size_t(0), [](std::size_t sum, const TensorView* tensor) {
            return sum + std::size_t(TensorInfo{tensor->dtype, tensor->shape}.elements() * dtypeBytes(tensor->dtype));
        }));
    for (const TensorView* tensor : order)
        append(data, *tensor);
    auto header = nlohmann::ordered_json::object();
    header["__metadata__"] = metadata;
    header["__metadata__"][checksumKey] = checksumOf(data);
    std::int64_t end = 0;
    for (const TensorView* tensor : order) {
        const std::int64_t begin = end;
        end += TensorInfo{tensor->dtype, tensor->shape}.elements() * dtypeBytes(tensor->dtype);
        header[tensor->name] = {
            {"dtype", dtypeName(tensor->dtype)}, {"shape", tensor->shape}, {"data_offsets", {begin, end}}};
    }
    std::string text = jsonText(header);
    text.append((8 - text.size() % 8) % 8, ' '); // data then starts aligned

    std::string bytes(8, '\0');
    const std::uint64_t length = text.size();
    std::memcpy(bytes.data(), &length, 8);
    bytes.reserve(bytes.size() + text.size() + data.size());
    bytes += text;
    bytes += data;
    return bytes;
}

void writeSafetensors(const std::filesystem::path& path, const std::vector<TensorView>& tensors,
                      const std::map<std::string, std::string>& metadata) {
    writeFile(path, safetensorsBytes(tensors, metadata));
}

} // namespace headlight
