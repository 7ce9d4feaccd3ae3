#pragma once

#include "figure/export.h"
#include "figure/value_table.h"
#include "style/series_look.h"

#include <QHash>
#include <QVariantMap>
#include <QWidget>
#include <optional>

class QAction;
class QCPRange;
class QCustomPlot;
class QPicture;
class QTimer;
class QToolButton;

namespace headlight {

class FigureMenu;
class FigureSheet;
class LegendStrip;
class PlotNavigation;
class PlotOverlay;
struct LegendEntry;

/// What all plots share: two axes with titles, units, logarithm and limits; zoom and pan by mouse and keys (left drag a
/// rectangle, wheel, wheel over one axis, Ctrl or middle drag, double click; + − 0 and arrows); legend above the axes;
/// the sentence of an empty plot; copy and export; light and dark. Repaints are gathered, at most one per frame.
class PlotWidget : public QWidget {
    Q_OBJECT

public:
    enum class Axis { X, Y };
    /// Count: whole numbers. Duration: seconds. Date: seconds since 1970, shown in local time.
    enum class Kind { Number, Count, Epoch, Duration, Date }; ///< an epoch may be one of its batches' place in it

    struct Range {
        double low = 0;
        double high = 1;
    };

    /// Typed ends of an axis; none means from the data.
    struct Limits {
        std::optional<double> low, high;
        bool isTyped() const { return low || high; }
    };

    ~PlotWidget() override;

    /// `note` is said behind the title, and is no part of what the axis shows: "moving average, weight 0.6".
    void setAxis(Axis axis, const QString& title, const QString& unit = {}, Kind kind = Kind::Number,
                 const QString& note = {});
    QString axisTitle(Axis axis) const; ///< with note and unit
    Kind kind(Axis axis) const { return state(axis).kind; }
    /// Of a column of bare values: a duration and a date have their unit at every number, and on no axis.
    QString valueHeading(Axis axis) const;
    void setLogarithmic(Axis axis, bool logarithmic);
    bool isLogarithmic(Axis axis) const { return state(axis).logarithmic; }
    /// Of what the axis shows now: another title has limits of its own, and these come back with this one.
    /// invalid_argument unless low < high, and 0 < low on a logarithmic axis.
    void setLimits(Axis axis, std::optional<double> low, std::optional<double> high);
    Limits limits(Axis axis) const;
    void clearLimits(); ///< both axes follow the data again
    void askLimits(Axis axis);
    /// Of everything that the axes have shown; to be remembered.
    QVariantMap typedLimits() const;
    void setTypedLimits(const QVariantMap& limits);

    Range range(Axis axis);
    /// As if zoomed by hand: stays until resetZoom.
    void setRange(Axis axis, double low, double high);
    void zoom(double factor, const QPointF& about, bool x, bool y); ///< factor < 1 shows less; `about` in pixels
    void pan(const QPointF& pixels);
    void resetZoom();
    bool isZoomed() const { return m_x.zoomed || m_y.zoomed; }
    /// Both plots show the same part of x from now on, whichever of them is zoomed.
    void shareX(PlotWidget* other);

    void setEmptyText(const QString& sentence);
    /// For exported pictures: title, and what is shown beside the axes.
    void setDescription(const QString& title, const PictureMetadata& metadata);
    /// What is said of the plot beside it on the screen, and in a picture below its legend.
    void setCaption(const QString& caption);
    /// What lines, bars or marks stand for where that is more than a value each: said below the legend, on the screen
    /// and in pictures.
    void setExplanation(const QString& explanation);
    /// What its legend names stands beside it on the screen; in a picture it has a legend of its own all the same.
    void setLegendBeside(bool beside);
    /// Names that the legend will have: nothing moves when they come.
    void expectInLegend(const QStringList& names);
    /// Of the part that is shown, in letters and colours of the figure; its legend has all the room that it needs.
    Picture picture(const FigureOptions& options = {});
    virtual ValueTable values() const = 0;
    FigureMenu* menu() const { return m_menu; }

    QPointF toPixel(double x, double y);
    QPointF toData(const QPointF& pixel);
    QRectF axesRect();         ///< pixels
    QStringList legendNames(); ///< in order
    QString remark();          ///< what the plot says below its legend, e.g. points it can't show
    QString readout() const;   ///< the text beside the pointer or cursor, as HTML
    void setRubberBand(const std::optional<QRectF>& rectangle);

