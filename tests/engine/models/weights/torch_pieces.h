#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

/// Pieces of checkpoints, put together by hand.
namespace headlight::torchpieces {

template <class Number>
std::string raw(Number value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(Number));
}

inline std::string pickleOf(const std::string& steps) {
    return "\x80\2" + steps + ".";
}

inline std::string text(const std::string& content) {
    return "X" + raw(std::uint32_t(content.size())) + content;
}

inline std::string integer(std::int64_t value) {
    return "\x8a\x08" + raw(value);
}

inline std::string global(const std::string& module, const std::string& name) {
    return "c" + module + "\n" + name + "\n";
}

inline std::string tuple(const std::vector<std::int64_t>& values) {
    std::string steps = "(";
    for (const std::int64_t value : values)
        steps += integer(value);
    return steps + "t";
}

inline std::string storage(const std::string& type, const std::string& key, std::int64_t elements,
                           const std::string& module = "torch") {
    return "(" + text("storage") + global(module, type) + text(key) + text("cpu") + integer(elements) + "tQ";
}

inline std::string tensor(const std::string& storage, std::int64_t offset, const std::vector<std::int64_t>& shape,
                          const std::vector<std::int64_t>& strides) {
    return global("torch._utils", "_rebuild_tensor_v2") + "(" + storage + integer(offset) + tuple(shape) +
           tuple(strides) + "\x89}tR";
}

inline std::string typedTensor(const std::string& storage, const std::string& type,
                               const std::vector<std::int64_t>& shape) {
    return global("torch._utils", "_rebuild_tensor_v3") + "(" + storage + integer(0) + tuple(shape) + tuple({1}) +
           "\x89}" + global("torch", type) + "tR";
}

/// The pickle of a dictionary with one entry "w".
inline std::string checkpoint(const std::string& entry) {
    return pickleOf("}" + text("w") + entry + "s");
}

struct ZipPiece {
    std::string name, content;
    std::uint16_t flags = 0, method = 0;
};

inline std::string zipHeader(const ZipPiece& piece) {
    const auto size = std::uint32_t(piece.content.size());
    return raw(std::uint16_t(20)) + raw(piece.flags) + raw(piece.method) + std::string(8, '\0') + raw(size) +
           raw(size) + raw(std::uint16_t(piece.name.size())) + std::string(2, '\0');
}

/// The last record of an archive, or what stands in its place.
inline std::string zipEnd(std::uint16_t entries, std::uint32_t bytes, std::uint32_t begin) {
    return "PK\5\6" + std::string(4, '\0') + raw(entries) + raw(entries) + raw(bytes) + raw(begin) +
           std::string(2, '\0');
}

/// Entries and directory, without the end.
inline std::pair<std::string, std::string> zipParts(const std::vector<ZipPiece>& pieces) {
    std::string members, directory;
    for (const ZipPiece& piece : pieces) {
        directory += "PK\1\2" + raw(std::uint16_t(20)) + zipHeader(piece) + std::string(10, '\0') +
                     raw(std::uint32_t(members.size())) + piece.name;
        members += "PK\3\4" + zipHeader(piece) + piece.name + piece.content;
    }
    return {members, directory};
}

inline std::string zipOf(const std::vector<ZipPiece>& pieces) {
    const auto [members, directory] = zipParts(pieces);
    return members + directory +
           zipEnd(std::uint16_t(pieces.size()), std::uint32_t(directory.size()), std::uint32_t(members.size()));
}

inline std::string archiveOf(const std::string& pickle, const std::string& numbers) {
    return zipOf({{"folder/data.pkl", pickle}, {"folder/data/0", numbers}});
}

/// The form before PyTorch 1.6, with one float in the storage "0" of one tensor.
inline std::string legacyOf(bool littleEndian, const std::string& listedKey, std::int64_t listedElements,
                            const std::string& numbers) {
    return pickleOf("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19") + pickleOf("M\xe9\3") +
           pickleOf("}" + text("little_endian") + (littleEndian ? "\x88" : "\x89") + "s") +
           checkpoint(tensor(storage("FloatStorage", "0", 1), 0, {1}, {1})) + pickleOf("]" + text(listedKey) + "a") +
           raw(listedElements) + numbers;
}

} // namespace headlight::torchpieces
