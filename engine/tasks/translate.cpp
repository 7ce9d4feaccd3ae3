#include "core/error.h"
#include "tasks/task.h"
#include "tasks/translation_setup.h"

namespace headlight {

namespace {

/// A sentence in another language (models/translation_network.h).
class TranslateTask final : public Task {
public:
    TranslateTask() : Task(translationTask, "a sentence in another language") {}

    CorpusKind examples() const override { return CorpusKind::Translations; }
    int texts() const override { return 2; }
    int inputs() const override { return 1; }
    std::string onlyEncoder() const override { return "transformer"; }
    bool answersTokens() const override { return true; }
    std::vector<std::string> metrics(const std::vector<std::string>&) const override {
        return {"bleu", "chrf", "perplexity"};
    }
    std::vector<std::string> unusedOptions() const override { return {"vectors", "unknown_vectors"}; }
    void checkTrainable(const Corpus& corpus) const override {
        if (corpus.train.size() < 2)
            throw Error("one pair of sentences: there is nothing to learn");
    }
    bool countsRight() const override { return false; }
};

} // namespace

std::unique_ptr<const Task> translateTask() {
    return std::make_unique<const TranslateTask>();
}

} // namespace headlight
