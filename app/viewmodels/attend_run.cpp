#include "viewmodels/attend_run.h"

#include "engine/analysis/combined_map.h"
#include "engine/core/thread_pool.h"
#include "engine/models/recording.h"
#include "session/open_model.h"
#include "viewmodels/map_names.h"

#include <QObject>
#include <QStringList>
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <string_view>

namespace headlight {

namespace {

Index tokensOf(const Recording& recording, int sequence) {
    return Index(recording.sequences()[std::size_t(sequence)].tokens.size());
}

/// Whether the recording has that head's map, and it is not too large to be drawn.
bool isDrawn(const Recording& recording, const MapAddress& address, int sequence) {
    return recording.has(address, sequence) && !(isOfPairs(address.part) && tokensOf(recording, sequence) > longestMap);
}

std::optional<MapAddress> poolingOf(const Recording& recording, int sequence) {
    for (const MapAddress& address : recording.heads(sequence))
        if (address.part == MapPart::Pooling)
            return address;
    return std::nullopt;
}

} // namespace

/// Of a head with keys and values of its own nothing.
static QString sharedKeysOf(const std::vector<HeadInfo>& heads, const HeadInfo& head) {
    QStringList sharers;
    for (const MapAddress& other : keySharersOf(heads, head))
        sharers << shortName(other, {});
    return sharers.isEmpty()
               ? QString()
               : QObject::tr("keys and values %1, shared with %2").arg(head.keyHead).arg(sharers.join(", "));
}

std::vector<HeadEntry> headEntries(const AttendInput& input) {
    std::vector<HeadEntry> entries;
    for (const HeadInfo& head : input.open->heads()) {
        HeadEntry& entry = entries.emplace_back();
        entry.address = head.address;
        entry.label = QString::fromStdString(head.label);
        entry.mask = QString::fromStdString(head.mask);
        entry.features = int(head.features);
        entry.changeable = head.changeable;
        entry.maskable = head.maskable();
        entry.stages = head.stages;
        entry.sharedKeys = sharedKeysOf(input.open->heads(), head);
        const auto change = input.intervention.find(head.address);
        entry.altered = change != input.intervention.end();
        if (entry.altered && change->second.mask)
            entry.mask = QString::fromStdString(*change->second.mask);
    }
    return entries;
}

MapAddress neighbourOf(const std::vector<HeadEntry>& list, const MapAddress& from, int layers, int heads) {
    std::map<int, std::vector<MapAddress>> lines;
    for (const HeadEntry& entry : list)
        lines[lineOf(entry.address)].push_back(entry.address);
    const std::vector<MapAddress>& own = lines[lineOf(from)];
    const auto line = std::distance(lines.begin(), lines.find(lineOf(from)));
    const auto last = std::ssize(lines) - 1;
    const std::vector<MapAddress>& to =
        std::next(lines.begin(), std::clamp<std::ptrdiff_t>(line + layers, 0, last))->second;
    const auto place = std::find(own.begin(), own.end(), from) - own.begin();
    return to.empty() ? from : to[std::size_t(std::clamp<std::ptrdiff_t>(place + heads, 0, std::ssize(to) - 1))];
}

std::optional<TextPair> betweenOf(const Recording& recording, const Focus& focus, int sequence) {
    return pairWithin(recording.sequences()[std::size_t(sequence)], focus.between);
}

/// A group is of the features of one head: others show their mean, and all do while several heads are one map.
static const FeatureChoice& featuresOfOthers(const Focus& focus) {
    const bool isOfOneHead = focus.features.kind == FeatureChoice::Kind::Group;
    return isOfOneHead || focus.combination ? meanOfFeatures : focus.features;
}

std::optional<MapRequest> requestOf(const Recording& recording, const Focus& focus, int sequence) {
    if (!isDrawn(recording, focus.address, sequence))
        return std::nullopt;
    return MapRequest{focus.address, sequence, focus.stage, focus.features, betweenOf(recording, focus, sequence)};
}

static std::optional<AttentionMap> focusedOf(const Recording& recording, const Focus& focus, int sequence,
                                             const Check& check) {
    const auto request = requestOf(recording, focus, sequence);
    if (!request)
        return std::nullopt;
    if (!focus.combination)
        return recording.map(*request, check);
    if (!combinationProblem(recording, *focus.combination, sequence).empty())
        return std::nullopt;
    return combinedMap(recording, *focus.combination, sequence, request->between, check);
}

std::vector<AttentionMap> combinedMapsOf(const Recording& recording, const Focus& focus, const Check& check) {
    std::vector<AttentionMap> maps;
    for (int sequence = 0; focus.combination && sequence < int(recording.sequences().size()); ++sequence)
        if (auto map = focusedOf(recording, focus, sequence, check))
            maps.push_back(std::move(*map));
    return maps;
}

std::vector<AttendMaps> mapsOf(const Recording& recording, const Focus& focus, const Check& check) {
    std::vector<AttendMaps> all;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        AttendMaps& maps = all.emplace_back();
        maps.focused = focusedOf(recording, focus, sequence, check);
        if (const auto pooling = poolingOf(recording, sequence); pooling && focus.address.part != MapPart::Pooling)
            maps.strip = recording.map(
                {*pooling, sequence, focus.stage, featuresOfOthers(focus), betweenOf(recording, focus, sequence)},
                check);
    }
    return all;
}

