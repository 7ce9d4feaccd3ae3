#pragma once

#include "encoders/encoder.h"
#include "nn/convolution.h"

namespace headlight {

/// Layers of gated convolutions with residual connections, "Hrchy-CNN" of Bi-BloSAN and MTSA (after Dauphin et al.
/// 2017; REFERENCE §1.14): with a, b the halves of relu( convolution(x) ), a layer gives a ⊙ sigmoid(b), and from the
/// second on adds its input. In Gehring's variant, with a, b the halves of the convolution itself, x ← √½ (a ⊙
/// sigmoid(b)
/// + x) at every layer, after a linear one (Gehring et al. 2017, §3.1). Every layer sees zeros beyond the ends of a
/// sentence, where the released code lets what its layers made of the padding back in.
struct HrchycnnOptions {
    enum class Variant { Released, Gehring };

    int features = 300;
    int layers = 3;
    int kernel = 5;
    Variant variant = Variant::Released;
    Convolution::First initial = Convolution::First::Released;
};

EncoderRow hrchycnnRow();

} // namespace headlight
