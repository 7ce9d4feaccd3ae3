#include "models/attend_run.h"

#include "models/sensitivity.h"

#include <QElapsedTimer>

namespace headlight {

namespace {

/// Numbers of all maps together that are kept for one sentence; beyond, only the focused head has maps.
constexpr double allHeadsLimit = 40e6;
/// Tokens up to which one head's map is drawn: a map has a number for every pair.
constexpr Index longestMap = 2048;

FeatureChoice meanChoice() {
    return {FeatureChoice::Kind::Mean, 0};
}

/// For a sentence of so many tokens.
std::vector<TraceRequest> requestsFor(const AttendInput& input, Index tokens, AttendResult& result) {
    const FeatureChoice choice = input.focus.features;
    std::vector<TraceRequest> requests;
    const auto want = [&](std::optional<int> layer, std::optional<int> head) {
        requests.push_back({layer, head, true, choice});
        if (choice != meanChoice())
            requests.push_back({layer, head, false, meanChoice()});
    };
    double cells = 0;
    for (const HeadInfo& head : input.open->heads())
        cells += head.cells(tokens);
    if (4 * cells <= allHeadsLimit) {
        want(std::nullopt, std::nullopt);
        return requests;
    }
    // What sees every token once is always kept.
    for (const HeadInfo& head : input.open->heads()) {
        const bool focused = head.layer == input.focus.layer && head.head == input.focus.head;
        if (!head.ofPairs() || (focused && tokens <= longestMap))
            want(head.layer, head.head);
    }
    if (tokens > longestMap)
        result.remark = (input.second.empty()
                             ? QObject::tr("Maps of tokens by tokens are drawn up to %L1 tokens; this text has %L2. "
                                           "The answer is of the whole text.")
                             : QObject::tr("Maps of tokens by tokens are drawn up to %L1 tokens; a sentence has %L2. "
                                           "The answer is of the whole pair."))
                            .arg(longestMap)
                            .arg(tokens);
    else
        result.partialRemark = QObject::tr("All heads together have more numbers than are kept of a text of %L1 "
                                           "tokens: only the chosen one has its map. Choose another to see its.")
                                   .arg(tokens);
    return requests;
}

std::vector<HeadEntry> headsOf(const AttendInput& input) {
    std::vector<HeadEntry> entries;
    for (const HeadInfo& head : input.open->heads()) {
        HeadEntry entry;
        entry.layer = head.layer;
        entry.head = head.head;
        entry.kind = head.kind;
        entry.label = QString::fromStdString(head.label);
        entry.mask = QString::fromStdString(head.mask);
        entry.features = int(head.features);
        entry.changeable = head.changeable;
        entry.maskable = head.maskable();
        const auto change = input.intervention.find({head.layer, head.head});
        entry.altered = change != input.intervention.end();
        if (entry.altered && change->second.mask)
            entry.mask = QString::fromStdString(change->second.mask->text());
        entries.push_back(entry);
    }
    return entries;
}

/// With what the maps of a sentence say of them.
std::vector<HeadEntry> entriesOf(const AttendInput& input, const std::vector<AttentionMap>& maps) {
    std::vector<HeadEntry> entries = headsOf(input);
    for (const AttentionMap& map : maps) {
        if (map.stage != MapStage::Weight || map.choice != meanChoice() || !isAttention(map.kind))
            continue;
        for (HeadEntry& entry : entries)
            if (entry.layer == map.layer && entry.head == map.head) {
                entry.statistics = headStatistics(map);
                if (!entry.maskable)
                    entry.mask = QString::fromStdString(map.mask);
            }
    }
    return entries;
}

} // namespace

AttendResult attendRun(const AttendInput& input, const std::function<void()>& check) {
    QElapsedTimer clock;
    clock.start();
    const SentenceClassifier& model = *input.open->model;
    AttendResult result;
    const std::vector<std::string> tokens = tokensOf(model, input.sentence);
    std::vector<std::string> second;
    if (!input.second.empty())
        second = tokensOf(model, input.second);
    AttendControl control;
    control.check = check;
    const auto wanted = [&](const std::vector<std::string>& sentence) {
        return requestsFor(input, Index(model.readLength(sentence.size())), result);
    };
    const std::vector<TraceRequest> requests = wanted(tokens), ofSecond = second.empty() ? requests : wanted(second);
    result.analysis = attend(model, tokens, requests, input.intervention, second, control, ofSecond);
    result.focus = input.focus;
    if (const Index read = Index(std::max(result.analysis.tokens.size(), result.analysis.secondTokens.size()));
        !model.encoder().attends() && read > longestSensitivity)
        result.remark =
            QObject::tr(
                "Sensitivities are computed up to %L1 tokens; this text has %L2. The answer is of the whole text.")
                .arg(longestSensitivity)
                .arg(read);
    if (!input.intervention.empty()) {
        const TraceRequest nothing{-1, -1, false, meanChoice()};
        result.unaltered = attend(model, tokens, {nothing}, {}, second, control).probabilities;
    }

    result.heads = entriesOf(input, result.analysis.maps);
    if (!second.empty())
        result.secondHeads = entriesOf(input, result.analysis.secondMaps);
    result.milliseconds = double(clock.nsecsElapsed()) / 1e6;
    return result;
}

} // namespace headlight