double workOf(const Recording& recording, const OpenModel& open, const Focus& focus) {
    double work = 0;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence)
        if (const HeadInfo* head = open.headAt(focus.address); head && requestOf(recording, focus, sequence))
            work += head->cells(tokensOf(recording, sequence)) * double(head->features) *
                    (focus.combination ? double(focus.combination->heads.size()) : 1) *
                    (head->address.part == MapPart::Sensitivity ? 1000 : 1);
    return work;
}

double cellsOf(const Recording& recording, const OpenModel& open) {
    double cells = 0;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence)
        for (const HeadInfo& head : open.heads())
            if (isDrawn(recording, head.address, sequence))
                cells += head.cells(tokensOf(recording, sequence)) * double(head.features);
    return cells;
}

Glances glancesOf(const Recording& recording, const OpenModel& open, const Focus& focus, const Check& check,
                  std::optional<int> line) {
    const std::vector<HeadInfo>& heads = open.heads();
    const auto count = Index(heads.size());
    Glances glances(recording.sequences().size(), std::vector<std::optional<Glance>>(heads.size()));
    constexpr double fewCells = 2e6; // are counted sooner than another thread begins
    ThreadPool pool(cellsOf(recording, open) < fewCells ? 1 : ThreadPool::processors());
    pool.forEach(Index(glances.size()) * count, [&](Index job) {
        const int sequence = int(job / count);
        const MapAddress& address = heads[std::size_t(job % count)].address;
        if (isDrawn(recording, address, sequence) && (!line || lineOf(address) == *line))
            glances[std::size_t(sequence)][std::size_t(job % count)] = recording.glance(
                {address, sequence, focus.stage, featuresOfOthers(focus), betweenOf(recording, focus, sequence)},
                thumbnailSize, check);
    });
    return glances;
}

QString cutRemark(const Recording& recording) {
    const std::vector<Sequence>& sequences = recording.sequences();
    const bool pair = sequences.size() > 1;
    if (sequences.size() > 2) {
        const bool isCut =
            std::any_of(sequences.begin(), sequences.end(), [](const Sequence& s) { return s.leftOut > 0; });
        return isCut ? QObject::tr("Of a long sentence the model reads the beginning (max_tokens).") : QString();
    }
    QStringList parts;
    const auto add = [&](const QString& form, const Sequence& sequence) {
        const auto read = qint64(sequence.tokens.size());
        if (sequence.leftOut > 0)
            parts << form.arg(read).arg(read + qint64(sequence.leftOut));
    };
    add(pair ? QObject::tr("Of the first sentence the model reads the first %L1 of %L2 tokens.")
             : QObject::tr("The model reads the first %L1 of %L2 tokens."),
        sequences.front());
    if (pair)
        add(QObject::tr("Of the second sentence the model reads the first %L1 of %L2 tokens."), sequences[1]);
    return parts.join(' ');
}

QString maskRemark(const Recording& recording, const std::vector<std::string>& texts) {
    static constexpr std::string_view mark = "[MASK]";
    const bool isTyped = std::any_of(texts.begin(), texts.end(),
                                     [](const std::string& text) { return text.find(mark) != std::string::npos; });
    for (const Sequence& sequence : recording.sequences())
        for (const Token& token : sequence.tokens)
            if (token.text == mark && token.known)
                return {};
    return isTyped ? QObject::tr("This model knows no [MASK]: it reads it as words.") : QString();
}

} // namespace headlight