    // What mouse and keys ask for; a plot answers what it has.
    virtual void hover(const QPointF& pixel) = 0;
    virtual void leave();
    virtual void click(const QPointF& pixel) = 0;
    virtual void step(int right, int up) = 0; ///< arrow keys
    virtual void activate() {}                ///< Enter

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void rangeChanged(headlight::PlotWidget::Axis axis, double low, double high);
    void zoomReset();
    void limitsChanged(headlight::PlotWidget::Axis axis);
    void failed(const QString& message); ///< an export went wrong

protected:
    explicit PlotWidget(QWidget* parent);

    struct Content {
        std::optional<Range> x, y; ///< of what can be shown; none when there is nothing
        QList<LegendEntry> legend;
        QString remark;
        bool padX = true;
        bool fromZero = false; ///< y starts at 0 (bars)
        double room = 0;       ///< pixels around what is drawn, for marks that are larger than points
    };
    /// Puts what is dirty into the QCustomPlot; called at most once per frame.
    virtual Content rebuild() = 0;
    /// After every change of ranges, sizes or content: what lies over the plot.
    virtual void placeOverlay() {}
    /// In a figure, after what is drawn there has found its place: true when the legend must name more.
    virtual bool lacksNames() { return false; }

    void setLimitable(Axis axis, bool on); ///< not an axis of categories
    void refreshSoon();
    void ensureFresh();
    QCustomPlot& plot() const { return *m_plot; }
    PlotOverlay& overlay() const { return *m_overlay; }
    /// Colours and letters of what is drawn: of the window, or of the figure that is being made.
    Theme theme() const { return m_figure ? m_figure->theme : themeOf(palette()); }
    bool isFigure() const { return m_figure.has_value(); } ///< that is being made
    QFont letters() const { return m_figure ? m_figure->font : font(); }
    QString valueText(Axis axis, double value) const; ///< to be read, with unit
    QString placeText(Axis axis,
                      double value) const; ///< "step 120", "3 min 20 s": a place along an axis, in a sentence
    void announce(const QString& text);    ///< to screen readers
    virtual void themeChanged() {}

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct AxisState {
        QString title, unit, note;
        Kind kind = Kind::Number;
        bool logarithmic = false;
        bool zoomed = false;
        QHash<QString, Limits> typed; ///< by the title
        int ticks = 0;                ///< that are wanted where their labels have room
        QAction* ask = nullptr;       ///< for the limits
    };
    AxisState& state(Axis axis) { return axis == Axis::X ? m_x : m_y; }
    const AxisState& state(Axis axis) const { return axis == Axis::X ? m_x : m_y; }
    struct FigureDress {
        Theme theme;
        QFont font;
        QColor ground;
    };
    void dress(const std::optional<FigureDress>& figure);
    QPicture recorded(const FigureOptions& options, const QSize& size);
    PictureMetadata metadataWithRanges();
    void applyTheme();
    void applyTicker(Axis axis);
    bool fitTicks();
    bool fitTitles();
    void applyRanges();
    void applyRange(Axis axis, const std::optional<Range>& content, bool pad, bool fromZero);
    Range withRoom(Axis axis, const Range& range, const Range& content) const;
    QSizeF figureSize(const FigureSheet& sheet, double shape);
    void refresh();
    void replot();
    void makeLimits();
    void placeAutomatic();

    QCustomPlot* m_plot;
    LegendStrip* m_legend;
    PlotOverlay* m_overlay;
    FigureMenu* m_menu = nullptr;
    QTimer* m_timer;
    QToolButton* m_automatic = nullptr; ///< there while limits are typed
    AxisState m_x, m_y;
    QString m_emptyText;
    QString m_title;
    PictureMetadata m_metadata;
    QString m_explanation;
    std::optional<FigureDress> m_figure;
    bool m_isTitled = true; ///< a figure may leave the titles of the axes out
    bool m_dirty = true;
    std::optional<Range> m_contentX, m_contentY; ///< of what is drawn
    bool m_isPaddedX = true, m_isFromZero = false;
    double m_room = 0;
};

} // namespace headlight
