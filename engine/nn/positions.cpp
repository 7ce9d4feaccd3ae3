#include "nn/positions.h"

#include "autodiff/ops_lookup.h"
#include "autodiff/ops_sequence.h"
#include "core/error.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace headlight {

namespace {

const double codeSize = std::sqrt(0.5); // root mean square of sines and cosines
constexpr double muchLarger = 4;        // of GloVe's vectors the code has about twice the size

std::string rounded(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

} // namespace

const ChoiceNames<Positions>& positionsNames() {
    static const ChoiceNames<Positions> names = {{Positions::Scaled, "scaled", "Scaled sinusoids"},
                                                 {Positions::Sinusoidal, "sinusoidal", "Sinusoids"},
                                                 {Positions::Learned, "learned", "Learned"},
                                                 {Positions::None, "none", "None"}};
    return names;
}

Matrix positionalCode(Wavelengths wavelengths, Index features, Index length) {
    const double growth = wavelengths == Wavelengths::Shen ? 2 : 1;
    Matrix code(features, length);
    for (Index f = 0; f < features; ++f) {
        const double frequency = std::pow(10000.0, -growth * double(f - f % 2) / double(features));
        for (Index position = 0; position < length; ++position)
            code(f, position) =
                Real(f % 2 == 0 ? std::sin(double(position) * frequency) : std::cos(double(position) * frequency));
    }
    return code;
}

Var addPositions(Context& context, Var x, Wavelengths wavelengths, Positions positions) {
    const auto code = [&] {
        const Var made = context.tape().make(x.rows(), context.layout().positions(), false);
        made.value() = positionalCode(wavelengths, x.rows(), made.cols());
        return made;
    };
    switch (positions) {
    case Positions::Scaled:
        return addByPositionInSize(x, code(), context.layout());
    case Positions::Sinusoidal:
        return addByPosition(x, code(), context.layout());
    case Positions::None:
        return x;
    case Positions::Learned:
        break;
    }
    throw std::invalid_argument("addPositions: learned positions are vectors of the model, no code");
}

LearnedPositions::LearnedPositions(const Builder& builder, Index features, Index positions)
    : m_table(builder.table("weight", features, positions)) {}

Var LearnedPositions::forward(Context& context) const {
    const Layout& layout = context.layout();
    if (layout.positions() > m_table.columns)
        throw Error("the text has " + std::to_string(layout.positions()) + " tokens; this model has positions for " +
                    std::to_string(m_table.columns) + ": shorten it");
    std::vector<int> positions;
    for (Index s = 0; s < layout.sequences(); ++s)
        for (Index place = 0; place < layout.length(s); ++place)
            positions.push_back(int(layout.position(s) + place));
    return lookup(context.tape(), m_table, context.keep(std::move(positions)));
}

std::string sizeOfPositionsHelp() {
    return "scaled: a token's code is as large as its vector, for small vectors would drown in a larger one; "
           "sinusoidal: "
           "the code's amplitude is 1 whatever the vectors, as the papers have it";
}

std::string warningOfLargePositions(Positions positions, double size) {
    if (positions != Positions::Sinusoidal || codeSize <= muchLarger * size)
        return {};
    return "positions are " + rounded(codeSize / size) +
           " times as large as the word vectors, which drown in them; positions=scaled makes them of like size";
}

} // namespace headlight
