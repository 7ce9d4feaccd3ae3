#include "session/session.h"

#include "engine/core/error.h"
#include "engine/models/model.h"
#include "session/changes_json.h"
#include "session/open_model.h"

#include <QDir>
#include <QJsonDocument>
#include <QStandardPaths>
#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

QStringList textsOf(const std::set<int>& positions) {
    QStringList texts;
    for (const int position : positions)
        texts << QString::number(position);
    return texts;
}

QString pinsName(int sequence, const char* axis) {
    return QStringLiteral("pins/%1%2").arg(QLatin1String(sequence == 1 ? "second-" : ""), QLatin1String(axis));
}

/// As it is kept; empty: all.
QVariantList numbersOf(const std::optional<TextPair>& between) {
    return between ? QVariantList{between->queries, between->keys} : QVariantList();
}

std::set<int> positionsFrom(const QStringList& texts) {
    std::set<int> positions;
    for (const QString& text : texts) {
        bool isNumber = false;
        const int position = text.toInt(&isNumber);
        if (isNumber && position >= 0)
            positions.insert(position);
    }
    return positions;
}

} // namespace

QString defaultStorePath() {
    QString named = qEnvironmentVariable("HEADLIGHT_STORE");
    if (!named.isEmpty())
        return named;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/headlight/runs.sqlite";
}

Session::Session(Settings& settings, QObject* parent)
    : QObject(parent), m_settings(settings), m_storePath(defaultStorePath()) {
    recallRunColors();
}

void Session::addModel(std::shared_ptr<OpenModel> model, bool quietly) {
    const auto same = std::find_if(m_models.begin(), m_models.end(), [&](const auto& m) { return m->id == model->id; });
    const QString id = model->id;
    const Intervention kept =
        changesFromJson(m_rememberedChanges.take(model->folder).toArray(), model->heads(), model->model->sequences());
    if (!kept.empty())
        model->changes.add(kept, tr("changes of the last time"));
    if (same != m_models.end()) {
        if (m_current == *same)
            m_current = nullptr;
        *same = std::move(model);
    } else {
        m_models.push_back(std::move(model));
    }
    emit modelsChanged();
    if (!quietly || !m_current)
        setCurrentModel(id);
}

void Session::setCurrentModel(const QString& id) {
    for (const auto& model : m_models)
        if (model->id == id && model != m_current) {
            const bool hadAnother = m_current != nullptr;
            m_current = model;
            clampFocus();
            if (hadAnother) // recalled pins wait for the first model
                setMarks({});
            return announceModel();
        }
}

/// A second text that was chosen is of another model's words, and one that means something else is no text for it.
void Session::announceModel() {
    const QString chosen = std::exchange(m_chosenSecond, {}), means = meaningOfSecond();
    const bool meansElse = !means.isEmpty() && !m_secondMeans.isEmpty() && means != m_secondMeans;
    const bool goes = !m_second.isEmpty() && (m_second == chosen || meansElse);
    if (goes)
        m_second.clear();
    if (!means.isEmpty())
        m_secondMeans = means;
    emit currentModelChanged();
    if (goes)
        emit sentenceChanged();
}

void Session::closeModel(const QString& id) {
    const auto found = std::find_if(m_models.begin(), m_models.end(), [&](const auto& m) { return m->id == id; });
    if (found == m_models.end())
        return;
    const bool wasCurrent = *found == m_current;
    m_models.erase(found);
    if (wasCurrent) {
        m_current = m_models.empty() ? nullptr : m_models.back();
        clampFocus();
        setMarks({});
    }
    emit modelsChanged();
    if (wasCurrent)
        announceModel();
}

