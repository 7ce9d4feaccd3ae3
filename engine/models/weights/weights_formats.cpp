#include "models/weights/weights_formats.h"

#include "core/error.h"
#include "core/files.h"
#include "models/mapped_file.h"
#include "models/safetensors.h"
#include "models/weights/ctranslate2_file.h"
#include "models/weights/gguf_file.h"
#include "models/weights/llama2c_file.h"
#include "models/weights/onnx_file.h"
#include "models/weights/sharded_file.h"
#include "models/weights/torch_file.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t shownBytes = 64;

bool hasEnding(const fs::path& file, std::string_view ending) {
    return file.filename().string().ends_with(ending);
}

unsigned byteAt(std::string_view begin, std::size_t place) {
    return place < begin.size() ? static_cast<unsigned char>(begin[place]) : 256u;
}

bool looksLikeSafetensors(const fs::path& file, std::string_view begin) {
    return hasEnding(file, ".safetensors") || byteAt(begin, 8) == '{';
}

/// A zip archive, or a pickle with its protocol. What has the usual name and is neither is a damaged one.
bool looksLikeTorch(const fs::path& file, std::string_view begin) {
    return begin.starts_with("PK\3\4") || (byteAt(begin, 0) == 0x80 && byteAt(begin, 1) <= 5) ||
           file.filename().string().starts_with("pytorch_model");
}

/// A version, and the name of the model's kind with its length and a zero at the end.
bool looksLikeCTranslate2(const fs::path&, std::string_view begin) {
    const unsigned length = byteAt(begin, 4);
    return byteAt(begin, 0) >= 2 && byteAt(begin, 0) <= 6 &&
           begin.substr(1).starts_with(std::string_view("\0\0\0", 3)) && byteAt(begin, 5) == 0 && length > 1 &&
           byteAt(begin, 5 + length) == 0 &&
           std::all_of(begin.begin() + 6, begin.begin() + std::ptrdiff_t(5 + length),
                       [](char c) { return c > ' ' && c < 127; });
}

/// Of the first entry, the version, there is the number of the field.
bool looksLikeOnnx(const fs::path& file, std::string_view begin) {
    return hasEnding(file, ".onnx") && byteAt(begin, 0) == 0x08;
}

template <class File>
std::shared_ptr<const TensorFile> opened(const fs::path& file) {
    return std::make_shared<const File>(File::open(file));
}

template <class File>
std::shared_ptr<const TensorFile> openedWithGaps(const fs::path& file) {
    return std::make_shared<const File>(File::openWithGaps(file));
}

} // namespace

const std::vector<WeightsFormat>& weightsFormats() {
    static const std::vector<WeightsFormat> formats = {
        {"index of shards", [](const fs::path& file, std::string_view) { return hasEnding(file, ".index.json"); },
         openedWithGaps<ShardedFile>},
        {"GGUF",
         [](const fs::path& file, std::string_view begin) {
             return begin.starts_with("GGUF") || hasEnding(file, ".gguf");
         },
         opened<GgufFile>},
        {"PyTorch", looksLikeTorch, opened<TorchFile>},
        {"ONNX", looksLikeOnnx, opened<OnnxFile>},
        {"CTranslate2", looksLikeCTranslate2, opened<CTranslate2File>},
        {"safetensors", looksLikeSafetensors, openedWithGaps<SafetensorsFile>},
        // It has no mark of its own: whether its first numbers fit its size is for the reader to say.
        {"llama2.c", [](const fs::path& file, std::string_view) { return hasEnding(file, ".bin"); },
         opened<Llama2cFile>}};
    return formats;
}

const WeightsFormat& weightsFormat(const fs::path& file) {
    std::string begin;
    {
        const MappedFile content(file);
        begin.resize(std::min(content.size(), shownBytes));
        content.read(0, begin.size(), begin.data());
    }
    refuseGitPointer(file.string(), begin);
    std::string known;
    for (const WeightsFormat& format : weightsFormats()) {
        if (format.looksLike(file, begin))
            return format;
        known += (known.empty() ? "" : ", ") + format.title;
    }
    throw Error(file.string() + ": no file of weights that this program reads: it reads " + known);
}

std::shared_ptr<const TensorFile> openWeights(const fs::path& file) {
    return weightsFormat(file).open(file);
}

bool isCalledWeights(const std::string& name) {
    constexpr std::array<std::string_view, 5> endings = {".safetensors", ".pt", ".pth", ".onnx", ".index.json"};
    return name == "model.bin" || (name.starts_with("pytorch_model") && name.ends_with(".bin")) ||
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

fs::path weightsIn(const fs::path& folder) {
    constexpr std::array<const char*, 5> names = {"model.safetensors", "model.safetensors.index.json",
                                                  "pytorch_model.bin", "pytorch_model.bin.index.json", "model.bin"};
    std::error_code ignored;
    for (const char* name : names)
        if (fs::exists(folder / name, ignored))
            return folder / name;
    for (const char* name : names) // of a cache whose content was deleted
        if (fs::is_symlink(folder / name, ignored))
            throw Error((folder / name).string() +
                        ": it is a link, and what it leads to is gone; fetch the model again, or delete the link");
    std::vector<fs::path> others;
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored))
        if (constexpr std::array<const char*, 3> endings = {".pt", ".pth", ".onnx"};
            std::find(endings.begin(), endings.end(), entry->path().extension()) != endings.end())
            others.push_back(entry->path());
    if (others.size() == 1)
        return others.front();
    std::sort(others.begin(), others.end());
    throw Error(folder.string() +
                ": there is no model.safetensors, model.safetensors.index.json or pytorch_model.bin, which has the "
                "weights" +
                (others.empty()
                     ? ""
                     : ", and more than one other file of weights: " + printable(others[0].filename().string(), 80) +
                           ", " + printable(others[1].filename().string(), 80)));
}

} // namespace headlight
