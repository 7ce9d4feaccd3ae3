#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What one element of an array is.
enum class NpyKind { Bool, Int, Unsigned, Float, Text, Bytes, Object, Other };

/// The beginning of an .npy file.
struct NpyHeader {
    NpyKind kind = NpyKind::Other;
    std::string type;            ///< as the file has it: "<f4"
    std::uint64_t itemBytes = 0; ///< of one element; 0 of Object and Other
    bool isBigEndian = false;
    bool isFortran = false; ///< the first axis runs fastest in the file, not the last
    std::vector<std::int64_t> shape;
    std::uint64_t elements = 0; ///< their number
    std::uint64_t begin = 0;    ///< of the elements in the file

    bool isNumbers() const { return kind <= NpyKind::Float; }
    bool isTexts() const { return kind == NpyKind::Text || kind == NpyKind::Bytes; }
};

/// Bytes of a file that readNpyHeader() wants to see at most, where the file has as many.
constexpr std::uint64_t longestNpyHeader = 65536 + 16;

/// Reads the header of an .npy file of version 1, 2 or 3 from its first bytes. `size` is the length of the whole file,
/// which the elements must fill to its end. A type that is not read is no Error here: its kind is Object or Other.
/// Error "where: what", where something else than a header stands there. Limits: a header of 64 KB, 16 axes.
NpyHeader readNpyHeader(std::string_view bytes, std::uint64_t size, const std::string& where);

} // namespace headlight
