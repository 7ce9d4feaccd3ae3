#include "wording/parity_words.h"

#include <QObject>
#include <QStringList>
#include <algorithm>

namespace headlight {

QString parityWord(ParityVerdict verdict) {
    switch (verdict) {
    case ParityVerdict::Green:
        return QObject::tr("agrees");
    case ParityVerdict::Yellow:
        return QObject::tr("nearly agrees");
    case ParityVerdict::Red:
        break;
    }
    return QObject::tr("differs");
}

QString parityBounds() {
    return QObject::tr(
               "Green, agrees: differences up to %1 of the largest magnitude of a layer's numbers. Yellow, nearly "
               "agrees: up to %2. Red, differs: larger, or of another shape.")
        .arg(greenParity)
        .arg(yellowParity);
}

QString paritySummary(const ParityReport& report) {
    QStringList lines;
    for (const PassPart part : passParts()) {
        double largest = -1;
        bool fits = true;
        for (const ParityText& text : report.texts)
            for (const ParityPart& own : text.parts)
                if (own.part == part) {
                    fits = fits && own.fits();
                    largest = std::max(largest, own.fits() ? own.layers[own.relativeAt()].relative() : 0);
                }
        if (largest >= 0)
            lines << QString::fromStdString(nameOf(part)) + u' ' +
                         (fits ? parityFigure(largest) : QObject::tr("differs in shape"));
    }
    return lines.join(u'\n');
}

QString parityFigure(double difference) {
    return difference == 0 ? QStringLiteral("0") : QString::number(difference, 'e', 1);
}

QString parityPlace(const ParityPart& part, std::size_t layer) {
    const ParityLayer& own = part.layers[layer];
    if (areStates(part.part))
        return QObject::tr("state %1, token %2, feature %3").arg(layer).arg(own.token).arg(own.entry);
    if (part.part != PassPart::Logits)
        return QObject::tr("layer %1, head %2, query %3, key %4")
            .arg(layer)
            .arg(own.head)
            .arg(own.token)
            .arg(own.entry);
    return part.ours.size() == 1 ? QObject::tr("label %1").arg(own.entry)
                                 : QObject::tr("token %1, entry %2").arg(own.token).arg(own.entry);
}

QString parityMismatch(const ParityPart& part) {
    return part.ours.empty() ? QObject::tr("the model has none")
                             : QObject::tr("the model's shape is %1").arg(arrayShapeText(part.ours));
}

QString arrayShapeText(const std::vector<std::int64_t>& shape) {
    QStringList axes;
    for (const std::int64_t axis : shape)
        axes << QString::number(axis);
    return axes.isEmpty() ? QObject::tr("number") : axes.join(QStringLiteral(" × "));
}

} // namespace headlight
