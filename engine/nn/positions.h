#pragma once

#include "core/choice.h"
#include "nn/builder.h"
#include "nn/context.h"

#include <string>

namespace headlight {

/// How fast the wavelengths of a positional code grow with the feature f, of width d. Even features are sines, odd ones
/// cosines, of position / 10000^(f/d) (Vaswani et al. 2017), or of position / 10000^(2f/d), as the released code of
/// Bi-BloSAN and MTSA has it (REFERENCE §1.1); an odd feature shares the wavelength of the one before.
enum class Wavelengths { Vaswani, Shen };

/// What tells an encoder where a token stands.
enum class Positions {
    Scaled,     ///< a code as large as the token's own vector, before training and after it
    Sinusoidal, ///< the code with the papers' amplitude of 1
    Learned,    ///< a trained vector for every position
    None
};

/// "scaled", "sinusoidal", "learned", "none".
const ChoiceNames<Positions>& positionsNames();

Matrix positionalCode(Wavelengths wavelengths, Index features, Index length);

/// x [features × tokens] + the code of each token's position in its sequence; for Positions::None x itself.
/// std::invalid_argument for Positions::Learned, which is no code.
Var addPositions(Context& context, Var x, Wavelengths wavelengths, Positions positions);

/// A vector for each of so many positions, the columns of a table called "weight", which a model's file fills. (The
/// Transformer encoders' own learned positions are a weight whose last column serves all positions beyond.)
class LearnedPositions {
public:
    LearnedPositions(const Builder& builder, Index features, Index positions);

    /// The vectors of the tokens' positions, [features × tokens]. Error for a sequence that is longer than the table.
    Var forward(Context& context) const;

private:
    const Parameter& m_table;
};

/// What the first two say, for an option's help.
std::string sizeOfPositionsHelp();

/// A line that warns of sinusoidal positions several times as large as the vectors that they are added to, of root mean
/// square `size`; empty where nothing is to be said.
std::string warningOfLargePositions(Positions positions, double size);

} // namespace headlight
