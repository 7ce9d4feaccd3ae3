#pragma once

#include "plots/plot_widget.h"

#include <QList>

namespace headlight {

/// One axis of parallel coordinates: numbers, or words, whose values are places among them.
struct ParallelAxis {
    QString key;
    QString title;
    QString unit = {};
    QStringList words = {};     ///< empty: the axis has numbers
    QString fileTitle = {};     ///< in exported values; empty: the title
    QStringList fileWords = {}; ///< likewise, as many as words; empty: the words

    QString heading() const { return unit.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, unit); }
    QString text(double value) const; ///< as it is read out
};

/// Where values lie along such an axis, 0 below and 1 above. Numbers above 0 that span two decades or more are spread
/// by their logarithm.
class ParallelScale {
public:
    ParallelScale(const ParallelAxis& axis, const QVector<double>& values);

    double place(double value) const;
    double value(double place) const;
    bool isLogarithmic() const { return m_logarithmic; }

    struct Tick {
        double place;
        QString label;
        QString brief; ///< "250k", where the label has no room
    };
    const QList<Tick>& ticks() const { return m_ticks; }

private:
    void addTicks(const ParallelAxis& axis);

    bool m_logarithmic = false, m_isWhole = false, m_isConstant = false;
    double m_low = 0, m_high = 1;
    QList<Tick> m_ticks;
};

} // namespace headlight
