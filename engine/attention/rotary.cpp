#include "attention/rotary.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace headlight {

std::vector<double> rotaryFrequencies(double base, Index features) {
    std::vector<double> frequencies;
    for (Index pair = 0; pair < features / 2; ++pair)
        frequencies.push_back(std::pow(base, -2.0 * double(pair) / double(features)));
    return frequencies;
}

std::vector<RotaryPlane> planesOf(const Rotary& rotary) {
    const auto pairs = Index(rotary.frequencies.size());
    std::vector<RotaryPlane> planes;
    for (Index pair = 0; pair < pairs; ++pair) {
        const bool halves = rotary.pairs == Rotary::Pairs::Halves;
        const Index first = halves ? pair : 2 * pair, second = halves ? pair + pairs : first + 1;
        planes.push_back({first, second, rotary.frequencies[std::size_t(pair)]});
    }
    return planes;
}

RotaryAngles::RotaryAngles(const Rotary& rotary, const Layout& layout)
    : m_order(rotary.pairs), m_cosines(Index(rotary.frequencies.size()), layout.tokens()),
      m_sines(m_cosines.rows(), m_cosines.cols()) {
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index token = 0; token < layout.length(s); ++token)
            for (Index pair = 0; pair < pairs(); ++pair) {
                const double angle = double(layout.position(s) + token) * rotary.frequencies[std::size_t(pair)];
                m_cosines(pair, layout.begin(s) + token) = Real(std::cos(angle) * rotary.scale);
                m_sines(pair, layout.begin(s) + token) = Real(std::sin(angle) * rotary.scale);
            }
}

void RotaryAngles::turn(const Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>& x, Index heads, bool back,
                        Product y) const {
    const Index width = x.rows() / heads, n = pairs();
    const Index first = m_order == Rotary::Pairs::Halves ? 1 : 2, second = m_order == Rotary::Pairs::Halves ? n : 1;
    for (Index token = 0; token < x.cols(); ++token) {
        const Real *cosines = m_cosines.col(token).data(), *sines = m_sines.col(token).data();
        for (Index head = 0; head < heads; ++head) {
            const Real* from = x.col(token).data() + head * width;
            Real* to = y.col(token).data() + head * width;
            for (Index pair = 0; pair < n; ++pair) {
                const Real a = from[pair * first], b = from[pair * first + second];
                const Real sine = back ? -sines[pair] : sines[pair];
                to[pair * first] = a * cosines[pair] - b * sine;
                to[pair * first + second] = a * sine + b * cosines[pair];
            }
            for (Index feature = 2 * n; feature < width; ++feature)
                to[feature] = from[feature];
        }
    }
}

Var rotated(Var x, Index heads, const RotaryAngles& angles) {
    if (heads < 1 || x.rows() % heads != 0 || x.rows() / heads < 2 * angles.pairs() || x.cols() != angles.tokens())
        throw std::invalid_argument("rotated: expected " + std::to_string(angles.tokens()) + " tokens and " +
                                    std::to_string(heads) + " heads of at least " + std::to_string(2 * angles.pairs()) +
                                    " features");
    const Var y = x.tape().make(x.rows(), x.cols(), x.needsGradient());
    angles.turn(x.value(), heads, false, y.value());
    x.tape().record(y, [x, y, heads, turning = &angles] {
        Tape::Scratch d(x.tape(), x.rows(), x.cols());
        turning->turn(y.gradient(), heads, true, d);
        x.addGradient(d);
    });
    return y;
}

} // namespace headlight
