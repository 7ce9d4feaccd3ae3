#include "models/model_files_hash.h"

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"
#include "models/published/ctranslate2_model.h"
#include "models/weights/weights_formats.h"
#include "text/read_tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t wholeUpTo = 1u << 20, endBytes = 64u << 10, pieceBytes = 4u << 10, pieces = 64;
constexpr std::size_t mostFiles = 1000; ///< of a folder that are looked at: weights may be in many

bool isOfModel(const std::string& name) {
    return name == "config.json" || isCalledWeights(name) || isCalledTokenizer(name) || isCTranslate2Words(name);
}

class OpenFile {
public:
    explicit OpenFile(const fs::path& path) : m_descriptor(openToRead(path)), m_path(path) {}
    ~OpenFile() { close(m_descriptor); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    void addTo(Fnv1a& hash, std::uint64_t from, std::uint64_t count) const {
        std::vector<char> bytes(count);
        for (std::size_t done = 0; done < count;) {
            const ssize_t got = pread(m_descriptor, bytes.data() + done, count - done, off_t(from + done));
            if (got <= 0)
                throw Error(m_path.string() + ": can't be read as far as it is long");
            done += std::size_t(got);
        }
        hash.add(std::string_view(bytes.data(), bytes.size()));
    }

private:
    int m_descriptor;
    fs::path m_path;
};

void addFile(Fnv1a& hash, const fs::path& path) {
    const std::uint64_t size = fs::file_size(path);
    hash.add(path.filename().string() + '\n' + std::to_string(size) + '\n');
    const OpenFile file(path);
    if (size <= wholeUpTo)
        return file.addTo(hash, 0, size);
    file.addTo(hash, 0, endBytes);
    const std::uint64_t step = (size - 2 * endBytes) / pieces; // of a file as long as this more than a piece
    for (std::uint64_t piece = 0; piece < pieces; ++piece)
        file.addTo(hash, endBytes + piece * step, pieceBytes);
    file.addTo(hash, size - endBytes, endBytes);
}

} // namespace

std::string modelFilesHash(const fs::path& folder) {
    try {
        std::vector<fs::path> files;
        if (fs::is_regular_file(folder))
            files.push_back(folder);
        else
            for (const fs::directory_entry& entry : fs::directory_iterator(folder))
                if (isOfModel(entry.path().filename().string()) && files.size() < mostFiles)
                    files.push_back(entry.path());
        if (files.empty())
            return {};
        std::sort(files.begin(), files.end());
        Fnv1a hash;
        for (const fs::path& file : files)
            addFile(hash, file);
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash.value()));
        return digits;
    } catch (const Error&) {
        return {};
    } catch (const fs::filesystem_error&) {
        return {};
    }
}

} // namespace headlight
