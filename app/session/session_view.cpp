#include "session/session_view.h"

#include "engine/analysis/combined_map.h"
#include "engine/core/error.h"
#include "engine/models/left_out.h"
#include "engine/models/model.h"
#include "engine/models/seen_changes.h"
#include "engine/results/joined_texts.h"
#include "session/kept_lines.h"
#include "session/open_model.h"
#include "session/session.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

Focus focusOf(const SavedView& view) {
    const MapRequest& request = view.focus;
    return {request.address, request.sequence, request.stage, request.features,
            request.between, view.combination, view.display};
}

/// A view's file, and what is wrong with an entry of it.
class Refusal {
public:
    explicit Refusal(const QString& where) : m_where(where.toStdString()) {}
    [[noreturn]] void operator()(const std::string& entry, const std::string& problem) const {
        throw Error(m_where + ": " + entry + ": " + problem);
    }

private:
    std::string m_where;
};

/// Limits that the settings' file was edited to say, and that are none, are left out.
void readLook(const Settings& settings, SavedView& view) {
    view.colorMap = settings.text("color-map").toStdString();
    view.range = settings.text("color-range").toStdString();
    view.colorScale = settings.text("color-scale").toStdString();
    view.ownRanges = settings.flag("color-own-range");
    view.answerScale = settings.text("answer-scale") == "log-odds" ? "log-odds" : "probability";
    view.lines = keptLines(settings);
    const QStringList limits = settings.list("color-limits");
    const double low = limits.value(0).toDouble(), high = limits.value(1).toDouble();
    if (view.range == "limits" && std::isfinite(low) && std::isfinite(high) && low < high)
        view.limits = {low, high};
}

/// What the view says nothing of stays.
void writeLook(const SavedView& view, Settings& settings) {
    settings.set("color-map", QString::fromStdString(view.colorMap));
    settings.set("color-range", QString::fromStdString(view.range));
    const auto exact = [](double end) { return QString::number(end, 'g', QLocale::FloatingPointShortest); };
    if (view.limits)
        settings.set("color-limits", QStringList{exact(view.limits->front()), exact(view.limits->back())});
    if (view.colorScale)
        settings.set("color-scale", QString::fromStdString(*view.colorScale));
    if (view.ownRanges)
        settings.set("color-own-range", *view.ownRanges);
    if (view.answerScale)
        settings.set("answer-scale", QString::fromStdString(*view.answerScale));
    if (view.lines)
        keepLines(*view.lines, settings);
}

/// A choice stays while other heads are looked at, so it may be of features that only they have; a group is of its own.
bool hasFeatures(const OpenModel& model, const MapAddress& address, const FeatureChoice& choice) {
    const HeadInfo* head = model.headAt(address);
    if (choice.kind == FeatureChoice::Kind::Group)
        return head && !choice.group.empty() && choice.group.back() < head->features;
    return choice.kind != FeatureChoice::Kind::One ||
           std::any_of(model.heads().begin(), model.heads().end(),
                       [&](const HeadInfo& other) { return choice.feature < other.features; });
}

/// None of texts that the model can't read.
std::vector<Sequence> sequencesOf(const OpenModel& model, const std::vector<std::string>& texts) {
    try {
        return model.model->read(texts);
    } catch (const Error&) {
        return {};
    }
}

bool isWithin(const TokenPlace& place, const std::vector<Sequence>& sequences) {
    return std::size_t(place.sequence) < sequences.size() &&
           std::size_t(place.token) < sequences[std::size_t(place.sequence)].tokens.size();
}

/// A forbidden or a forced cell.
template <class Cell>
bool isWithin(const Cell& cell, MapPart part, const std::vector<Sequence>& sequences) {
    const auto holds = [&](int sequence, Index token) {
        return std::size_t(sequence) < sequences.size() &&
               mayHold(sequences[std::size_t(sequence)], std::size_t(token));
    };
    return holds(cell.sequence, cell.query) && holds(keySequenceOf(part, cell.sequence), cell.key);
}

/// A text is read whole where all of it would be left out. Marks of the model's own stay in any case.
bool leavesNothing(const std::set<TokenPlace>& places, const std::vector<Sequence>& sequences) {
    const std::vector<Sequence> marked = withLeftOut(sequences, places);
    return std::any_of(places.begin(), places.end(), [&](const TokenPlace& place) {
        const Token& token = marked[std::size_t(place.sequence)].tokens[std::size_t(place.token)];
        return !token.special && !token.leftOut;
    });
}

bool isBetween(const TextPair& between, const std::vector<Sequence>& sequences) {
    return std::any_of(sequences.begin(), sequences.end(), [&](const Sequence& sequence) {
        const std::vector<TextPair> pairs = textPairs(sequence);
        return std::find(pairs.begin(), pairs.end(), between) != pairs.end();
    });
}

/// What of the changes and the choice lies beyond the text is kept by the session for others, and shows nothing here.
void dropUnseen(SavedView& view, const std::vector<Sequence>& sequences) {
    if (sequences.empty())
        return;
    view.changes = seenIn(std::move(view.changes), sequences);
    if (view.focus.between && !isBetween(*view.focus.between, sequences))
        view.focus.between.reset();
}

