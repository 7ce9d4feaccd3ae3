#include "fuzz/scratch.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace headlight::fuzz {

namespace fs = std::filesystem;

Scratch::Scratch() {
    std::error_code ignored;
    const fs::path memory = "/dev/shm";
    std::string name = ((fs::is_directory(memory, ignored) ? memory : fs::temp_directory_path()) / "headlight-XXXXXX");
    if (!mkdtemp(name.data()))
        throw std::runtime_error("no folder for the fuzzer's files");
    m_folder = name;
}

Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

fs::path Scratch::write(const std::string& name, std::string_view bytes) const {
    const fs::path path = m_folder / name;
    std::ofstream(path, std::ios::binary).write(bytes.data(), std::streamsize(bytes.size()));
    return path;
}

void Scratch::clear() const {
    for (const auto& entry : fs::directory_iterator(m_folder))
        fs::remove_all(entry.path());
}

std::string contentOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::pair<std::string_view, std::string_view> firstLine(std::string_view bytes) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos)
        return {bytes, {}};
    return {bytes.substr(0, end), bytes.substr(end + 1)};
}

std::vector<std::pair<std::string, std::string>> filesOf(std::string_view bytes) {
    std::vector<std::pair<std::string, std::string>> files;
    bool isNamed = false;
    while (!bytes.empty()) {
        const auto [line, rest] = firstLine(bytes);
        if (line.starts_with("=== ")) {
            const std::string name(line.substr(4, 60));
            isNamed = !name.empty() && name[0] != '.' && name.find_first_of(std::string("/\0", 2)) == std::string::npos;
            if (isNamed)
                files.emplace_back(name, "");
        } else if (isNamed) {
            files.back().second.append(bytes.substr(0, bytes.size() - rest.size()));
        }
        bytes = rest;
    }
    return files;
}

} // namespace headlight::fuzz
