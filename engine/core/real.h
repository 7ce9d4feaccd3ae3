#pragma once

namespace headlight {

/// The number type of the whole engine. Release code is float; the tests that check gradients compile the same sources
/// once more with HEADLIGHT_DOUBLE.
#ifdef HEADLIGHT_DOUBLE
using Real = double;
#else
using Real = float;
#endif

} // namespace headlight
