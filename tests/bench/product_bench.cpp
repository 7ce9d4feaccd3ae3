// Times the engine's matrix products by turns with Eigen's and, where a BLAS is installed, with its, on one thread, and
// prints a Markdown table; with --peak only the peak in GFLOP/s. The peak is that of multiply-add instructions on
// numbers in registers.

#include "engine/core/product.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#ifdef HEADLIGHT_BLAS
extern "C" void sgemm_(const char* transposeA, const char* transposeB, const int* m, const int* n, const int* k,
                       const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
                       const float* beta, float* c, const int* ldc);
#endif

using namespace headlight;

namespace {

double secondsOf(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Floating-point operations a second, the best of a few tries.
double peak() {
    constexpr Index width = Eigen::internal::packet_traits<Real>::size, chains = 12, rounds = 4'000'000;
    using Packet = Eigen::internal::packet_traits<Real>::type;
    const Packet factor = Eigen::internal::pset1<Packet>(Real(0.999));
    double best = 0;
    for (int attempt = 0; attempt < 5; ++attempt) {
        const double seconds = secondsOf([factor] {
            Packet sums[chains];
            for (Packet& sum : sums)
                sum = factor;
#pragma GCC unroll 1
            for (Index round = 0; round < rounds; ++round)
                for (Packet& sum : sums) {
                    sum = Eigen::internal::pmadd(sum, factor, factor);
                    asm volatile("" : "+v"(sum)); // not to be left out or taken together
                }
        });
        best = std::max(best, 2.0 * double(width * chains * rounds) / seconds);
    }
    return best;
}

struct Shape {
    int rows, depth, cols;
    const char* what;
};

double median(std::vector<double> numbers) {
    std::nth_element(numbers.begin(), numbers.begin() + std::ptrdiff_t(numbers.size() / 2), numbers.end());
    return numbers[numbers.size() / 2];
}

void row(const Shape& shape, double peakRate) {
    const int m = shape.rows, k = shape.depth, n = shape.cols;
    const Matrix a = Matrix::Random(m, k), b = Matrix::Random(k, n);
    Matrix out(m, n);
    const PackedFactor packed(a);
    const double operations = 2.0 * m * k * n;
    const int times = std::max(1, int(1e8 / operations));
    std::vector<std::function<void()>> ways = {[&] { setProduct(out, a, b); }, [&] { packed.setProduct(out, b); },
                                               [&] { out.noalias() = a * b; }};
#ifdef HEADLIGHT_BLAS
    const float one = 1, zero = 0;
    ways.push_back([&] { sgemm_("N", "N", &m, &n, &k, &one, a.data(), &m, b.data(), &k, &zero, out.data(), &m); });
#endif
    std::vector<std::vector<double>> seconds(ways.size());
    for (int turn = 0; turn < 21; ++turn)
        for (std::size_t way = 0; way < ways.size(); ++way)
            seconds[way].push_back(secondsOf([&] {
                for (int time = 0; time < times; ++time)
                    ways[way]();
            }));
    const double own = median(seconds[0]);
    const double rate = operations * times / own;
    std::printf("| %s | %d × %d × %d | %.1f | %.0f %% | %.0f %% ", shape.what, m, k, n, rate * 1e-9,
                100 * rate / peakRate, 100 * rate * own / median(seconds[1]) / peakRate);
    for (std::size_t way = 2; way < ways.size(); ++way) {
        std::vector<double> ratios;
        for (std::size_t turn = 0; turn < seconds[0].size(); ++turn)
            ratios.push_back(seconds[way][turn] / seconds[0][turn]);
        std::printf("| %.2f ", median(ratios));
    }
    std::printf("|\n");
}

} // namespace

int main(int argc, char** argv) {
    const double rate = peak();
    if (argc > 1 && std::string(argv[1]) == "--peak") {
        std::printf("%.1f\n", rate * 1e-9);
        return 0;
    }
    std::printf("peak of one thread: %.1f GFLOP/s\n\n", rate * 1e-9);
    std::printf("| product | rows × depth × columns | GFLOP/s | share of peak | packed | times Eigen |%s\n"
                "|---|---|---|---|---|---|%s\n",
#ifdef HEADLIGHT_BLAS
                " times BLAS |", "---|"
#else
                "", ""
#endif
    );
    for (const Shape& shape : {Shape{1024, 1024, 1024, "square"}, Shape{600, 300, 1024, "all heads' weights"},
                               Shape{300, 600, 1024, "output weights"}, Shape{300, 1024, 300, "gradient of weights"},
                               Shape{64, 75, 64, "scores of a head"}, Shape{75, 64, 64, "values of a head"},
                               Shape{1200, 300, 16, "a step of an LSTM"}, Shape{300, 300, 10, "a short sentence"}})
        row(shape, rate);
    return 0;
}
