#pragma once

#include "plots/plot_widget.h"

#include <memory>
#include <qcustomplot.h>

namespace headlight {

/// One bar of every category: mean with spread over runs. NaN leaves the bar out.
struct BarSeries {
    QString id;
    QString name;
    SeriesLook look = {};
    QVector<double> values;   ///< one per category
    QVector<double> low = {}; ///< ends of the whisker; empty: no whiskers, NaN: none at that bar
    QVector<double> high = {};
    QVector<int> counts = {}; ///< runs behind each bar, for the read-out; may be empty
    /// What bar and ends of the whisker are, such as "mean", "min" and "max": headings of exported values say it.
    QString valueName = {}, lowName = QStringLiteral("low"), highName = QStringLiteral("high");
    /// One per category, where bars have colours of their own; `look` is that of the legend then. Empty: all have it.
    QList<SeriesLook> looks = {};
};

/// A figure from elsewhere, in no run's colour: a hollow diamond over a bar, or, of what has no bar, in a place of its
/// own beside the bars of its category, with its label.
struct BarReference {
    QString name; ///< one legend entry per name
    int category = 0;
    QString series = {}; ///< id of the bar; empty: a place of its own
    double value = 0;
    QString label = {}; ///< whose figure it is; needed where there is no bar
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
    /// The bar of a series or, behind those, a reference without a bar.
    struct Place {
        qsizetype slot = -1;
        int category = -1;
        bool operator==(const Place&) const = default;
    };
    void buildBars();
    void buildBars(qsizetype slot, const QList<int>& categories, const SeriesLook& look);
    SeriesLook lookOf(const Place& bar) const;
    void buildReferences();
    void labelReference(const BarReference& reference, double x);
    void applyCategoryLabels();
    void addReferences(QList<LegendEntry>& legend) const;
    void readBar(const Place& bar);
    void readReference(const Place& place);
    void read(const Place& place);
    void showReadout(const Place& place, const QString& title, const QStringList& lines, const QColor& tone);
    Place placeAt(const QPointF& pixel);
    bool isBar(const Place& place) const { return place.slot >= 0 && place.slot < m_series.size(); }
    double valueAt(const Place& place) const;                              ///< NaN: nothing is there
    const BarReference* referenceAt(const Place& place) const;             ///< of a place without a bar
    double centre(qsizetype slot, int category) const;                     ///< along x, in categories
    double placeOf(const BarReference& reference) const;                   ///< along x
    qsizetype slotCount() const { return m_series.size() + m_withoutBar; } ///< of a category
    double barWidth() const;
    bool hasLabels() const; ///< the places of references are wide enough for words
    QCPScatterStyle::ScatterShape shapeOf(const BarReference& reference) const;

    QStringList m_categories;
    QList<BarSeries> m_series;
    QList<BarReference> m_references;
    QList<QList<qsizetype>> m_ownPlaces; ///< of each category, the references without a bar
    qsizetype m_withoutBar = 0;          ///< the most of them in a category
    QStringList m_labels;                ///< of references without a bar, each once
    Place m_hovered;
};

} // namespace headlight
