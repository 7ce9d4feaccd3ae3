#include "models/map_names.h"

#include "models/shown_text.h"

#include <QObject>
#include <QStringList>

namespace headlight {

QString headName(int layer, int head) {
    return QStringLiteral("layer %1 · head %2").arg(layer).arg(head);
}

QString shortName(int layer, int head, MapKind kind, const QString& foreign) {
    const QString label = shownText(foreign);
    const QString number = QStringLiteral("%1.%2").arg(layer).arg(head);
    switch (kind) {
    case MapKind::TokenToToken:
        return number;
    case MapKind::BlockToBlock:
        return QObject::tr("%1 blocks").arg(number);
    case MapKind::TokenToGroup:
        return QObject::tr("%1 groups").arg(number);
    case MapKind::Gate: {
        QString gate = label; // "forward fusion gate": as short as masks say it
        gate.replace(QLatin1String("forward"), QLatin1String("fw"))
            .replace(QLatin1String("backward"), QLatin1String("bw"));
        return number + u' ' + gate;
    }
    case MapKind::SourceToToken:
    case MapKind::Sensitivity:
        break;
    }
    return label;
}

QString titleOfMap(const AttentionMap& map) {
    const QString label = shownText(map.label);
    QStringList parts{QStringLiteral("layer %1").arg(map.layer)};
    const QString head = QStringLiteral("head %1").arg(map.head);
    if (map.kind == MapKind::TokenToToken || map.kind == MapKind::BlockToBlock || label == head)
        parts << head;
    if (label != head)
        parts << label;
    if (!map.mask.empty())
        parts << shownText(map.mask);
    if (const QString what = QString::fromStdString(valueNameOf(map)); isAttention(map.kind) || !label.contains(what))
        parts << what;
    if (map.mechanismFeatures > 1) {
        QString features = QString::fromStdString(map.choice.text());
        if (map.choice.kind != FeatureChoice::Kind::One)
            features.replace("features", QObject::tr("%1 features").arg(map.mechanismFeatures));
        else
            features += QObject::tr(" of %1").arg(map.mechanismFeatures);
        parts << features;
    }
    if (const std::string note = estimateNote(map); !note.empty())
        parts << QString::fromStdString(note);
    return parts.join(QStringLiteral(" · "));
}

QString rowNameOf(const AttentionMap& map) {
    if (map.kind == MapKind::BlockToBlock)
        return QObject::tr("query block");
    if (map.kind != MapKind::Sensitivity)
        return QObject::tr("query");
    return map.queryNames.empty() ? QObject::tr("output token") : QObject::tr("output");
}

QString columnNameOf(const AttentionMap& map) {
    switch (map.kind) {
    case MapKind::Sensitivity:
        return QObject::tr("input token");
    case MapKind::BlockToBlock:
        return QObject::tr("key block");
    case MapKind::TokenToGroup:
        return QObject::tr("group");
    case MapKind::Gate:
        return map.keyNames.empty() ? QObject::tr("token") : QObject::tr("block");
    default:
        return QObject::tr("key");
    }
}

} // namespace headlight
