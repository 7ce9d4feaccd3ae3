#include "models/weights/ctranslate2_file.h"

#include "core/error.h"
#include "models/weights/byte_cursor.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::uint32_t ct2FirstVersion = 2, ct2LastVersion = 6;
constexpr std::uint32_t ct2VersionWithAliases = 3, ct2VersionWithTypes = 4;

/// Length, bytes, and a zero that the length counts.
std::string ct2Text(ByteCursor& cursor, const char* what) {
    const auto length = cursor.number<std::uint16_t>(what);
    std::string text = cursor.text(length, what);
    if (text.find('\0') + 1 != text.size() || text.empty())
        cursor.fail("byte " + std::to_string(cursor.at() - length) + ": " + what +
                    " does not end with its first zero; the file is damaged or no model.bin of CTranslate2");
    text.pop_back();
    return text;
}

/// The type that the byte says: its number, or the size of an item in older versions, which had three types.
std::optional<Dtype> ct2Type(std::uint32_t version, std::uint8_t code) {
    static const std::map<std::uint8_t, Dtype> bySize = {{4, Dtype::F32}, {2, Dtype::I16}, {1, Dtype::I8}};
    static const std::map<std::uint8_t, Dtype> byNumber = {{0, Dtype::F32}, {1, Dtype::I8},  {2, Dtype::I16},
                                                           {3, Dtype::I32}, {4, Dtype::F16}, {5, Dtype::BF16}};
    const auto& types = version < ct2VersionWithTypes ? bySize : byNumber;
    const auto found = types.find(code);
    return found == types.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

CTranslate2File::CTranslate2File(ByteSource source) : PlacedTensors(std::move(source)) {
    readAll();
}

CTranslate2File CTranslate2File::open(const std::filesystem::path& path) {
    return CTranslate2File(ByteSource(path));
}

CTranslate2File CTranslate2File::fromBytes(std::string bytes, const std::string& shownName) {
    return CTranslate2File(ByteSource(std::move(bytes), shownName));
}

void CTranslate2File::readAll() {
    ByteCursor cursor(source(), 0, source().size());
    m_version = cursor.number<std::uint32_t>("the binary version");
    if (m_version < ct2FirstVersion || m_version > ct2LastVersion)
        cursor.fail("its first 4 bytes say binary version " + std::to_string(m_version) +
                    ", versions 2 to 6 can be read; this is no model.bin of CTranslate2, or convert the model again");
    m_specification = ct2Text(cursor, "the name of the specification");
    m_revision = cursor.number<std::uint32_t>("the revision");
    const auto variables = cursor.number<std::uint32_t>("the number of variables");
    if (variables > maximumTensors)
        cursor.fail("it should have " + std::to_string(variables) +
                    " variables, at most 100,000 are allowed; the file is damaged or no model.bin of CTranslate2");
    for (std::uint32_t i = 0; i < variables; ++i) {
        cursor.setPlace("variable " + std::to_string(i + 1) + " of " + std::to_string(variables));
        readVariable(cursor);
    }
    cursor.setPlace({});
    findScales();
    if (m_version >= ct2VersionWithAliases)
        readAliases(cursor);
    if (cursor.left() > 0)
        cursor.fail("byte " + std::to_string(cursor.at()) + ": the " + std::to_string(cursor.left()) +
                    " bytes behind the last variable belong to nothing; the file is damaged");
}

void CTranslate2File::readVariable(ByteCursor& cursor) {
    const std::string name = ct2Text(cursor, "its name");
    cursor.setPlace("tensor \"" + printable(name) + '"');
    TensorInfo info;
    const auto rank = cursor.number<std::uint8_t>("the number of its dimensions");
    for (int i = 0; i < rank; ++i)
        info.shape.push_back(cursor.number<std::uint32_t>("its shape"));
    const auto code = cursor.number<std::uint8_t>("its type");
    const std::optional<Dtype> type = ct2Type(m_version, code);
    if (!type)
        cursor.fail("the number type " + std::to_string(code) +
                    " is not known; the file is damaged, or convert the model to float32");
    info.dtype = *type;
    std::uint64_t bytes = cursor.number<std::uint32_t>("its length");
    if (m_version < ct2VersionWithTypes) // there it is the number of items
        bytes *= std::uint64_t(dtypeBytes(*type));
    const std::uint64_t expected = checkedBytes(name, info);
    if (bytes != expected)
        cursor.fail("its shape and type need " + std::to_string(expected) + " bytes, the file gives it " +
                    std::to_string(bytes) + "; the file is damaged");
    const std::uint64_t begin = cursor.at();
    cursor.skip(bytes, "its data");
    add(name, std::move(info), begin);
}

void CTranslate2File::findScales() {
    for (const std::string& name : names())
        findScale(name);
}

void CTranslate2File::findScale(const std::string& name) {
    const TensorInfo& tensor = info(name);
    const std::string scaleName = name + "_scale";
    const bool hasScale = contains(scaleName), isWeight = name.ends_with("weight") && !tensor.shape.empty();
    if (tensor.dtype == Dtype::I32 && hasScale)
        fail(name, "its int32 numbers are several weights packed into one (AWQ), which can't be read; convert the "
                   "model to float32 or int8");
    if (tensor.dtype != Dtype::I8 && tensor.dtype != Dtype::I16)
        return;
    if (!hasScale && isWeight && tensor.dtype == Dtype::I8)
        fail(name, "it is quantised to int8 and \"" + printable(scaleName) + "\" is missing; convert the model again");
    if (!hasScale) {
        if (isWeight)
            m_scales.emplace(name, Scale{{}, tensor.elements()});
        return;
    }
    const TensorInfo& scale = info(scaleName);
    const std::int64_t scales = scale.elements(), rows = tensor.shape.empty() ? 1 : tensor.shape.front();
    if (scale.dtype != Dtype::F32 || (scales != 1 && scales != rows))
        fail(scaleName, "it must be one float32 number, or one for each of the " + std::to_string(rows) +
                            " rows of \"" + printable(name) + "\"; the file is damaged");
    m_scales.emplace(
        name, Scale{scaleName, scales == 1 ? tensor.elements() : tensor.elements() / std::max<std::int64_t>(rows, 1)});
}

void CTranslate2File::readAliases(ByteCursor& cursor) {
    const auto aliases = cursor.number<std::uint32_t>("the number of aliases");
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::uint32_t i = 0; i < aliases; ++i) {
        cursor.setPlace("alias " + std::to_string(i + 1) + " of " + std::to_string(aliases));
        const std::string alias = ct2Text(cursor, "its name"), name = ct2Text(cursor, "the name of its variable");
        addAlias(alias, name);
        if (const auto scale = m_scales.find(name); scale != m_scales.end())
            m_scales.emplace(alias, scale->second);
        pairs.emplace_back(alias, name);
    }
    cursor.setPlace({});
    for (const auto& [alias, name] : pairs) // CTranslate2 takes them as said with the weights
        if (contains(name + "_scale") && !contains(alias + "_scale"))
            addAlias(alias + "_scale", name + "_scale");
}

void CTranslate2File::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    PlacedTensors::readFloat(name, first, count, out);
    const auto found = m_scales.find(name);
    if (found == m_scales.end() || count == 0)
        return;
    constexpr float scaleOfOldFiles = 1000;
    const Scale& scale = found->second;
    const std::int64_t row = first / scale.numbers, rows = (first + count - 1) / scale.numbers + 1 - row;
    std::vector<float> scales(std::size_t(rows), scaleOfOldFiles);
    if (!scale.variable.empty())
        PlacedTensors::readFloat(scale.variable, row, rows, scales.data());
    for (std::int64_t i = 0; i < rows; ++i)
        if (!(scales[std::size_t(i)] > 0) || !std::isfinite(scales[std::size_t(i)]))
            fail(scale.variable, "number " + std::to_string(row + i + 1) +
                                     " of it is no positive number, so the weights can't be had; the file is damaged");
    for (std::int64_t i = 0; i < count; ++i)
        out[i] /= scales[std::size_t((first + i) / scale.numbers - row)];
}

} // namespace headlight
