// What ScalingPlots says of its curves: their names, what they have in common, and where they cross.
#include "engine/analysis/memory_falls.h"
#include "panels/scaling/scaling_plots.h"
#include "wording/curve_title.h"
#include "wording/option_title.h"

#include <QComboBox>
#include <QLabel>
#include <algorithm>

namespace headlight {

namespace {

constexpr qsizetype mostCrossings = 1; ///< that are on the screen, below a legend of many curves
constexpr int mostFalls = 2;           ///< likewise

QStringList conditionsOf(const ScaleCurve& curve) {
    const ScalePoint& point = curve.points.front().point;
    return {QObject::tr("sweep %1").arg(curve.sweep), QObject::tr("batch %1").arg(qint64(point.batch)),
            QObject::tr("%1 features").arg(qint64(point.features)),
            point.threads == 1 ? QObject::tr("1 thread") : QObject::tr("%1 threads").arg(point.threads),
            QObject::tr("on %1").arg(curve.where)};
}

bool hasFit(const std::vector<ScaleCurve>& curves, ScaleMeasure measure) {
    return std::any_of(curves.begin(), curves.end(),
                       [measure](const ScaleCurve& curve) { return lineOf(curve, measure).growth.fit.has_value(); });
}

/// What is drawn beside the curves themselves.
QStringList keyOf(bool hasFit, bool hasBand) {
    QStringList parts;
    if (hasFit)
        parts << QObject::tr("Thin dashes between ticks: the fit.");
    if (hasBand)
        parts << QObject::tr("Filled band: quartiles of the times.");
    return parts;
}

std::vector<MemoryFall> fallsOf(const std::vector<ScaleCurve>& curves) {
    std::vector<MemoryFall> all;
    for (const ScaleCurve& curve : curves)
        for (MemoryFall& fall : memoryFalls(curve.points))
            all.push_back(std::move(fall));
    return all;
}

/// Whether all curves have the same one of their conditions.
bool isCommon(const std::vector<ScaleCurve>& curves, qsizetype which) {
    return std::all_of(curves.begin(), curves.end(), [&](const ScaleCurve& curve) {
        return conditionsOf(curve)[which] == conditionsOf(curves.front())[which];
    });
}

} // namespace

/// With what tells the curve from others that are drawn: they are never one, however alike their encoders.
QString ScalingPlots::nameOf(const ScaleCurve& curve) const {
    return nameWith(curve, curve.title, stepModeTitle(curve.points.front().point.mode));
}

/// In files.
QString ScalingPlots::fileNameOf(const ScaleCurve& curve) const {
    return nameWith(curve, curve.nameId, curve.mode);
}

QString ScalingPlots::nameWith(const ScaleCurve& curve, const QString& title, const QString& mode) const {
    const QStringList all = conditionsOf(curve);
    QStringList parts;
    for (qsizetype k = 0; k < all.size(); ++k)
        if (!isCommon(m_curves, k))
            parts.append(all[k]);
    const QString name = m_mode->currentData().toString().isEmpty() ? QStringLiteral("%1, %2").arg(title, mode) : title;
    return parts.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, parts.join(QStringLiteral(", ")));
}

QString ScalingPlots::commonConditions(const std::vector<ScaleCurve>& curves) const {
    QStringList parts;
    if (!curves.empty())
        for (qsizetype k = 0; k < conditionsOf(curves.front()).size(); ++k)
            if (isCommon(m_curves, k))
                parts.append(conditionsOf(curves.front())[k]);
    return parts.join(QStringLiteral(", "));
}

/// How many sequences are in memory at once; said once of curves that have as many.
QString ScalingPlots::sequencesOf(const std::vector<ScaleCurve>& curves) const {
    QStringList texts;
    QHash<QString, QStringList> names;
    for (const ScaleCurve& curve : curves) {
        const QString text = sequencesText(curve);
        if (text.isEmpty())
            continue;
        if (!names.contains(text))
            texts << text;
        names[text] << briefNameOf(curve, curves);
    }
    if (texts.size() > 1)
        for (QString& text : texts)
            text = QStringLiteral("%1: %2").arg(names[text].join(QStringLiteral(", ")), text);
    return texts.join(QStringLiteral(". "));
}

