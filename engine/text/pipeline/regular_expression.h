#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace headlight {

/// A regular expression of a tokenizer, by ICU. It is read as Oniguruma does, which published tokenizers are made with:
/// `.` is everything but a line feed, `^` and `$` are those of lines, \s and \w are Unicode's. What ICU has no form for
/// is an Error: conditions, absent operators, `{` as a letter. `{n,m}+` is possessive, as in ICU, and `\h` a
/// horizontal space; no published tokenizer has either.
///
/// What takes too long ends with an Error: some 400 steps back for each character of the text and ten million besides,
/// where published expressions take 2, and 8 MB of memory for them. It never changes, so several threads may use it.
class RegularExpression {
public:
    /// `where` is what an Error begins with. Error for what is none, and beyond 10,000 bytes.
    RegularExpression(const std::string& pattern, const std::string& where);
    ~RegularExpression();

    /// Searches one text after the other; each thread needs its own.
    class Search;
    using OnMatch = std::function<void(std::size_t begin, std::size_t end)>;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

class RegularExpression::Search {
public:
    explicit Search(const RegularExpression& expression);
    ~Search();

    /// Calls `onMatch` with the characters of each match in their order, of empty ones, too.
    void forEach(std::u32string_view text, const OnMatch& onMatch);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace headlight
