#include "core/layout.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/bert/bert_model.h"
#include "models/safetensors.h"
#include "models/stored_parameters.h"

namespace {

using namespace headlight;

/// The tensors of a model as small as seeds/bert_config/classifier says.
std::string someTensors() {
    BertConfig config;
    config.architecture.classifies = true;
    config.vocabulary = 5;
    config.hidden = config.positions = 4;
    config.heads = config.layers = 1;
    config.intermediate = 3;
    config.labels = {"a", "b"};
    const BertModel model(config, {}, true, Parameters());
    std::vector<std::vector<float>> values;
    std::vector<TensorView> tensors;
    for (std::size_t i = 0; i < model.parameters().size(); ++i) {
        const Parameter& parameter = model.parameters()[i];
        values.push_back(diskValues(parameter));
        tensors.push_back({parameter.name, diskShape(parameter), values.back().data(), Dtype::F32});
    }
    return safetensorsBytes(tensors);
}

} // namespace

/// config.json of a BERT beside intact numbers. What is accepted is then used.
void headlight::fuzz::readBertConfigFile(std::string_view bytes) {
    static const Scratch scratch;
    static const std::filesystem::path tensors = scratch.write("model.safetensors", someTensors());
    scratch.write("config.json", bytes);
    for (const Values values : {Values::Own, Values::Stored}) {
        const auto model = loadBert(tensors.parent_path(), values);
        const Layout layout({3});
        Tape tape;
        Context context(tape, layout);
        const BertResult result = model->forward(context, {2, 4, 3}, {0, 0, 0});
        require(result.layers.back().hidden.value().allFinite(), "what is accepted computes numbers");
    }
}