void Session::clampFocus() {
    if (!m_current)
        return;
    Focus focus = m_focus;
    focus.sequence = std::min(focus.sequence, m_current->model->sequences() - 1);
    focus.combination.reset(); // of the heads of another model
    const std::vector<HeadInfo>& heads = m_current->heads();
    if (!heads.empty() && !m_current->headAt(focus.address)) {
        // Of the same kind, so that a head is never followed by a gate, in the nearest layer the nearest one.
        const auto distance = [&](const HeadInfo& head) {
            return std::tuple(head.address.part != focus.address.part,
                              std::abs(head.address.layer - focus.address.layer),
                              std::abs(head.address.head - focus.address.head));
        };
        focus.address = std::min_element(heads.begin(), heads.end(), [&](const HeadInfo& a, const HeadInfo& b) {
                            return distance(a) < distance(b);
                        })->address;
    }
    setFocus(focus);
}

void Session::setSentence(const QString& sentence) {
    if (sentence == m_sentence)
        return;
    const QString before = std::exchange(m_sentence, sentence);
    forgetMarks(0);
    if (writes())
        forgetMarks(1);
    const bool wasChosen = !m_second.isEmpty() && m_second == m_chosenSecond;
    if (wasChosen && (writes() || (asksPredicate() && predicateIn(before) != predicateIn(m_sentence)))) {
        m_second.clear();
        m_chosenSecond.clear();
    }
    emit sentenceChanged();
}

void Session::setSecond(const QString& sentence) {
    if (sentence == m_second)
        return;
    m_second = sentence;
    m_secondMeans = meaningOfSecond();
    const bool isJoined = m_current && m_current->model->sequences() == 1; // then its tokens are the first's
    if (asksQuestion())                                                    // both places are of the passage
        forgetMarks(0);
    forgetMarks(isJoined ? 0 : 1);
    emit sentenceChanged();
}

bool Session::lacksSecond() const {
    return wantsPair() && m_second.trimmed().isEmpty() && !m_current->model->inputs()[1].optional;
}

void Session::setExample(const QString& example) {
    setSentence(example.section('\t', 0, 0));
    if (example.contains('\t') || writes())
        setSecond(example.section('\t', 1));
}

void Session::setFocus(const Focus& wanted) {
    Focus focus = wanted;
    const HeadInfo* head = m_current ? m_current->headAt(focus.address) : nullptr;
    const bool isOfFeatures =
        focus.features.kind == FeatureChoice::Kind::One || focus.features.kind == FeatureChoice::Kind::Group;
    if (head && head->features > 1 && isOfFeatures) // what it has not is neither seen nor changed
        focus.features = focus.features.within(head->features);
    if (head && head->sequence >= 0)
        focus.sequence = head->sequence;
    if (focus == m_focus)
        return;
    if (focus.sequence != m_focus.sequence && focus.sequence > 0 && m_focus.sequence > 0)
        forgetMarks(1); // they are of another sentence of the passage
    const auto keysOf = [](const Focus& of) { return keySequenceOf(of.address.part, of.sequence); };
    if (focus.sequence == m_focus.sequence && keysOf(focus) != keysOf(m_focus)) // the keys are those of another text
        setPinsIn(focus.sequence, marks(focus.sequence).pinnedQueries, {});
    if (focus.sequence != m_focus.sequence) // what was read in the other one is no longer meant
        hoverIn(focus.sequence, marks(focus.sequence).hoveredQuery, marks(focus.sequence).hoveredKey);
    m_focus = focus;
    emit focusChanged();
}

void Session::remember() const {
    m_settings.set("focus", QVariantList{m_focus.address.layer, m_focus.address.head, int(m_focus.stage),
                                         int(m_focus.features.kind), int(m_focus.features.feature), m_focus.sequence,
                                         QString::fromStdString(m_focus.address.text()), numbersOf(m_focus.between),
                                         QString::fromStdString(nameOf(m_focus.display.pieces)),
                                         QString::fromStdString(nameOf(m_focus.display.marks))});
    for (const int sequence : {0, 1}) {
        m_settings.set(pinsName(sequence, "queries"), textsOf(marks(sequence).pinnedQueries));
        m_settings.set(pinsName(sequence, "keys"), textsOf(marks(sequence).pinnedKeys));
    }
    m_settings.set("chosen-runs", QStringList{m_storePath} + m_chosenRuns);
    QJsonObject changes = m_rememberedChanges;
    for (const auto& model : m_models)
        if (!model->folder.isEmpty() && !model->changes.current().empty())
            changes[model->folder] = changesToJson(model->changes.current());
    m_settings.set("second-means", m_secondMeans);
    m_settings.set("changes", QJsonDocument(changes).toJson(QJsonDocument::Compact));
}

