#pragma once

namespace headlight {

/// Factors on the output of a head, or of one of its features, are from −mostHeadScale to mostHeadScale: as controls
/// and commands take them, and files keep them.
inline constexpr double mostHeadScale = 100;

} // namespace headlight
