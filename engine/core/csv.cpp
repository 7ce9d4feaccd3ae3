#include "core/csv.h"

#include "core/error.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace headlight {

namespace {

/// A sign and a number behind it: the only text with such a beginning that no apostrophe is written before.
bool isSignedNumber(std::string_view text) {
    if (text.front() != '-' && text.front() != '+')
        return false;
    text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && text.front() != '-';
}

std::string unguarded(std::string field) {
    const std::size_t apostrophes = field.find_first_not_of('\'');
    if (apostrophes == 0 || apostrophes == std::string::npos)
        return field;
    const std::string_view text = std::string_view(field).substr(apostrophes);
    if (text.size() > 1 && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
        !isSignedNumber(text))
        field.erase(0, 1);
    return field;
}

class CsvReader {
public:
    CsvReader(std::string_view text, const std::string& path) : m_text(text), m_path(path) {}

    std::vector<CsvRow> read() {
        std::vector<CsvRow> rows;
        while (m_position < m_text.size()) {
            CsvRow row{{}, m_line};
            do
                row.fields.push_back(unguarded(readField()));
            while (take(','));
            take('\r');
            if (m_position < m_text.size() && !takeLineEnd())
                throw Error(at(m_line) + "expected a comma or the end of the line after the closing quote");
            if (row.fields.size() > 1 || !row.fields.front().empty())
                rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    std::string at(std::size_t line) const { return m_path + ", line " + std::to_string(line) + ": "; }

    std::string readField() {
        if (take('"'))
            return readQuoted();
        const std::size_t begin = m_position;
        m_position = std::min(m_text.find_first_of(",\n", begin), m_text.size());
        std::string_view field = m_text.substr(begin, m_position - begin);
        while (!field.empty() && field.back() == '\r')
            field.remove_suffix(1);
        return std::string(field);
    }

    std::string readQuoted() {
        const std::size_t opened = m_line;
        std::string field;
        while (m_position < m_text.size()) {
            const char c = m_text[m_position++];
            if (c == '"' && !take('"'))
                return field;
            m_line += c == '\n';
            field += c;
        }
        throw Error(at(opened) + "the quote that is opened here is never closed");
    }

    bool take(char c) {
        if (m_position >= m_text.size() || m_text[m_position] != c)
            return false;
        ++m_position;
        return true;
    }

    bool takeLineEnd() {
        if (!take('\n'))
            return false;
        ++m_line;
        return true;
    }

    std::string_view m_text;
    const std::string& m_path;
    std::size_t m_position = 0;
    std::size_t m_line = 1;
};

} // namespace

std::vector<CsvRow> readCsv(std::string_view text, const std::string& path) {
    return CsvReader(text, path).read();
}

} // namespace headlight