void Session::recall() {
    m_rememberedChanges = QJsonDocument::fromJson(m_settings.bytes("changes")).object();
    const QStringList runs = m_settings.list("chosen-runs");
    if (runs.value(0) == m_storePath) // the numbers of another store's runs mean other runs
        setChosenRuns(runs.mid(1));
    recallFocus();
    if (m_settings.text("second") == m_second)
        m_secondMeans = m_settings.text("second-means");
    if (m_settings.text("sentence") == m_sentence && m_settings.text("second") == m_second)
        for (const int sequence : {0, 1})
            setPinsIn(sequence, positionsFrom(m_settings.list(pinsName(sequence, "queries"))),
                      positionsFrom(m_settings.list(pinsName(sequence, "keys"))));
}

void Session::recallFocus() {
    const QVariant saved = m_settings.value("focus");
    const QVariantList kept = saved.toList();                    // of a text, its characters
    if (saved.typeId() == QMetaType::QString || kept.size() < 5) // the sequence came later
        return;
    const auto number = [&](int i, int most) { return std::clamp(kept.value(i).toInt(), 0, most); };
    Focus focus;
    focus.address.layer = number(0, 1000);
    focus.address.head = number(1, 1000);
    if (const auto address = MapAddress::parse(kept.value(6).toString().toStdString())) // it came later
        focus.address = *address;
    focus.stage = MapStage(number(2, int(MapStage::Bias)));
    focus.features.kind = FeatureChoice::Kind(number(3, int(FeatureChoice::Kind::Group)));
    // More than one number per cell can't be drawn, and a group was of a text.
    if (focus.features.kind == FeatureChoice::Kind::All || focus.features.kind == FeatureChoice::Kind::Group)
        focus.features.kind = FeatureChoice::Kind::Mean;
    focus.features.feature = number(4, 100000);
    focus.sequence = number(5, 1);
    const QVariantList between = kept.value(7).toList(); // it came later
    if (between.size() == 2)
        focus.between = TextPair{std::clamp(between[0].toInt(), 0, 1), std::clamp(between[1].toInt(), 0, 1)};
    focus.display.pieces = pieceDisplayNamed(kept.value(8).toString().toStdString()).value_or(PieceDisplay::Raw);
    focus.display.marks = markDisplayNamed(kept.value(9).toString().toStdString()).value_or(MarkDisplay::Shown);
    setFocus(focus);
}

void Session::setHead(const MapAddress& address) {
    Focus focus = m_focus;
    if (address != focus.address && focus.features.kind == FeatureChoice::Kind::Group)
        focus.features = meanOfFeatures; // a group is of features of its head
    focus.address = address;
    focus.combination.reset();
    setFocus(focus);
}

void Session::setStage(MapStage stage) {
    Focus focus = m_focus;
    focus.stage = stage;
    setFocus(focus);
}

void Session::setSequence(int sequence) {
    Focus focus = m_focus;
    focus.sequence = sequence;
    setFocus(focus);
}

void Session::setFeatures(FeatureChoice features) {
    Focus focus = m_focus;
    focus.features = std::move(features);
    setFocus(focus);
}

void Session::setBetween(const std::optional<TextPair>& between) {
    Focus focus = m_focus;
    focus.between = between;
    setFocus(focus);
}

void Session::setDisplay(const TokenDisplay& display) {
    if (display == m_focus.display)
        return;
    if (display.changesMaps() || m_focus.display.changesMaps())
        setMarks({});
    Focus focus = m_focus;
    focus.display = display;
    setFocus(focus);
}

void Session::setMarks(const SequenceMarks& marks) {
    if (marks == m_marks)
        return;
    m_marks = marks;
    emit marksChanged();
}

