// The colours that runs were given by hand, which the settings keep for each store.
#include "session/session.h"

#include <QRegularExpression>

namespace headlight {

namespace {

const QString setting = QStringLiteral("run-colors");

/// A place among the twelve colours of the palette, or red, green and blue.
bool isRunColor(const QString& text) {
    static const QRegularExpression form(QStringLiteral("^(#[0-9a-f]{6}|[0-9]|1[01])$"));
    return form.match(text).hasMatch();
}

} // namespace

void Session::setRunColors(const QList<qint64>& runs, const QString& color) {
    QMap<qint64, QString> colors = m_runColors;
    for (const qint64 run : runs)
        if (color.isEmpty())
            colors.remove(run);
        else if (isRunColor(color))
            colors.insert(run, color);
    if (colors == m_runColors)
        return;
    m_runColors = colors;
    QVariantMap kept, stores = m_settings.value(setting).toMap();
    for (auto one = colors.cbegin(); one != colors.cend(); ++one)
        kept.insert(QString::number(one.key()), one.value());
    stores.remove(m_storePath);
    if (!kept.isEmpty())
        stores.insert(m_storePath, kept);
    m_settings.set(setting, stores);
    emit runColorsChanged();
}

void Session::recallRunColors() {
    QMap<qint64, QString> colors;
    const QVariantMap kept = m_settings.value(setting).toMap().value(m_storePath).toMap();
    for (auto one = kept.cbegin(); one != kept.cend(); ++one)
        if (const QString color = one->toString(); isRunColor(color))
            colors.insert(one.key().toLongLong(), color);
    if (colors == m_runColors)
        return;
    m_runColors = colors;
    emit runColorsChanged();
}

} // namespace headlight
