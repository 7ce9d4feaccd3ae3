#pragma once

#include "models/translation_network.h"

#include <QtTest>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headlight::translationcase {

using Json = nlohmann::json;

/// What tests/golden/make_translation.py writes.
inline const Json& document() {
    static const Json all = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/translation.json");
        return Json::parse(file);
    }();
    return all;
}

/// Rows as PyTorch has them; numbers alone are one column.
inline Matrix matrixOf(const Json& rows) {
    const bool isVector = !rows[0].is_array();
    Matrix m(Index(rows.size()), isVector ? 1 : Index(rows[0].size()));
    for (Index i = 0; i < m.rows(); ++i)
        for (Index j = 0; j < m.cols(); ++j)
            m(i, j) = Real((isVector ? rows[std::size_t(i)] : rows[std::size_t(i)][std::size_t(j)]).get<double>());
    return m;
}

/// A small stack: two layers of 8 with two heads, no dropout, positions as in the paper.
inline TransformerOptions smallStack() {
    TransformerOptions stack;
    stack.layers = document()["layers"];
    stack.heads = document()["heads"];
    stack.features = document()["features"];
    stack.feedForward = document()["feed_forward"];
    stack.positions = Positions::Sinusoidal;
    return stack;
}

inline TranslationOptions smallOptions(const TransformerOptions& stack = smallStack()) {
    TranslationOptions options;
    options.stack = stack;
    options.keep = 1;
    options.sourceWords = options.targetWords = 9;
    options.begin = document()["begin"];
    options.end = document()["end"];
    return options;
}

/// With random parameters, biases too, so that words differ.
inline std::unique_ptr<TranslationNetwork> randomNetwork(const TranslationOptions& options) {
    auto network = std::make_unique<TranslationNetwork>(options, 1);
    Random random(RandomKey(6));
    for (std::size_t p = 0; p < network->parameters().size(); ++p)
        for (Real& number : network->parameters()[p].value.reshaped())
            number = Real(0.5 * random.normal());
    return network;
}

/// The network of a case of the file.
inline std::unique_ptr<TranslationNetwork> networkOf(const Json& c) {
    TransformerOptions stack = smallStack();
    const bool isPost = c["norm"] == "post";
    stack.norm = isPost ? TransformerOptions::Norm::Post : TransformerOptions::Norm::Pre;
    stack.finalNorm = !isPost;
    stack.biases = c["biases"];
    TranslationOptions options = smallOptions(stack);
    options.shared = c["shared"] == "all"    ? SharedTables::All
                     : c["shared"] == "none" ? SharedTables::None
                                             : SharedTables::TargetAndOutput;
    options.sourceWords = c["source_words"];
    options.targetWords = c["target_words"];
    auto network = std::make_unique<TranslationNetwork>(options, 1);
    Parameters& parameters = network->parameters();
    if (parameters.size() != c["parameters"].size())
        qFatal("%s: other parameters than torch's", c["name"].get<std::string>().c_str());
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        const Matrix rows = matrixOf(c["parameters"].at(parameters[p].name));
        const bool isTable = parameters[p].kind == Parameter::Kind::Table;
        if ((isTable ? rows.cols() : rows.rows()) != parameters[p].value.rows())
            qFatal("%s: another shape than torch's", parameters[p].name.c_str());
        parameters[p].value = isTable ? Matrix(rows.transpose()) : rows;
    }
    return network;
}

inline TranslationBatch batchOf(const TranslationNetwork& network) {
    TranslationBatch batch;
    for (const Json& pair : document()["pairs"])
        network.add(batch, pair[0], pair[1], std::uint64_t(batch.sources.sequences()));
    return batch;
}

/// A row for each case.
inline void addCases() {
    QTest::addColumn<int>("number");
    for (int number = 0; number < int(document()["cases"].size()); ++number)
        QTest::newRow(document()["cases"][std::size_t(number)]["name"].get<std::string>().c_str()) << number;
}

inline const Json& caseOf(int number) {
    return document()["cases"][std::size_t(number)];
}

/// The largest difference, of numbers that are about as large as 1 or a little more.
inline double apart(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() ? double((a - b).cwiseAbs().maxCoeff()) : 1e9;
}

/// More than rounding makes of such numbers.
inline double tolerance() {
    return sizeof(Real) == 8 ? 1e-11 : 1e-4;
}

/// The gradient as PyTorch has it, rows first.
inline Matrix gradientOf(const Parameter& parameter, const Gradients& gradients) {
    const Gradients::Entry& entry = gradients[parameter.index];
    if (parameter.kind != Parameter::Kind::Table)
        return entry.dense;
    Matrix rows = Matrix::Zero(parameter.columns, parameter.value.rows());
    for (std::size_t k = 0; k < entry.columns.size(); ++k)
        rows.row(entry.columns[k]) = entry.dense.col(Index(k)).transpose();
    return rows;
}

/// Scores, smoothed loss and gradients of a case: where they are not torch's. Empty: they are.
inline QString unlikeTorch(const Json& c) {
    const auto network = networkOf(c);
    const TranslationBatch batch = batchOf(*network);
    Gradients gradients(network->parameters());
    Tape tape(&gradients);
    Context context(tape, batch.sources);
    if (apart(network->logits(context, batch).value(), matrixOf(c["logits"]).transpose()) > tolerance())
        return "scores";
    context.setLabelSmoothing(document()["smoothing"].get<Real>());
    const Var loss = network->loss(context, batch, 1);
    if (std::abs(double(loss.value()(0, 0)) - c["loss"].get<double>()) > tolerance())
        return "loss";
    tape.backward(loss);
    for (const auto& [name, rows] : c["gradients"].items())
        if (apart(gradientOf(*network->parameters().find(name), gradients), matrixOf(rows)) > tolerance())
            return QString::fromStdString(name);
    return {};
}

} // namespace headlight::translationcase
