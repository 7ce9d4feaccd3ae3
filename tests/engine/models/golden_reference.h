#pragma once

#include "core/npz.h"
#include "published_golden.h"

#include <map>
#include <numeric>
#include <optional>

namespace headlight::publishedgolden {

/// A reference file (models/reference/reference_file.h) in the making: arrays by name.
struct ReferenceArrays {
    struct Floats {
        std::vector<std::int64_t> shape;
        std::vector<float> values;
    };
    std::map<std::string, std::vector<std::int64_t>> ids;
    std::map<std::string, Floats> numbers;

    void addTo(NpzWriter& writer, const std::string& prefix = {}) const {
        for (const auto& [name, row] : ids)
            writer.add(prefix + name, {std::int64_t(row.size())}, row);
        for (const auto& [name, array] : numbers)
            writer.add(prefix + name, array.shape, array.values);
    }
    fs::path save(const fs::path& path) const {
        NpzWriter writer;
        addTo(writer);
        writer.save(path);
        return path;
    }
};

/// Arrays of one shape as one, with an axis for them before the others. Empty: there are none.
inline std::optional<ReferenceArrays::Floats> stackedOf(const TensorFile& file, const std::vector<std::string>& names) {
    if (names.empty())
        return {};
    ReferenceArrays::Floats all{file.info(names.front()).shape, {}};
    all.shape.insert(all.shape.begin(), std::int64_t(names.size()));
    for (const std::string& name : names) {
        const std::vector<float> values = file.readFloat(name);
        all.values.insert(all.values.end(), values.begin(), values.end());
    }
    return all;
}

/// What PyTorch computed for an example of a golden folder, as a model's reference has it.
inline ReferenceArrays referenceArraysOf(const fs::path& folder, const std::string& example) {
    const SafetensorsFile file = SafetensorsFile::open(folder / "expected.safetensors");
    const Json entry = jsonOf(folder / "expected.json").at(example);
    ReferenceArrays arrays;
    for (const auto& [theirs, ours] :
         {std::pair("ids", "ids"), {"token_types", "token_types"}, {"decoder_ids", "target_ids"}})
        if (entry.contains(theirs))
            arrays.ids[ours] = entry.at(theirs).get<std::vector<std::int64_t>>();
    const NetworkShape shape = describedBy(folder).shape;
    if (shape.decoder && !arrays.ids.contains("target_ids")) { // they follow from the text
        const std::vector<int> ids = decoderIdsOf(shape, entry, textOf(folder, example));
        arrays.ids["target_ids"].assign(ids.begin(), ids.end());
    }
    const auto add = [&](const std::string& tensors, const char* name) {
        std::vector<std::string> names;
        while (file.contains(example + "." + tensors + "." + std::to_string(names.size())))
            names.push_back(example + "." + tensors + "." + std::to_string(names.size()));
        if (!names.empty() && name == std::string("hidden_states") && file.contains(example + ".last"))
            names.back() = example + ".last"; // which is behind the final norm
        if (auto all = stackedOf(file, names))
            arrays.numbers[name] = std::move(*all);
    };
    add("hidden", "hidden_states");
    add("attention", "attentions");
    add("encoder_hidden_states", "hidden_states");
    add("encoder_attentions", "attentions");
    add("decoder_hidden_states", "decoder_hidden_states");
    add("decoder_attentions", "decoder_attentions");
    add("cross_attentions", "cross_attentions");
    if (const std::string logits = example + ".logits"; file.contains(logits))
        arrays.numbers["logits"] = {file.info(logits).shape, file.readFloat(logits)};
    return arrays;
}

} // namespace headlight::publishedgolden
