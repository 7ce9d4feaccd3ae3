#include "text/pipeline/gguf_tokenizer.h"

#include "core/error.h"
#include "text/pipeline/bpe_model.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/gguf_cuts.h"
#include "text/pipeline/merge_list.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/score_bpe.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

enum GgufTokenType { GgufNormal = 1, GgufUnknown, GgufControl, GgufOwn, GgufUnused, GgufByte };

/// Makes the parts of a tokenizer of what a file says.
class GgufReader {
public:
    GgufReader(const GgufVocabulary& vocabulary, const std::string& where) : m_from(vocabulary), m_where(where) {}

    PipelineParts read() {
        checkSizes();
        if (m_from.model == "gpt2")
            readByteLevel();
        else if (m_from.model == "llama")
            readScores();
        else if (m_from.model == "bert")
            readBert();
        else
            fail("model",
                 "\"" + printable(m_from.model, 40) + "\" is not supported; Headlight reads gpt2, llama and bert");
        return std::move(m_parts);
    }

private:
    std::string key(const char* name) const { return m_where + ": tokenizer.ggml." + name; }
    [[noreturn]] void fail(const char* name, const std::string& problem) const {
        throw Error(key(name) + ": " + problem);
    }

    int typeOf(std::size_t id) const { return m_from.types.empty() ? int(GgufNormal) : m_from.types[id]; }

    void checkSizes() const {
        if (m_from.tokens.empty())
            fail("tokens", "it is missing or empty; the file has no vocabulary");
        if (m_from.tokens.size() > std::size_t(TokenTable::most))
            fail("tokens", "more than " + std::to_string(TokenTable::most) + " tokens");
        const auto check = [&](std::size_t count, const char* name) {
            if (count != 0 && count != m_from.tokens.size())
                fail(name, "it has " + std::to_string(count) + " entries, one for each of the " +
                               std::to_string(m_from.tokens.size()) + " tokens are needed");
        };
        check(m_from.scores.size(), "scores");
        check(m_from.types.size(), "token_type");
    }

    std::optional<int> checked(std::optional<int> id, const char* name) const {
        if (id && (*id < 0 || std::size_t(*id) >= m_from.tokens.size()))
            fail(name, std::to_string(*id) + " is no token; there are " + std::to_string(m_from.tokens.size()));
        return id;
    }

    /// Two tokens may be spelt alike, or not at all: some converted files have such, which are never found.
    void addTokens(std::string (*spelling)(const std::string& token, int type)) {
        for (std::size_t id = 0; id < m_from.tokens.size(); ++id) {
            const int type = typeOf(id);
            const std::string token = spelling(m_from.tokens[id], type);
            if (const std::string problem = m_parts.tokens.addAnyway(token, int(id)); !problem.empty())
                fail("tokens", "token " + std::to_string(id) + ": " + problem);
            constexpr std::size_t longest = 256; // bytes: at each place of a text as many steps may be made
            if ((type == GgufControl || type == GgufOwn || type == GgufUnknown) && !token.empty() &&
                token.size() <= longest)
                m_parts.added.push_back({token, int(id), type != GgufOwn});
        }
    }

    void addFrame(bool addsBos) {
        const std::optional<int> bos = checked(m_from.bos, "bos_token_id"), eos = checked(m_from.eos, "eos_token_id");
        const bool hasBos = m_from.addBos.value_or(addsBos), hasEos = m_from.addEos.value_or(false);
        if (hasBos && !bos)
            fail("bos_token_id", "it is missing, and texts are to begin with that token");
        if (hasEos && !eos)
            fail("eos_token_id", "it is missing, and texts are to end with that token");
        m_parts.templates = framedTemplates(hasBos ? bos : std::nullopt, hasEos ? eos : std::nullopt);
    }

    void readByteLevel() {
        addTokens([](const std::string& token, int) { return token; });
        GgufCut cut = ggufCut(m_from.pre, key("pre"));
        MergeList merges(m_parts.tokens);
        for (std::size_t i = 0; i < m_from.merges.size(); ++i)
            if (const std::string problem = merges.addLine(m_from.merges[i]); !problem.empty())
                fail("merges", "entry " + std::to_string(i + 1) + ": " + problem);
        BpeOptions options;
        options.ignoreMerges = cut.ignoresMerges;
        options.unknown = checked(m_from.unknown, "unknown_token_id");
        m_parts.model = std::make_unique<BpeModel>(m_parts.tokens, merges.merges(), options);
        m_parts.preTokenizer = std::move(cut.preTokenizer);
        m_parts.decoder = byteLevelDecoder();
        addFrame(cut.addsBos && m_from.bos);
    }

    void readScores() {
        addTokens([](const std::string& token, int) { return token; });
        if (m_from.scores.empty())
            fail("scores", "it is missing; a llama vocabulary says by them which tokens are made first");
        std::vector<bool> isMade;
        for (std::size_t id = 0; id < m_from.scores.size(); ++id) {
            if (!std::isfinite(m_from.scores[id]))
                fail("scores", "that of token " + std::to_string(id) + " is no finite number");
            isMade.push_back(typeOf(id) == GgufNormal);
        }
        const std::optional<int> unknown = checked(m_from.unknown, "unknown_token_id");
        makeScoreBpe(m_parts, m_from.scores, isMade, unknown, m_from.addSpacePrefix.value_or(true));
        addFrame(true);
    }

    /// Words begin with ▁ there, and what continues one with nothing: the reverse of "##".
    static std::string bertSpelling(const std::string& token, int type) {
        constexpr std::string_view mark = "\xE2\x96\x81";
        if (token.starts_with(mark) && token.size() > mark.size())
            return token.substr(mark.size());
        const bool isMark = token.size() > 2 && token.front() == '[' && token.back() == ']';
        return type != GgufNormal || isMark || token.empty() ? token : "##" + token;
    }

    void readBert() {
        addTokens(bertSpelling);
        const auto needed = [&](std::optional<int> id, const char* name) {
            if (!checked(id, name))
                fail(name, "it is missing; a bert vocabulary needs it");
            return *id;
        };
        WordPieceOptions options;
        options.unknown = m_parts.tokens.token(needed(m_from.unknown, "unknown_token_id"));
        const int cls = needed(m_from.cls ? m_from.cls : m_from.bos, "cls_token_id");
        const int separator = needed(m_from.separator ? m_from.separator : m_from.eos, "seperator_token_id");
        if (m_parts.tokens.id(options.unknown) != m_from.unknown)
            fail("unknown_token_id", "another token is spelt as this one is");
        m_parts.normalizer = bertNormalizer({});
        m_parts.preTokenizer = bertPreTokenizer();
        m_parts.model = wordPieceModel(m_parts.tokens, options);
        m_parts.templates = markedTemplates(cls, separator, 1);
        m_parts.decoder = wordPieceDecoder(options.prefix, true);
        m_parts.cleansUp = true;
    }

    const GgufVocabulary& m_from;
    const std::string& m_where;
    PipelineParts m_parts;
};

} // namespace

std::unique_ptr<Tokenizer> ggufTokenizer(const GgufVocabulary& vocabulary, const std::string& where) {
    return std::make_unique<PipelineTokenizer>(GgufReader(vocabulary, where).read());
}

} // namespace headlight
