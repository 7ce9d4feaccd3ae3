#pragma once

#include "draw.h"

#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headlight {

using Json = nlohmann::json;

/// What tests/golden/make_bleu.py writes.
inline const Json& goldenTranslations() {
    static const Json document = [] {
        std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/bleu.json");
        return Json::parse(file);
    }();
    return document;
}

struct TranslationGolden {
    std::vector<std::string> hypotheses;
    std::vector<std::vector<std::string>> referenceSets;
};

inline TranslationGolden corpusOf(const Json& row) {
    return {row["hypotheses"], row["references"]};
}

/// Drawn as random_corpus() of the script does.
inline TranslationGolden randomCorpusOf(const Json& row) {
    const std::vector<std::string> words = row["words"];
    const std::size_t count = row["count"], longest = row["longest"], kept = row["kept"];
    const auto add = [](std::string& text, const std::string& word) { text += (text.empty() ? "" : " ") + word; };
    Draw draw(row["seed"]);
    TranslationGolden corpus{{}, {{}}};
    for (std::size_t s = 0; s < count; ++s) {
        std::vector<std::string> reference;
        for (std::size_t left = 1 + draw(longest); left > 0; --left)
            reference.push_back(words[draw(words.size())]);
        std::string wanted, text;
        for (const std::string& word : reference) {
            add(wanted, word);
            if (draw(10) > 0)
                add(text, draw(100) < kept ? word : words[draw(words.size())]);
        }
        corpus.hypotheses.push_back(text);
        corpus.referenceSets[0].push_back(wanted);
    }
    return corpus;
}

/// A row of test data for each corpus of the file.
inline void addGoldenCorpora() {
    QTest::addColumn<int>("number");
    int number = 0;
    for (const Json& corpus : goldenTranslations()["corpora"])
        QTest::newRow(corpus["name"].get<std::string>().c_str()) << number++;
}

} // namespace headlight
