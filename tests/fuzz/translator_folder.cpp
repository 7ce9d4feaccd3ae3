#include "models/translator_folder.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/translation_search.h"
#include "sample_translator.h"

#include <algorithm>
#include <cmath>

namespace headlight::fuzz {

namespace {

/// The texts of a folder with an intact model.
std::vector<std::pair<std::string, std::string>> intactTexts(const Scratch& scratch) {
    saveTranslator(*sampleTranslator(), scratch.folder());
    std::vector<std::pair<std::string, std::string>> texts;
    for (const char* name : {"config.json", "merges.txt", "vocab.txt"})
        texts.emplace_back(name, contentOf(scratch.folder() / name));
    return texts;
}

} // namespace

/// Configuration, merges and words beside intact numbers; those that are not given are intact. What is accepted
/// translates.
void readTranslatorFolder(std::string_view bytes) {
    static const Scratch scratch;
    static const auto intact = intactTexts(scratch);
    for (const auto& [name, content] : intact)
        scratch.write(name, content);
    for (const auto& [name, content] : filesOf(bytes))
        if (name.ends_with(".txt") || name == "config.json")
            scratch.write(name, content);
    const auto translator = loadTranslator(scratch.folder(), Values::Stored);
    attempt([&] {
        const std::vector<int> source = translator->sourceIds({"the", "engineer", "\xff", "中国"});
        SearchOptions options = searchOptions(translator->description().setup);
        options.beams = std::min(options.beams, 3);
        options.extraTokens = std::min(options.extraTokens, 3);
        for (const Translation& translation : translate(translator->network(), source, options)) {
            require(std::isfinite(translation.score), "a translation has a score");
            translator->targetText(translation.words());
        }
    });
}

} // namespace headlight::fuzz
