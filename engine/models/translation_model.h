#pragma once

#include "models/model.h"
#include "models/model_summary.h"
#include "models/translation_search.h"
#include "models/translator.h"

namespace headlight {

ModelSummary summaryOf(const Translator& translator);

/// A model that writes a text for another one, such as a translation: its first text is the source, the second says how
/// the translation is to begin (readBegin), and may be left out. It writes the rest, and reads both once more in one
/// pass, of which the maps are: those of the encoder of sequence 0, the source, and those of the decoder of sequence 1,
/// the tokens that it reads: the mark of the begin and the translation. A decoder's row is of the pass in which it
/// wrote the next token.
///
/// A translation that is complete is not searched for: what a recording has as its sequences is read as it is, so that
/// passes over it with other changes say how likely it is then.
class TranslationModel final : public Model {
public:
    explicit TranslationModel(std::shared_ptr<const TextWriter> writer);

    std::string kind() const override { return m_writer->kind(); }
    std::vector<InputText> inputs() const override;
    int sequences() const override { return 2; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override { return m_writer->examples(); }
    /// Source and beginning. Error for more tokens than the model has positions for, or a translation may have, too.
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    const TextWriter& writer() const { return *m_writer; }

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;
    std::vector<Translation> search(const std::vector<int>& source, const std::vector<int>& begin, Index limit,
                                    const Intervention& changes, const RunControl& control) const;
    void checkBegin(std::size_t tokens, Index sourceTokens) const;
    Index limitOf(Index sourceTokens) const;
    std::vector<HeadInfo> findHeads() const;

    std::shared_ptr<const TextWriter> m_writer;
    std::vector<HeadInfo> m_heads;
};

} // namespace headlight
