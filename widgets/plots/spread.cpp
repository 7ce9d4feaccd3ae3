#include "plots/spread.h"

#include <QObject>
#include <cmath>

namespace headlight {

namespace {

/// For 1 to 30 degrees of freedom.
constexpr std::array<double, 30> student = {
    12.7062047364, 4.3026527297, 3.1824463053, 2.7764451052, 2.5705818356, 2.4469118511, 2.3646242516, 2.3060041352,
    2.2621571628,  2.2281388520, 2.2009851601, 2.1788128297, 2.1603686565, 2.1447866879, 2.1314495456, 2.1199052992,
    2.1098155778,  2.1009220402, 2.0930240544, 2.0859634473, 2.0796138447, 2.0738730679, 2.0686576104, 2.0638985616,
    2.0595385528,  2.0555294386, 2.0518305165, 2.0484071418, 2.0452296421, 2.0422724563};

SpreadRow around(Spread spread, const QString& id, const QString& title, const QString& help, const QString& brief,
                 const QString& name) {
    return {spread,
            id,
            title,
            help,
            QObject::tr("mean ± %1").arg(brief),
            QObject::tr("mean − %1").arg(name),
            QObject::tr("mean + %1").arg(name)};
}

} // namespace

const std::array<SpreadRow, 4>& spreads() {
    static const std::array<SpreadRow, 4> rows = {{
        {Spread::MinMax, QStringLiteral("range"), QObject::tr("min to max"), QObject::tr("The lowest and the highest"),
         QObject::tr("mean, min to max"), QObject::tr("min"), QObject::tr("max")},
        around(Spread::StandardDeviation, QStringLiteral("deviation"), QObject::tr("± standard deviation"),
               QObject::tr("How far the runs lie from each other: sample standard deviation (n − 1)"),
               QObject::tr("standard deviation"), QObject::tr("standard deviation")),
        around(Spread::StandardError, QStringLiteral("error"), QObject::tr("± standard error"),
               QObject::tr("How well the mean is known: standard deviation / √n"), QObject::tr("standard error"),
               QObject::tr("standard error")),
        around(Spread::Interval95, QStringLiteral("interval"), QObject::tr("± 95 % interval"),
               QObject::tr("Where the mean of many such runs lies, in 95 of 100 cases: t · standard deviation / √n, "
                           "t of Student's distribution with n − 1 degrees of freedom"),
               QObject::tr("95 %"), QObject::tr("95 % interval")),
    }};
    return rows;
}

const SpreadRow& rowOf(Spread spread) {
    return spreads()[std::size_t(spread)];
}

Spread spreadOf(const QString& id) {
    for (const SpreadRow& row : spreads())
        if (row.id == id)
            return row.spread;
    return Spread::MinMax;
}

double studentT95(int degreesOfFreedom) {
    if (degreesOfFreedom < 1)
        return std::nan("");
    if (std::size_t(degreesOfFreedom) <= student.size())
        return student[std::size_t(degreesOfFreedom) - 1];
    // The quantile's expansion about that of the normal distribution: from here on right to six digits.
    const double z = 1.959963984540054, z2 = z * z, n = degreesOfFreedom;
    return z * (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n));
}

double halfWidth(Spread spread, double deviation, int n) {
    if (n < 2)
        return std::nan("");
    switch (spread) {
    case Spread::StandardDeviation:
        return deviation;
    case Spread::StandardError:
        return deviation / std::sqrt(double(n));
    case Spread::Interval95:
        return studentT95(n - 1) * deviation / std::sqrt(double(n));
    case Spread::MinMax:
        break;
    }
    return std::nan("");
}

} // namespace headlight
