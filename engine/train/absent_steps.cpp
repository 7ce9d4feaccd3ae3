#include "train/absent_steps.h"

#include "train/adam.h"

#include <array>
#include <cmath>

namespace headlight {

namespace {

/// After so many steps the first moment has less than 1e-11 of its size left.
constexpr int adamMemory = 256;

/// The powers of Adam's decays after 0 … adamMemory steps: the same multiplications at every step would be most of the
/// price of a rare word.
struct AdamPowers {
    std::array<double, adamMemory + 1> first, root; ///< β1^j, √β2^j
    AdamPowers() {
        for (std::size_t j = 0; j < first.size(); ++j) {
            first[j] = std::pow(adam::beta1, double(j));
            root[j] = std::pow(adam::beta2, double(j) / 2);
        }
    }
};

} // namespace

void AbsentSteps::makeUp(int done, Real* value, Real* first, Real* second, Index count) const {
    if (done == size())
        return;
    if (m_method == Method::Adam)
        makeUpAdam(done, value, first, second, count);
    else
        makeUpSgd(done, value, first, count);
}

void AbsentSteps::makeUpAdam(int done, Real* value, Real* first, Real* second, Index count) const {
    static const AdamPowers powers;
    const int steps = size() - done;
    double weight = 0, sum = 0, squares = 0, cubes = 0; // of x = 1 − q
    for (int j = 1; j <= std::min(steps, adamMemory); ++j) {
        const double w = m_rates[std::size_t(done + j - 1)] * powers.first[std::size_t(j)];
        const double x = 1 - powers.root[std::size_t(j)];
        weight += w;
        sum += w * x;
        squares += w * x * x;
        cubes += w * x * x * x;
    }
    Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>> w(value, count), a(first, count), b(second, count);
    if (weight > 0) {
        const double mean = sum / weight;
        const double variance = squares / weight - mean * mean;
        const double skew = cubes / weight - 3 * mean * squares / weight + 2 * mean * mean * mean;
        const auto root = b.sqrt();
        const auto inverse = (Real(1 - mean) * root + Real(adam::epsilon)).inverse();
        const auto v = root * inverse;
        w -= Real(weight) * a * inverse * (1 + v * v * (Real(variance) + v * Real(skew)));
    }
    a *= Real(std::pow(adam::beta1, double(steps)));
    b *= Real(std::pow(adam::beta2, double(steps)));
}

void AbsentSteps::makeUpSgd(int done, Real* value, Real* first, Index count) const {
    // (w, a) → (ww·w + wa·a, aw·w + aa·a)
    double ww = 1, wa = 0, aw = 0, aa = 1;
    for (std::size_t step = std::size_t(done); step < m_rates.size(); ++step) {
        aw = m_momentum * aw + m_decay * ww;
        aa = m_momentum * aa + m_decay * wa;
        ww -= m_rates[step] * aw;
        wa -= m_rates[step] * aa;
    }
    Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>> w(value, count);
    if (!first) { // no momentum: only the penalty moves it
        w *= Real(ww);
        return;
    }
    Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>> a(first, count);
    const Eigen::Array<Real, Eigen::Dynamic, 1> before = w;
    w += Real(ww - 1) * before + Real(wa) * a;
    a = Real(aw) * before + Real(aa) * a;
}

} // namespace headlight
