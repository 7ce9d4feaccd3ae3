#include "wording/number_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr double mostWhole = 1e15; ///< of what a store may hold, a whole number is made up to there

/// Never in powers of ten, as small as it may be.
QString threeDigits(double number) {
    if (!(number > 0))
        return numberText(number);
    const int before = int(std::floor(std::log10(number)));
    return QString::number(number, 'f', std::clamp(2 - before, 0, 12));
}

} // namespace

QString secondsText(double seconds) {
    if (std::isnan(seconds))
        return {};
    if (seconds < 0.995) // a pass over a small test set is never "0.0 s"
        return threeDigits(seconds) + QStringLiteral(" s");
    if (seconds < 59.95)
        return QString::number(seconds, 'f', seconds < 9.995 ? 1 : 0) + QStringLiteral(" s");
    if (seconds > mostWhole)
        return numberText(seconds) + QStringLiteral(" s");
    const auto whole = qint64(std::round(seconds));
    const qint64 hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    if (hours > 0)
        return QStringLiteral("%1 h %2 min").arg(hours).arg(minutes);
    return rest ? QStringLiteral("%1 min %2 s").arg(minutes).arg(rest) : QStringLiteral("%1 min").arg(minutes);
}

QString countText(double count) {
    if (!(std::abs(count) < mostWhole))
        return numberText(count);
    return QLocale(QLocale::English).toString(qint64(std::round(count)));
}

QString bytesText(double bytes) {
    if (std::isnan(bytes))
        return {};
    if (bytes < 1e3)
        return QString::number(bytes, 'f', 0) + QStringLiteral(" B");
    if (bytes < 1e6)
        return threeDigits(bytes / 1e3) + QStringLiteral(" kB");
    return QString::number(bytes / 1e6, 'f', bytes < 1e7 ? 2 : 1) + QStringLiteral(" MB");
}

QString numberText(double number) {
    return std::isnan(number) ? QString() : withMinus(QString::number(number, 'g', 4));
}

QString figureText(double figure) {
    if (std::isnan(figure))
        return {};
    QString text = QString::asprintf("%#.4g", figure); // '#' keeps the zeros
    if (text.endsWith('.'))                            // 1234.
        text.chop(1);
    return withMinus(text);
}

QString changeText(double change) {
    if (std::isnan(change))
        return {};
    if (change == 0)
        return QStringLiteral("0");
    const double size = std::abs(change);
    if (std::isinf(size))
        return change < 0 ? QStringLiteral("−∞") : QStringLiteral("+∞");
    const QString text = size < 0.0005 ? QString::number(size, 'g', 1)
                                       : QString::number(size, 'f',
                                                         size < 0.00995  ? 4
                                                         : size < 9.9995 ? 3
                                                                         : 1);
    return (change < 0 ? QChar(u'−') : QChar(u'+')) + withMinus(text);
}

QString changeText(double change, int decimals) {
    if (std::isnan(change))
        return {};
    if (change == 0)
        return QStringLiteral("0");
    const double size = std::abs(change), least = std::pow(10.0, -decimals);
    if (std::isinf(size))
        return changeText(change);
    if (size < least / 2)
        return QLatin1Char('<') + QString::number(least, 'f', decimals);
    return (change < 0 ? QChar(u'−') : QChar(u'+')) + QString::number(size, 'f', decimals);
}

QString shortChangeText(double change, int decimals) {
    QString text = changeText(change, decimals);
    if (text.mid(1, 2) == QLatin1String("0."))
        text.remove(1, 1);
    return text;
}

int changeDecimals(double largest) {
    constexpr int usual = 3, most = 6;
    if (largest >= 9.9995)
        return largest < 99.995 ? 2 : 1;
    const bool isUsual = !(largest > 0) || largest >= 0.00995; // else the largest has less than two digits
    return isUsual ? usual : std::min(most, 1 - int(std::floor(std::log10(largest))));
}

QString pValueText(double p) {
    return p < 1e-4 ? QStringLiteral("< 0.0001") : numberText(p);
}

QString withMinus(QString number) {
    return number.replace(u'-', u'−');
}

} // namespace headlight
