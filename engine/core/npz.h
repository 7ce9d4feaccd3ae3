#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Collects named arrays for an .npz file, as numpy.load reads it: a zip archive, not compressed, of .npy files
/// (version 1, row-major). The same arrays give the same bytes. A shape that does not fit the number of values, a name
/// given twice, or more than 4 GB in all is std::invalid_argument.
class NpzWriter {
public:
    void add(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values);
    void add(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<double>& values);
    void add(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& values);
    /// An array of truth values, numpy's bool: 1 is true, 0 is not.
    void addFlags(const std::string& name, const std::vector<std::int64_t>& shape,
                  const std::vector<std::uint8_t>& flags);
    /// A one-dimensional array of texts (UTF-8 here, numpy's '<U…' there); broken UTF-8 becomes U+FFFD.
    void addTexts(const std::string& name, const std::vector<std::string>& texts);

    /// The archive with what was added so far.
    std::string bytes() const;
    /// The same into a file, replaced completely or not at all (core/files.h).
    void save(const std::filesystem::path& path) const;

private:
    void addMember(const std::string& name, std::string_view type, const std::vector<std::int64_t>& shape,
                   std::string_view data);

    std::string m_members;
    std::string m_directory;
    std::set<std::string> m_names;
};

struct NpzArray {
    std::vector<std::int64_t> shape;
    std::vector<float> values; ///< row-major
};

/// The float32 arrays of an .npz file by name; other arrays are passed over. Strict: Error that names file and array
/// for anything but an intact, uncompressed archive of row-major arrays.
std::map<std::string, NpzArray> readNpz(const std::filesystem::path& path);

} // namespace headlight
