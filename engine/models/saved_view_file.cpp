#include "models/saved_view_file.h"

#include "core/error.h"
#include "core/files.h"

#include <algorithm>
#include <charconv>
#include <unistd.h>
#include <zlib.h>

namespace headlight {

namespace {

constexpr std::string_view pngSignature("\x89PNG\r\n\x1a\n", 8);
constexpr std::uint64_t largestPicture = std::uint64_t(512) << 20;

std::uint32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t k = 0; k < 4; ++k)
        value = value << 8 | static_cast<unsigned char>(bytes[k]);
    return value;
}

/// What a zlib stream holds; none where it is damaged or longer than a view.
std::optional<std::string> unpacked(std::string_view packed) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return std::nullopt;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = uInt(packed.size());
    std::string text;
    int state = Z_OK;
    while (state == Z_OK && text.size() <= longestSavedView) {
        char piece[1 << 14];
        stream.next_out = reinterpret_cast<Bytef*>(piece);
        stream.avail_out = sizeof piece;
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece, sizeof piece - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END || text.size() > longestSavedView)
        return std::nullopt;
    return text;
}

/// Latin-1, which tEXt and zTXt are in, as UTF-8.
std::string fromLatin1(std::string_view text) {
    std::string utf8;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            utf8 += c;
        } else {
            utf8 += char(0xC0 | code >> 6);
            utf8 += char(0x80 | (code & 0x3F));
        }
    }
    return utf8;
}

/// What stands before the next zero byte, which is taken away with it.
std::optional<std::string_view> untilZero(std::string_view& rest) {
    const std::size_t zero = rest.find('\0');
    if (zero == std::string_view::npos)
        return std::nullopt;
    const std::string_view part = rest.substr(0, zero);
    rest.remove_prefix(zero + 1);
    return part;
}

bool isText(std::string_view type) {
    return type == "tEXt" || type == "zTXt" || type == "iTXt";
}

/// Behind its key.
std::optional<std::string> textOfChunk(std::string_view type, std::string_view data) {
    if (type == "tEXt")
        return fromLatin1(data);
    if (type == "zTXt") {
        const auto text = data.empty() || data.front() != 0 ? std::nullopt : unpacked(data.substr(1));
        return text ? std::optional(fromLatin1(*text)) : std::nullopt;
    }
    if (data.size() < 2) // iTXt: whether it is compressed, how, language, translated key
        return std::nullopt;
    const bool isPacked = data[0] == 1;
    data.remove_prefix(2);
    if (!untilZero(data) || !untilZero(data))
        return std::nullopt;
    return isPacked ? unpacked(data) : std::optional(std::string(data));
}

/// The character that stands behind '&'; none for what is no reference that our SVG has.
std::optional<char> referenceOf(std::string_view name) {
    constexpr std::pair<std::string_view, char> named[] = {
        {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [known, character] : named)
        if (name == known)
            return character;
    if (!name.starts_with('#'))
        return std::nullopt;
    const bool isHex = name.starts_with("#x");
    name.remove_prefix(isHex ? 2 : 1);
    int code = 0;
    const auto [end, failure] = std::from_chars(name.data(), name.data() + name.size(), code, isHex ? 16 : 10);
    const bool isAscii = failure == std::errc() && end == name.data() + name.size() && code > 0 && code < 0x80;
    return isAscii ? std::optional(char(code)) : std::nullopt;
}

/// By which a file of any size tells what it is. Error where it is no regular file.
std::string beginOf(const std::filesystem::path& file) {
    std::string begin(4096, '\0');
    const int descriptor = openToRead(file);
    const ssize_t got = ::read(descriptor, begin.data(), begin.size());
    ::close(descriptor);
    begin.resize(std::size_t(std::max<ssize_t>(got, 0)));
    return begin;
}

std::optional<std::string> withoutReferences(std::string_view text) {
    constexpr std::size_t longestReference = 8;
    std::string plain;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] != '&') {
            plain += text[k];
            continue;
        }
        const std::size_t end = text.substr(k, longestReference).find(';');
        const auto character = end == std::string_view::npos ? std::nullopt : referenceOf(text.substr(k + 1, end - 1));
        if (!character)
            return std::nullopt;
        plain += *character;
        k += end;
    }
    return plain;
}

} // namespace

std::optional<std::string> savedViewInPng(std::string_view bytes) {
    constexpr std::size_t around = 12; // length, type and sum of a chunk
    if (!bytes.starts_with(pngSignature))
        return std::nullopt;
    bytes.remove_prefix(pngSignature.size());
    while (bytes.size() >= around) {
        const std::size_t length = bigEndian(bytes);
        const std::string_view type = bytes.substr(4, 4);
        if (length > bytes.size() - around || type == "IEND")
            return std::nullopt;
        std::string_view data = bytes.substr(8, length);
        if (isText(type) && untilZero(data) == savedViewKey) { // the first one decides: a thousand would take minutes
            auto text = textOfChunk(type, data);
            return text && text->size() <= longestSavedView ? text : std::nullopt;
        }
        bytes.remove_prefix(around + length);
    }
    return std::nullopt;
}

std::optional<std::string> savedViewInSvg(std::string_view bytes) {
    for (const char quote : {'"', '\''}) {
        const std::string mark = std::string("id=") + quote + savedViewKey + quote;
        const std::size_t at = bytes.find(mark);
        if (at == std::string_view::npos)
            continue;
        const std::size_t begin = bytes.find('>', at), end = bytes.find('<', at);
        if (begin == std::string_view::npos || end == std::string_view::npos || end < begin ||
            end - begin > 2 * longestSavedView)
            return std::nullopt;
        const std::string_view text = bytes.substr(begin + 1, end - begin - 1);
        const bool isBlank = text.find_first_not_of(" \t\r\n") == std::string_view::npos; // or no text of ours
        return isBlank ? std::nullopt : withoutReferences(text);
    }
    return std::nullopt;
}

SavedView readSavedView(const std::filesystem::path& file) {
    const std::string where = file.filename().string();
    const std::string begin = beginOf(file);
    const bool isPng = begin.starts_with(pngSignature);
    const std::size_t first = begin.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const char sign = first == std::string::npos ? '\0' : begin[first];
    if (!isPng && sign != '<' && sign != '{')
        throw Error(where + ": this is no view of Headlight, and no PNG or SVG picture that could hold one");
    if (sign == '{')
        return savedViewFrom(readFile(file, longestSavedView), where);
    const std::string bytes = readFile(file, largestPicture);
    const auto text = isPng ? savedViewInPng(bytes) : savedViewInSvg(bytes);
    if (!text)
        throw Error(where +
                    ": this picture holds no view; PNG and SVG pictures do that Headlight's Attend view exported");
    return savedViewFrom(*text, where);
}

} // namespace headlight
