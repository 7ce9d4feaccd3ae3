#include "models/given/npy_header.h"

#include "core/error.h"

#include <cctype>
#include <optional>

namespace headlight {

namespace {

constexpr std::string_view npyMagic = "\x93NUMPY";
constexpr std::size_t npyMostAxes = 16;

/// Walks over the header's text, which is a dictionary as Python writes it: names, texts, True, False, whole numbers
/// and tuples of them.
class NpyText {
public:
    NpyText(std::string_view text, const std::string& where) : m_text(text), m_where(where) {}

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(m_where + ": its .npy header is damaged: " + what + "; save the array anew");
    }

    bool takes(char c) {
        skipSpaces();
        if (m_at >= m_text.size() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    void want(char c) {
        if (!takes(c))
            fail(std::string("\"") + c + "\" is missing");
    }

    std::string quoted() {
        skipSpaces();
        const char quote = m_at < m_text.size() ? m_text[m_at] : '\0';
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            fail("a text in quotes is missing");
        const std::string text(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return text;
    }

    /// The descr of an array with fields is a list, which is passed over.
    std::optional<std::string> type() {
        skipSpaces();
        if (m_at < m_text.size() && m_text[m_at] == '[') {
            skipList();
            return std::nullopt;
        }
        return quoted();
    }

    bool truth() {
        skipSpaces();
        for (const auto& [word, value] : {std::pair(std::string_view("True"), true), {"False", false}})
            if (m_text.substr(m_at, word.size()) == word) {
                m_at += word.size();
                return value;
            }
        fail("True or False is missing behind 'fortran_order'");
    }

    std::vector<std::int64_t> tuple() {
        std::vector<std::int64_t> numbers;
        want('(');
        while (!takes(')')) {
            if (numbers.size() == npyMostAxes)
                fail("it has more than " + std::to_string(npyMostAxes) + " axes");
            numbers.push_back(number());
            if (!takes(',')) {
                want(')');
                break;
            }
        }
        return numbers;
    }

    void end() {
        skipSpaces();
        if (m_at != m_text.size())
            fail("more stands behind its end");
    }

private:
    void skipSpaces() {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n'))
            ++m_at;
    }

    void skipList() {
        int open = 0;
        char quote = '\0';
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (quote != '\0')
                quote = c == quote ? '\0' : quote;
            else if (c == '\'' || c == '"')
                quote = c;
            else
                open += (c == '[') - (c == ']');
            if (open == 0) {
                ++m_at;
                return;
            }
        }
        fail("a list does not end");
    }

    std::int64_t number() {
        constexpr std::int64_t most = std::int64_t(1) << 48;
        skipSpaces();
        const std::size_t first = m_at;
        std::int64_t number = 0;
        for (; m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9'; ++m_at) {
            number = number * 10 + (m_text[m_at] - '0');
            if (number > most)
                fail("its shape is larger than any file");
        }
        if (m_at == first)
            fail("a size is missing in its shape");
        if (m_at < m_text.size() && m_text[m_at] == 'L') // a long integer of Python 2
            ++m_at;
        return number;
    }

    std::string_view m_text;
    const std::string& m_where;
    std::size_t m_at = 0;
};

/// The number behind a type's letter; none for anything else.
std::optional<std::uint64_t> npyWidth(std::string_view digits) {
    if (digits.empty() || digits.size() > 9)
        return std::nullopt;
    std::uint64_t width = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return std::nullopt;
        width = width * 10 + std::uint64_t(c - '0');
    }
    return width;
}

void readType(const std::string& type, NpyHeader& header) {
    header.type = type;
    std::string_view rest = type;
    char order = '|';
    if (!rest.empty() && std::string_view("<>=|").find(rest.front()) != std::string_view::npos) {
        order = rest.front();
        rest.remove_prefix(1);
    }
    if (rest.starts_with('O')) {
        header.kind = NpyKind::Object;
        return;
    }
    const auto width = rest.empty() ? std::nullopt : npyWidth(rest.substr(1));
    if (!width || *width == 0) // of texts without letters the file would not say how many there are
        return;
    const bool isPower = *width == 1 || *width == 2 || *width == 4 || *width == 8;
    const auto take = [&](NpyKind kind, std::uint64_t bytes) {
        header.kind = kind;
        header.itemBytes = bytes;
        header.isBigEndian = order == '>';
    };
    switch (rest.front()) {
    case 'b':
        return *width == 1 ? take(NpyKind::Bool, 1) : void();
    case 'i':
        return isPower ? take(NpyKind::Int, *width) : void();
    case 'u':
        return isPower ? take(NpyKind::Unsigned, *width) : void();
    case 'f':
        return isPower && *width > 1 ? take(NpyKind::Float, *width) : void();
    case 'U':
        return take(NpyKind::Text, *width * 4);
    case 'S':
        return take(NpyKind::Bytes, *width);
    default:
        return;
    }
}

void readDictionary(std::string_view text, const std::string& where, NpyHeader& header) {
    NpyText reader(text, where);
    bool hasType = false, hasOrder = false, hasShape = false;
    const auto once = [&](bool& has, const std::string& name) {
        if (has)
            reader.fail("'" + name + "' stands there twice");
        has = true;
    };
    reader.want('{');
    while (!reader.takes('}')) {
        const std::string name = reader.quoted();
        reader.want(':');
        if (name == "descr") {
            once(hasType, name);
            if (const auto type = reader.type())
                readType(*type, header);
            else
                header.type = "fields";
        } else if (name == "fortran_order") {
            once(hasOrder, name);
            header.isFortran = reader.truth();
        } else if (name == "shape") {
            once(hasShape, name);
            header.shape = reader.tuple();
        } else {
            reader.fail("'" + printable(name, 40) + "' is no entry of it");
        }
        if (!reader.takes(',')) {
            reader.want('}');
            break;
        }
    }
    reader.end();
    if (!hasType || !hasOrder || !hasShape)
        reader.fail("'descr', 'fortran_order' and 'shape' are wanted");
}

std::uint64_t littleNumber(std::string_view bytes) {
    std::uint64_t number = 0;
    for (std::size_t k = bytes.size(); k-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[k]);
    return number;
}

/// Error unless the elements fill the file from `begin` to its end.
void checkNpySize(NpyHeader& header, std::uint64_t size, const std::string& where) {
    header.elements = 1;
    bool isEmpty = false, isTooLarge = false;
    for (const std::int64_t axis : header.shape) {
        isEmpty = isEmpty || axis == 0;
        std::uint64_t product = 0;
        isTooLarge =
            __builtin_mul_overflow(header.elements, std::uint64_t(axis > 0 ? axis : 1), &product) || isTooLarge;
        header.elements = product;
    }
    if (isEmpty)
        header.elements = 0;
    if (!header.isNumbers() && !header.isTexts())
        return;
    std::uint64_t bytes = 0;
    isTooLarge = (isTooLarge && !isEmpty) || __builtin_mul_overflow(header.elements, header.itemBytes, &bytes);
    if (isTooLarge || bytes != size - header.begin)
        throw Error(where + ": its shape needs " +
                    (isTooLarge ? std::string("more bytes than any file has") : std::to_string(bytes) + " bytes") +
                    ", the file has " + std::to_string(size - header.begin) + "; it is cut off or damaged");
}

} // namespace

NpyHeader readNpyHeader(std::string_view bytes, std::uint64_t size, const std::string& where) {
    if (bytes.size() < 10 || !bytes.starts_with(npyMagic))
        throw Error(where + ": no .npy array: it does not begin as one; write it with numpy.save or numpy.savez");
    const int version = static_cast<unsigned char>(bytes[6]);
    if (version < 1 || version > 3 || bytes[7] != 0)
        throw Error(where + ": an .npy array of version " + std::to_string(version) + "." +
                    std::to_string(int(static_cast<unsigned char>(bytes[7]))) + "; versions 1, 2 and 3 are read");
    const std::size_t prefix = version == 1 ? 10 : 12;
    const bool hasLength = bytes.size() >= prefix;
    const std::uint64_t length = hasLength ? littleNumber(bytes.substr(8, prefix - 8)) : 0;
    const bool isTooLong = length > longestNpyHeader - prefix;
    if (!hasLength || isTooLong || length > bytes.size() - prefix)
        throw Error(where + ": its .npy header is " + (isTooLong ? "longer than 64 KB" : "cut off") +
                    "; the file is damaged, save the array anew");
    NpyHeader header;
    header.begin = prefix + length;
    readDictionary(bytes.substr(prefix, std::size_t(length)), where, header);
    checkNpySize(header, size, where);
    return header;
}

} // namespace headlight
