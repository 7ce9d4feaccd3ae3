#include "wording/sweep_words.h"

#include "engine/analysis/scale_plan.h"
#include "engine/store/sweep_records.h"
#include "wording/curve_title.h"
#include "wording/number_text.h"
#include "wording/option_title.h"
#include "wording/shown_text.h"

#include <QObject>
#include <QStringList>

namespace headlight {

namespace {

constexpr qsizetype longModels = 40; // letters: from here on without options
constexpr qsizetype mostModels = 4;

QStringList titlesOf(const ScalePlan& plan) {
    QStringList titles;
    for (const ScaledModel& model : plan.models)
        titles << modelTitle(shownText(model.encoder), shownText(model.options));
    return titles;
}

/// One that comes with several options is there once, with their number.
QString briefModels(const ScalePlan& plan) {
    const QString whole = titlesOf(plan).join(QStringLiteral("; "));
    if (whole.size() < longModels)
        return whole;
    QStringList names;
    for (const ScaledModel& model : plan.models)
        names << encoderTitle(shownText(model.encoder));
    QStringList parts = names;
    parts.removeDuplicates();
    for (QString& name : parts)
        if (const qsizetype count = names.count(name); count > 1)
            name = QObject::tr("%1 (%2)").arg(name).arg(count);
    if (const qsizetype more = parts.size() - mostModels; more > 1)
        parts = parts.first(mostModels) << QObject::tr("and %1 more").arg(more);
    return parts.join(QStringLiteral("; "));
}

template <class Values, class Title>
QString joined(const Values& values, const Title& title) {
    QStringList parts;
    for (const auto& value : values)
        parts << title(value);
    return parts.join(QObject::tr(" and "));
}

QString lengthRange(const ScalePlan& plan) {
    const QString first = countText(double(plan.lengths.front())), last = countText(double(plan.lengths.back()));
    return first == last ? QObject::tr("%1 tokens").arg(first) : QObject::tr("%1 to %2 tokens").arg(first, last);
}

QString threadsOf(const ScalePlan& plan) {
    return plan.threads == 1 ? QObject::tr("1 thread") : QObject::tr("%1 threads").arg(plan.threads);
}

} // namespace

QString sweepWords(const ScalePlan& plan) {
    QStringList parts;
    if (!plan.lengths.empty())
        parts << lengthRange(plan);
    parts << QObject::tr("batch %1").arg(qint64(plan.batch)) << QObject::tr("%1 features").arg(qint64(plan.features));
    for (QString& part : parts)
        part.replace(u' ', QChar::Nbsp); // lines break between them
    parts.prepend(joined(plan.sequences, sequencesTitle));
    return briefModels(plan) + u'\n' + parts.join(QStringLiteral(", "));
}

QString sweepDetails(const SweepRecord& sweep, const ScalePlan& plan) {
    QStringList lines = titlesOf(plan);
    const auto formTitle = [](AttentionForm form) {
        return inSentence(QString::fromStdString(choiceLabel(attentionForms(), form)));
    };
    lines << QObject::tr("Sequences: %1").arg(joined(plan.sequences, sequencesTitle))
          << QObject::tr("Lengths: %1").arg(QString::fromStdString(lengthsText(plan.lengths)))
          << QObject::tr("Batch %1, %2 features").arg(qint64(plan.batch)).arg(qint64(plan.features))
          << QObject::tr("Computation: %1").arg(joined(plan.forms, formTitle))
          << QObject::tr("Mode: %1").arg(joined(plan.modes, stepModeTitle))
          << QObject::tr("%1, on %2").arg(threadsOf(plan), shownText(sweep.machine.host))
          << QObject::tr("%1, %2 cores; Headlight %3")
                 .arg(shownText(sweep.machine.processor))
                 .arg(sweep.machine.cores)
                 .arg(shownText(sweep.programVersion));
    return lines.join(u'\n');
}

} // namespace headlight
