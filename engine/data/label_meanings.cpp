#include "data/label_meanings.h"

#include <algorithm>
#include <cctype>
#include <optional>

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

std::optional<std::string> meaningIn(const LabelMeanings& row, const std::string& label) {
    const std::string wanted = lowered(withoutPlace(label));
    for (const auto& [name, meaning] : row.meanings)
        if (lowered(name) == wanted)
            return meaning;
    // Of roles: what goes on with an argument, or refers to one.
    const bool goesOn = wanted.starts_with("c-");
    if (!goesOn && !wanted.starts_with("r-"))
        return std::nullopt;
    const std::optional<std::string> base = meaningIn(row, wanted.substr(2));
    return base ? std::optional(*base + (goesOn ? ", continued" : ", by a word that refers to it")) : std::nullopt;
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
        {"PropBank",
         {{"V", "the predicate"},
          {"ARG0", "who does it"},
          {"ARG1", "whom or what it is done to, or who feels it"},
          {"ARG1-DSP", "what is said, in direct speech"},
          {"ARG2", "depends on the verb: to whom, with what, as what"},
          {"ARG3", "depends on the verb: from where, or with what"},
          {"ARG4", "depends on the verb: where or how it ends"},
          {"ARG5", "depends on the verb"},
          {"ARGA", "who makes another do it"},
          {"ARGM-ADJ", "what a noun is like"},
          {"ARGM-ADV", "of the whole clause"},
          {"ARGM-CAU", "why"},
          {"ARGM-COM", "together with whom"},
          {"ARGM-CXN", "what it is compared with"},
          {"ARGM-DIR", "in which direction"},
          {"ARGM-DIS", "joins it to what was said before"},
          {"ARGM-EXT", "by how much"},
          {"ARGM-GOL", "for whom, or where to"},
          {"ARGM-LOC", "where"},
          {"ARGM-LVB", "verb that says little itself"},
          {"ARGM-MNR", "how"},
          {"ARGM-MOD", "modal verb"},
          {"ARGM-NEG", "not"},
          {"ARGM-PRD", "what somebody is or becomes by it"},
          {"ARGM-PRP", "what for"},
          {"ARGM-PNC", "what for"},
          {"ARGM-PRR", "noun that says what is done"},
          {"ARGM-PRX", "verb that says little itself, of a longer phrase"},
          {"ARGM-REC", "each other, themselves"},
          {"ARGM-TMP", "when"}}},
        {"CoNLL-2005",
         {{"V", "the predicate"},
          {"A0", "who does it"},
          {"A1", "whom or what it is done to, or who feels it"},
          {"A2", "depends on the verb: to whom, with what, as what"},
          {"A3", "depends on the verb: from where, or with what"},
          {"A4", "depends on the verb: where or how it ends"},
          {"A5", "depends on the verb"},
          {"AA", "who makes another do it"},
          {"AM", "more about it"},
          {"AM-ADV", "of the whole clause"},
          {"AM-CAU", "why"},
          {"AM-DIR", "in which direction"},
          {"AM-DIS", "joins it to what was said before"},
          {"AM-EXT", "by how much"},
          {"AM-LOC", "where"},
          {"AM-MNR", "how"},
          {"AM-MOD", "modal verb"},
          {"AM-NEG", "not"},
          {"AM-PNC", "what for"},
          {"AM-PRD", "what somebody is or becomes by it"},
          {"AM-REC", "each other, themselves"},
          {"AM-TM", "when"},
          {"AM-TMP", "when"}}},
    };
    return rows;
}

std::string labelMeaning(const std::string& label, const std::vector<std::string>& labels) {
    for (const LabelMeanings& row : labelMeanings()) {
        if (!std::all_of(labels.begin(), labels.end(),
                         [&](const std::string& one) { return one == outside || meaningIn(row, one); }))
            continue;
        const std::optional<std::string> meaning = meaningIn(row, label);
        if (!meaning)
            return label == outside ? "none of these" : "";
        if (meaning->empty() || withoutPlace(label) == label)
            return *meaning;
        return *meaning + (label[0] == 'B' ? ", its first token" : ", a further token");
    }
    return {};
}

} // namespace headlight
