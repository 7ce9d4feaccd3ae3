#include "models/attend.h"

#include "autodiff/ops_loss.h"
#include "models/sensitivity.h"

#include <algorithm>

namespace headlight {

int Analysis::best() const {
    return int(std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin());
}

std::vector<std::string> tokensOf(const SentenceClassifier& model, const std::string& text) {
    std::vector<std::string> tokens = tokenize(text, model.description().typing);
    if (tokens.empty())
        throw Error("the sentence is empty: type at least one word");
    if (Index(tokens.size()) > longestSentence)
        throw Error("the sentence has " + std::to_string(tokens.size()) + " tokens: at most " +
                    std::to_string(longestSentence) + " can be looked at, shorten it");
    return tokens;
}

/// In place of an attention map of layer 0, head 0.
static void recordSensitivity(Trace& trace, const SentenceClassifier& model, Context& context,
                              const std::vector<int>& ids) {
    const Index tokens = Index(ids.size());
    if (directionsFor(tokens) == 0)
        return;
    const Matrix map = sensitivity(model.encoder(), model.embed(context, ids).value());
    Trace::Source source{0, 0, MapKind::Sensitivity, "sensitivity", map.rows(), tokens, 1, nullptr};
    if (model.encoder().pools())
        source.queryNames = {"sentence"};
    trace.record(source, [&](Index result, Matrix& row) { row = map.row(result); });
}

Analysis attend(const SentenceClassifier& model, const std::vector<std::string>& tokens,
                std::vector<TraceRequest> requests, const Intervention& intervention) {
    if (tokens.empty())
        throw Error("the sentence is empty: type at least one word");
    const std::vector<int> ids = model.vocabulary().ids(tokens);
    Layout layout;
    layout.add(Index(ids.size()), 0);
    Tape tape;
    Context context(tape, layout);
    Trace trace(std::move(requests));
    context.setTrace(&trace);
    context.setIntervention(&intervention);
    const Var logits = model.logits(context, ids);
    if (!model.encoder().attends() && trace.wants(0, 0))
        recordSensitivity(trace, model, context, ids);

    Analysis analysis;
    analysis.tokens = tokens;
    for (const int id : ids)
        analysis.known.push_back(id != Vocabulary::unknown);
    analysis.maps = trace.takeMaps();
    analysis.labels = model.description().labels;
    const Matrix probabilities = softmax(logits.value());
    for (Index k = 0; k < logits.rows(); ++k) {
        analysis.logits.push_back(double(logits.value()(k, 0)));
        analysis.probabilities.push_back(double(probabilities(k, 0)));
    }
    return analysis;
}

} // namespace headlight
