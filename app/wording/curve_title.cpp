#include "wording/curve_title.h"

#include "wording/shown_text.h"

#include <QObject>

namespace headlight {

QString curveTitle(const ScalePoint& point) {
    QString title = shownText(point.encoder);
    if (!point.options.empty())
        title += ':' + shownText(point.options);
    if (point.form)
        title += QStringLiteral(", ") + QString::fromStdString(point.formText());
    return point.sequences == Sequences::Single ? QObject::tr("%1, one at a time").arg(title) : title;
}

} // namespace headlight
