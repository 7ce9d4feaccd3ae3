#pragma once

#include "core/matrix.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight::golden {

/// Numbers of one tensor, row-major, as PyTorch computed them in double.
struct Tensor {
    std::vector<Index> shape;
    std::vector<double> values;

    /// [rows × everything else].
    Eigen::MatrixXd matrix() const {
        using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        return Eigen::Map<const RowMajor>(values.data(), shape[0], Index(values.size()) / shape[0]);
    }
};

/// One case of tests/golden (its README says what the files hold).
struct Case {
    nlohmann::ordered_json info;
    std::map<std::string, Tensor> tensors;
    std::vector<Index> lengths;
    std::vector<int> ids, labels; ///< ids of all sequences one after the other

    const Tensor& tensor(const std::string& name) const {
        const auto found = tensors.find(name);
        if (found == tensors.end())
            throw std::runtime_error("no tensor " + name);
        return found->second;
    }
    std::string encoder() const { return info["encoder"]; }
    int size(const char* name) const { return info["model"][name]; }
};

inline std::filesystem::path folder() {
    return std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "cases";
}

inline std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

inline std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot read " + path.string());
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::map<std::string, Tensor> readTensors(const std::filesystem::path& path) {
    const std::string bytes = contents(path);
    std::uint64_t headerSize = 0;
    std::memcpy(&headerSize, bytes.data(), sizeof headerSize);
    const auto header = nlohmann::json::parse(bytes.substr(8, headerSize));
    std::map<std::string, Tensor> tensors;
    for (const auto& [name, entry] : header.items()) {
        if (name == "__metadata__")
            continue;
        if (entry.at("dtype") != "F64")
            throw std::runtime_error(path.string() + ": " + name + " is not of type F64");
        const std::size_t begin = entry["data_offsets"][0], end = entry["data_offsets"][1];
        Tensor& tensor = tensors[name];
        tensor.shape = entry["shape"].get<std::vector<Index>>();
        tensor.values.resize((end - begin) / sizeof(double));
        std::memcpy(tensor.values.data(), bytes.data() + 8 + headerSize + begin, end - begin);
    }
    return tensors;
}

inline Case readCase(const std::string& name) {
    Case c;
    c.info = nlohmann::ordered_json::parse(contents(folder() / name / "case.json"));
    c.tensors = readTensors(folder() / name / "tensors.safetensors");
    const auto& batch = c.info["batch"];
    c.lengths = batch["lengths"].get<std::vector<Index>>();
    c.labels = batch["labels"].get<std::vector<int>>();
    if (auto& options = c.info["options"]; options.contains("c")) { // a constant of the engine, not an option
        if (options["c"] != 5)
            throw std::runtime_error(name + ": expected c = 5");
        options.erase("c");
    }
    for (const auto& sequence : batch["tokens"])
        for (const int id : sequence)
            c.ids.push_back(id);
    return c;
}

} // namespace headlight::golden