void Session::forgetMarks(int sequence) {
    SequenceMarks marks = m_marks;
    marks[placeOf(sequence)] = {};
    setMarks(marks);
}

void Session::hoverIn(int sequence, int query, int key) {
    SequenceMarks marks = m_marks;
    for (Marks& of : marks)
        of.hoveredQuery = of.hoveredKey = -1;
    marks[placeOf(sequence)].hoveredQuery = query;
    marks[placeOf(sequence)].hoveredKey = key;
    setMarks(marks);
}

void Session::setPinsIn(int sequence, const std::set<int>& queries, const std::set<int>& keys) {
    SequenceMarks marks = m_marks;
    marks[placeOf(sequence)].pinnedQueries = queries;
    marks[placeOf(sequence)].pinnedKeys = keys;
    setMarks(marks);
}

void Session::clearPins() {
    SequenceMarks marks = m_marks;
    for (Marks& of : marks) {
        of.pinnedQueries.clear();
        of.pinnedKeys.clear();
    }
    setMarks(marks);
}

/// As the settings keep it; empty without a model that has one.
QString Session::meaningOfSecond() const {
    if (!wantsPair())
        return {};
    return QLatin1String(writes() ? "begin" : asksPredicate() ? "predicate" : asksQuestion() ? "passage" : "sentence");
}

bool Session::seesImages() const {
    return m_current && m_current->model->inputs().front().isImage;
}

bool Session::readsIds() const {
    return m_current && m_current->model->inputs().front().isIds;
}

bool Session::hasGivenTexts() const {
    return m_current && m_current->model->inputs().front().isChoice;
}

bool Session::wantsPair() const {
    return m_current && m_current->model->inputs().size() == 2;
}

bool Session::asksPredicate() const {
    return wantsPair() && m_current->model->inputs()[1].isPredicate;
}

bool Session::asksQuestion() const {
    return wantsPair() && m_current->model->inputs()[1].isPassage;
}

bool Session::writes() const {
    return wantsPair() && m_current->model->inputs()[1].isBegin;
}

void Session::chooseBegin(const QString& begin, const QString& title) {
    if (!writes() || begin == m_second)
        return;
    m_current->changes.addTexts({{m_sentence, m_second}, {m_sentence, begin}}, title);
    m_chosenSecond = begin;
    setSecond(begin);
    emit interventionChanged();
}

void Session::goOn(const QString& more, const QString& title, const QString& kind) {
    if (!m_current || more.isEmpty())
        return;
    const QString longer = m_sentence + more;
    m_current->changes.addTexts({{m_sentence, m_second}, {longer, m_second}}, title, kind);
    setSentence(longer);
    emit interventionChanged();
}

void Session::choosePredicate(const QString& predicate) {
    m_chosenSecond = predicate;
    setSecond(predicate);
}

/// The token of a sentence that the second text means; empty: none.
std::string Session::predicateIn(const QString& sentence) const {
    try {
        const auto read = m_current->model->read({sentence.toStdString(), m_second.toStdString()});
        for (const Token& token : read.front().tokens)
            if (token.isPredicate)
                return token.text;
    } catch (const Error&) {
    }
    return {};
}

std::optional<int> Session::lostPredicate() const {
    const std::string sentence = m_sentence.toStdString(), predicate = m_second.trimmed().toStdString();
    if (!asksPredicate() || predicate.empty() || !m_current->model->inputs()[1].optional)
        return std::nullopt;
    try {
        m_current->model->read({sentence, predicate});
        return std::nullopt;
    } catch (const Error&) {
    }
    try {
        if (m_current->model->predicates(sentence).empty())
            return std::nullopt;
        const std::vector<Sequence> sequences = m_current->model->read({sentence});
        int times = 0;
        for (const Token& token : sequences.front().tokens)
            times += token.text == predicate || typedText(token, {sentence}) == predicate;
        return times;
    } catch (const Error&) { // of the sentence, as it will be told
        return std::nullopt;
    }
}

