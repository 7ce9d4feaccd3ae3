/// Compares sensitivities with exact Jacobians: sensitivity_bench [ENCODER or MODEL FOLDER …]. Encoders have the
/// papers' sizes and their first values, by default the five whose results depend on the whole sentence or on windows
/// of it. Of a folder's vocabulary random words are read.

#include "engine/models/model_folder.h"
#include "engine/models/sensitivity.h"

#include "engine/autodiff/ops_elementwise.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>

using namespace headlight;

namespace {

/// Enough rows that one wrong row is not the whole verdict; an exact row of 150 tokens takes seconds.
struct Trial {
    Index tokens, sentences;
    Index rows; ///< of each sentence, evenly spread
};
constexpr Trial trials[] = {{9, 8, 9}, {60, 2, 20}, {150, 1, 20}};

/// Row `result` of the map by following each of its outputs.
Vector exactRow(const Encoder& encoder, const Matrix& x, Index result) {
    const Index tokens = x.cols(), outputs = encoder.width(), most = 30;
    Eigen::VectorXd squares = Eigen::VectorXd::Zero(tokens);
    Tape tape{Tape::OnlyInputs()};
    for (Index first = 0; first < outputs; first += most) {
        const Index copies = std::min(most, outputs - first);
        Layout layout;
        for (Index copy = 0; copy < copies; ++copy)
            layout.add(tokens, std::uint64_t(copy));
        tape.reset();
        Context context(tape, layout);
        const Matrix repeated = x.replicate(1, copies);
        const Var input = tape.input(repeated), output = encoder.forward(context, input);
        Matrix cotangent = Matrix::Zero(output.rows(), output.cols());
        for (Index copy = 0; copy < copies; ++copy)
            cotangent(first + copy, encoder.pools() ? copy : copy * tokens + result) = 1;
        tape.backward(weightedSum(output, cotangent));
        for (Index copy = 0; copy < copies; ++copy)
            squares +=
                input.gradient().middleCols(copy * tokens, tokens).cast<double>().colwise().squaredNorm().transpose();
    }
    return squares.cwiseSqrt().cast<Real>();
}

/// `sentences` gives the vectors of as many tokens, others each time.
void compare(const std::string& name, const Encoder& encoder, const Trial& trial,
             const std::function<Matrix(Index tokens)>& sentences) {
    std::vector<double> errors;
    Index rows = 0, right = 0, covered = 0, directions = 0;
    double seconds = 0, shortfall = 0; ///< of the token that is named, relative to the most sensitive one
    for (Index sentence = 0; sentence < trial.sentences; ++sentence) {
        const Matrix x = sentences(trial.tokens);
        const auto start = std::chrono::steady_clock::now();
        const Sensitivity found = sensitivity(encoder, x);
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        directions = std::max<Index>(directions, found.directions);
        const Index results = found.norms.rows(), compared = std::min(trial.rows, results);
        for (Index k = 0; k < compared; ++k, ++rows) {
            const Index result = k * results / compared;
            const Vector truth = exactRow(encoder, x, result);
            Index top = 0, foundTop = 0;
            truth.maxCoeff(&top);
            found.norms.row(result).maxCoeff(&foundTop);
            right += top == foundTop;
            shortfall = std::max(shortfall, 1 - double(truth(foundTop)) / double(truth(top)));
            for (Index key = 0; key < x.cols(); ++key)
                if (truth(key) > 0) {
                    const double off = std::abs(double(found.norms(result, key)) - double(truth(key)));
                    errors.push_back(off / double(truth(key)));
                    covered += off <= 2 * double(found.standardErrors(result, key)) + 1e-5 * double(truth(key));
                }
        }
    }
    std::sort(errors.begin(), errors.end());
    std::printf("| %s | %d | %d of %d | %.2f %% | %.1f %% | %.0f %% | %d of %d | %.2f %% | %.2f |\n", name.c_str(),
                int(trial.tokens), int(directions), int(encoder.width()), 100 * errors[errors.size() / 2],
                100 * errors[errors.size() * 95 / 100], 100.0 * double(covered) / double(errors.size()), int(right),
                int(rows), 100 * shortfall, seconds / double(trial.sentences));
    std::fflush(stdout);
}

void compareEncoder(const std::string& id) {
    const EncoderRow& row = encoderRow(id);
    Parameters parameters;
    const auto config = row.makeConfig();
    const auto encoder = row.make(*config, Builder(parameters, 1).part("encoder"), 300, 1);
    Random random(RandomKey(7));
    for (const Trial& trial : trials)
        compare(id, *encoder, trial, [&](Index tokens) -> Matrix {
            return Matrix::NullaryExpr(300, tokens, [&] { return Real(random.normal()); });
        });
}

void compareModel(const std::string& folder) {
    const auto model = loadModel(folder);
    Random random(RandomKey(7));
    for (const Trial& trial : trials)
        compare(folder, model->encoder(), trial, [&](Index tokens) -> Matrix {
            TokenInput input;
            for (Index token = 0; token < tokens; ++token)
                input.ids.push_back(2 + int(random.bits() % 1000));
            Tape tape;
            Context context(tape, Layout({tokens}));
            return model->embed(context, input).value();
        });
}

} // namespace

int main(int count, char** words) try {
    std::vector<std::string> names(words + 1, words + count);
    if (names.empty())
        names = {"bilstm", "bigru", "bisru", "multicnn", "hrchycnn"};
    std::puts(
        "| encoder | tokens | directions | median error | 95 % of cells | within 2 standard errors | rows with the "
        "right top token | the named one is smaller by at most | s |\n"
        "|---|---|---|---|---|---|---|---|---|");
    for (const std::string& name : names)
        std::filesystem::exists(name) ? compareModel(name) : compareEncoder(name);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "sensitivity_bench: %s\n", error.what());
    return 1;
}
