#include "text/plain_text.h"

namespace headlight {

PlainText::PlainText(std::string_view utf8) {
    m_text.text.reserve(utf8.size());
    m_text.spans.reserve(utf8.size());
    for (std::size_t position = 0; position < utf8.size();) {
        const std::size_t begin = position;
        const char32_t c = takeCodePoint(utf8, position);
        if (isWhiteSpace(c))
            endPiece();
        else
            add(c, {begin, position});
    }
    endPiece();
}

std::u32string_view PlainText::piece(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : m_ends[i - 1];
    return std::u32string_view(m_text.text).substr(begin, m_ends[i] - begin);
}

ByteSpan PlainText::spanOf(std::u32string_view part) const {
    return m_text.span(std::size_t(part.data() - m_text.text.data()), part.size());
}

void PlainText::add(char32_t c, ByteSpan span) {
    const auto repeat = [&](char32_t plain, int times) {
        for (int i = 0; i < times; ++i)
            m_text.add(plain, span);
    };
    switch (c) {
    case U'“':
    case U'”':
    case U'„':
        return repeat(U'"', 1);
    case U'‘':
    case U'’':
        return repeat(U'\'', 1);
    case U'…':
        return repeat(U'.', 3);
    case U'–':
    case U'—':
        return repeat(U'-', 2);
    default:
        return repeat(c, 1);
    }
}

void PlainText::endPiece() {
    const std::size_t size = m_text.text.size();
    if (size > (m_ends.empty() ? 0 : m_ends.back()))
        m_ends.push_back(size);
}

} // namespace headlight
