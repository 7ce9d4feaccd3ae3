#include "data/role_columns.h"

#include "data/bio.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "words_of.h"

#include <algorithm>

namespace headlight::fuzz {

namespace {

void checkSentence(const RoleSentence& sentence) {
    require(!sentence.tokens.empty(), "a sentence has a token");
    require(sentence.lines.size() == sentence.tokens.size() && sentence.lines.front() > 0, "a token has a place");
    for (const std::string& token : sentence.tokens)
        require(wordsOf(token) == std::vector<std::string>{token}, "a token holds no white space");
    for (const Proposition& proposition : sentence.propositions) {
        require(proposition.tags.size() == sentence.tokens.size(), "a token has a role");
        require(illFormedTags(proposition.tags, TagScheme::Bio).empty(), "roles are well-formed");
        const std::vector<TagSpan> spans = spansOf(proposition.tags);
        const auto isPredicate = [](const TagSpan& span) { return span.label == "V"; };
        require(std::count_if(spans.begin(), spans.end(), isPredicate) == 1, "there is one predicate");
        require(std::find_if(spans.begin(), spans.end(), isPredicate)->begin == proposition.predicate,
                "the predicate begins its span");
    }
}

} // namespace

/// The first line says which of the formats it is to be.
void readRoleFile(std::string_view bytes) {
    const Scratch scratch;
    const auto [line, content] = firstLine(bytes);
    const SourceFile file = readSource(scratch.write("roles.txt", content).string());
    looksLikePropBankColumns(file);
    looksLikeConll2005Columns(file);
    const auto sentences = line == "propbank" ? readPropBankColumns(file) : readConll2005Columns(file);
    require(!sentences.empty(), "there is a sentence");
    for (const RoleSentence& sentence : sentences)
        checkSentence(sentence);
}

} // namespace headlight::fuzz
