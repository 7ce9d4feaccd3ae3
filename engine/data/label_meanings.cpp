#include "data/label_meanings.h"

#include <algorithm>
#include <cctype>

namespace headlight {

namespace {

std::string lowered(std::string text) {
    for (char& c : text)
        c = char(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// "NP" of "B-NP" and of "I-NP"; a label that is no such tag as it stands.
std::string withoutPlace(const std::string& label) {
    const bool isTag = label.size() > 2 && label[1] == '-' && (label[0] == 'B' || label[0] == 'I');
    return isTag ? label.substr(2) : label;
}

const std::string* meaningIn(const LabelMeanings& row, const std::string& label) {
    const std::string wanted = lowered(withoutPlace(label));
    for (const auto& [name, meaning] : row.meanings)
        if (lowered(name) == wanted)
            return &meaning;
    return nullptr;
}

/// Of tags that mark what is none of their spans.
const std::string outside = "O";

} // namespace

const std::vector<LabelMeanings>& labelMeanings() {
    static const std::vector<LabelMeanings> rows = {
        {"TREC",
         {{"ABBR", "abbreviation"},
          {"DESC", "description"},
          {"ENTY", "entity"},
          {"HUM", "human being"},
          {"LOC", "location"},
          {"NUM", "number"}}},
        {"SST-2, CR, MPQA, MR", {{"neg", "negative"}, {"pos", "positive"}, {"negative", ""}, {"positive", ""}}},
        {"SUBJ", {{"subjective", "says what somebody thinks or feels"}, {"objective", "says what is or happens"}}},
        {"SNLI, MultiNLI, RTE, SICK",
         {{"entailment", "if the first sentence is true, so is the second"},
          {"neutral", "the first sentence does not say whether the second is true"},
          {"contradiction", "if the first sentence is true, the second is not"},
          {"not_entailment", "the second sentence does not follow from the first"}}},
        {"CoNLL-2000",
         {{"NP", "noun phrase"},
          {"VP", "verb phrase"},
          {"PP", "preposition"},
          {"ADVP", "adverb phrase"},
          {"ADJP", "adjective phrase"},
          {"SBAR", "word that begins a clause"},
          {"PRT", "particle of a verb"},
          {"CONJP", "conjunction phrase"},
          {"INTJ", "interjection"},
          {"LST", "list mark"},
          {"UCP", "phrases of unlike kinds"}}},
        {"Universal Dependencies",
         {{"ADJ", "adjective"},
          {"ADP", "preposition or postposition"},
          {"ADV", "adverb"},
          {"AUX", "auxiliary verb"},
          {"CCONJ", "coordinating conjunction"},
          {"DET", "determiner"},
          {"INTJ", "interjection"},
          {"NOUN", "noun"},
          {"NUM", "numeral"},
          {"PART", "particle"},
          {"PRON", "pronoun"},
          {"PROPN", "proper noun"},
          {"PUNCT", "punctuation"},
          {"SCONJ", "subordinating conjunction"},
          {"SYM", "symbol"},
          {"VERB", "verb"},
          {"X", "other"},
          {"_", "no word of its own"}}},
        {"CoNLL-2003", {{"PER", "person"}, {"LOC", "location"}, {"ORG", "organisation"}, {"MISC", "other name"}}},
        {"WNUT 2017",
         {{"corporation", "company"},
          {"creative-work", "book, film, song or the like"},
          {"group", "band, team or the like"},
          {"location", "place"},
          {"person", "name of a person"},
          {"product", "thing that is sold"}}},
    };
    return rows;
}

std::string labelMeaning(const std::string& label, const std::vector<std::string>& labels) {
    for (const LabelMeanings& row : labelMeanings()) {
        if (!std::all_of(labels.begin(), labels.end(),
                         [&](const std::string& one) { return one == outside || meaningIn(row, one); }))
            continue;
        const std::string* const meaning = meaningIn(row, label);
        if (!meaning)
            return label == outside ? "none of these" : "";
        if (meaning->empty() || withoutPlace(label) == label)
            return *meaning;
        return *meaning + (label[0] == 'B' ? ", its first token" : ", a further token");
    }
    return {};
}

} // namespace headlight
