#include "text/word_vectors.h"

#include "core/error.h"
#include "core/files.h"
#include "text/unicode.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <unistd.h>
#include <zlib.h>

namespace headlight {

namespace {

constexpr std::size_t longestLine = std::size_t(1) << 20;
constexpr std::size_t usualLine = std::size_t(1) << 16;
constexpr std::size_t longestWord = 1000;
constexpr int widestVector = 10000;

/// The bytes of a plain or compressed file through a window that is never larger than a line.
class ByteStream {
public:
    explicit ByteStream(const std::string& path) : m_path(path) {
        const int descriptor = openToRead(path);
        m_file.reset(gzdopen(descriptor, "rb"));
        if (m_file)
            return;
        ::close(descriptor);
        throw Error(path + ": cannot be read: there is not enough memory");
    }

    /// What comes next, at least `size` bytes of it unless the file ends before.
    std::string_view peek(std::size_t size) {
        if (m_buffer.size() - m_begin < size)
            fill(size);
        return std::string_view(m_buffer).substr(m_begin);
    }

    void skip(std::size_t size) {
        m_begin += size;
        m_offset += size;
    }

    std::size_t offset() const { return m_offset; } ///< of the uncompressed bytes
    const std::string& path() const { return m_path; }

private:
    void fill(std::size_t size) {
        m_buffer.erase(0, m_begin);
        m_begin = 0;
        constexpr std::size_t step = 1 << 20;
        while (m_buffer.size() < size) {
            const std::size_t before = m_buffer.size();
            m_buffer.resize(before + step);
            const int count = gzread(m_file.get(), m_buffer.data() + before, unsigned(step));
            m_buffer.resize(before + std::size_t(std::max(count, 0)));
            int code = Z_OK;
            const char* message = gzerror(m_file.get(), &code);
            if (count < 0 || code == Z_BUF_ERROR)
                throw Error(m_path + ", byte " + std::to_string(m_offset + m_buffer.size()) +
                            ": reading failed: " + (code == Z_BUF_ERROR ? "the compressed file ends early" : message));
            if (count == 0)
                return;
        }
    }

    struct Close {
        void operator()(gzFile file) const { gzclose(file); }
    };
    std::string m_path;
    std::unique_ptr<gzFile_s, Close> m_file;
    std::string m_buffer;
    std::size_t m_begin = 0;
    std::size_t m_offset = 0;
};

std::vector<std::string_view> fieldsOf(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t begin = line.find_first_not_of(" \t\r"); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(" \t\r", end);
    }
    return fields;
}

template <class Number>
bool parse(std::string_view text, Number& number) {
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    return code == std::errc() && stop == text.data() + text.size();
}

bool isNumber(std::string_view text) {
    double number = 0;
    return parse(text, number) && std::abs(number) <= double(std::numeric_limits<float>::max());
}

std::string quoted(std::string_view text) {
    return "\"" + printable(text, 40) + "\"";
}

class VectorReader {
public:
    VectorReader(const std::string& path, const std::unordered_set<std::string>& wanted)
        : m_stream(path), m_wanted(wanted) {}

    WordVectors read() {
        readHeader();
        if (m_result.dimension > 0 && isBinary())
            readBinary();
        else
            readText();
        if (m_read == 0)
            throw Error(m_stream.path() + ": no word is in it");
        m_result.path = m_stream.path();
        return std::move(m_result);
    }

    int readWidth() {
        readHeader();
        for (std::string_view line; m_result.dimension == 0 && peekLine(line); nextLine(line))
            if (const auto fields = fieldsOf(line); !fields.empty()) {
                m_result.dimension = dimensionOf(fields);
                std::for_each(fields.begin() + 1, fields.end(), [&](auto field) { numberOf(field); });
            }
        if (m_result.dimension == 0)
            throw Error(m_stream.path() + ": no word is in it");
        return m_result.dimension;
    }

private:
    /// The line without its end; false at the end of the file.
    bool peekLine(std::string_view& line) {
        line = m_stream.peek(usualLine);
        if (line.empty())
            return false;
        std::size_t end = line.find('\n');
        if (end == std::string_view::npos) {
            line = m_stream.peek(longestLine + 1);
            end = line.find('\n');
        }
        if (end == std::string_view::npos && line.size() > longestLine)
            fail("the line has more than 1 MiB; this is no file of word vectors");
        line = line.substr(0, end);
        return true;
    }

    void nextLine(std::string_view line) {
        m_stream.skip(std::min(line.size() + 1, m_stream.peek(line.size() + 1).size()));
        ++m_line;
    }

    /// "400000 300" as the first line: how many words, how many numbers each.
    void readHeader() {
        if (constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; m_stream.peek(3).starts_with(byteOrderMark))
            m_stream.skip(byteOrderMark.size());
        std::string_view line;
        if (!peekLine(line))
            throw Error(m_stream.path() + ": the file is empty");
        const auto fields = fieldsOf(line);
        if (fields.size() != 2 || !parse(fields[0], m_announced) || !parse(fields[1], m_result.dimension))
            return;
        if (m_announced < 1 || m_result.dimension < 1 || m_result.dimension > widestVector)
            fail("expected the counts of words and of numbers (1 … 10000) a word, got " + quoted(line));
        m_hasHeader = true;
        nextLine(line);
    }

