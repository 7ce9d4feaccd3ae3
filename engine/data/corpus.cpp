#include "data/corpus.h"

#include "core/hash.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace headlight {

namespace {

/// Of texts, one after the other.
class TextHash {
public:
    void add(std::string_view text) {
        m_hash.add(text);
        m_hash.add(0xFF); // never part of UTF-8: ends a string
    }

    std::string hexadecimal() const {
        char digits[17];
        std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(m_hash.value()));
        return digits;
    }

private:
    Fnv1a m_hash;
};

} // namespace

std::size_t Example::longest() const {
    std::size_t most = 0;
    for (const auto& tokens : texts)
        most = std::max(most, tokens.size());
    return most;
}

std::string Example::place() const {
    return file ? *file + ", line " + std::to_string(line) : std::string();
}

std::string fingerprint(const Corpus& corpus) {
    TextHash hash;
    hash.add(std::to_string(corpus.labels.size()));
    for (const std::string& label : corpus.labels)
        hash.add(label);
    for (const auto* part : {&corpus.train, &corpus.dev, &corpus.test}) {
        hash.add(std::to_string(part->size()));
        for (const Example& example : *part) {
            hash.add(std::to_string(example.label));
            for (std::size_t text = 0; text < example.texts.size(); ++text) {
                if (text > 0)
                    hash.add(std::to_string(example.score));
                hash.add(std::to_string(example.texts[text].size()));
                for (const std::string& token : example.texts[text])
                    hash.add(token);
            }
            for (const int tag : example.tags)
                hash.add(std::to_string(tag));
            if (example.predicate >= 0)
                hash.add(std::to_string(example.predicate));
            for (const int sentence : example.accepted)
                hash.add(std::to_string(sentence));
            if (!example.group.empty())
                hash.add(example.group);
        }
    }
    return hash.hexadecimal();
}

const std::vector<Example>& evaluationExamples(const Corpus& corpus) {
    return !corpus.test.empty() ? corpus.test : !corpus.dev.empty() ? corpus.dev : corpus.train;
}

std::string punctuatedToken(const Corpus& corpus) {
    constexpr std::string_view marks = ".,;:!?";
    std::int64_t hanging = 0, apart = 0;
    std::string first;
    for (const Example& example : corpus.train)
        for (const auto& tokens : example.texts)
            for (const std::string& token : tokens) {
                if (marks.find(token.back()) == std::string_view::npos)
                    continue;
                if (token.size() == 1) {
                    ++apart;
                } else if (token.back() != '.' || &token == &tokens.back()) { // within a text it may be "Mr."
                    ++hanging;
                    first = first.empty() ? token : first;
                }
            }
    return hanging > apart ? first : std::string();
}

std::size_t readLength(std::size_t tokens, int mostTokens) {
    return mostTokens > 0 ? std::min(tokens, std::size_t(mostTokens)) : tokens;
}

TokenCounts countTokens(const std::vector<Example>& examples, int mostTokens) {
    TokenCounts counts;
    for (const Example& example : examples)
        for (const auto& tokens : example.texts) {
            const std::size_t read = readLength(tokens.size(), mostTokens);
            for (std::size_t t = 0; t < read; ++t)
                counts.add(tokens[t]);
        }
    return counts;
}

std::int64_t countLonger(const std::vector<Example>& examples, int mostTokens) {
    return std::count_if(examples.begin(), examples.end(), [mostTokens](const Example& example) {
        return mostTokens > 0 && example.longest() > std::size_t(mostTokens);
    });
}

} // namespace headlight
