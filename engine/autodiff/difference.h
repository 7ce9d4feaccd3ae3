#pragma once

namespace headlight {

/// How two vectors that are matched differ: p − h or |p − h|.
enum class Difference { Signed, Absolute };

} // namespace headlight
