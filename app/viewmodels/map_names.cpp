#include "viewmodels/map_names.h"

#include "engine/masks/mask.h"
#include "engine/models/recording.h"
#include "wording/shown_text.h"

#include <QObject>
#include <QStringList>
#include <algorithm>

namespace headlight {

bool isCalledHead(MapPart part) {
    return part == MapPart::Self || part == MapPart::Pooling || part == MapPart::Sensitivity;
}

static QString layerName(const MapAddress& address) {
    return (address.stack == Stack::Decoder ? QObject::tr("decoder layer %1") : QObject::tr("layer %1"))
        .arg(address.layer);
}

int lineOf(const MapAddress& address) {
    constexpr int afterEncoder = 1 << 20; // layers of an encoder are fewer
    const bool isCross = address.part == MapPart::Cross;
    return address.stack == Stack::Encoder ? address.layer : afterEncoder + 2 * address.layer + (isCross ? 1 : 0);
}

QString lineName(const MapAddress& address) {
    if (address.stack == Stack::Encoder)
        return {};
    return (address.part == MapPart::Cross ? QObject::tr("X%1") : QObject::tr("D%1")).arg(address.layer);
}

QString headName(const MapAddress& address, const QString& label) {
    const QString head = QStringLiteral("head %1").arg(address.head);
    QString name = QString::fromStdString(partName(address.part));
    if (address.part == MapPart::Cross)
        name = QObject::tr("cross attention head %1").arg(address.head);
    else if (address.part == MapPart::Self || label == head)
        name = head;
    else if (address.head > 0 || !isCalledHead(address.part)) // there are several gates, but mostly one pooling
        name += QStringLiteral(" %1").arg(address.head);
    return QStringLiteral("%1 · %2").arg(layerName(address), name);
}

QString headName(const MapAddress& address, const Recording& recording) {
    if (address.part != MapPart::Pooling) // of the others the name is without their label
        return headName(address, QString());
    const int sequence = isOfPassage(recording) ? 1 : 0; // between sentences there is no pooling
    const bool isThere = recording.has(address, sequence);
    return headName(address, isThere ? shownText(recording.source(address, sequence)->label) : QString());
}

/// A group of one is that feature.
static FeatureChoice namedChoice(const FeatureChoice& choice) {
    const bool isOne = choice.kind == FeatureChoice::Kind::Group && choice.group.size() == 1;
    return isOne ? FeatureChoice{FeatureChoice::Kind::One, choice.group.front()} : choice;
}

QString featuresName(const FeatureChoice& of) {
    const FeatureChoice choice = namedChoice(of);
    return choice.kind == FeatureChoice::Kind::Group ? QObject::tr("mean of %L1 features").arg(choice.group.size())
                                                     : QString::fromStdString(choice.text());
}

QString shortName(const MapAddress& address, const QString& label) {
    QString shown = shownText(label);
    QString number = QStringLiteral("%1.%2").arg(address.layer).arg(address.head);
    if (address.stack == Stack::Decoder)
        number = QObject::tr("dec %1").arg(number);
    switch (address.part) {
    case MapPart::Self:
        return number;
    case MapPart::Cross:
        return QObject::tr("%1 cross").arg(number);
    case MapPart::Blocks:
        return QObject::tr("%1 blocks").arg(number);
    case MapPart::Groups:
        return QObject::tr("%1 groups").arg(number);
    case MapPart::Gate: {
        QString gate = shown; // "forward fusion gate": as short as masks say it
        gate.replace(QLatin1String("forward"), QLatin1String("fw"))
            .replace(QLatin1String("backward"), QLatin1String("bw"));
        return QStringLiteral("%1 %2").arg(address.layer).arg(gate);
    }
    case MapPart::Pooling:
    case MapPart::Sensitivity:
        break;
    }
    return shown;
}

QString thumbnailName(const MapAddress& address, const QString& label, const QString& mask) {
    const QString name = shortName(address, label);
    const bool isUsual = address.stack == Stack::Decoder && mask == QLatin1String("causal"); // as all of them
    return address.part == MapPart::Self && !mask.isEmpty() && !isUsual ? name + u' ' + shownText(mask) : name;
}

QString maskTitle(const std::string& expression) {
    try {
        return QString::fromStdString(Mask::parse(expression).title());
    } catch (const MaskError&) {
        return shownText(expression);
    }
}

QString partName(const TextPair& between) {
    return QString::fromStdString(nameOf(between)).replace(u'-', QStringLiteral(" → "));
}

/// Which of how many are shown; empty of a mechanism that has no features of its own.
static QString featuresText(const AttentionMap& map) {
    const FeatureChoice choice = namedChoice(map.choice);
    QString features = QString::fromStdString(choice.text());
    if (map.mechanismFeatures <= 1)
        return {};
    if (choice.kind == FeatureChoice::Kind::Group)
        return QObject::tr("mean of %1 of %2 features").arg(choice.group.size()).arg(map.mechanismFeatures);
    if (choice.kind == FeatureChoice::Kind::One)
        return features + QObject::tr(" / %1").arg(map.mechanismFeatures - 1);
    return features.replace("features", QObject::tr("%1 features").arg(map.mechanismFeatures));
}

QString titleOfMap(const AttentionMap& map) {
    const QString label = shownText(map.label);
    const MapPart part = map.address.part;
    QStringList parts;
    const QString head = QStringLiteral("head %1").arg(map.address.head);
    if (!map.combination.empty()) {
        parts << shownText(map.combination);
    } else {
        parts << layerName(map.address);
        if (part == MapPart::Cross)
            parts << QObject::tr("cross attention");
        if (part == MapPart::Self || part == MapPart::Cross || label == head)
            parts << head;
        if (label != head)
            parts << label;
    }
    if (!map.mask.empty())
        parts << shownText(map.mask);
    if (const QString what = QString::fromStdString(valueNameOf(map)); isAttention(part) || !label.contains(what))
        parts << (part == MapPart::Pooling ? QObject::tr("source-to-token %1").arg(what) : what);
    if (map.between)
        parts << partName(*map.between);
    if (const QString features = featuresText(map); !features.isEmpty())
        parts << features;
    if (const std::string note = estimateNote(map); !note.empty())
        parts << QString::fromStdString(note);
    return parts.join(QStringLiteral(" · "));
}

QStringList shorterTitlesOf(const AttentionMap& map) {
    const QString name = map.combination.empty() ? shortName(map.address, QString::fromStdString(map.label))
                                                 : shownText(map.combination);
    const QString features = featuresText(map);
    return features.isEmpty() ? QStringList{name} : QStringList{name + QStringLiteral(" · ") + features, name};
}

QString displayName(const TokenDisplay& display) {
    QStringList parts;
    if (display.pieces == PieceDisplay::Words)
        parts << QObject::tr("words");
    if (display.marks == MarkDisplay::Hidden)
        parts << QObject::tr("special tokens hidden, not renormalised");
    if (display.marks == MarkDisplay::Renormalised)
        parts << QObject::tr("special tokens hidden, renormalised");
    return parts.join(QStringLiteral(" · "));
}

QString titleOfMap(const AttentionMap& map, const Recording& recording) {
    const QString display = displayName(recording.display()), title = titleOfMap(map);
    return withSequence(display.isEmpty() ? title : QStringLiteral("%1 · %2").arg(title, display), recording,
                        map.querySequence);
}

bool isOfPassage(const Recording& recording) {
    return std::holds_alternative<SelectionAnswer>(recording.answer());
}

QString withSequence(const QString& title, const Recording& recording, int sequence) {
    const QString name = nameOfSequence(recording, sequence);
    if (name.isEmpty())
        return title;
    return isOfPassage(recording) ? QStringLiteral("%1 · %2").arg(title, name)
                                  : QObject::tr("%1 · %2 sentence").arg(title, name);
}

QString nameOfSequence(const Recording& recording, int sequence) {
    if (recording.sequences().size() < 2 || recording.sequences().back().isTarget) // the head says it
        return {};
    if (isOfPassage(recording))
        return sequence == 0                                      ? QObject::tr("between the sentences")
               : sequence + 1 < int(recording.sequences().size()) ? QObject::tr("sentence %1").arg(sequence)
                                                                  : QObject::tr("question");
    return sequence == 1 ? QObject::tr("second") : QObject::tr("first");
}

QString rowNameOf(const AttentionMap& map) {
    if (map.address.part == MapPart::Blocks)
        return QObject::tr("query block");
    if (map.address.part == MapPart::Cross) // what is written then is the next one
        return QObject::tr("target (read)");
    if (map.address.stack == Stack::Decoder)
        return QObject::tr("query (read)");
    if (map.address.part != MapPart::Sensitivity)
        return QObject::tr("query");
    return map.queryNames.empty() ? QObject::tr("output token") : QObject::tr("output");
}

QString columnNameOf(const AttentionMap& map) {
    switch (map.address.part) {
    case MapPart::Cross:
        return QObject::tr("source");
    case MapPart::Sensitivity:
        return QObject::tr("input token");
    case MapPart::Blocks:
        return QObject::tr("key block");
    case MapPart::Groups:
        return QObject::tr("group");
    case MapPart::Gate:
        return map.keyNames.empty() ? QObject::tr("token") : QObject::tr("block");
    default:
        return QObject::tr("key");
    }
}

QString onlyRowOf(const AttentionMap& map) {
    return map.address.part == MapPart::Gate ? QObject::tr("gate") : QObject::tr("sentence");
}

} // namespace headlight
