#pragma once

#include "nn/context.h"

#include <string>
#include <vector>

namespace headlight {

/// How fast the wavelengths of a positional code grow with the feature f, of width d. Even features are sines, odd ones
/// cosines, of position / 10000^(f/d) (Vaswani et al. 2017), or of position / 10000^(2f/d), as the released code of
/// Bi-BloSAN and MTSA has it (REFERENCE §1.1); an odd feature shares the wavelength of the one before.
enum class Wavelengths { Vaswani, Shen };

Matrix positionalCode(Wavelengths wavelengths, Index features, Index length);

/// x [features × tokens] + the code of each token's place in its sequence, as `positions` says: "sinusoidal", with the
/// papers' amplitude of 1; "scaled", as large as the token's own vector, before training and after it; "none", x
/// itself.
Var addPositions(Context& context, Var x, Wavelengths wavelengths, const std::string& positions);

/// What the first two say, for an option's help.
std::string sizeOfPositionsHelp();

/// A line that warns of sinusoidal positions several times as large as the vectors that they are added to, of root mean
/// square `size`; empty where nothing is to be said.
std::string warningOfLargePositions(const std::string& positions, double size);

} // namespace headlight
