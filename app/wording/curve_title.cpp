#include "wording/curve_title.h"

#include "wording/shown_text.h"

#include <QObject>

namespace headlight {

QString curveTitle(const ScalePoint& point) {
    QString title = shownText(point.encoder);
    if (!point.options.empty())
        title += ':' + shownText(point.options);
    if (!point.form.empty())
        title += QStringLiteral(", ") + QString::fromStdString(point.form);
    return point.sequences == "single" ? QObject::tr("%1, one at a time").arg(title) : title;
}

} // namespace headlight