const Intervention& Session::intervention() const {
    static const Intervention none;
    return m_current ? m_current->changes.current() : none;
}

HeadChange Session::headChange(const MapAddress& head) const {
    const auto found = intervention().find(head);
    return found == intervention().end() ? HeadChange{} : found->second;
}

void Session::setHeadChange(const MapAddress& head, const HeadChange& change, const QString& title,
                            const QString& kind) {
    if (!m_current)
        return;
    Intervention next = intervention();
    next[head] = change;
    m_current->changes.add(std::move(next), title, kind);
    emit interventionChanged();
}

void Session::settleChange() {
    if (m_current)
        m_current->changes.settle();
}

void Session::toggleForbidden(const MapAddress& head, const HeadCell& cell) {
    const bool isForbidden = headChange(head).markOf(cell) == CellMark::Forbidden;
    markCells(head, {cell}, isForbidden ? CellMark::None : CellMark::Forbidden);
}

void Session::markCells(const MapAddress& head, const std::vector<HeadCell>& cells, CellMark mark, double weight) {
    HeadChange change = headChange(head);
    for (const HeadCell& cell : cells) {
        change.mark(cell, mark);
        for (ForcedCell& forced : change.forced)
            if (mark == CellMark::Forced && forced.place() == cell)
                forced.weight = weight;
    }
    if (change == headChange(head))
        return;
    const QString what = mark == CellMark::Forbidden ? tr("forbid")
                         : mark == CellMark::Forced  ? tr("force")
                                                     : tr("clear");
    QString which =
        cells.size() == 1 ? tr("cell %1, %2").arg(cells[0].query).arg(cells[0].key) : tr("%1 cells").arg(cells.size());
    if (mark == CellMark::Forced && weight != 1)
        which = tr("%1 to weight %2").arg(which).arg(weight);
    setHeadChange(head, change, tr("%1 %2 of layer %3 · head %4").arg(what, which).arg(head.layer).arg(head.head));
}

void Session::toggleLeftOut(const TokenPlace& place, const QString& word) {
    Intervention next = intervention();
    const bool isRead = next.leftOut.insert(place).second;
    if (!isRead)
        next.leftOut.erase(place);
    setIntervention(next, (isRead ? tr("“%1” left out") : tr("“%1” read again")).arg(word));
}

void Session::setIntervention(const Intervention& intervention, const QString& title) {
    if (!m_current)
        return;
    m_current->changes.add(intervention, title);
    emit interventionChanged();
}

void Session::undoAllChanges() {
    if (isAltered())
        setIntervention({}, tr("undo all changes"));
}

/// Of another text nothing was chosen.
void Session::exchangeTexts(const ChosenTexts::Texts& from, const ChosenTexts::Texts& to) {
    if (m_sentence != from.first)
        return;
    setSentence(to.first);
    if (to.second != from.second)
        setSecond(m_chosenSecond = to.second);
}

void Session::undo() {
    if (m_current && m_current->changes.canUndo()) {
        if (const auto chosen = m_current->changes.undo())
            exchangeTexts(chosen->after, chosen->before);
        emit interventionChanged();
    }
}

void Session::redo() {
    if (m_current && m_current->changes.canRedo()) {
        if (const auto chosen = m_current->changes.redo())
            exchangeTexts(chosen->before, chosen->after);
        emit interventionChanged();
    }
}

void Session::setChosenRuns(const QStringList& ids) {
    if (ids == m_chosenRuns)
        return;
    m_chosenRuns = ids;
    emit chosenRunsChanged();
}

void Session::setStorePath(const QString& path) {
    if (path == m_storePath)
        return;
    m_storePath = path;
    recallRunColors();
    emit storePathChanged();
}

void Session::showHoverText(const QString& text) {
    if (text == m_hoverText)
        return;
    m_hoverText = text;
    emit hoverTextChanged(text);
}

void Session::post(const Notice& notice) {
    emit noticePosted(notice);
}

void Session::withdraw(const QString& key) {
    emit noticeWithdrawn(key);
}

} // namespace headlight
