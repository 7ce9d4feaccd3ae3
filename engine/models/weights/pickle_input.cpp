#include "models/weights/pickle_input.h"

#include "core/error.h"

#include <algorithm>

namespace headlight {

void PickleInput::fail(const std::string& what) const {
    throw Error(file() + ": byte " + std::to_string(m_at) + ", in its pickle: " + what);
}

void PickleInput::need(std::uint64_t count) const {
    if (count > m_end - m_at)
        fail("it ends in the middle; the file is cut off or damaged, get it anew");
    if (count > most - std::min(most, m_at - m_first))
        fail("it is longer than the 64 MB that are allowed; save the model's state_dict() alone");
}

void PickleInput::take(std::uint64_t count, char* out) {
    constexpr std::uint64_t partBytes = 1 << 16;
    need(count);
    if (count >= partBytes) {
        m_bytes.read(m_at, count, out);
    } else {
        if (m_at < m_partBegin || m_at + count > m_partBegin + m_part.size()) {
            m_part = m_bytes.read(m_at, std::min(partBytes, m_end - m_at));
            m_partBegin = m_at;
        }
        std::memcpy(out, m_part.data() + (m_at - m_partBegin), std::size_t(count));
    }
    m_at += count;
}

void PickleInput::append(std::uint64_t count, std::string& text) {
    need(count);
    const std::size_t before = text.size();
    text.resize(before + std::size_t(count));
    take(count, text.data() + before);
}

std::string PickleInput::line() {
    constexpr std::size_t longest = 256;
    std::string text;
    for (char c = char(byte()); c != '\n'; c = char(byte())) {
        if (text.size() == longest)
            fail("a name is longer than the 256 bytes that are allowed");
        text += c;
    }
    return text;
}

} // namespace headlight
