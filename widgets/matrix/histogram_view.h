#pragma once

#include <QList>
#include <QString>
#include <QWidget>

#include "matrix/spoken_widget.h"

namespace headlight {

/// How often each of some values occurs: bars over equal steps from 0, or the least value, to the largest. Values of
/// interest are marked below, and a line stands at the mean.
class HistogramView : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);

    /// `marked` are indices of values; values that are no numbers are left out.
    void setValues(const QList<float>& values, const QList<int>& marked, const QString& title);
    /// Values in each step, from the least.
    const QList<int>& counts() const { return m_counts; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    /// "20 of 75 above half of 1.0, 55 below".
    QString spokenValue() const override { return m_words; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QList<int> m_counts;
    QList<float> m_marked;
    float m_low = 0, m_high = 1, m_mean = 0;
    QString m_title, m_words;
};

} // namespace headlight
