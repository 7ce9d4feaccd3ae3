#pragma once

#include "autodiff/gradient_check.h"
#include "encoders/encoder.h"
#include "engine/traced_maps.h"

#include <QtTest>

namespace headlight {

using OptionValues = std::vector<std::pair<std::string, std::string>>;

inline bool hasOption(const Config& config, const std::string& name) {
    for (const OptionRow& row : config.rows())
        if (row.name == name)
            return true;
    return false;
}

/// An encoder of the registry in small: four heads of 3 features, or 3 features a direction, or 12 that four heads
/// share; parameters are random, biases too.
struct SmallEncoder {
    static constexpr Index inputs = 5;
    Parameters parameters;
    std::unique_ptr<Encoder> encoder;

    SmallEncoder(const std::string& id, const std::string& preset, const OptionValues& values = {}, double keep = 1) {
        const EncoderRow& row = encoderRow(id);
        const auto config = row.makeConfig();
        applyPreset(row, *config, preset);
        // Heads that share the features rather than have their own.
        const bool shared = hasOption(*config, "heads") && hasOption(*config, "feed_forward");
        const OptionValues small = {
            {"heads", "4"},          {"head_features", "3"},    {"features", shared ? "12" : "3"},
            {"inner_features", "4"}, {"context_features", "3"}, {"attention_features", "4"},
            {"feed_forward", "7"},   {"layers", "2"},           {"max_length", "6"},
            {"block_length", "2"},   {"window_units", "4"}};
        for (const auto& [name, value] : small)
            if (hasOption(*config, name) && config->get(name) != "0") // 0 follows the input
                config->set(name, value);
        for (const auto& [name, value] : values)
            config->set(name, value);
        encoder = row.make(*config, Builder(parameters, 1).part("encoder"), inputs, keep);
        Random random(RandomKey(3));
        for (std::size_t p = 0; p < parameters.size(); ++p)
            for (Index k = 0; k < parameters[p].value.size(); ++k)
                parameters[p].value.data()[k] = Real(0.5 * random.normal());
    }

    /// In evaluation.
    Matrix output(const Layout& layout, const Matrix& x, const Intervention& changes = {},
                  Trace* trace = nullptr) const {
        Tape tape;
        Context context(tape, layout);
        context.setIntervention(changes);
        context.setTrace(trace);
        return encoder->forward(context, tape.constant(x)).value();
    }

    /// In training, with dropout.
    Matrix trained(const Layout& layout, const Matrix& x) const {
        Tape tape;
        Context context(tape, layout);
        context.train(RandomKey(9));
        return encoder->forward(context, tape.constant(x)).value();
    }
};

inline MapAddress address(int layer, int head, MapPart part = MapPart::Self) {
    return {Stack::Encoder, layer, part, head};
}

/// The weights of all maps of one sentence.
inline std::vector<AttentionMap> weightMaps(const SmallEncoder& small, const Matrix& x,
                                            const Intervention& changes = {}) {
    Trace trace;
    small.output(Layout({x.cols()}), x, changes, &trace);
    std::vector<AttentionMap> weights;
    for (const AttentionMap& map : mapsOf(trace))
        if (map.stage == MapStage::Weight)
            weights.push_back(map);
    return weights;
}

Matrix randomMatrix(Index rows, Index cols, std::uint64_t seed);

/// Of all parameters and of the input, sequences of 4, 1 and 3 tokens, in training.
inline GradientError gradientErrorOf(SmallEncoder& small) {
    const Layout layout({4, 1, 3});
    Parameter& x = small.parameters.add("x", Parameter::Kind::Weight, SmallEncoder::inputs, layout.tokens());
    x.value = randomMatrix(x.value.rows(), x.value.cols(), 5);
    std::deque<Context> contexts; // masks live in a context until backward
    const auto compute = [&](Tape& tape) {
        Context& context = contexts.emplace_back(tape, layout);
        context.train(RandomKey(4));
        return small.encoder->forward(context, tape.parameter(x));
    };
    const GradientError error = checkGradients(small.parameters, compute);
    // Deep stacks have gradients so small that rounding shows: it shrinks with the step, a mistake does not.
    return error.relative > 1e-6 ? checkGradients(small.parameters, compute, 1e-4) : error;
}

inline Matrix randomMatrix(Index rows, Index cols, std::uint64_t seed) {
    Matrix m(rows, cols);
    Random random{RandomKey(seed)};
    for (Index k = 0; k < m.size(); ++k)
        m.data()[k] = Real(random.normal());
    return m;
}

/// A row for every encoder and preset.
inline void addEncoderRows() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("preset");
    for (const EncoderRow& row : encoderRows())
        for (const Preset& preset : row.presets)
            QTest::newRow((row.id + " " + preset.id).c_str())
                << QString::fromStdString(row.id) << QString::fromStdString(preset.id);
}

} // namespace headlight
