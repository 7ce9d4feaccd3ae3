#pragma once

#include "plots/curve_math.h"
#include "plots/plot_widget.h"

#include <memory>
#include <vector>

namespace headlight {

class CurveLine;
class MarkPlottable;

/// One line. Gaps are NaN. `steps` and `wallTimes` (seconds since 1970) are optional, as long as x, and only go into
/// exported values.
struct CurveSeries {
    QString id;
    QString name;
    SeriesLook look = {};
    QVector<double> x = {}; ///< ascending, unless x is another metric
    QVector<double> y = {};
    QVector<double> steps = {};
    QVector<double> wallTimes = {};
    QVector<double> low = {}, high = {}; ///< optional: a band around the curve
    std::optional<QPointF> from = {};    ///< where its line comes from: a point that another series shows
    bool points =
        false; ///< a dot on every point: for few points, or where points are measurements (hollow when dashed)
    QStringList labels = {}; ///< optional, as many as points: beside them where there is room, the last one's first
    QStringList notes = {};  ///< optional, as many as points: read out beside their values
    CurvePoints fit = {};  ///< optional: a thin dashed line with end ticks, over the range that something was fitted to
    QString quantity = {}; ///< what y is, with its unit: exported values say it where the name does not
    bool perBatch = false; ///< a value of every few training steps, which smoothing is for
    QString fileName = {}; ///< optional: its name in exported values
    /// Optional: more of its points, each by name and as many as points, in exported values only.
    QList<std::pair<QString, QVector<double>>> beside = {};
};

/// Several runs of one setting as mean and spread; x of every member ascends.
struct CurveGroup {
    QString id;
    QString name;
    SeriesLook look = {};
    QList<CurvePoints> members = {};
    Spread spread = Spread::MinMax;
    std::optional<double> shortest = {}; ///< where along x the mean ends, with the shortest run, while others go on
    std::optional<double> latest = {};   ///< where it begins, with the run that begins last, while others began before
    bool isRead = false;                 ///< members are read between their points, on straight lines
    QString quantity = {};               ///< as of a CurveSeries
    bool ofSeeds = false;                ///< its members are seeds of one setting, else just runs
};

/// Fewer points than these are drawn as recorded: an average over them would be made of its own beginning.
inline constexpr int fewestSmoothed = 50;

/// Curves over a common x: metrics over step, epoch or time; time and memory over length.
class CurvePlot : public PlotWidget {
    Q_OBJECT

public:
    struct Hover {
        QString id;
        double x = 0;
        double y = 0;        ///< as recorded; the mean of a group
        double shown = 0;    ///< after smoothing
        double distance = 0; ///< pixels from the pointer
        QString note = {};   ///< of the point; often empty
    };

    explicit CurvePlot(QWidget* parent = nullptr);
    ~CurvePlot() override;

    static bool smooths(const CurveSeries& series, double weight) {
        return series.perBatch && weight > 0 && series.y.size() >= fewestSmoothed;
    }

    /// invalid_argument when ids repeat or lengths differ. Zoom, cursor and smoothing stay.
    void setCurves(const QList<CurveSeries>& series, const QList<CurveGroup>& groups = {});
    /// To the end of a series that setCurves brought; invalid_argument when there is none.
    void append(const QString& id, const QVector<double>& x, const QVector<double>& y);

    /// Weight of the debiased exponential moving average, 0 … 0.999, of the series that are per batch and have
    /// fewestSmoothed points; their recorded curve stays faint behind, legend and exported values say it. All else,
    /// means and bands too, is drawn as recorded.
    void setSmoothing(double weight);
    double smoothing() const { return m_smoothing; }
    bool isSmoothed() const; ///< any of the curves

    /// A vertical line, for example at the epoch whose maps are shown.
    void setCursor(std::optional<double> x);
    std::optional<double> cursor() const { return m_cursor; }

    /// The nearest point of every curve, the nearest curve first.
    QList<Hover> nearest(const QPointF& pixel);

    ValueTable values() const override;

    void hover(const QPointF& pixel) override;
    void leave() override;
    void click(const QPointF& pixel) override;
    void step(int right, int up) override;

signals:
    /// A click, or arrow keys that moved the cursor: where along x.
    void cursorRequested(double x);
    /// A click on or very near a curve.
    void seriesClicked(const QString& id);

protected:
    Content rebuild() override;
    void placeOverlay() override;
    void themeChanged() override;

private:
    void placeLabels();
    void showReadout(QList<Hover> entries, const QPointF& at);
    void readCursor();
    QString readoutHtml(const QList<Hover>& entries, double x) const;
    QString nameOf(const QString& id) const;
    QString noteOf(const CurveGroup& group) const; ///< behind its name in the legend
    bool isReference(const QString& id) const;
    bool isSmoothed(const CurveSeries& series) const { return smooths(series, m_smoothing); }
    bool isGroup(const QString& id) const; ///< of two or more
    bool isSmoothed(const QString& id) const;
    /// All of several curves, so that it is said once; lines of reference aside.
    bool isSmoothedThroughout() const;
    QColor colorOf(const QString& id) const;

    QList<CurveSeries> m_series;
    QList<CurveGroup> m_groups;
    std::vector<std::unique_ptr<CurveLine>> m_lines; ///< those of the series, then those of the groups
    MarkPlottable* m_labels;
    double m_smoothing = 0;
    std::optional<double> m_cursor;
    std::optional<QPointF> m_pointer; ///< while it hovers
    bool m_stepped = false;           ///< the read-out is that of the cursor, which keys have moved
    bool m_looksDirty = true;
};

} // namespace headlight
