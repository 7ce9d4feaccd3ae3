/// Compares sensitivities with exact Jacobians: sensitivity_bench [MODEL FOLDER …]. Without a folder the encoders have
/// the papers' sizes and their first values. Of a folder's vocabulary random words are read.

#include "models/model_folder.h"
#include "models/sensitivity.h"

#include "autodiff/ops_elementwise.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace headlight;

namespace {

constexpr Index lengths[] = {9, 60, 150};
constexpr Index rowsCompared = 12; ///< of a map, evenly spread

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
            cotangent(first + copy, copy * tokens + result) = 1;
        tape.backward(weightedSum(output, cotangent));
        for (Index copy = 0; copy < copies; ++copy)
            squares +=
                input.gradient().middleCols(copy * tokens, tokens).colwise().squaredNorm().transpose().cast<double>();
    }
    return squares.cwiseSqrt().cast<Real>();
}

void compare(const std::string& name, const Encoder& encoder, const Matrix& x) {
    const auto start = std::chrono::steady_clock::now();
    const Sensitivity found = sensitivity(encoder, x);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::vector<double> errors;
    Index rows = 0, right = 0, covered = 0;
    const Index step = std::max<Index>(1, x.cols() / rowsCompared);
    for (Index result = 0; result < x.cols(); result += step, ++rows) {
        const Vector truth = exactRow(encoder, x, result);
        Index top = 0, foundTop = 0;
        truth.maxCoeff(&top);
        found.norms.row(result).maxCoeff(&foundTop);
        right += top == foundTop;
        for (Index key = 0; key < x.cols(); ++key)
            if (truth(key) > 0) {
                const double off = std::abs(double(found.norms(result, key)) - double(truth(key)));
                errors.push_back(off / double(truth(key)));
                covered += off <= 2 * double(found.standardErrors(result, key)) + 1e-5 * double(truth(key));
            }
    }
    std::sort(errors.begin(), errors.end());
    std::printf("| %s | %d | %d of %d | %.2f %% | %.1f %% | %.0f %% | %.0f %% | %.2f |\n", name.c_str(), int(x.cols()),
                found.directions, int(encoder.width()), 100 * errors[errors.size() / 2],
                100 * errors[errors.size() * 95 / 100], 100.0 * double(covered) / double(errors.size()),
                100.0 * double(right) / double(rows), seconds.count());
    std::fflush(stdout);
}

Matrix randomVectors(Index rows, Index columns) {
    Random random(RandomKey(7));
    return Matrix::NullaryExpr(rows, columns, [&] { return Real(random.normal()); });
}

} // namespace

int main(int count, char** words) try {
    std::puts("| encoder | tokens | directions | median error | 95 % of cells | within 2 standard errors | top token "
              "right | s |\n"
              "|---|---|---|---|---|---|---|---|");
    if (count == 1)
        for (const char* id : {"bilstm", "bigru", "bisru", "multicnn", "hrchycnn"}) {
            const EncoderRow& row = encoderRow(id);
            Parameters parameters;
            const auto config = row.makeConfig();
            const auto encoder = row.make(*config, Builder(parameters, 1).part("encoder"), 300, 1);
            for (const Index tokens : lengths)
                compare(id, *encoder, randomVectors(300, tokens));
        }
    for (int k = 1; k < count; ++k) {
        const auto model = loadModel(words[k]);
        Random random(RandomKey(7));
        for (const Index tokens : lengths) {
            std::vector<int> ids;
            for (Index token = 0; token < tokens; ++token)
                ids.push_back(2 + int(random.bits() % 1000));
            Tape tape;
            Context context(tape, Layout({tokens}));
            compare(words[k], model->encoder(), model->embed(context, ids).value());
        }
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "sensitivity_bench: %s\n", error.what());
    return 1;
}
