#include "viewmodels/attend_model.h"

#include "engine/core/error.h"
#include "engine/models/displayed_recording.h"
#include "engine/models/left_out.h"
#include "engine/models/model.h"
#include "session/open_model.h"
#include "viewmodels/alterations.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_hover_text.h"
#include "viewmodels/map_names.h"
#include "wording/memory_size.h"
#include "wording/shown_text.h"

#include <QElapsedTimer>
#include <algorithm>

namespace headlight {

namespace {

/// Numbers that are computed at once, without a job: some hundredths of a second.
constexpr double littleWork = 2e6;
/// Cells of all maps together up to which thumbnails are made with the answer, in one step.
constexpr double fewCells = 8e6;
/// Cells beyond which they are made and shown line by line, those nearest to the head in focus first.
constexpr double manyCells = 3e7;

} // namespace

AttendModel::AttendModel(Jobs& jobs, QObject* parent)
    : QObject(parent), m_job(jobs, this), m_mapJob(jobs, this), m_glanceJob(jobs, this), m_unalteredJob(jobs, this) {
    connect(&m_mapJob, &LatestJob::busyChanged, this, [this](bool busy) {
        if (!busy) // no sooner: while it is, the map in focus is pending
            emit mapChanged();
    });
}

void AttendModel::setWatched(bool watched) {
    m_watched = watched;
    if (watched && m_stale)
        refresh();
}

void AttendModel::show(const AttendInput& input, const QString& message) {
    m_input = input;
    m_lack = message;
    refresh();
}

void AttendModel::setFocus(const Focus& focus) {
    if (focus.sequence != m_focus.sequence && focus.sequence > 0)
        m_beside = focus.sequence;
    m_focus = focus;
    showFocus();
}

void AttendModel::refresh() {
    m_stale = !m_watched;
    if (m_stale)
        return;
    if (!m_input.open || m_input.texts.empty()) {
        m_job.cancel();
        setState(m_input.open ? State::NoSentence : State::NoModel, m_lack);
        return forget();
    }
    setState(State::Busy);
    if (m_recording && m_shown.open != m_input.open)
        forget();
    for (LatestJob* job : {&m_mapJob, &m_glanceJob, &m_unalteredJob})
        job->cancel();
    m_job.start(
        tr("Attend"),
        [input = m_input, focus = m_focus](JobControl& control) {
            return resultOf(input, focus, [&control] { control.check(); });
        },
        [this, input = m_input](Result result) { take(input, std::move(result)); },
        [this](const QString& message) { fail(message); });
}

/// On a thread of its own. Of a short text everything that is shown, so that it is shown in one step.
AttendModel::Result AttendModel::resultOf(const AttendInput& input, const Focus& focus, const Check& check) {
    QElapsedTimer clock;
    clock.start();
    const Model& model = *input.open->model;
    RunControl control;
    control.check = check;
    Result result;
    result.read = model.run(model.read(input.texts), input.intervention, control);
    result.recording = displayedAs(result.read, focus.display);
    result.maps = mapsOf(*result.recording, focus, check);
    if (cellsOf(*result.recording, *input.open) <= fewCells)
        result.glances = glancesOf(*result.recording, *input.open, focus, check);
    result.focus = focus;
    result.milliseconds = double(clock.nsecsElapsed()) / 1e6;
    return result;
}

void AttendModel::showFocus() {
    if (!m_watched) {
        m_stale = m_stale || m_recording != nullptr;
        return;
    }
    if (m_recording && m_state == State::Ready && m_recording->display() != m_focus.display)
        return showDisplay();
    if (m_recording && m_state == State::Ready) {
        const auto isOf = [this](const Focus& other) {
            return other.stage == m_focus.stage && other.features == m_focus.features &&
                   other.between == m_focus.between;
        };
        if (m_focus.address != m_mapFocus.address || m_focus.combination != m_mapFocus.combination || !isOf(m_mapFocus))
            makeMaps();
        if (!isOf(m_glanceFocus))
            makeGlances();
    }
    if (sequence() != m_shownSequence)
        announce();
}

/// The same pass with its tokens in another way.
void AttendModel::showDisplay() {
    m_recording = displayedAs(m_read, m_focus.display);
    nameTokens();
    m_maps.assign(m_recording->sequences().size(), {});
    m_glances.clear();
    makeMaps();
    makeGlances();
    if (m_glances.empty())
        announce();
}

void AttendModel::nameTokens() {
    m_tokens = DisplayedTokens(*m_recording);
    std::vector<HeadEntry> heads = headEntries(m_shown);
    if (m_recording->display().changesMaps())
        for (HeadEntry& head : heads)
            head.stages = {MapStage::Weight};
    m_heads.assign(m_recording->sequences().size(), heads);
}

void AttendModel::makeMaps() {
    const Focus focus = m_focus;
    const auto recording = m_recording;
    const auto take = [this, focus](std::vector<AttendMaps> maps) {
        m_maps = std::move(maps);
        m_mapFocus = focus;
    };
    m_mapJob.cancel();
    if (workOf(*recording, *m_shown.open, focus) <= littleWork) {
        take(mapsOf(*recording, focus));
        emit mapChanged();
        return;
    }
    m_mapJob.start(
        tr("Map"),
        [recording, focus](JobControl& control) { return mapsOf(*recording, focus, [&control] { control.check(); }); },
        take, [this](const QString& message) { fail(message); });
}

void AttendModel::makeGlances() {
    const Focus focus = m_focus;
    const auto recording = m_recording;
    const auto open = m_shown.open;
    m_glanceFocus = focus;
    m_glanceJob.cancel();
    if (cellsOf(*recording, *open) <= littleWork)
        return takeGlances(glancesOf(*recording, *open, focus));
    if (cellsOf(*recording, *open) > manyCells) {
        std::set<int> lines;
        for (const HeadInfo& head : open->heads())
            lines.insert(lineOf(head.address));
        return makeLines(std::move(lines), true);
    }
    m_glanceJob.start(
        tr("Thumbnails"),
        [recording, open, focus](JobControl& control) {
            return glancesOf(*recording, *open, focus, [&control] { control.check(); });
        },
        [this](Glances glances) { takeGlances(std::move(glances)); },
        [this](const QString& message) { fail(message); });
}

/// One after the other, so that none waits for all.
void AttendModel::makeLines(std::set<int> lines, bool areAll) {
    const auto distance = [own = lineOf(m_focus.address)](int line) { return std::abs(line - own); };
    const auto next =
        std::min_element(lines.begin(), lines.end(), [&](int a, int b) { return distance(a) < distance(b); });
    const int line = *next;
    lines.erase(next);
    m_glanceJob.start(
        tr("Thumbnails"),
        [recording = m_recording, open = m_shown.open, focus = m_glanceFocus, line](JobControl& control) {
            return glancesOf(
                *recording, *open, focus, [&control] { control.check(); }, line);
        },
        [this, lines, areAll](Glances glances) {
            takeLine(std::move(glances), areAll, lines.empty());
            if (!lines.empty())
                makeLines(lines, false);
        },
        [this](const QString& message) { fail(message); });
}

/// Those of the first line stand in place of all former ones. They give the maps a range, until all are there.
void AttendModel::takeLine(Glances glances, bool isFirst, bool isLast) {
    for (std::size_t sequence = 0; !isFirst && sequence < glances.size(); ++sequence)
        for (std::size_t head = 0; head < glances[sequence].size(); ++head)
            if (auto& former = m_glances[sequence][head])
                glances[sequence][head] = std::move(former);
    takeGlances(std::move(glances), isFirst || isLast);
}

void AttendModel::takeGlances(Glances glances, bool isRound) {
    m_glances = std::move(glances);
    m_rounds += isRound;
    for (std::size_t sequence = 0; sequence < m_glances.size(); ++sequence)
        for (std::size_t head = 0; head < m_glances[sequence].size(); ++head)
            if (const auto& glance = m_glances[sequence][head])
                for (std::size_t shown = 0; shown < m_heads.size(); ++shown) {
                    if (shown != sequence && !isTranslation()) // whose list has the heads of both
                        continue;
                    HeadEntry& entry = m_heads[shown][head];
                    entry.statistics = glance->statistics;
                    if (!entry.maskable)
                        entry.mask = QString::fromStdString(glance->thumbnail.mask);
                }
    announce();
}

void AttendModel::forget() {
    for (LatestJob* job : {&m_mapJob, &m_glanceJob, &m_unalteredJob})
        job->cancel();
    m_read.reset();
    m_recording.reset();
    m_shown = {};
    m_heads.clear();
    m_maps.clear();
    m_glances.clear();
    m_answer = {};
    m_tokens = {};
    announce();
}

void AttendModel::announce() {
    m_shownSequence = sequence();
    emit changed();
}

void AttendModel::take(const AttendInput& input, Result result) {
    if (m_shown.open != input.open || m_shown.texts != input.texts)
        m_beside = 0;
    m_shown = input;
    m_read = std::move(result.read);
    m_recording = std::move(result.recording);
    m_maps = std::move(result.maps);
    m_mapFocus = m_glanceFocus = result.focus;
    m_milliseconds = result.milliseconds;
    nameTokens();
    m_glances.clear();
    m_answer = AttendAnswer(m_read);
    setState(State::Ready);
    remember(input);
    if (!result.glances.empty()) {
        takeGlances(std::move(result.glances));
    } else {
        makeGlances();
        if (m_glances.empty()) // their threads work while the rest is shown
            announce();
    }
    showFocus(); // another head may be looked at by now
}

/// While something is altered, what the answer was is compared with it: the last pass without changes, if that was of
/// the same text, else one that is made behind the answer.
void AttendModel::remember(const AttendInput& input) {
    const bool readsAll = !leavesOut(m_read->sequences()); // also where places to leave out are of other texts
    if (input.intervention.heads.empty() && readsAll) {
        m_unaltered = m_read;
        m_unalteredInput = input;
        return;
    }
    if (m_unaltered && m_unalteredInput.open == input.open && m_unalteredInput.texts == input.texts)
        return m_answer.compareWith(m_unaltered);
    AttendInput plain = input;
    plain.intervention = {};
    m_unalteredJob.start(
        tr("Answer of the unaltered model"),
        [plain](JobControl& control) {
            RunControl run;
            run.check = [&control] { control.check(); };
            return plain.open->model->run(plain.open->model->read(plain.texts), {}, run);
        },
        [this, plain](const std::shared_ptr<const Recording>& recording) {
            m_unaltered = recording;
            m_unalteredInput = plain;
            m_answer.compareWith(recording);
            announce();
        },
        [this](const QString& message) { fail(message); });
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

bool AttendModel::isPair() const {
    return m_recording && m_recording->sequences().size() > 1 && !isTranslation();
}

bool AttendModel::isTranslation() const {
    return m_recording && m_recording->sequences().back().isTarget;
}

int AttendModel::sequence() const {
    return isPair() && m_focus.sequence > 0 ? sequenceAt(1) : isTranslation() ? m_focus.sequence : 0;
}

const SelectionAnswer* AttendModel::selection() const {
    return m_recording ? std::get_if<SelectionAnswer>(&m_recording->answer()) : nullptr;
}

int AttendModel::sequenceAt(int place) const {
    const SelectionAnswer* answer = place > 0 ? selection() : nullptr;
    if (!answer)
        return place;
    const bool isThere = m_beside > 0 && std::size_t(m_beside) < m_recording->sequences().size();
    return isThere ? m_beside : int(answer->places.best()) + 1;
}

/// Of which sequence a head's small map is.
std::size_t AttendModel::sequenceOf(std::size_t head) const {
    if (!isTranslation())
        return std::size_t(sequence());
    return m_recording->has(heads()[head].address, 0) ? 0 : 1;
}

QString AttendModel::sequenceName(int sequence) const {
    return m_recording ? nameOfSequence(*m_recording, sequence) : QString();
}

std::vector<TextPair> AttendModel::parts() const {
    return m_recording ? textPairs(m_recording->sequences()[std::size_t(sequence())]) : std::vector<TextPair>();
}

std::optional<TextPair> AttendModel::part() const {
    return m_recording ? betweenOf(*m_recording, m_focus, sequence()) : std::nullopt;
}

qsizetype AttendModel::tokensRead() const {
    if (!m_read)
        return 0;
    const std::vector<Sequence>& read = m_read->sequences();
    if (!selection() && !isTranslation())
        return qsizetype(read[std::size_t(sequence())].tokens.size());
    qsizetype count = 0;
    for (std::size_t k = selection() ? 1 : 0; k < read.size(); ++k) // the first has the sentences
        count += qsizetype(read[k].tokens.size());
    return count;
}

std::vector<bool> AttendModel::known(int sequence) const {
    std::vector<bool> known;
    if (m_recording && std::size_t(sequence) < m_recording->sequences().size())
        for (const Token& token : m_recording->sequences()[std::size_t(sequence)].tokens)
            known.push_back(token.known);
    return known;
}

QStringList AttendModel::unknownWords(int sequence) const {
    QStringList words;
    if (m_read && std::size_t(sequence) < m_read->sequences().size())
        for (const Token& token : m_read->sequences()[std::size_t(sequence)].tokens)
            if (!token.known)
                words << QString::fromStdString(typedText(token, m_shown.texts));
    words.removeDuplicates();
    return words;
}

bool AttendModel::knowsNoWord(int sequence) const {
    const std::vector<bool> known = this->known(sequence);
    return !known.empty() && std::find(known.begin(), known.end(), true) == known.end();
}

bool AttendModel::isFullyMasked(int sequence) const {
    bool any = false;
    if (std::size_t(sequence) >= m_heads.size() || part()) // what a part hides may be seen in another
        return false;
    for (const HeadEntry& head : m_heads[std::size_t(sequence)])
        if (head.address.part == MapPart::Self && head.statistics) {
            if (head.statistics->queries > 0)
                return false;
            any = true;
        }
    return any;
}

QString AttendModel::cutRemark() const {
    return m_recording ? headlight::cutRemark(*m_recording) : QString();
}

/// What is computed and written while the window waits: a second or two.
static constexpr double mostSavedNumbers = 1e8;

void AttendModel::saveMaps(const std::filesystem::path& path) const {
    if (!m_recording)
        throw Error(tr("There is no map to save yet.").toStdString());
    const double numbers = numbersOfAll(*m_recording, m_shown.open->heads(), longestMap);
    if (numbers > mostSavedNumbers)
        throw Error(tr("All maps with all features hold %L1 numbers (%2), more than the window saves: type a shorter "
                       "text, or let headlight-cli attend write those that you choose.")
                        .arg(numbers, 0, 'f', 0)
                        .arg(QString::fromStdString(sizeText(numbers * 4)))
                        .toStdString());
    const FeatureChoice all; // whatever is shown: a file is read by programs, which choose themselves
    NpzWriter archive = mapArchive(*m_recording, allMapsOf(*m_recording, all, m_mapFocus.between, longestMap),
                                   m_shown.intervention, {}, combinedMapsOf(*m_recording, m_mapFocus));
    m_answer.addUnaltered(archive);
    addHeads(archive, "heads.", m_heads[0]);
    if (isPair())
        addHeads(archive, "second.heads.", m_heads[1]);
    archive.save(path);
}

const std::vector<HeadEntry>& AttendModel::heads() const {
    static const std::vector<HeadEntry> none;
    return std::size_t(sequence()) < m_heads.size() ? m_heads[std::size_t(sequence())] : none;
}

const HeadEntry* AttendModel::headAt(const MapAddress& address) const {
    for (const HeadEntry& entry : heads())
        if (entry.address == address)
            return &entry;
    return nullptr;
}

const HeadEntry* AttendModel::focusedHead() const {
    return headAt(m_focus.address);
}

/// One of another head, stage or choice of features is no longer meant.
const AttentionMap* AttendModel::focusedMap(int sequence) const {
    if (std::size_t(sequence) >= m_maps.size() || !m_maps[std::size_t(sequence)].focused)
        return nullptr;
    const AttentionMap& map = *m_maps[std::size_t(sequence)].focused;
    if (m_focus.combination || !map.combination.empty()) // weights, whatever stage is in focus
        return m_focus.combination == m_mapFocus.combination ? &map : nullptr;
    const bool isMeant = map.address == m_focus.address && map.stage == stageWithin(m_focus.stage, map.stages);
    return isMeant ? &map : nullptr;
}

const AttentionMap* AttendModel::stripMap(int sequence) const {
    const bool isThere = std::size_t(sequence) < m_maps.size() && m_maps[std::size_t(sequence)].strip;
    return isThere ? &*m_maps[std::size_t(sequence)].strip : nullptr;
}

const AttentionMap* AttendModel::thumbnail(const MapAddress& address) const {
    const HeadEntry* const head = headAt(address);
    if (!head || m_glances.empty())
        return nullptr;
    const auto number = std::size_t(head - heads().data());
    const auto& glance = m_glances[sequenceOf(number)][number];
    return glance ? &glance->thumbnail : nullptr;
}

std::vector<const Glance*> AttendModel::glances() const {
    std::vector<const Glance*> all;
    for (const auto& glances : m_glances)
        for (const std::optional<Glance>& glance : glances)
            if (glance)
                all.push_back(&*glance);
    return all;
}

QString AttendModel::alterations(qsizetype most) const {
    return m_recording ? alterationsText(m_shown.intervention, m_recording.get(), most)
                       : alterationsText(m_input.intervention, nullptr, most);
}

QString AttendModel::hoverText(int query, int key, int sequence) const {
    const AttentionMap* shown = focusedMap(sequence);
    return shown ? hoverTextOf(*shown, *m_recording, tokens(sequence), query, key) : QString();
}

} // namespace headlight
