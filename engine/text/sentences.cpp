#include "text/sentences.h"

#include "core/error.h"

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <unicode/ubrk.h>
#include <unicode/utext.h>

namespace headlight {

namespace {

void checkStatus(UErrorCode status) {
    if (U_FAILURE(status))
        throw Error(std::string("the library ICU cannot cut sentences: ") + u_errorName(status));
}

/// ICU's view of the text, by which positions are bytes.
class Text {
public:
    explicit Text(std::string_view utf8) {
        UErrorCode status = U_ZERO_ERROR;
        utext_openUTF8(&m_text, utf8.data(), std::int64_t(utf8.size()), &status);
        checkStatus(status);
    }
    ~Text() { utext_close(&m_text); }
    Text(const Text&) = delete;
    Text& operator=(const Text&) = delete;

    UText* get() { return &m_text; }

private:
    UText m_text = UTEXT_INITIALIZER;
};

class SentenceBreaks {
public:
    explicit SentenceBreaks(Text& text) {
        UErrorCode status = U_ZERO_ERROR;
        m_iterator = ubrk_open(UBRK_SENTENCE, "en", nullptr, 0, &status);
        checkStatus(status);
        ubrk_setUText(m_iterator, text.get(), &status);
        if (U_FAILURE(status))
            ubrk_close(m_iterator); // a constructor that throws has no destructor
        checkStatus(status);
    }
    ~SentenceBreaks() { ubrk_close(m_iterator); }
    SentenceBreaks(const SentenceBreaks&) = delete;
    SentenceBreaks& operator=(const SentenceBreaks&) = delete;

    /// The next one, in bytes; negative behind the last.
    std::int32_t next() { return ubrk_next(m_iterator); }

private:
    UBreakIterator* m_iterator = nullptr;
};

/// Without white space at its ends; empty where it is nothing else.
ByteSpan withoutWhiteSpace(std::string_view utf8, ByteSpan span) {
    ByteSpan inner{span.end, span.end};
    for (std::size_t position = span.begin; position < span.end;) {
        const std::size_t begin = position;
        if (isWhiteSpace(takeCodePoint(utf8, position)))
            continue;
        if (inner.begin == span.end)
            inner.begin = begin;
        inner.end = position;
    }
    return inner;
}

} // namespace

std::vector<ByteSpan> sentencesOf(std::string_view utf8) {
    if (utf8.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        throw std::invalid_argument("sentencesOf: a text of " + std::to_string(utf8.size()) + " bytes is too long");
    std::vector<ByteSpan> sentences;
    if (utf8.empty())
        return sentences;
    Text text(utf8);
    SentenceBreaks breaks(text);
    std::size_t begin = 0;
    for (std::int32_t at = breaks.next(); at != UBRK_DONE; at = breaks.next()) {
        const ByteSpan sentence = withoutWhiteSpace(utf8, {begin, std::size_t(at)});
        if (sentence.end > sentence.begin)
            sentences.push_back(sentence);
        begin = std::size_t(at);
    }
    return sentences;
}

} // namespace headlight
