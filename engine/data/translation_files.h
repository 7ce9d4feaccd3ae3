#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// Files of the same sentences in several languages have the same name but for the last part of it, which is the code
/// of a language: train.en and train.de.

/// That code; empty where the name has none.
std::string languageOf(const std::string& path);

/// Those of the files beside it that have the same name otherwise, in alphabetical order.
std::vector<std::string> otherLanguages(const std::string& path);

/// The file in language `to`, or with "" in the only other one. Error naming those that there are when it is not there,
/// or when there are several.
std::string translationOf(const std::string& path, const std::string& to);

/// What a corpus of translations is translated from and into: codes of languages, or the headings of a table's columns.
struct TranslationDirection {
    std::string from, to;
    // What its specification has instead, turned round.
    std::string turnedPath;
    std::vector<std::pair<std::string, std::string>> turnedOptions; ///< names and values
};

/// That of the corpus which a specification opens, as its format tells it; none where that is none of translations, or
/// tells none. Error where the specification opens no corpus.
std::optional<TranslationDirection> translationDirection(const std::string& spec);

} // namespace headlight
