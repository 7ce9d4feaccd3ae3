#include "plots/curve_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Reads one member at ascending places.
class Reader {
public:
    explicit Reader(const CurvePoints& points) : m_points(points) {}

    double at(double x) {
        const auto& xs = m_points.x;
        while (m_next < xs.size() && xs[m_next] < x)
            ++m_next;
        if (m_next == xs.size())
            return missing;
        if (xs[m_next] == x)
            return m_points.y[m_next];
        if (m_next == 0)
            return missing;
        const double share = (x - xs[m_next - 1]) / (xs[m_next] - xs[m_next - 1]);
        return m_points.y[m_next - 1] + share * (m_points.y[m_next] - m_points.y[m_next - 1]);
    }

private:
    const CurvePoints& m_points;
    qsizetype m_next = 0;
};

void append(Band& band, double x, const QVector<double>& values, Spread spread) {
    const auto n = values.size();
    double mean = 0;
    for (const double value : values)
        mean += value / double(n);
    double low = missing;
    double high = missing;
    if (n > 1 && spread == Spread::MinMax) {
        low = *std::min_element(values.begin(), values.end());
        high = *std::max_element(values.begin(), values.end());
    } else if (n > 1) {
        double squares = 0;
        for (const double value : values)
            squares += (value - mean) * (value - mean);
        const double half = halfWidth(spread, std::sqrt(squares / double(n - 1)), int(n));
        low = mean - half;
        high = mean + half;
    }
    band.x.append(x);
    band.mean.append(n > 0 ? mean : missing);
    band.low.append(low);
    band.high.append(high);
    band.count.append(int(n));
}

} // namespace

QVector<double> smoothed(const QVector<double>& y, double weight) {
    if (!(weight >= 0 && weight < 1))
        throw std::invalid_argument("smoothed: expected a weight in [0, 1), got " + std::to_string(weight));
    if (weight == 0)
        return y;
    QVector<double> result(y.size());
    double mean = 0;
    double remaining = 1; // w^t
    for (qsizetype t = 0; t < y.size(); ++t) {
        if (!std::isfinite(y[t])) {
            result[t] = missing;
            continue;
        }
        mean = weight * mean + (1 - weight) * y[t];
        remaining *= weight;
        result[t] = mean / (1 - remaining);
    }
    return result;
}

bool isReadBetween(const QList<CurvePoints>& members) {
    for (const CurvePoints& one : members)
        for (const CurvePoints& other : members)
            for (const double x : one.x)
                if (!other.x.isEmpty() && x > other.x.front() && x < other.x.back() &&
                    !std::binary_search(other.x.cbegin(), other.x.cend(), x))
                    return true;
    return false;
}

Band bandOf(const QList<CurvePoints>& members, Spread spread) {
    QVector<double> places;
    for (const CurvePoints& member : members) {
        if (member.x.size() != member.y.size() || !std::is_sorted(member.x.begin(), member.x.end()))
            throw std::invalid_argument("bandOf: expected as many y as x, and x ascending");
        places += member.x;
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());

    std::vector<Reader> readers(members.begin(), members.end());
    Band band;
    QVector<double> values;
    for (const double x : places) {
        values.clear();
        for (Reader& reader : readers)
            if (const double y = reader.at(x); std::isfinite(y))
                values.append(y);
        append(band, x, values, spread);
    }
    return band;
}

} // namespace headlight
