#pragma once

/// The constants of Adam as TensorFlow 1 has them by default; ε stands beside the uncorrected root.
namespace headlight::adam {

constexpr double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;

} // namespace headlight::adam
