#include "analysis/class_corpus.h"

#include "core/error.h"
#include "text/tokenizer.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

namespace headlight {

namespace {

std::vector<MapAddress> headsOf(const Model& model, MapPart part) {
    std::vector<MapAddress> heads;
    for (const HeadInfo& head : model.heads())
        if (head.address.part == part)
            heads.push_back(head.address);
    return heads;
}

/// All that weigh the words of a text.
std::vector<MapAddress> allWordHeads(const Model& model) {
    std::vector<MapAddress> heads = headsOf(model, MapPart::Pooling);
    for (const MapAddress& head : headsOf(model, MapPart::Self))
        heads.push_back(head);
    return heads;
}

std::optional<double> numberOf(const std::string& label) {
    double number = 0;
    const auto [end, failure] = std::from_chars(label.data(), label.data() + label.size(), number);
    return failure == std::errc() && end == label.data() + label.size() ? std::optional(number) : std::nullopt;
}

bool areRisingNumbers(const std::vector<std::string>& labels) {
    std::optional<double> last;
    for (const std::string& label : labels) {
        const std::optional<double> number = numberOf(label);
        if (!number || (last && *number <= *last))
            return false;
        last = number;
    }
    return true;
}

/// Labels that are some of these, in this order.
bool areSentiments(const std::vector<std::string>& labels) {
    static const std::vector<std::string> rising = {"very negative", "negative", "neutral", "positive",
                                                    "very positive"};
    auto next = rising.begin();
    for (const std::string& label : labels) {
        next = std::find(next, rising.end(), label);
        if (next == rising.end())
            return false;
        ++next;
    }
    return true;
}

} // namespace

bool areRatings(const std::vector<std::string>& labels) {
    return labels.size() >= 2 && (areRisingNumbers(labels) || areSentiments(labels));
}

ClassCorpus classCorpus(const Corpus& corpus, const std::vector<Example>& examples) {
    if (corpus.kind != CorpusKind::Sentences)
        throw Error(corpus.spec + ": words are compared between the classes of single texts, and these examples are "
                                  "none; choose a corpus of sentences or texts with a label each");
    ClassCorpus found{corpus.labels, areRatings(corpus.labels), {}};
    const TokenizerRuleRow& rule = tokenizerRuleRow(corpus.tokenizer.rule);
    for (const Example& example : examples)
        found.texts.push_back({rule.join(example.texts.front()), example.label});
    return found;
}

void checkReadsOneText(const Model& model) {
    const std::vector<InputText> inputs = model.inputs();
    if (inputs.front().isChoice)
        throw Error(
            "these are maps of given texts, and other texts can't be read; words are weighed over a corpus by a "
            "model");
    if (inputs.front().isImage)
        throw Error("this model sees images, which have no words; words are weighed over a corpus by a model of texts");
    for (std::size_t k = 1; k < inputs.size(); ++k) {
        const InputText& input = inputs[k];
        if (!input.optional || input.isPredicate || input.isPassage || input.isBegin)
            throw Error(
                "this model reads " +
                (input.isBegin ? "a text and writes another" : "a " + inputs.front().name + " and a " + input.name) +
                "; words are weighed over a corpus by a model of one text, as a classifier is");
    }
}

std::vector<MapAddress> wordHeads(const Model& model) {
    const std::vector<MapAddress> pooling = headsOf(model, MapPart::Pooling);
    const std::vector<MapAddress> heads = pooling.empty() ? headsOf(model, MapPart::Self) : pooling;
    if (heads.empty())
        throw Error("this model has no head that attends to words; open one with self attention or an attentive "
                    "pooling");
    return heads;
}

std::vector<MapAddress> wordHeadsNamed(const Model& model, const std::string& addresses) {
    if (addresses.find_first_not_of(" \t") == std::string::npos)
        return wordHeads(model);
    const std::vector<MapAddress> all = allWordHeads(model);
    std::vector<MapAddress> heads;
    std::istringstream parts(addresses);
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t begin = std::min(part.find_first_not_of(" \t"), part.size());
        part = part.substr(begin, part.find_last_not_of(" \t") + 1 - begin);
        const HeadInfo* head = headAt(model.heads(), part);
        if (!head || std::find(all.begin(), all.end(), head->address) == all.end())
            throw Error("there is no head " + printable(part) + " that attends to words; " +
                        (all.empty() ? "this model has none" : "those are " + addressList(all)));
        if (std::find(heads.begin(), heads.end(), head->address) == heads.end())
            heads.push_back(head->address);
    }
    return heads;
}

std::string addressList(const std::vector<MapAddress>& heads) {
    std::string text;
    for (const MapAddress& head : heads)
        text += (text.empty() ? "" : ", ") + head.text();
    return text;
}

} // namespace headlight
