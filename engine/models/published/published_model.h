#pragma once

#include "models/continuing.h"
#include "models/layer_lens.h"
#include "models/model_summary.h"
#include "models/published/architecture.h"
#include "models/published/network.h"
#include "models/stored_parameters.h"
#include "text/tokenizer.h"

#include <filesystem>
#include <memory>

namespace headlight {

/// A published model that reads texts: one, or two that its tokenizer joins to one sequence. It answers with the
/// likeliest entries of its vocabulary for every masked token, or for what comes next, with its classes, with a label
/// for each token, or not at all. Where it has a decoder, that reads the text once more as a second sequence.
class PublishedModel final : public Model, public ContinuingModel, public LensModel {
public:
    PublishedModel(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
                   std::unique_ptr<Tokenizer> tokenizer);

    std::string kind() const override { return m_architecture.title; }
    /// Two, where the model can tell them apart.
    std::vector<InputText> inputs() const override;
    int sequences() const override { return m_network->decoder() ? 2 : 1; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override;
    /// Error for more tokens than the model has positions, or than are looked at (longestSentence).
    std::vector<Sequence> read(const std::vector<std::string>& texts) const override;
    ModelSummary summary() const;
    const PublishedNetwork& network() const { return *m_network; }

    /// It tells what comes next.
    bool writes() const { return tellsWords() && m_network->shape().stack.causal; }
    ContinuationEnd continueText(const std::string& text, const ContinueOptions& options,
                                 const std::function<void(const ContinuedToken&)>& written,
                                 const RunControl& control) const override;
    NextToken nextToken(const Sequence& text, const std::string& token) const override;
    std::vector<double> logProbabilities(std::vector<Sequence> sequences, const Intervention& changes,
                                         const RunControl& control) const override;

    bool tellsWords() const { return top().kind == TopShape::Kind::Words; }
    LayerLens lens(std::vector<Sequence> sequences, const Intervention& changes, const std::vector<int>& tokens,
                   const RunControl& control) const override;

private:
    std::shared_ptr<const Recording> pass(std::vector<Sequence> sequences, const Intervention& changes,
                                          const RunControl& control) const override;

    Sequence shifted(const std::vector<Token>& tokens) const;
    Answer answerOf(Context& context, const Sequence& sequence, Var last, const Answer* compared) const;
    Answer candidatesOf(Context& context, const Sequence& sequence, Var last, const Answer* compared) const;
    const TopShape& top() const { return m_network->shape().top; }
    std::vector<int> paddings() const;

    const Architecture& m_architecture;
    std::unique_ptr<PublishedNetwork> m_network;
    std::unique_ptr<Tokenizer> m_tokenizer;
    std::optional<int> m_mask; ///< the token that stands for one to be found
    std::vector<HeadInfo> m_heads;
};

/// Error as loadPublished(), readTokenizer() and checkVocabulary().
std::unique_ptr<PublishedModel> openPublished(const std::filesystem::path& folder, Values values = Values::Stored);

} // namespace headlight
