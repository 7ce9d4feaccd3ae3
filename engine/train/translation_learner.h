#pragma once

#include "models/translator.h"
#include "train/learner.h"

namespace headlight {

/// Learns to translate. The tokens of a pair, for batches, are those of its longer side, marks included.
class TranslationLearner final : public Learner {
public:
    explicit TranslationLearner(std::shared_ptr<Translator> translator);

    const Translator& translator() const { return *m_translator; }

    const Task& task() const override;
    Parameters& parameters() override { return m_translator->network().parameters(); }
    std::int64_t trainedValues() const override { return m_translator->network().counts().body(); }
    std::int64_t vocabularySize() const override;
    bool hasPieces() const override { return true; }
    const std::vector<std::string>& labels() const override { return m_labels; }
    int mostTokens() const override { return 0; } // what is longer than its positions is refused, not cut
    std::string positionsNote(const std::vector<Example>&) const override { return {}; }
    std::shared_ptr<const Model> model() const override;
    std::vector<ExampleText> examples() const override { return m_translator->description().examples; }

    bool knowsWords(const std::vector<Example>& examples) const override;
    void adopt(const Corpus& corpus, std::vector<Example>& examples) const override;
    Evaluation evaluate(const std::vector<Example>& examples, ThreadPool& pool,
                        const EvaluationWatch& watch = {}) const override;
    double evaluationCost() const override;
    const Parameter* firstBadLayer(const std::vector<Example>& examples) const override;
    void save(const std::filesystem::path& folder, StoredType type) const override;

    void take(const std::vector<Example>& examples) override;
    const std::vector<Size>& sizes() const override { return m_sizes; }
    std::unique_ptr<Piece> piece(const std::vector<Member>& members) const override;

private:
    struct Pair {
        std::vector<int> source, target; ///< ids as TranslationNetwork::add() wants them
    };
    Pair pairOf(const Example& example) const;
    static Size sizeOf(const Pair& pair);
    double lossOf(const std::vector<Pair>& pairs, ThreadPool& pool, const Check& check) const;

    std::shared_ptr<Translator> m_translator;
    std::vector<std::string> m_labels; ///< none
    std::vector<Pair> m_pairs;
    std::vector<Size> m_sizes;
};

/// A translation model of that configuration which knows no words yet. Error where its encoder is none that translates,
/// or its options don't fit together.
TranslatorDescription translatorOf(const RunConfig& config);

} // namespace headlight