void checkCombination(const SavedView& view, const OpenModel& model, const Refusal& refuse) {
    const HeadCombination& combination = *view.combination;
    for (const MapAddress& head : combination.heads)
        if (!model.headAt(head))
            refuse("focus.combination", "the model has no head " + head.text());
    std::vector<MapAddress> all;
    for (const HeadInfo& head : model.heads())
        if (head.address.stack == combination.heads.front().stack)
            all.push_back(head.address);
    if (const std::string problem = combinationProblem(all, combination); !problem.empty())
        refuse("focus.combination", problem);
    if (std::find(combination.heads.begin(), combination.heads.end(), view.focus.address) == combination.heads.end())
        refuse("focus.address", "expected one of the heads that are combined");
    if (view.focus.stage != MapStage::Weight)
        refuse("focus.stage", "weights are combined, expected weight");
}

void checkText(const SavedView& view, const OpenModel& model, const Refusal& refuse) {
    std::vector<Sequence> sequences;
    try {
        sequences = model.model->read(view.texts);
    } catch (const Error& error) {
        refuse("texts", error.what());
    }
    if (view.focus.between && !isBetween(*view.focus.between, sequences))
        refuse("focus.between", "the model does not read two texts side by side here");
    for (const TokenPlace& place : view.changes.leftOut)
        if (!isWithin(place, sequences))
            refuse("left_out", "the text has no token " + std::to_string(place.token));
    if (leavesNothing(view.changes.leftOut, sequences))
        refuse("left_out", "nothing would be left of the text");
    for (const auto& [address, change] : view.changes) {
        const auto check = [&, &head = address](const auto& cells) {
            for (const auto& cell : cells)
                if (!isWithin(cell, head.part, sequences))
                    refuse("changes", "the text has no cell " + std::to_string(cell.query) + "," +
                                          std::to_string(cell.key) + " of head " + head.text());
        };
        check(change.forbidden);
        check(change.forced);
    }
}

} // namespace

std::optional<SavedView> savedViewOf(const Session& session, const QString& folder) {
    const auto open = session.current();
    if (!open || open->filesHash.empty())
        return std::nullopt;
    SavedView view;
    view.folder = folder.toStdString();
    view.title = open->title().toStdString();
    view.hash = open->filesHash;
    view.texts = {session.sentence().toStdString()};
    if (session.wantsPair() && !session.lostPredicate())
        view.texts.push_back(session.second().toStdString());
    const Focus& focus = session.focus();
    view.focus = {focus.address, focus.sequence, focus.stage, focus.features, focus.between};
    view.combination = focus.combination;
    view.display = focus.display;
    if (view.combination)
        view.focus.stage = MapStage::Weight; // what is seen, whichever stage is chosen for single heads
    if (!hasFeatures(*open, focus.address, focus.features))
        view.focus.features = meanOfFeatures;
    for (const int sequence : {0, 1})
        view.pins[std::size_t(sequence)] = {session.marks(sequence).pinnedQueries, session.marks(sequence).pinnedKeys};
    const MapZoom& zoom = session.zoom();
    view.zoom = {zoom.factor, zoom.row, zoom.column};
    view.changes = session.intervention();
    dropUnseen(view, sequencesOf(*open, view.texts));
    readLook(session.settings(), view);
    return view;
}

void checkFits(const SavedView& view, const OpenModel& model, const QString& where) {
    const Refusal refuse(where);
    if (model.filesHash != view.hash)
        refuse("model", "its files have changed while it was opened");
    const std::size_t inputs = model.model->inputs().size();
    if (view.texts.size() > inputs)
        refuse("texts", "the model reads one text, and here are two");
    if (view.focus.sequence >= model.model->sequences())
        refuse("focus.sequence", "the model has no second sentence");
    if (!model.headAt(view.focus.address))
        refuse("focus.address", "the model has no head " + view.focus.address.text());
    if (!hasFeatures(model, view.focus.address, view.focus.features))
        refuse("focus.features", "head " + view.focus.address.text() + " has no such feature");
    if (view.combination)
        checkCombination(view, model, refuse);
    for (const TokenPlace& place : view.changes.leftOut)
        if (place.sequence >= model.model->sequences())
            refuse("left_out", "the model has no second sentence");
    for (const auto& [address, change] : view.changes) {
        const HeadInfo* head = model.headAt(address);
        if (!head)
            refuse("changes", "the model has no head " + address.text());
        if (!head->changeable)
            refuse("changes", "head " + address.text() + " can't be changed");
        if (!head->maskable() && (change.mask || !change.forbidden.empty() || !change.forced.empty()))
            refuse("changes", "no mask can be put on head " + address.text());
        if (!change.features.empty() && (!head->hasFeatures() || change.features.rbegin()->first >= head->features))
            refuse("changes", "head " + address.text() + " has no feature " +
                                  std::to_string(change.features.rbegin()->first) + " that can be scaled");
    }
    checkText(view, model, refuse);
}

void showSavedView(const SavedView& view, Session& session) {
    // Without a text nothing is shown: a map of the former one, which has another shape, would take the pins with it.
    session.setSentence({});
    session.setSecond({});
    if (view.changes != session.intervention())
        session.setIntervention(view.changes, Session::tr("changes of an opened view"));
    session.setFocus(focusOf(view));
    writeLook(view, session.settings());
    session.requestLook();
    session.wantZoom({view.zoom.factor, view.zoom.row, view.zoom.column});
    session.setSecond(QString::fromStdString(view.texts.size() > 1 ? view.texts[1] : std::string()));
    session.setSentence(QString::fromStdString(view.texts[0]));
    for (const int sequence : {0, 1}) {
        const SavedView::Pins& pins = view.pins[std::size_t(sequence)];
        session.setPinsIn(sequence, pins.queries, pins.keys);
    }
}

} // namespace headlight
