#pragma once

#include <string>
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

} // namespace headlight
