#include "models/attend_model.h"

#include "data/score_levels.h"
#include "models/alterations.h"
#include "models/map_archive.h"
#include "models/shown_text.h"

#include <QHash>
#include <algorithm>
#include <charconv>
#include <limits>

namespace headlight {

namespace {

QStringList numbered(const std::vector<std::string>& tokens) {
    QHash<QString, int> seen;
    QStringList labels;
    for (const std::string& token : tokens) {
        const QString text = shownText(token);
        const int count = ++seen[text];
        labels << (count == 1 ? text : QStringLiteral("%1 (%2)").arg(text).arg(count));
    }
    return labels;
}

/// How each head attends, a row of the list of heads in each place of the arrays; NaN where it has no such number.
void addHeads(NpzWriter& archive, const std::string& prefix, const std::vector<HeadEntry>& heads) {
    const std::vector<std::int64_t> shape{std::int64_t(heads.size())};
    const auto integers = [&](const char* name, int HeadEntry::*member) {
        std::vector<std::int64_t> values;
        for (const HeadEntry& head : heads)
            values.push_back(head.*member);
        archive.add(prefix + name, shape, values);
    };
    const auto texts = [&](const char* name, QString HeadEntry::*member) {
        std::vector<std::string> values;
        for (const HeadEntry& head : heads)
            values.push_back((head.*member).toStdString());
        archive.addTexts(prefix + name, values);
    };
    const auto numbers = [&](const char* name, const auto& of) {
        std::vector<double> values;
        for (const HeadEntry& head : heads)
            values.push_back((head.statistics ? of(*head.statistics) : std::nullopt)
                                 .value_or(std::numeric_limits<double>::quiet_NaN()));
        archive.add(prefix + name, shape, values);
    };
    integers("layer", &HeadEntry::layer);
    integers("head", &HeadEntry::head);
    texts("label", &HeadEntry::label);
    texts("mask", &HeadEntry::mask);
    numbers("entropy", [](const HeadStatistics& s) { return s.entropy; });
    numbers("distance", [](const HeadStatistics& s) { return s.meanDistance; });
    numbers("self", [](const HeadStatistics& s) { return s.selfShare; });
}

QString probabilityText(double value) {
    return QString::number(value, 'f', 4);
}

} // namespace

QString everyDigit(float value) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return QString::fromLatin1(buffer, end - buffer).replace(u'-', u'−');
}