/// The encoder alone where it tells the curve from the others.
QString ScalingPlots::briefNameOf(const ScaleCurve& curve, const std::vector<ScaleCurve>& curves) const {
    const std::string& encoder = curve.points.front().point.encoder;
    const auto sharing = std::count_if(curves.begin(), curves.end(), [&](const ScaleCurve& other) {
        return other.points.front().point.encoder == encoder;
    });
    return sharing == 1 ? encoderTitle(QString::fromStdString(encoder)) : nameOf(curve);
}

/// Below a plot in a file, where nothing else says it.
QString ScalingPlots::captionOf(const std::vector<ScaleCurve>& curves, ScaleMeasure measure) const {
    const bool isBytes = measure == ScaleMeasure::Bytes;
    QStringList caption;
    if (const QString conditions = commonConditions(curves); !conditions.isEmpty())
        caption << tr("Measured: %1.").arg(conditions);
    if (isBytes && !curves.empty())
        caption << tr("The powers are those of activations and attention, the memory is all that a step needs.");
    if (const QString atOnce = sequencesOf(curves); isBytes && !atOnce.isEmpty())
        caption << tr("In memory at once: %1.").arg(atOnce);
    caption << keyOf(hasFit(curves, measure), !isBytes && !curves.empty());
    if (isBytes)
        caption << QString::fromStdString(memoryFallsText(fallsOf(curves), mostFalls));
    return caption.join(' ').trimmed();
}

void ScalingPlots::describeCrossings(const std::vector<ScaleCurve>& curves) {
    QStringList facts, lines, paragraphs;
    if (const QString conditions = commonConditions(curves); !conditions.isEmpty())
        facts << tr("Measured: %1.").arg(conditions);
    facts << keyOf(hasFit(curves, ScaleMeasure::Seconds) || hasFit(curves, ScaleMeasure::Bytes), !curves.empty());
    if (std::any_of(curves.begin(), curves.end(),
                    [](const ScaleCurve& curve) { return !lineOf(curve, ScaleMeasure::Bytes).predicted.isEmpty(); }))
        facts << tr("Hollow marks on dashed lines: predicted, not measured.");
    if (const std::vector<MemoryFall> falls = fallsOf(curves); !falls.empty()) {
        facts << QString::fromStdString(memoryFallsText(falls, mostFalls));
        paragraphs << QStringLiteral("<p>%1</p>")
                          .arg(QString::fromStdString(memoryFallsText(falls, falls.size())).toHtmlEscaped());
    }
    if (!facts.isEmpty())
        lines << facts.join(' ');
    for (const auto& [measure, title] :
         {std::pair(ScaleMeasure::Seconds, tr("Time")), std::pair(ScaleMeasure::Bytes, tr("Memory"))}) {
        const QList<ScaleCrossing> all = crossingsOf(curves, measure);
        QStringList texts, briefTexts;
        for (const ScaleCrossing& crossing : all) {
            const QString text = tr("%1 costs less than %2 up to about %L3 tokens");
            const ScaleCurve &cheaper = curves[crossing.first], &dearer = curves[crossing.second];
            const qint64 length = qRound64(crossing.length);
            texts << text.arg(nameOf(cheaper), nameOf(dearer)).arg(length);
            briefTexts << text.arg(briefNameOf(cheaper, curves), briefNameOf(dearer, curves)).arg(length);
        }
        const auto sentence = [&name = title](const QStringList& parts) {
            return name + QStringLiteral(": ") + parts.join(QStringLiteral("; ")) + '.';
        };
        if (texts.isEmpty())
            continue;
        paragraphs << QStringLiteral("<p>%1</p>").arg(sentence(texts).toHtmlEscaped());
        if (texts.size() > mostCrossings)
            briefTexts = briefTexts.first(mostCrossings) << tr("and %1 more").arg(texts.size() - mostCrossings);
        lines << sentence(briefTexts);
    }
    m_crossings->setText(lines.join('\n'));
    m_crossings->setToolTip(paragraphs.join(QString())); // all of them; as HTML it wraps
    m_crossings->setVisible(!lines.isEmpty());
}

} // namespace headlight
