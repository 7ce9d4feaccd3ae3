#include "wording/curve_title.h"

#include "wording/option_title.h"
#include "wording/shown_text.h"

#include <QObject>
#include <QStringList>

namespace headlight {

template <class Enum>
static QString labelOf(const ChoiceNames<Enum>& names, Enum value) {
    return inSentence(QString::fromStdString(choiceLabel(names, value)));
}

/// What is measured of the model, behind its name.
static QString withForm(QStringList parts, const ScalePoint& point) {
    if (point.form)
        parts << QString::fromStdString(point.formText());
    if (point.sequences == Sequences::Single)
        parts << labelOf(sequencesNames(), Sequences::Single);
    return parts.join(QStringLiteral(", "));
}

QString curveTitle(const ScalePoint& point) {
    return withForm({modelTitle(shownText(point.encoder), shownText(point.options))}, point);
}

QString curveId(const ScalePoint& point) {
    const QString encoder = shownText(point.encoder);
    return withForm({point.options.empty() ? encoder : encoder + ':' + shownText(point.options)}, point);
}

QString stepModeTitle(StepMode mode) {
    return labelOf(stepModes(), mode);
}

QString sequencesTitle(Sequences sequences) {
    return labelOf(sequencesNames(), sequences);
}

} // namespace headlight
