#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight::fuzz {

/// A folder of its own in memory or in $TMPDIR, for readers that take paths. It is gone with the object.
class Scratch {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    const std::filesystem::path& folder() const { return m_folder; }
    /// Writes a file anew and gives its path.
    std::filesystem::path write(const std::string& name, std::string_view bytes) const;
    void clear() const; ///< of all files

private:
    std::filesystem::path m_folder;
};

/// The bytes of a whole file.
std::string contentOf(const std::filesystem::path& path);

/// The first line, and what follows it.
std::pair<std::string_view, std::string_view> firstLine(std::string_view bytes);

/// Files in one text, each behind a line `=== NAME`; what stands before the first is left out, as are names that are
/// no plain ones.
std::vector<std::pair<std::string, std::string>> filesOf(std::string_view bytes);

} // namespace headlight::fuzz
