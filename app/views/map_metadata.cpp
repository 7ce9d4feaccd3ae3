#include "views/map_metadata.h"

#include "viewmodels/alterations.h"
#include "viewmodels/attend_run.h"
#include "viewmodels/map_names.h"

#include <QObject>
#include <algorithm>
#include <map>

namespace headlight {

namespace {

void add(PictureMetadata& metadata, const char* key, const QString& value) {
    if (!value.isEmpty())
        metadata << std::pair(QString::fromLatin1(key), value);
}

void add(PictureMetadata& metadata, const char* key, const std::string& value) {
    add(metadata, key, QString::fromStdString(value));
}

/// What the maps have in common, as text; else "all".
template <class Number>
QString sharedNumber(const std::vector<const AttentionMap*>& maps, Number number) {
    const auto isSame = [&](const AttentionMap* map) { return number(*map) == number(*maps.front()); };
    return std::all_of(maps.begin(), maps.end(), isSame) ? QString::number(number(*maps.front()))
                                                         : QStringLiteral("all");
}

QString answerText(const Answer& answer) {
    if (const auto* score = std::get_if<ScoreAnswer>(&answer))
        return QString::number(score->score, 'f', 3);
    const ClassAnswer classes = classesOf(answer);
    return classes.labels.empty() ? QString() : QString::fromStdString(classes.labels[classes.best()]);
}

/// The part that maps of one sequence are of; none: they are whole.
std::optional<TextPair> partOf(const std::vector<const AttentionMap*>& maps) {
    for (const AttentionMap* map : maps)
        if (map->between)
            return map->between;
    return std::nullopt;
}

/// `shown` is what is in the picture.
PictureMetadata around(const MapOrigin& origin, int sequence, const std::optional<TextPair>& between,
                       const PictureMetadata& shown) {
    PictureMetadata metadata;
    add(metadata, "model", origin.model);
    add(metadata, "sentence", origin.texts.front());
    if (origin.texts.size() > 1)
        add(metadata, "second sentence", origin.texts.back());
    add(metadata, "shown", between ? partName(*between) : nameOfSequence(origin.recording, sequence));
    add(metadata, "left out", cutRemark(origin.recording));
    const TokenDisplay& display = origin.recording.display();
    add(metadata, "pieces", display.pieces == PieceDisplay::Pretty ? nameOf(display.pieces) : ruleOf(display.pieces));
    add(metadata, "specials", ruleOf(display.marks));
    metadata += shown;
    add(metadata, "altered", alterationsText(origin.changes, &origin.recording));
    add(metadata, "prediction", answerText(origin.recording.answer()));
    metadata << programEntry();
    return metadata;
}

/// Where maps of different kinds have different ones, of each kind; "of each map" where those of a kind differ.
QString sharedRange(const std::vector<const AttentionMap*>& maps, const MapLook& look) {
    std::map<std::string, QString> ofKinds;
    QStringList ranges, named;
    for (const AttentionMap* map : maps) {
        const QString range = rangeText(rangeOf(*map, numbersOf(*map), look));
        const auto [own, isFirst] = ofKinds.try_emplace(kindName(map->address.part), range);
        if (own->second != range)
            return QStringLiteral("of each map");
        ranges << range;
        if (isFirst)
            named << QStringLiteral("%1 %2").arg(QString::fromStdString(own->first), range);
    }
    ranges.removeDuplicates();
    return ranges.size() == 1 ? ranges.front() : named.join(QStringLiteral("; "));
}

} // namespace

QString writtenTitle(const QString& title, const MapOrigin& origin) {
    return origin.changes.empty() ? title : QObject::tr("%1 · altered model").arg(title);
}

QString titleOfAll(const MapOrigin& origin, int sequence, const std::vector<const AttentionMap*>& maps) {
    if (maps.size() == 1 && !maps.front()->combination.empty())
        return writtenTitle(titleOfMap(*maps.front(), origin.recording), origin);
    QString title = withSequence(QObject::tr("All maps"), origin.recording, sequence);
    if (const auto between = partOf(maps))
        title += QStringLiteral(" · ") + partName(*between);
    if (const QString display = displayName(origin.recording.display()); !display.isEmpty())
        title += QStringLiteral(" · ") + display;
    return writtenTitle(title, origin);
}

PictureMetadata metadataOf(const AttentionMap& map, const ValueRange& range) {
    PictureMetadata metadata;
    if (map.combination.empty()) {
        add(metadata, "layer", QString::number(map.address.layer));
        add(metadata, "head", QString::number(map.address.head));
    }
    add(metadata, "combination", map.combination);
    add(metadata, "kind", kindName(map.address.part));
    add(metadata, "stage", nameOf(map.stage));
    add(metadata, "mask", map.mask);
    add(metadata, "range", rangeText(range));
    if (map.mechanismFeatures > 1)
        add(metadata, "features", map.choice.text());
    add(metadata, "values", estimateNote(map));
    return metadata;
}

PictureMetadata metadataOf(const MapOrigin& origin, const AttentionMap& map, const ValueRange& range) {
    return around(origin, map.querySequence, map.between, metadataOf(map, range));
}

PictureMetadata metadataOf(const MapOrigin& origin, int sequence, const std::optional<TextPair>& between) {
    return around(origin, sequence, between, {});
}

PictureMetadata metadataOfAll(const MapOrigin& origin, int sequence, const std::vector<const AttentionMap*>& maps,
                              const MapLook& look) {
    PictureMetadata shown;
    if (!maps.empty()) {
        const auto attention = std::find_if(maps.begin(), maps.end(),
                                            [](const AttentionMap* map) { return isAttention(map->address.part); });
        const auto features =
            std::find_if(maps.begin(), maps.end(), [](const AttentionMap* map) { return map->mechanismFeatures > 1; });
        std::vector<const AttentionMap*> heads;
        for (const AttentionMap* map : maps)
            if (map->combination.empty())
                heads.push_back(map);
            else
                add(shown, "combination", map->combination);
        if (!heads.empty()) {
            add(shown, "layer", sharedNumber(heads, [](const AttentionMap& map) { return map.address.layer; }));
            add(shown, "head", sharedNumber(heads, [](const AttentionMap& map) { return map.address.head; }));
        }
        add(shown, "stage", nameOf(attention == maps.end() ? MapStage::Weight : (*attention)->stage));
        add(shown, "range", sharedRange(maps, look));
        if (features != maps.end())
            add(shown, "features", (*features)->choice.text());
    }
    return around(origin, sequence, partOf(maps), shown);
}

QPair<QString, QString> programEntry() {
    return {QStringLiteral("program"), QStringLiteral("Headlight " HEADLIGHT_VERSION)};
}

} // namespace headlight
