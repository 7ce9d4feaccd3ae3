#pragma once

#include "models/model_summary.h"
#include "models/published/architecture.h"
#include "models/published/network.h"
#include "models/stored_parameters.h"
#include "models/text_writer.h"
#include "text/tokenizer.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// A published encoder and decoder, such as Marian, BART or T5: it writes a text for another one, a translation or an
/// answer. How it looks for it are four beams with a length penalty of 1, and a limit of 50 tokens more than the
/// source.
class PublishedWriter final : public TextWriter, public WritingNetwork {
public:
    /// The tokenizers are one where both texts have the same.
    PublishedWriter(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
                    std::shared_ptr<const Tokenizer> source, std::shared_ptr<const Tokenizer> target);

    std::string kind() const override { return m_architecture.title; }
    const WritingNetwork& network() const override { return *this; }
    SearchOptions search() const override;
    std::vector<ExampleText> examples() const override;
    std::vector<Token> source(std::string_view text, SourceText form = SourceText::Typed) const override;
    Index mostSourceTokens() const override { return m_network->shape().embeddings.mostTokens(); }
    std::vector<Token> targetTokens(std::string_view text) const override { return m_target->encode(text); }
    std::string targetText(const std::vector<int>& ids) const override { return m_target->decode(ids); }
    const std::string& targetToken(int id) const override;
    std::optional<int> targetId(std::string_view token) const override { return m_target->id(token); }
    int unknownTarget() const override { return m_unknown; }
    bool continuesWord(int before, int id) const override;

    WritingMarks marks() const override;
    Index mostTokens() const override { return std::max<Index>(decoder().embeddings.mostTokens() - 1, 0); }
    std::vector<std::vector<std::string>> headMasks(Stack stack, MapPart part) const override;
    Var encode(Context& context, const std::vector<int>& source) const override;
    Var decode(Context& context, Var encoded, const Layout& sources, const std::vector<int>& read) const override;
    DecoderCache start(Context& context, Var encoded) const override { return m_network->start(context, encoded); }
    Var next(Context& context, const std::vector<int>& read, DecoderCache& cache,
             const PackedFactor* output = nullptr) const override;
    PackedFactor packedOutput() const override { return m_network->packedScores(); }

    ModelSummary summary() const;
    const PublishedNetwork& publishedNetwork() const { return *m_network; }

private:
    const DecoderShape& decoder() const { return *m_network->shape().decoder; }

    const Architecture& m_architecture;
    std::unique_ptr<PublishedNetwork> m_network;
    std::shared_ptr<const Tokenizer> m_source, m_target;
    int m_unknown = 0;
    std::string m_padding = "–"; ///< shown for vectors that no token has
};

/// Whether a folder's config.json is of a model that openPublishedWriter() opens; false, too, where there is none that
/// can be read: whoever opens the folder then says why.
bool isPublishedWriter(const std::filesystem::path& folder);

/// Error as loadPublished(), readTokenizer() and checkVocabulary().
std::shared_ptr<const PublishedWriter> openPublishedWriter(const std::filesystem::path& folder,
                                                           Values values = Values::Stored);

} // namespace headlight
