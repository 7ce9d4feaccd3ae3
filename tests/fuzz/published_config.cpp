#include "core/layout.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/published/load.h"
#include "models/safetensors.h"

namespace {

using namespace headlight;

/// The tensors of a BERT as small as seeds/published_config/classifier says, under the names of its file.
std::string someTensors() {
    std::vector<TensorView> tensors;
    static std::vector<std::vector<float>> values;
    const auto add = [&](const std::string& name, std::vector<std::int64_t> shape) {
        std::int64_t count = 1;
        for (const std::int64_t size : shape)
            count *= size;
        values.emplace_back(std::size_t(count), 0.25f);
        tensors.push_back({name, std::move(shape), nullptr, Dtype::F32});
    };
    const auto linear = [&](const std::string& name, std::int64_t outputs, std::int64_t inputs) {
        add(name + ".weight", {outputs, inputs});
        add(name + ".bias", {outputs});
    };
    const auto norm = [&](const std::string& name) {
        add(name + ".weight", {4});
        add(name + ".bias", {4});
    };
    add("bert.embeddings.word_embeddings.weight", {5, 4});
    add("bert.embeddings.position_embeddings.weight", {4, 4});
    add("bert.embeddings.token_type_embeddings.weight", {2, 4});
    norm("bert.embeddings.LayerNorm");
    const std::string layer = "bert.encoder.layer.0.";
    for (const char* map : {"query", "key", "value"})
        linear(layer + "attention.self." + map, 4, 4);
    linear(layer + "attention.output.dense", 4, 4);
    norm(layer + "attention.output.LayerNorm");
    linear(layer + "intermediate.dense", 3, 4);
    linear(layer + "output.dense", 4, 3);
    norm(layer + "output.LayerNorm");
    linear("bert.pooler.dense", 4, 4);
    linear("classifier", 2, 4);
    for (std::size_t i = 0; i < tensors.size(); ++i)
        tensors[i].data = values[i].data();
    return safetensorsBytes(tensors);
}

} // namespace

/// config.json of a published model beside intact numbers. What is accepted is then used.
void headlight::fuzz::readPublishedConfig(std::string_view bytes) {
    static const Scratch scratch;
    static const std::filesystem::path tensors = scratch.write("model.safetensors", someTensors());
    scratch.write("config.json", bytes);
    for (const Values values : {Values::Own, Values::Stored}) {
        const auto network = loadPublished(tensors.parent_path(), values);
        const Layout layout({3});
        Tape tape;
        Context context(tape, layout);
        const auto pass = network->read(context, {2, 4, 3}, {0, 0, 0});
        require(pass.stack.last.value().allFinite(), "what is accepted computes numbers");
    }
}
