#pragma once

#include "plots/plot_widget.h"

#include <memory>

class QCPBarsGroup;

namespace headlight {

/// One bar of every category: mean with spread over runs. NaN leaves the bar out.
struct BarSeries {
    QString id;
    QString name;
    SeriesLook look = {};
    QVector<double> values;   ///< one per category
    QVector<double> low = {}; ///< ends of the whisker; empty: no whiskers
    QVector<double> high = {};
    QVector<int> counts = {}; ///< runs behind each bar, for the read-out; may be empty
};

/// A figure from elsewhere, a hollow diamond over a category, or over one of its bars.
struct BarReference {
    QString name; ///< one legend entry per name
    int category = 0;
    QString series = {}; ///< id; empty: the whole category
    double value = 0;
};

/// Grouped bars with whiskers; the value axis starts at 0 unless the user zooms or types limits.
class BarPlot : public PlotWidget {
    Q_OBJECT

public:
    explicit BarPlot(QWidget* parent = nullptr);
    ~BarPlot() override;

    /// invalid_argument when a series has another number of values than there are categories, or ids repeat.
    void setBars(const QStringList& categories, const QList<BarSeries>& series,
                 const QList<BarReference>& references = {});
    ValueTable values() const override;

    void hover(const QPointF& pixel) override;
    void leave() override;
    void click(const QPointF& pixel) override;
    void step(int right, int up) override;
    void activate() override;

signals:
    void clicked(const QString& series, int category);

protected:
    Content rebuild() override;

private:
    struct Bar {
        qsizetype series = -1;
        int category = -1;
        bool operator==(const Bar&) const = default;
    };
    void buildItems();
    void applyCategoryLabels();
    void read(const Bar& bar);
    Bar barAt(const QPointF& pixel);
    double centre(qsizetype series, int category) const; ///< along x, in categories
    double barWidth() const;

    QStringList m_categories;
    QList<BarSeries> m_series;
    QList<BarReference> m_references;
    Bar m_hovered;
};

} // namespace headlight
