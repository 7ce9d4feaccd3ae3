#include "text/embedding_table.h"

#include "core/error.h"
#include "text/unicode.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace headlight {

namespace {

/// Column of each word in the vectors.
class Columns {
public:
    explicit Columns(const WordVectors* vectors) {
        if (vectors)
            for (std::size_t i = 0; i < vectors->words.size(); ++i)
                m_columns.emplace(vectors->words[i], Index(i));
    }

    /// −1 for a word that is absent in any spelling.
    Index of(const std::string& token) const {
        auto found = m_columns.find(token);
        if (found == m_columns.end())
            found = m_columns.find(toLower(token));
        return found == m_columns.end() ? -1 : found->second;
    }

private:
    std::unordered_map<std::string, Index> m_columns;
};

[[noreturn]] void failForeign(const WordVectors& vectors, const Vocabulary& trained) {
    constexpr std::size_t shown = 3;
    std::string words;
    for (std::size_t i = 0; i < std::min(shown, vectors.words.size()); ++i)
        words += (i ? ", “" : "“") + printable(vectors.words[i], 40) + "”";
    throw Error(vectors.path + ": none of the " + std::to_string(trained.size() - Vocabulary::unknown - 1) +
                " words of the training set has a vector there; the file's words are " + words +
                (vectors.words.size() > shown ? " …" : "") +
                ". Choose vectors of the same language and spelling, or leave vectors out");
}

} // namespace

void checkVectorWidth(const std::string& path, int numbers, int width) {
    if (numbers != width)
        throw Error(path + ": the word vectors have " + std::to_string(numbers) + " numbers a word, the embedding " +
                    std::to_string(width) + "; set embedding_features=" + std::to_string(numbers));
}

EmbeddingTable makeEmbeddingTable(const Vocabulary& trained, const WordVectors* vectors,
                                  const EmbeddingOptions& options, Random& random) {
    if (vectors)
        checkVectorWidth(vectors->path, vectors->dimension, options.width);
    EmbeddingTable table;
    table.vocabulary = trained;
    table.trainableBegin = Vocabulary::unknown + 1;
    table.trainableEnd = trained.size();
    std::vector<Index> frozen;
    if (vectors)
        for (std::size_t i = 0; i < vectors->words.size(); ++i)
            if (const int before = table.vocabulary.size(); table.vocabulary.add(vectors->words[i]) == before)
                frozen.push_back(Index(i));

    table.values = Matrix::Zero(options.width, table.vocabulary.size());
    const Columns columns(vectors);
    for (int id = table.trainableBegin; id < table.trainableEnd; ++id) {
        const Index column = columns.of(trained.token(id));
        if (column >= 0) {
            table.values.col(id) = vectors->values().col(column);
            ++table.fromVectors;
            continue;
        }
        for (Real& value : table.values.col(id))
            value = Real(options.unknown == UnknownVectors::Normal ? random.normal() : 0.1 * random.uniform() - 0.05);
    }
    if (vectors && table.fromVectors == 0)
        failForeign(*vectors, trained);
    for (std::size_t i = 0; i < frozen.size(); ++i)
        table.values.col(table.trainableEnd + Index(i)) = vectors->values().col(frozen[i]);
    return table;
}

} // namespace headlight
