#include "plots/plot_widget.h"

#include "figure/figure_menu.h"
#include "plots/legend_strip.h"
#include "plots/plot_navigation.h"
#include "plots/plot_overlay.h"

#include <QAccessible>
#include <QTimer>
#include <cmath>

namespace headlight {
namespace {

constexpr int frame = 16; // ms
constexpr double deepest = 1e-10;

QCPAxis* axisOf(QCustomPlot& plot, PlotWidget::Axis axis) {
    return axis == PlotWidget::Axis::X ? plot.xAxis : plot.yAxis;
}

QFont scaledFont(const QFont& font, double factor) {
    QFont result = font;
    result.setPixelSize(qMax(8, qRound(QFontInfo(font).pixelSize() * factor)));
    return result;
}

} // namespace

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_overlay(new PlotOverlay(this)), m_timer(new QTimer(this)) {
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setNoAntialiasingOnDrag(false);
    m_plot->plotLayout()->insertRow(0);
    m_legend = new LegendStrip(m_plot);
    m_plot->plotLayout()->addElement(0, 0, m_legend);
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->axisRect()->setMinimumMargins(QMargins(4, 10, 12, 4));
    m_timer->setSingleShot(true);
    m_timer->setInterval(frame);
    connect(m_timer, &QTimer::timeout, this, [this] {
        if (isVisible())
            ensureFresh();
    });
    connect(m_plot, &QCustomPlot::afterReplot, this, [this] {
        m_overlay->setAxes(m_plot->axisRect()->rect());
        placeAutomatic();
        placeOverlay();
    });
    new PlotNavigation(this);
    FigureSource source;
    source.name = [this] { return m_title.isEmpty() ? QStringLiteral("plot") : m_title; };
    source.picture = [this](const FigureOptions& options) { return picture(options); };
    source.values = [this] { return values(); };
    source.resetZoom = [this] { resetZoom(); };
    m_menu = new FigureMenu(this, source);
    connect(m_menu, &FigureMenu::failed, this, &PlotWidget::failed);
    makeLimits();
    applyTicker(Axis::X);
    applyTicker(Axis::Y);
    applyTheme();
}

/// Closing sends events, which must not reach the drawn curves any more: these are gone already.
PlotWidget::~PlotWidget() {
    delete findChild<PlotNavigation*>();
}

PlotWidget::Range PlotWidget::range(Axis axis) {
    ensureFresh();
    const QCPRange range = axisOf(*m_plot, axis)->range();
    return {range.lower, range.upper};
}

void PlotWidget::setRange(Axis axis, double low, double high) {
    QCPAxis* target = axisOf(*m_plot, axis);
    // Deeper than this, doubles can't tell one tick from the next.
    const bool tooNarrow = !(high - low > deepest * qMax(std::abs(low), std::abs(high)));
    if (!QCPRange::validRange(low, high) || tooNarrow || (isLogarithmic(axis) && low <= 0))
        return;
    if (state(axis).zoomed && target->range() == QCPRange(low, high))
        return;
    ensureFresh();
    state(axis).zoomed = true;
    target->setRange(low, high);
    replot();
    emit rangeChanged(axis, low, high);
}

void PlotWidget::zoom(double factor, const QPointF& about, bool x, bool y) {
    ensureFresh();
    for (const Axis axis : {Axis::X, Axis::Y}) {
        if (!(axis == Axis::X ? x : y))
            continue;
        QCPAxis* target = axisOf(*m_plot, axis);
        QCPRange before = target->range();
        const double fixed = target->pixelToCoord(axis == Axis::X ? about.x() : about.y());
        const auto moved = [&](double end) {
            return isLogarithmic(axis) ? fixed * std::pow(end / fixed, factor) : fixed + (end - fixed) * factor;
        };
        setRange(axis, moved(before.lower), moved(before.upper));
    }
}

void PlotWidget::pan(const QPointF& pixels) {
    ensureFresh();
    for (const Axis axis : {Axis::X, Axis::Y}) {
        const double by = axis == Axis::X ? pixels.x() : pixels.y();
        QCPAxis* target = axisOf(*m_plot, axis);
        const auto moved = [&](double end) { return target->pixelToCoord(target->coordToPixel(end) - by); };
        if (by != 0)
            setRange(axis, moved(target->range().lower), moved(target->range().upper));
    }
}

void PlotWidget::resetZoom() {
    if (!isZoomed())
        return;
    m_x.zoomed = m_y.zoomed = false;
    m_dirty = true;
    ensureFresh();
    emit zoomReset();
}

void PlotWidget::shareX(PlotWidget* other) {
    const auto follow = [](PlotWidget* from, PlotWidget* to) {
        connect(from, &PlotWidget::rangeChanged, to, [to](Axis axis, double low, double high) {
            if (axis == Axis::X)
                to->setRange(axis, low, high);
        });
        connect(from, &PlotWidget::zoomReset, to, &PlotWidget::resetZoom);
        connect(from, &PlotWidget::limitsChanged, to, [from, to](Axis axis) {
            const Limits wanted = from->limits(axis), there = to->limits(axis);
            if (axis == Axis::X && (wanted.low != there.low || wanted.high != there.high))
                to->setLimits(axis, wanted.low, wanted.high);
        });
    };
    follow(this, other);
    follow(other, this);
    if (m_x.zoomed)
        other->setRange(Axis::X, range(Axis::X).low, range(Axis::X).high);
}

void PlotWidget::setEmptyText(const QString& sentence) {
    m_emptyText = sentence;
    refreshSoon();
}

void PlotWidget::setDescription(const QString& title, const PictureMetadata& metadata) {
    m_title = title;
    m_metadata = metadata;
    if (!title.isEmpty()) // else it keeps the name that says what it draws
        setAccessibleName(title);
}

void PlotWidget::setExplanation(const QString& explanation) {
    m_explanation = explanation;
    refreshSoon();
}

void PlotWidget::setCaption(const QString& caption) {
    m_legend->setCaption(caption);
}

void PlotWidget::setLegendBeside(bool beside) {
    m_legend->setBeside(beside);
    refreshSoon();
}

void PlotWidget::expectInLegend(const QStringList& names) {
    QList<LegendEntry> entries;
    for (const QString& name : names)
        entries.append({LegendEntry::Sample::Line, name, {}});
    m_legend->setExpected(entries);
    refreshSoon();
}

QPointF PlotWidget::toPixel(double x, double y) {
    ensureFresh();
    return {m_plot->xAxis->coordToPixel(x), m_plot->yAxis->coordToPixel(y)};
}

QPointF PlotWidget::toData(const QPointF& pixel) {
    ensureFresh();
    return {m_plot->xAxis->pixelToCoord(pixel.x()), m_plot->yAxis->pixelToCoord(pixel.y())};
}

QRectF PlotWidget::axesRect() {
    ensureFresh();
    return m_plot->axisRect()->rect();
}

QStringList PlotWidget::legendNames() {
    ensureFresh();
    QStringList names;
    for (const LegendEntry& entry : m_legend->entries())
        names += entry.text();
    return names;
}

QString PlotWidget::remark() {
    ensureFresh();
    return m_legend->remark();
}

QString PlotWidget::readout() const {
    return m_overlay->readout();
}

void PlotWidget::setRubberBand(const std::optional<QRectF>& rectangle) {
    m_overlay->setRectangle(rectangle);
}

void PlotWidget::leave() {
    m_overlay->clearReadout();
}

QSize PlotWidget::sizeHint() const {
    const int em = fontMetrics().height();
    return {36 * em, 22 * em};
}

QSize PlotWidget::minimumSizeHint() const {
    const int em = fontMetrics().height();
    return {14 * em, 10 * em};
}

void PlotWidget::announce(const QString& text) {
    if (accessibleDescription() == text)
        return;
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void PlotWidget::refreshSoon() {
    m_dirty = true;
    if (!m_timer->isActive())
        m_timer->start();
}

void PlotWidget::ensureFresh() {
    if (m_dirty)
        refresh();
}

void PlotWidget::refresh() {
    m_dirty = false;
    const Content content = rebuild();
    const bool empty = !content.x || !content.y;
    m_legend->setEntries(content.legend);
    const bool both = !m_explanation.isEmpty() && !content.remark.isEmpty();
    m_legend->setRemark(m_explanation + (both ? QStringLiteral(". ") : QString()) + content.remark);
    m_contentX = content.x;
    m_contentY = content.y;
    m_isPaddedX = content.padX;
    m_isFromZero = content.fromZero;
    m_room = content.room;
    applyRanges();
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicks(!empty);
        axis->setTickLabels(!empty);
        axis->grid()->setVisible(!empty);
    }
    m_overlay->setEmptyText(empty ? m_emptyText : QString());
    replot();
}

void PlotWidget::replot() {
    fitTicks();
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
    if (fitTitles()) // the axes have another place now
        m_plot->replot(QCustomPlot::rpQueuedRefresh);
    if (fitTicks())
        m_plot->replot(QCustomPlot::rpQueuedRefresh);
    for (int pass = 0; pass < 2 && m_room > 0; ++pass) { // pixels; other numbers at the ticks change the axes' size
        applyRanges();
        m_plot->replot(QCustomPlot::rpQueuedRefresh);
    }
}

void PlotWidget::applyTheme() {
    const Theme now = theme();
    const QColor surface = color(ColorRole::Surface, now);
    const QColor muted = color(ColorRole::MutedText, now);
    const QColor text = color(ColorRole::Text, now);
    const QColor grid = color(ColorRole::Grid, now);
    m_plot->setBackground(surface);
    QPalette colors = palette();
    colors.setColor(QPalette::Window, surface);
    m_plot->setPalette(colors);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setBasePen(QPen(color(ColorRole::Border, now), 1));
        axis->setTickPen(QPen(color(ColorRole::Border, now), 1));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0, 4);
        axis->setTickLabelColor(text);
        axis->setLabelColor(muted);
        axis->setTickLabelFont(scaledFont(letters(), 0.9));
        axis->setLabelFont(scaledFont(letters(), 1));
        axis->setTickLabelPadding(4);
        axis->setLabelPadding(4);
        axis->grid()->setPen(QPen(grid, 1));
        axis->grid()->setZeroLinePen(QPen(grid, 1));
    }
    m_legend->setLook(scaledFont(letters(), 0.95), text, muted);
    themeChanged();
    refreshSoon();
}

void PlotWidget::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void PlotWidget::resizeEvent(QResizeEvent* event) {
    m_plot->setGeometry(rect());
    m_overlay->setGeometry(rect());
    refreshSoon(); // what is drawn may depend on the room there is
    QWidget::resizeEvent(event);
}

void PlotWidget::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refreshSoon();
}

void PlotWidget::focusInEvent(QFocusEvent* event) {
    const bool byKey = event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason;
    m_overlay->setFocusRing(byKey);
    QWidget::focusInEvent(event);
}

void PlotWidget::focusOutEvent(QFocusEvent* event) {
    m_overlay->setFocusRing(false);
    QWidget::focusOutEvent(event);
}

} // namespace headlight
