#pragma once

#include "models/bert/bert_model.h"
#include "models/model.h"
#include "models/model_summary.h"
#include "text/tokenizer.h"

namespace headlight {

/// A BERT of a published folder: one text, or two that are joined to one sequence, [CLS] a [SEP] b [SEP]. It answers
/// with the likeliest entries of its vocabulary for every [MASK], with its classes, or not at all.
class Bert final : public Model {
public:
    Bert(std::unique_ptr<BertModel> model, std::unique_ptr<Tokenizer> tokenizer);

    std::string kind() const override { return "bert"; }
    /// Two, where the model can tell them apart.
    std::vector<InputText> inputs() const override;
    int sequences() const override { return 1; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override;
    /// Error for more tokens than the model has positions, or than are looked at (longestSentence).
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    ModelSummary summary() const;

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;

    Answer answerOf(Context& context, const Sequence& sequence, const BertResult& result) const;
    Answer candidatesOf(Context& context, const Sequence& sequence, Var hidden) const;

    std::unique_ptr<BertModel> m_model;
    std::unique_ptr<Tokenizer> m_tokenizer;
    std::vector<HeadInfo> m_heads;
};

/// Error naming file and place when a file is missing, can't be read, or the tokenizer has more entries than the model
/// has vectors.
std::unique_ptr<Bert> openBert(const std::filesystem::path& folder, Values values = Values::Stored);

} // namespace headlight