    /// Behind the first word, text has numbers on the same line and binary has bytes of any kind, line breaks too.
    bool isBinary() {
        const std::size_t numbers = std::size_t(m_result.dimension) * 4;
        std::string_view next = m_stream.peek(longestWord + 1 + numbers);
        next = next.substr(std::min(next.find_first_not_of("\r\n"), next.size()));
        next = next.substr(0, next.find('\n'));
        const auto fields = fieldsOf(next);
        if (fields.empty())
            return false;
        const std::string_view behind = next.substr(std::min(next.find(' '), next.size())).substr(0, numbers + 1);
        return std::none_of(fields.begin() + 1, fields.end(), isNumber) ||
               std::any_of(behind.begin(), behind.end(),
                           [](char c) { return (c < 0x20 && c != '\t' && c != '\r') || c == 0x7F; });
    }

    void readText() {
        std::vector<Real> row;
        for (std::string_view line; peekLine(line); nextLine(line)) {
            const auto fields = fieldsOf(line);
            if (fields.empty())
                continue;
            if (m_result.dimension == 0)
                m_result.dimension = dimensionOf(fields);
            const auto width = std::size_t(m_result.dimension);
            // GloVe has words with spaces in them: the numbers are the last fields.
            const bool isTooLong = fields.size() > width + 1 &&
                                   std::all_of(fields.begin() + 1, fields.end() - m_result.dimension, isNumber);
            if (fields.size() < width + 1 || isTooLong)
                fail("expected a word and " + std::to_string(width) + " numbers, got " +
                     std::to_string(fields.size() - 1));
            row.clear();
            for (auto field = fields.end() - m_result.dimension; field != fields.end(); ++field)
                row.push_back(numberOf(*field));
            const std::string_view last = fields[fields.size() - width - 1];
            keep(std::string_view(fields[0].data(), std::size_t(last.data() + last.size() - fields[0].data())), row);
        }
        if (m_hasHeader && m_read < m_announced)
            fail("the file ends after " + std::to_string(m_read) + " of " + std::to_string(m_announced) + " words");
    }

    int dimensionOf(const std::vector<std::string_view>& fields) const {
        if (fields.size() < 2)
            fail("expected a word and its numbers, got " + quoted(fields[0]));
        if (fields.size() - 1 > std::size_t(widestVector))
            fail("a word has " + std::to_string(fields.size() - 1) + " numbers; 10000 are allowed");
        return int(fields.size() - 1);
    }

    Real numberOf(std::string_view field) const {
        double number = 0;
        if (!parse(field, number) || !isNumber(field))
            fail("expected a number, got " + quoted(field));
        return Real(number);
    }

    void readBinary() {
        m_isBinary = true;
        const auto width = std::size_t(m_result.dimension);
        std::vector<Real> row(width);
        while (m_read < m_announced) {
            while (m_stream.peek(1).substr(0, 1) == "\n")
                m_stream.skip(1);
            const std::string_view next = m_stream.peek(longestWord + 1 + width * 4);
            const std::size_t end = next.find(' ');
            if (end == std::string_view::npos ? next.size() <= longestWord : next.size() < end + 1 + width * 4)
                fail("the file ends after " + std::to_string(m_read) + " of " + std::to_string(m_announced) + " words");
            if (end == std::string_view::npos || end > longestWord || end == 0)
                fail("expected a word of 1 … " + std::to_string(longestWord) + " bytes and a space");
            for (std::size_t i = 0; i < width; ++i) {
                const float number = littleEndian(next.data() + end + 1 + i * 4);
                if (!std::isfinite(number))
                    fail("the vector of " + quoted(next.substr(0, end)) + " has a number that is not finite");
                row[i] = Real(number);
            }
            keep(next.substr(0, end), row);
            m_stream.skip(end + 1 + width * 4);
        }
        if (m_stream.peek(2).find_first_not_of('\n') != std::string_view::npos)
            fail("expected the end of the file after " + std::to_string(m_announced) + " words");
    }

    static float littleEndian(const char* bytes) {
        std::uint32_t bits = 0;
        for (int i = 3; i >= 0; --i)
            bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
        return std::bit_cast<float>(bits);
    }

    void keep(std::string_view word, const std::vector<Real>& row) {
        if (++m_read > m_announced && m_hasHeader)
            fail("the file has more than the " + std::to_string(m_announced) + " words of its first line");
        if (invalidUtf8At(word)) {
            ++m_result.unreadable;
            return;
        }
        std::string text(word);
        if ((!m_wanted.empty() && !m_wanted.count(text)) || !m_seen.insert(text).second)
            return;
        m_result.words.push_back(std::move(text));
        m_result.numbers.insert(m_result.numbers.end(), row.begin(), row.end());
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(m_stream.path() +
                    (m_isBinary ? ", byte " + std::to_string(m_stream.offset()) : ", line " + std::to_string(m_line)) +
                    ": " + what);
    }

    ByteStream m_stream;
    const std::unordered_set<std::string>& m_wanted;
    WordVectors m_result;
    std::unordered_set<std::string> m_seen;
    bool m_hasHeader = false;
    bool m_isBinary = false;
    std::int64_t m_announced = 0;
    std::int64_t m_read = 0;
    std::size_t m_line = 1;
};

} // namespace

WordVectors readWordVectors(const std::string& path, const std::unordered_set<std::string>& wanted) {
    return VectorReader(path, wanted).read();
}

int readVectorWidth(const std::string& path) {
    return VectorReader(path, {}).readWidth();
}

} // namespace headlight
