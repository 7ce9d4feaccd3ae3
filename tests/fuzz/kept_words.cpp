#include "store/kept_words.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

namespace headlight::fuzz {

/// What a run's folder has about the words of its corpus.
void readKeptWords(std::string_view bytes) {
    static const Scratch scratch;
    static const WordsPlan plan{"label=2", "test", {{"good"}, 2, 1}};
    static const std::string name = [] {
        keepWords(scratch.folder(), plan, {});
        return std::filesystem::directory_iterator(scratch.folder())->path().filename().string();
    }();
    scratch.write(name, bytes);
    const auto report = keptWords(scratch.folder(), plan);
    if (!report)
        return;
    require(report->top.size() == report->labels.size(), "top words are by class");
    for (const WordShift& word : report->words)
        require(word.classes.size() == report->labels.size(), "spreads are by class");
    keepWords(scratch.folder(), plan, *report);
    const auto again = keptWords(scratch.folder(), plan);
    require(again && again->words.size() == report->words.size(), "what is kept reads the same");
}

} // namespace headlight::fuzz
