#include "models/attend.h"

#include "autodiff/ops_loss.h"
#include "data/score_levels.h"
#include "models/sensitivity.h"

#include <algorithm>

namespace headlight {

int Analysis::best() const {
    return int(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

Analysis Analysis::ofSecond() const {
    Analysis other = *this;
    std::swap(other.tokens, other.secondTokens);
    std::swap(other.known, other.secondKnown);
    std::swap(other.leftOut, other.secondLeftOut);
    std::swap(other.maps, other.secondMaps);
    return other;
}

std::vector<std::string> tokensOf(const SentenceClassifier& model, const std::string& text) {
    std::vector<std::string> tokens = tokenize(text, model.description().typing);
    if (tokens.empty())
        throw Error("the sentence is empty: type at least one word");
    if (Index(model.readLength(tokens.size())) > longestSentence)
        throw Error("the sentence has " + std::to_string(tokens.size()) + " tokens: at most " +
                    std::to_string(longestSentence) + " can be looked at, shorten it");
    return tokens;
}

/// In place of an attention map of layer 0, head 0.
static void recordSensitivity(Trace& trace, const SentenceClassifier& model, Context& context,
                              const std::vector<int>& ids, ThreadPool& pool, const AttendControl& control) {
    const Index tokens = Index(ids.size());
    if (tokens > longestSensitivity)
        return;
    const Sensitivity found = sensitivity(model.encoder(), model.embed(context, ids).value(), &pool, control.check);
    Trace::Source source{0, 0, MapKind::Sensitivity, "sensitivity", found.norms.rows(), tokens, 1, nullptr};
    if (model.encoder().pools())
        source.queryNames = {"sentence"};
    if (!found.exact)
        for (Index result = 0; result < found.norms.rows(); ++result)
            for (Index token = 0; token < tokens; ++token)
                source.standardErrors.push_back(float(found.standardErrors(result, token)));
    trace.record(source, [&](Index result, Matrix& row) { row = found.norms.row(result); });
}

namespace {

constexpr Index shortText = 256;  ///< tokens up to which starting a thread costs more than it saves
constexpr Index shortCopies = 16; ///< the same where the sensitivity is made of many copies of a sentence

struct Side {
    Matrix vector;
    std::vector<std::string> tokens; ///< those that are read
    std::vector<bool> known;
    std::vector<AttentionMap> maps;
};

Side attendOne(const SentenceClassifier& model, const std::vector<std::string>& tokens,
               const std::vector<TraceRequest>& requests, const Intervention& intervention,
               const AttendControl& control) {
    const std::vector<int> ids = model.ids(tokens);
    Layout layout;
    layout.add(Index(ids.size()), 0);
    const bool single = layout.tokens() <= shortText && (model.encoder().attends() || layout.tokens() <= shortCopies);
    ThreadPool pool(single ? 1 : control.threads);
    Tape tape;
    tape.spreadOver(&pool);
    tape.checkBy(control.check);
    Context context(tape, layout);
    Trace trace(requests);
    trace.onQuery([&] {
        tape.check();
        if (control.onQuery)
            control.onQuery();
    });
    context.setTrace(&trace);
    context.setIntervention(&intervention);
    Side side;
    side.vector = model.sentences(context, ids).value();
    if (!model.encoder().attends() && trace.wants(0, 0))
        recordSensitivity(trace, model, context, ids, pool, control);
    side.tokens.assign(tokens.begin(), tokens.begin() + std::ptrdiff_t(ids.size()));
    for (const int id : ids)
        side.known.push_back(id != Vocabulary::unknown);
    side.maps = trace.takeMaps();
    return side;
}

void checkSentences(const SentenceClassifier& model, const std::vector<std::string>& tokens,
                    const std::vector<std::string>& second) {
    if (tokens.empty())
        throw Error("the sentence is empty: type at least one word");
    if (model.task().sentences == 1 && !second.empty())
        throw Error("the model reads one sentence: leave the second one out");
    if (model.task().sentences == 2 && second.empty())
        throw Error("the model compares two sentences: the second one is empty");
}

} // namespace

Analysis attend(const SentenceClassifier& model, const std::vector<std::string>& tokens,
                std::vector<TraceRequest> requests, const Intervention& intervention,
                const std::vector<std::string>& second, const AttendControl& control,
                const std::optional<std::vector<TraceRequest>>& ofSecond) {
    checkSentences(model, tokens, second);
    Analysis analysis;
    Side side = attendOne(model, tokens, requests, intervention, control);
    Matrix vectors = side.vector;
    analysis.tokens = std::move(side.tokens);
    analysis.leftOut = tokens.size() - analysis.tokens.size();
    analysis.known = std::move(side.known);
    analysis.maps = std::move(side.maps);
    if (!second.empty()) {
        side = attendOne(model, second, ofSecond.value_or(requests), intervention, control);
        vectors.conservativeResize(Eigen::NoChange, 2);
        vectors.col(1) = side.vector;
        analysis.secondTokens = std::move(side.tokens);
        analysis.secondLeftOut = second.size() - analysis.secondTokens.size();
        analysis.secondKnown = std::move(side.known);
        analysis.secondMaps = std::move(side.maps);
    }
    const Layout layout(std::vector<Index>(std::size_t(vectors.cols()), 1));
    Tape tape;
    Context context(tape, layout);
    const Var logits = model.answer(context, tape.constant(vectors));
    analysis.labels = model.description().labels;
    const Matrix probabilities = softmax(logits.value());
    for (Index k = 0; k < logits.rows(); ++k) {
        analysis.logits.push_back(double(logits.value()(k, 0)));
        analysis.probabilities.push_back(double(probabilities(k, 0)));
    }
    if (model.task().isScored)
        analysis.score = meanScore(analysis.labels, analysis.probabilities);
    return analysis;
}

} // namespace headlight
