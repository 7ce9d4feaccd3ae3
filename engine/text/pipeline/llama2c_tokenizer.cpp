#include "text/pipeline/llama2c_tokenizer.h"

#include "core/error.h"
#include "core/files.h"
#include "text/pipeline/byte_tokens.h"
#include "text/pipeline/score_bpe.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace headlight {

namespace {

constexpr int llama2cBegin = 1, llama2cEnd = 2;

std::uint32_t llama2cNumber(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t k = 4; k-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[at + k]);
    return number;
}

/// As a vocabulary of SentencePiece has it.
std::string llama2cSpelling(std::string_view token, int id) {
    if (id == llama2cBegin || id == llama2cEnd)
        while (token.size() > 2 && token.front() == '\n' && token.back() == '\n')
            token = token.substr(1, token.size() - 2);
    std::string spelt;
    for (const char c : token)
        if (c == ' ')
            spelt += "\xE2\x96\x81";
        else
            spelt += c;
    return spelt;
}

} // namespace

std::unique_ptr<Tokenizer> llama2cTokenizer(std::string_view bytes, const std::string& where) {
    constexpr std::size_t header = 4, before = 8; // bytes of a token's score and length
    if (bytes.size() < header)
        throw Error(where + ": it has only " + std::to_string(bytes.size()) + " bytes; is the file complete?");
    const std::uint32_t longest = llama2cNumber(bytes, 0);
    PipelineParts parts;
    std::vector<float> scores;
    std::vector<bool> isMade;
    for (std::size_t at = header; at < bytes.size();) {
        const int id = int(scores.size());
        const auto fail = [&](const std::string& problem) {
            throw Error(where + ": token " + std::to_string(id) + ": " + problem);
        };
        const std::size_t rest = bytes.size() - at;
        const std::uint32_t size = rest < before ? 0 : llama2cNumber(bytes, at + 4);
        if (rest < before || size > rest - before)
            fail("it goes beyond the end of the file; is the file complete?");
        if (size > longest || size > TokenTable::longestToken)
            fail("it has " + std::to_string(size) + " bytes, the longest is said to have " + std::to_string(longest) +
                 "; is this a tokenizer of llama2.c?");
        const auto score = std::bit_cast<float>(llama2cNumber(bytes, at));
        if (!std::isfinite(score))
            fail("its score is no finite number");
        const std::string token = llama2cSpelling(bytes.substr(at + before, size), id);
        if (const std::string problem = parts.tokens.addAnyway(token, id); !problem.empty())
            fail(problem);
        scores.push_back(score);
        isMade.push_back(id > llama2cEnd && !byteOfToken(token));
        if (id <= llama2cEnd && !token.empty())
            parts.added.push_back({token, id});
        at += before + size;
    }
    if (scores.size() <= std::size_t(llama2cEnd))
        throw Error(where + ": it has only " + std::to_string(scores.size()) +
                    " tokens; the first three are for the unknown, begin and end");
    makeScoreBpe(parts, scores, isMade, 0, true);
    parts.templates = framedTemplates(llama2cBegin, std::nullopt);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

std::unique_ptr<Tokenizer> readLlama2cTokenizer(const std::filesystem::path& path) {
    constexpr std::uint64_t largest = 64 << 20;
    return llama2cTokenizer(readFile(path, largest), path.string());
}

} // namespace headlight
