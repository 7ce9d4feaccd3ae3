#include "models/published/published_writer.h"

#include "core/error.h"
#include "models/published/load.h"
#include "models/published/published_summary.h"
#include "models/published/published_tokenizer.h"
#include "text/read_sentence_piece.h"

#include <cstddef>

namespace headlight {

namespace {

/// Whether the vocabulary has half of a text or more: full stops are in those of every language.
bool knowsHalf(const Tokenizer& tokenizer, std::string_view text) {
    const std::vector<Token> tokens = tokenizer.encode(text);
    return 2 * std::count_if(tokens.begin(), tokens.end(), [](const Token& token) { return token.known; }) >=
           std::ptrdiff_t(tokens.size());
}

/// The first entries of a vocabulary that are read as themselves, without its marks; empty where there are none.
std::string firstEntries(const Tokenizer& tokenizer) {
    constexpr std::size_t most = 8;
    std::vector<int> ids;
    for (int id = 0; id < tokenizer.size() && ids.size() < most; ++id)
        if (const std::vector<Token> read = tokenizer.encode(tokenizer.token(id));
            read.size() == 1 && read.front().id == id && read.front().known && !read.front().special)
            ids.push_back(id);
    return tokenizer.decode(ids);
}

} // namespace

PublishedWriter::PublishedWriter(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
                                 std::shared_ptr<const Tokenizer> source, std::shared_ptr<const Tokenizer> target)
    : m_architecture(architecture), m_network(std::move(network)), m_source(std::move(source)),
      m_target(std::move(target)) {
    for (const char* mark : {"<unk>", "[UNK]"})
        if (const auto id = m_target->id(mark))
            m_unknown = *id;
}

SearchOptions PublishedWriter::search() const {
    SearchOptions options;
    options.lengthPenalty = 1;
    return options;
}

std::vector<ExampleText> PublishedWriter::examples() const {
    if (std::string own = m_source->example(); !own.empty())
        return {{std::move(own)}};
    const std::vector<ExampleText> english = {{"The cat sat on the mat because it was tired."},
                                              {"Where is the station?"}};
    if (knowsHalf(*m_source, english.front().text))
        return english;
    std::string own = firstEntries(*m_source); // of another language
    return own.empty() ? english : std::vector<ExampleText>{{std::move(own)}};
}

std::vector<Token> PublishedWriter::source(std::string_view text, SourceText) const {
    std::vector<Token> tokens = m_source->encode(text);
    return tokens.empty() ? tokens : m_source->joined({std::move(tokens)});
}

const std::string& PublishedWriter::targetToken(int id) const {
    return id < m_target->size() ? m_target->token(id) : m_padding;
}

bool PublishedWriter::continuesWord(int, int id) const {
    const std::string& token = targetToken(id);
    for (const char* space : {"▁", "Ġ"})
        if (token.starts_with(space))
            return false;
    return true;
}

WritingMarks PublishedWriter::marks() const {
    WritingMarks marks{decoder().begin, decoder().end, decoder().never};
    for (Index id = m_target->size(); id < decoder().embeddings.vocabulary; ++id)
        marks.never.push_back(int(id));
    return marks;
}

std::vector<std::vector<std::string>> PublishedWriter::headMasks(Stack stack, MapPart part) const {
    const PublishedStack& layers = stack == Stack::Decoder ? *m_network->decoder() : m_network->stack();
    std::vector<std::vector<std::string>> masks;
    if (stack == Stack::Decoder || part == MapPart::Self)
        for (int layer = 0; layer < int(layers.shape().layers); ++layer)
            masks.push_back(layers.headMasks(layer, part));
    return masks;
}

Var PublishedWriter::encode(Context& context, const std::vector<int>& source) const {
    return m_network->read(context, source, {}).stack.last;
}

Var PublishedWriter::decode(Context& context, Var encoded, const Layout& sources, const std::vector<int>& read) const {
    return m_network->tokenScores(context, m_network->decode(context, encoded, sources, read).stack.last);
}

Var PublishedWriter::next(Context& context, const std::vector<int>& read, DecoderCache& cache,
                          const PackedFactor* output) const {
    return m_network->tokenScores(context, m_network->step(context, read, cache).stack.last, output);
}

ModelSummary PublishedWriter::summary() const {
    return summaryOf(m_architecture, *m_network, m_target->size());
}

bool isPublishedWriter(const std::filesystem::path& folder) {
    try {
        return describedBy(folder).shape.writes();
    } catch (const Error&) {
        return false;
    }
}

std::shared_ptr<const PublishedWriter> openPublishedWriter(const std::filesystem::path& folder, Values values) {
    const PublishedDescription described = describedBy(folder);
    const std::string& type = described.architecture->type;
    std::shared_ptr<const Tokenizer> source, target;
    std::error_code ignored;
    if (std::filesystem::exists(folder / "target.spm", ignored)) { // one for each language
        source = readSentencePiece(folder, type, TranslationSide::Source);
        target = readSentencePiece(folder, type, TranslationSide::Target);
    } else {
        source = target = publishedTokenizer(folder, described);
    }
    std::unique_ptr<PublishedNetwork> network = loadPublished(folder, values);
    checkVocabulary(*source, described.shape.embeddings, folder.string());
    checkVocabulary(*target, described.shape.decoder->embeddings, folder.string());
    return std::make_shared<const PublishedWriter>(*described.architecture, std::move(network), std::move(source),
                                                   std::move(target));
}

} // namespace headlight
