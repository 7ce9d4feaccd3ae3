// PublishedModel::continueText() and nextToken()

#include "core/random.h"
#include "core/thread_pool.h"
#include "models/published/published_model.h"
#include "models/word_chances.h"
#include "models/writing_network.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

/// Draws tokens as the options say.
class Choice {
public:
    Choice(const ContinueOptions& options, std::vector<int> never)
        : m_options(options), m_never(std::move(never)), m_random(RandomKey(options.seed)) {}

    /// Of scores of all words.
    TranslatedToken of(const Eigen::Ref<const Vector>& scores) {
        const bool isGreedy = m_options.temperature == 0;
        const int kept = isGreedy ? 1 : m_options.top > 0 ? m_options.top : int(scores.size());
        const WordChances chances(scores, kept, m_never);
        const std::vector<int>& ranked = chances.ranked();
        return chances.token(isGreedy ? ranked.front() : drawn(ranked, scores), 0);
    }

private:
    int drawn(const std::vector<int>& ranked, const Eigen::Ref<const Vector>& scores) {
        std::vector<double> shares;
        double all = 0;
        for (const int word : ranked) {
            shares.push_back(std::exp(double(scores[word] - scores[ranked.front()]) / m_options.temperature));
            all += shares.back();
        }
        double left = m_random.uniform() * all;
        for (std::size_t k = 0; k < ranked.size(); ++k) {
            left -= shares[k];
            if (left < 0)
                return ranked[k];
        }
        return ranked.front(); // rounding
    }

    ContinueOptions m_options;
    std::vector<int> m_never;
    Random m_random;
};

/// What each token adds to a text.
class GrowingText {
public:
    GrowingText(const Tokenizer& tokenizer, const std::vector<int>& read)
        : m_tokenizer(tokenizer), m_ids(read), m_told(tokenizer.decode(read).size()) {}

    /// Of a character whose bytes are several tokens nothing before its last one.
    std::string add(int id) {
        m_ids.push_back(id);
        const std::string text = m_tokenizer.decode(m_ids);
        const std::string incomplete = "\uFFFD";
        if (text.size() <= m_told || text.ends_with(incomplete))
            return {};
        std::string more = text.substr(m_told);
        m_told = text.size();
        return more;
    }

private:
    const Tokenizer& m_tokenizer;
    std::vector<int> m_ids;
    std::size_t m_told;
};

} // namespace

/// Vectors that no token has: a vocabulary may be padded.
std::vector<int> PublishedModel::paddings() const {
    std::vector<int> ids;
    for (Index id = m_tokenizer->size(); id < m_network->shape().embeddings.vocabulary; ++id)
        ids.push_back(int(id));
    return ids;
}

ContinuationEnd PublishedModel::continueText(const std::string& text, const ContinueOptions& options,
                                             const std::function<void(const ContinuedToken&)>& written,
                                             const RunControl& control) const {
    if (!writes() || options.tokens < 0 || options.temperature < 0 || options.top < 0)
        throw std::invalid_argument("PublishedModel::continueText: expected a model that tells what comes next, and no "
                                    "negative option");
    std::vector<int> ids;
    const std::vector<Sequence> sequences = read({text});
    for (const Token& token : sequences.front().tokens)
        ids.push_back(token.id);
    GrowingText growing(*m_tokenizer, ids);
    Choice choice(options, paddings());
    ThreadPool pool(control.threads > 0 ? control.threads : ThreadPool::processors());
    Tape tape;
    tape.spreadOver(&pool);
    tape.checkBy(control.check);
    const Layout one({1});
    DecoderCache cache = [&] {
        Context context(tape, one);
        return m_network->start(context);
    }();
    const std::vector<int>& ends = m_network->shape().ends;
    const Index most = m_network->shape().embeddings.mostTokens();
    for (int count = 0; count < options.tokens; ++count) {
        if (most > 0 && cache.length() + Index(ids.size()) > most)
            return ContinuationEnd::Positions;
        tape.reset();
        const Layout layout = cache.next(Index(ids.size()));
        Context context(tape, layout);
        const Matrix last = m_network->readOn(context, ids, cache).stack.last.value().rightCols(1);
        const Matrix scores = m_network->tokenScores(context, tape.constant(last)).value();
        refuseNotFinite(scores);
        const TranslatedToken token = choice.of(scores.col(0));
        if (std::find(ends.begin(), ends.end(), token.token) != ends.end())
            return ContinuationEnd::EndMark;
        ids = {token.token};
        written({m_tokenizer->token(token.token), growing.add(token.token), token.logProbability});
    }
    return ContinuationEnd::Tokens;
}

NextToken PublishedModel::nextToken(const Sequence& text, const std::string& token) const {
    const std::optional<int> id = m_tokenizer->id(token);
    if (!id)
        throw std::invalid_argument("PublishedModel::nextToken: the vocabulary has no " + token);
    const std::vector<int>& ends = m_network->shape().ends;
    if (std::find(ends.begin(), ends.end(), *id) != ends.end())
        return {{}, true};
    std::vector<int> ids;
    for (const Token& read : text.tokens)
        ids.push_back(read.id);
    return {GrowingText(*m_tokenizer, ids).add(*id)};
}

const ContinuingModel* continuingModel(const Model& model) {
    const auto* const published = dynamic_cast<const PublishedModel*>(&model);
    return published && published->writes() ? published : nullptr;
}

} // namespace headlight
