#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The references of one sentence, one or more, none of them empty.
using ReferencesOfSentence = std::vector<std::string_view>;

/// The references of each hypothesis, of sets that have one for each. An empty text stands for a reference that a set
/// does not have and is left out, as sacreBLEU does; a hypothesis may be empty. Views of the texts of the sets, of
/// which there has to be one at least. Error when a set has another number of texts than there are hypotheses, which
/// says both, or when a sentence has no reference at all, which says its number, the first being 1.
std::vector<ReferencesOfSentence> referencesOfSentences(std::size_t hypotheses,
                                                        std::span<const std::vector<std::string>> sets);

/// How a score was computed, in sacreBLEU's form: the number of references of each sentence (nothing where it varies),
/// whether case counts, what only one score has, and who counted. That is this program and its version in place of
/// sacreBLEU's: same rules, another counter.
std::string translationSignature(std::optional<std::size_t> references, bool lowerCase, const std::string& rest);

} // namespace headlight