AttendModel::AttendModel(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_job(jobs, this), m_features(session.focus().features) {
    connect(&session, &Session::currentModelChanged, this, &AttendModel::refresh);
    connect(&session, &Session::sentenceChanged, this, &AttendModel::refresh);
    connect(&session, &Session::interventionChanged, this, &AttendModel::refresh);
    connect(&session, &Session::focusChanged, this, &AttendModel::onFocus);
    refresh();
}

void AttendModel::setWatched(bool watched) {
    m_watched = watched;
    if (watched && m_stale)
        refresh();
}

void AttendModel::refresh() {
    m_stale = !m_watched;
    if (m_stale)
        return;
    m_features = m_session.focus().features;
    const auto showNothing = [this](State state, const QString& message = {}) {
        m_job.cancel();
        setState(state, message);
        forget();
    };
    if (!m_session.current())
        return showNothing(State::NoModel);
    const bool pair = m_session.wantsPair();
    const bool lacksFirst = m_session.sentence().trimmed().isEmpty();
    const bool lacksSecond = pair && m_session.second().trimmed().isEmpty();
    if (lacksFirst || lacksSecond)
        return showNothing(State::NoSentence,
                           lacksFirst && lacksSecond ? tr("Type two sentences to see what each head attends to.")
                           : lacksSecond ? tr("This model compares two sentences: type the second one, too.")
                           : pair        ? tr("This model compares two sentences: type the first one, too.")
                                         : tr("Type a sentence to see what each head attends to."));
    const AttendInput input{m_session.current(), m_session.sentence().toStdString(),
                            pair ? m_session.second().toStdString() : std::string(), m_session.intervention(),
                            m_session.focus()};
    setState(State::Busy);
    if (m_analysis && m_shown.open != input.open)
        forget();
    m_job.start(
        tr("Attend"), [input](JobControl& control) { return attendRun(input, [&control] { control.check(); }); },
        [this, input](AttendResult result) { take(input, std::move(result)); },
        [this](const QString& message) { fail(message); });
}

void AttendModel::onFocus() {
    const Focus& focus = m_session.focus();
    // Maps of every head and stage are kept, unless the text is long.
    const auto isKept = [&](int side) { return map(focus.layer, focus.head, focus.stage, side) != nullptr; };
    const bool kept = m_analysis && isKept(0) && (!isPair() || isKept(1));
    const bool canBeKept = m_remark.isEmpty() || !m_partialRemark.isEmpty();
    if (focus.features != m_features || (m_analysis && !kept && m_state == State::Ready && canBeKept))
        refresh();
    if (side() != m_shownSide)
        announce();
}

void AttendModel::forget() {
    m_analysis.reset();
    m_shown = {};
    m_heads = {};
    m_answers.clear();
    m_scoreWas.reset();
    m_tokens = {};
    announce();
}

void AttendModel::announce() {
    m_shownSide = side();
    emit changed();
}

void AttendModel::take(const AttendInput& input, AttendResult result) {
    m_shown = input;
    m_analysis = std::move(result.analysis);
    m_heads = {std::move(result.heads), std::move(result.secondHeads)};
    m_remark = result.remark;
    m_partialRemark = result.partialRemark;
    m_milliseconds = result.milliseconds;
    m_tokens = {numbered(m_analysis->tokens), numbered(m_analysis->secondTokens)};
    m_answers.clear();
    m_scoreWas.reset();
    if (m_analysis->score && !result.unaltered.empty())
        m_scoreWas = meanScore(m_analysis->labels, result.unaltered);
    for (std::size_t k = 0; k < m_analysis->labels.size(); ++k) {
        Answer answer{shownText(m_analysis->labels[k]), m_analysis->probabilities[k], {}};
        if (!result.unaltered.empty())
            answer.was = result.unaltered[k];
        m_answers.push_back(answer);
    }
    setState(State::Ready);
    announce();
    // Of a long text only one head's pairs are kept, and by now another head may be looked at.
    const Focus& focus = m_session.focus();
    if (focus.layer != result.focus.layer || focus.head != result.focus.head)
        onFocus();
}

void AttendModel::fail(const QString& message) {
    setState(State::Failed, message);
}

void AttendModel::setState(State state, const QString& message) {
    if (state == m_state && message == m_message)
        return;
    m_state = state;
    m_message = message;
    emit stateChanged();
}

QString AttendModel::nameOfSide(int side) const {
    if (!isPair())
        return {};
    return side == 1 ? tr("second") : tr("first");
}

QStringList AttendModel::rawTokens(int side) const {
    QStringList tokens;
    if (m_analysis)
        for (const std::string& token : side == 1 ? m_analysis->secondTokens : m_analysis->tokens)
            tokens << QString::fromStdString(token);
    return tokens;
}

std::vector<bool> AttendModel::known(int side) const {
    if (!m_analysis)
        return {};
    return side == 1 ? m_analysis->secondKnown : m_analysis->known;
}

QStringList AttendModel::unknownWords(int side) const {
    QStringList words = rawTokens(side);
    const std::vector<bool> known = this->known(side);
    for (qsizetype t = words.size() - 1; t >= 0; --t)
        if (known[std::size_t(t)])
            words.removeAt(t);
    words.removeDuplicates();
    return words;
}

bool AttendModel::isBlind(int side) const {
    const std::vector<bool> known = this->known(side);
    return !known.empty() && std::find(known.begin(), known.end(), true) == known.end();
}

bool AttendModel::seesNothing(int side) const {
    bool any = false;
    for (const HeadEntry& head : m_heads[std::size_t(side)])
        if (head.kind == MapKind::TokenToToken && head.statistics) {
            if (head.statistics->queries > 0)
                return false;
            any = true;
        }
    return any;
}

QString AttendModel::cutRemark() const {
    if (!m_analysis)
        return {};
    QStringList parts;
    const auto add = [&](const QString& form, std::size_t read, std::size_t leftOut) {
        if (leftOut > 0)
            parts << form.arg(qint64(read)).arg(qint64(read + leftOut));
    };
    add(isPair() ? tr("Of the first sentence the model reads the first %L1 of %L2 tokens.")
                 : tr("The model reads the first %L1 of %L2 tokens."),
        m_analysis->tokens.size(), m_analysis->leftOut);
    add(tr("Of the second sentence the model reads the first %L1 of %L2 tokens."), m_analysis->secondTokens.size(),
        m_analysis->secondLeftOut);
    return parts.join(' ');
}

void AttendModel::saveMaps(const std::filesystem::path& path) const {
    if (!m_analysis)
        throw Error(tr("There is no map to save yet.").toStdString());
    NpzWriter archive = mapArchive(*m_analysis, m_shown.intervention, m_features);
    std::vector<double> was;
    for (const Answer& answer : m_answers)
        if (answer.was)
            was.push_back(*answer.was);
    if (!was.empty())
        archive.add("prediction.unaltered", {std::int64_t(was.size())}, was);
    if (m_scoreWas)
        archive.add("prediction.score.unaltered", {1}, std::vector<double>{*m_scoreWas});
    addHeads(archive, "heads.", m_heads[0]);
    if (isPair())
        addHeads(archive, "second.heads.", m_heads[1]);
    archive.save(path);
}

const HeadEntry* AttendModel::headAt(int layer, int head) const {
    for (const HeadEntry& entry : heads())
        if (entry.layer == layer && entry.head == head)
            return &entry;
    return nullptr;
}

const HeadEntry* AttendModel::focusedHead() const {
    return headAt(m_session.focus().layer, m_session.focus().head);
}

const AttentionMap* AttendModel::map(int layer, int head, MapStage stage, int side) const {
    if (m_analysis)
        for (const AttentionMap& map : side == 1 ? m_analysis->secondMaps : m_analysis->maps)
            if (map.layer == layer && map.head == head && (map.stage == stage || !isAttention(map.kind)) &&
                map.choice == m_features.within(map.mechanismFeatures))
                return &map;
    return nullptr;
}

const AttentionMap* AttendModel::focusedMap(int side) const {
    const Focus& focus = m_session.focus();
    return map(focus.layer, focus.head, focus.stage, side);
}

QString AttendModel::title(const AttentionMap& map, int side) const {
    const QString sentence = nameOfSide(side);
    return sentence.isEmpty() ? titleOfMap(map) : tr("%1 · %2 sentence").arg(titleOfMap(map), sentence);
}

QString AttendModel::alterations(qsizetype most) const {
    const Intervention& changes = m_analysis ? m_shown.intervention : m_session.intervention();
    const QString text = alterationsText(changes, most);
    const bool hidesCells = std::any_of(changes.begin(), changes.end(),
                                        [](const auto& change) { return !change.second.forbidden.empty(); });
    return isPair() && hidesCells ? tr("%1 (cells in both sentences)").arg(text) : text;
}

QString AttendModel::scoreText() const {
    if (!score())
        return {};
    const QString text = tr("score %1").arg(*score(), 0, 'f', 3);
    return m_scoreWas ? tr("%1 (was %2)").arg(text).arg(*m_scoreWas, 0, 'f', 3) : text;
}

QString AttendModel::answerChange() const {
    if (m_answers.empty() || !m_answers.front().was)
        return {};
    if (score())
        return scoreText();
    const auto best = std::max_element(m_answers.begin(), m_answers.end(),
                                       [](const Answer& a, const Answer& b) { return a.probability < b.probability; });
    const auto before = std::max_element(m_answers.begin(), m_answers.end(),
                                         [](const Answer& a, const Answer& b) { return *a.was < *b.was; });
    if (best == before)
        return tr("answer %1 %2 (was %3)")
            .arg(best->label, probabilityText(best->probability), probabilityText(*best->was));
    return tr("answer %1 %2 (was %3 %4)")
        .arg(best->label, probabilityText(best->probability), before->label, probabilityText(*before->was));
}

QString AttendModel::reading(int query, int key, int side) const {
    const AttentionMap* shown = focusedMap(side);
    if (!shown || key < 0 || key >= shown->keys || query < 0 || query >= shown->queries)
        return {};
    const QStringList& tokens = m_tokens[std::size_t(side)];
    const auto name = [&tokens](const std::vector<std::string>& names, int place) {
        return names.empty() ? tokens[place] : QString::fromStdString(names[std::size_t(place)]);
    };
    QString text = QStringLiteral("%1 %2 “%3”").arg(columnNameOf(*shown)).arg(key).arg(name(shown->keyNames, key));
    if (hasQueries(shown->kind))
        text.prepend(
            QStringLiteral("%1 %2 “%3” → ").arg(rowNameOf(*shown)).arg(query).arg(name(shown->queryNames, query)));
    for (const MapStage stage : {MapStage::Weight, MapStage::Score, MapStage::Masked}) {
        const AttentionMap* values = map(shown->layer, shown->head, stage, side);
        if (!values || values->stage != stage || (stage == MapStage::Masked && shown->stage != stage))
            continue;
        const bool hidden = !values->isVisible(query, key);
        text += QStringLiteral("   ") + QString::fromStdString(valueNameOf(*values)) + ' ' +
                (hidden ? tr("not visible") : everyDigit(values->at(query, key)));
        if (!values->standardErrors.empty())
            text += tr(" ± %1, standard error")
                        .arg(values->standardErrors[std::size_t(query * values->keys + key)], 0, 'g', 3);
    }
    if (shown->mechanismFeatures > 1)
        text += QStringLiteral("   ") + QString::fromStdString(shown->choice.text());
    return text;
}

void AttendModel::moveFocus(int layers, int heads) {
    const Focus& focus = m_session.focus();
    int last = 0;
    for (const HeadEntry& entry : this->heads())
        last = std::max(last, entry.layer);
    const int layer = std::clamp(focus.layer + layers, 0, last);
    int lastHead = 0;
    for (const HeadEntry& entry : this->heads())
        if (entry.layer == layer)
            lastHead = std::max(lastHead, entry.head);
    m_session.setLayerAndHead(layer, std::clamp(focus.head + heads, 0, lastHead));
}

} // namespace headlight
