#pragma once

#include "models/given/npy_header.h"
#include "models/weights/byte_source.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// An array of an .npy or .npz file. Its numbers stay in the file until they are asked for; those of an array that is
/// compressed, or stored column by column, are in memory, as many bytes as the file's array has. Several threads may
/// read at once.
class StoredArray {
public:
    StoredArray(std::string name, std::string where, NpyHeader header, std::shared_ptr<const ByteSource> bytes,
                std::uint64_t begin);

    const std::string& name() const { return m_name; }   ///< in its .npz file; of an .npy file empty
    const std::string& where() const { return m_where; } ///< for messages: "maps.npz: array \"attention\""
    const std::vector<std::int64_t>& shape() const { return m_header.shape; }
    std::uint64_t elements() const { return m_header.elements; }
    bool isNumbers() const { return m_header.isNumbers(); }
    bool isTexts() const { return m_header.isTexts(); }
    /// Error of an array that holds neither numbers nor texts: which type it has, and what to do. Python objects, which
    /// are pickles, are never opened.
    [[noreturn]] void refuse() const;

    /// The numbers [first, first + count), where the last axis runs fastest, as floats: truth values are 0 and 1,
    /// larger numbers are rounded, of float64 possibly to an infinity. Error where the file was changed.
    void read(std::uint64_t first, std::uint64_t count, float* out) const;
    /// The texts in the same order, as UTF-8; what is none becomes U+FFFD.
    std::vector<std::string> texts() const;

private:
    void readBytes(std::uint64_t first, std::uint64_t count, char* out) const;

    std::string m_name, m_where;
    NpyHeader m_header;
    std::shared_ptr<const ByteSource> m_bytes;
    std::uint64_t m_begin = 0; ///< of the elements among the bytes
};

/// The arrays of an .npy file, which is one, or of an .npz file, in the order of their names.
///
/// The file is taken as hostile. Every array is looked at as far as its header; a checksum that differs is an Error,
/// and so is an array of no readable type only when it is used (StoredArray::refuse). Members of an .npz file that are
/// no .npy arrays are passed over. Limits: those of readZipDirectory(), 10,000 arrays, and of deflated ones 1 GB in
/// all, each at most 1,032 times as long as its part of the file, which is what zip can do.
std::vector<StoredArray> readArrayFile(const std::filesystem::path& path);
/// The same of a file's content; `shownName` stands for the path.
std::vector<StoredArray> readArrayBytes(std::string bytes, const std::string& shownName);

} // namespace headlight
