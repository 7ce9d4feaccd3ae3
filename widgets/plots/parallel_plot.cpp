#include "plots/parallel_plot.h"

#include "figure/figure_menu.h"
#include "plots/plot_overlay.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headlight {

namespace {

constexpr double axisReach = 10; // pixels beside an axis from where it is meant
constexpr double lineReach = 8;

double distanceTo(const QPolygonF& piece, const QPointF& at) {
    double least = HUGE_VAL;
    for (qsizetype i = 0; i < piece.size(); ++i) {
        const QPointF from = piece[std::max(qsizetype(0), i - 1)], way = piece[i] - from, off = at - from;
        const double length = QPointF::dotProduct(way, way);
        const double share = length > 0 ? std::clamp(QPointF::dotProduct(off, way) / length, 0., 1.) : 0;
        least = std::min(least, QLineF(from + share * way, at).length());
    }
    return least;
}

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent), m_overlay(new PlotOverlay(this)) {
    setObjectName(QStringLiteral("parallelPlot"));
    setAccessibleName(tr("Parallel coordinates"));
    m_overlay->setEmptyPicture(FaintPicture::Parallel);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    FigureSource source;
    source.name = [this] { return m_title.isEmpty() ? QStringLiteral("parallel coordinates") : m_title; };
    source.picture = [this](const FigureOptions& options) { return picture(options); };
    source.values = [this] { return values(); };
    m_menu = new FigureMenu(this, source);
    connect(m_menu, &FigureMenu::failed, this, &ParallelPlot::failed);
}

void ParallelPlot::setLines(const QList<ParallelAxis>& axes, const QList<ParallelLine>& lines) {
    QSet<QString> ids, keys;
    for (const ParallelAxis& axis : axes)
        keys.insert(axis.key);
    for (const ParallelLine& line : lines) {
        ids.insert(line.id);
        if (line.values.size() != axes.size())
            throw std::invalid_argument("ParallelPlot::setLines: expected as many values as axes");
    }
    if (ids.size() != lines.size() || keys.size() != axes.size())
        throw std::invalid_argument("ParallelPlot::setLines: expected every id and every key once");
    m_axes = axes;
    m_lines = lines;
    m_scales.clear();
    for (qsizetype a = 0; a < axes.size(); ++a) {
        QVector<double> values;
        for (const ParallelLine& line : lines)
            values.append(line.values[a]);
        m_scales.append(ParallelScale(axes[a], values));
    }
    for (const QString& key : m_kept.keys())
        if (!keys.contains(key))
            m_kept.remove(key);
    m_keyAxis = std::clamp(m_keyAxis, 0, std::max(0, int(axes.size()) - 1));
    if (!find(m_hovered))
        readOut(nullptr, {});
    update();
}

void ParallelPlot::setCurrent(const QStringList& ids) {
    m_current = ids;
    update();
}

void ParallelPlot::setEmptyText(const QString& sentence) {
    m_overlay->setAxes(rect());
    m_overlay->setEmptyText(sentence);
}

void ParallelPlot::setDescription(const QString& title, const PictureMetadata& metadata) {
    m_title = title;
    m_metadata = metadata;
}

void ParallelPlot::setKept(const QString& axis, const std::optional<Range>& range) {
    if (range)
        m_kept.insert(axis, *range);
    else if (m_kept.remove(axis) == 0)
        return;
    if (const ParallelLine* line = find(m_hovered); line && !isInside(*line))
        readOut(nullptr, {});
    update();
    emit keptChanged();
}

void ParallelPlot::keepAll() {
    if (m_kept.isEmpty())
        return;
    m_kept.clear();
    update();
    emit keptChanged();
}

bool ParallelPlot::isInside(const ParallelLine& line) const {
    for (qsizetype a = 0; a < m_axes.size(); ++a) {
        const auto range = m_kept.constFind(m_axes[a].key);
        const double value = line.values[a];
        if (range != m_kept.cend() && !(value >= range->low && value <= range->high)) // NaN is in no range
            return false;
    }
    return true;
}

QStringList ParallelPlot::inside() const {
    QStringList ids;
    for (const ParallelLine& line : m_lines)
        if (isInside(line))
            ids.append(line.id);
    return ids;
}

const ParallelLine* ParallelPlot::find(const QString& id) const {
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [&](const auto& line) { return line.id == id; });
    return found == m_lines.end() ? nullptr : &*found;
}

int ParallelPlot::axisAt(const QPointF& pixel) const {
    if (m_axes.isEmpty())
        return -1;
    const ParallelLayout layout = layoutIn(size());
    const QRectF& area = layout.area;
    if (pixel.y() < area.top() - axisReach || pixel.y() > area.bottom() + axisReach)
        return -1;
    for (int a = 0; a < m_axes.size(); ++a)
        if (std::abs(layout.x[a] - pixel.x()) <= axisReach)
            return a;
    return -1;
}

const ParallelLine* ParallelPlot::lineAt(const QPointF& pixel) const {
    if (m_axes.isEmpty())
        return nullptr;
    const ParallelLayout layout = layoutIn(size());
    const ParallelLine* best = nullptr;
    double least = lineReach;
    for (const ParallelLine& line : m_lines)
        if (isInside(line))
            for (const QPolygonF& piece : piecesOf(line, layout))
                if (const double distance = distanceTo(piece, pixel); distance < least) {
                    least = distance;
                    best = &line;
                }
    return best;
}

void ParallelPlot::readOut(const ParallelLine* line, const QPointF& at) {
    const QString id = line ? line->id : QString();
    if (id == m_hovered)
        return;
    m_hovered = id;
    if (!line) {
        m_overlay->clearReadout();
    } else {
        QString html = QStringLiteral("<span style='color:%1'>●</span> <b>%2</b>")
                           .arg(line->look.in(themeOf(palette())).name(), line->name.toHtmlEscaped());
        QString spoken = line->name;
        for (qsizetype a = 0; a < m_axes.size(); ++a) {
            const QString value = std::isnan(line->values[a]) ? tr("none")
                                  : line->texts.isEmpty()     ? m_axes[a].text(line->values[a])
                                                              : line->texts[a];
            html += QStringLiteral("<br>%1: %2").arg(m_axes[a].title.toHtmlEscaped(), value.toHtmlEscaped());
            spoken += QStringLiteral(", %1 %2").arg(m_axes[a].title, value);
        }
        m_overlay->setReadout({}, html, at);
        setAccessibleDescription(spoken);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    update();
    emit hovered(id);
}

QString ParallelPlot::readout() const {
    return m_overlay->readout();
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    m_isPressed = true;
    m_moved = false;
    m_pressed = event->position();
    m_dragAxis = axisAt(m_pressed);
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (!m_isPressed) {
        const bool onAxis = axisAt(at) >= 0;
        setCursor(onAxis ? Qt::SplitVCursor : Qt::ArrowCursor);
        readOut(lineAt(at), at);
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (!m_moved || m_dragAxis < 0)
        return;
    const QRectF area = layoutIn(size()).area;
    const auto valueAt = [&](double y) {
        return m_scales[m_dragAxis].value(std::clamp((area.bottom() - y) / area.height(), 0., 1.));
    };
    const double a = valueAt(m_pressed.y()), b = valueAt(at.y());
    setKept(m_axes[m_dragAxis].key, Range{std::min(a, b), std::max(a, b)});
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_isPressed || event->button() != Qt::LeftButton)
        return QWidget::mouseReleaseEvent(event);
    m_isPressed = false;
    const int axis = std::exchange(m_dragAxis, -1);
    if (m_moved)
        return;
    if (axis >= 0 && m_kept.contains(m_axes[axis].key))
        setKept(m_axes[axis].key, {});
    else if (const ParallelLine* line = lineAt(event->position()))
        emit clicked(QString(line->id)); // what hears it may bring other lines
}

void ParallelPlot::leaveEvent(QEvent* event) {
    readOut(nullptr, {});
    QWidget::leaveEvent(event);
}

/// To the next line above or below along the axis of the keys.
void ParallelPlot::stepLine(int up) {
    if (m_axes.isEmpty())
        return;
    QList<std::pair<double, qsizetype>> order;
    for (qsizetype i = 0; i < m_lines.size(); ++i)
        if (isInside(m_lines[i]) && !std::isnan(m_lines[i].values[m_keyAxis]))
            order.append({m_lines[i].values[m_keyAxis], i});
    if (order.isEmpty())
        return;
    std::sort(order.begin(), order.end());
    qsizetype now = up > 0 ? -1 : order.size();
    for (qsizetype i = 0; i < order.size(); ++i)
        if (m_lines[order[i].second].id == m_hovered)
            now = i;
    const ParallelLine& line = m_lines[order[std::clamp(now + up, qsizetype(0), order.size() - 1)].second];
    readOut(&line, point(m_keyAxis, line.values[m_keyAxis], layoutIn(size())));
}

void ParallelPlot::keyPressEvent(QKeyEvent* event) {
    const int last = int(m_axes.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up:
        return stepLine(1);
    case Qt::Key_Down:
        return stepLine(-1);
    case Qt::Key_Left:
    case Qt::Key_Right:
        m_keyAxis = std::clamp(m_keyAxis + (event->key() == Qt::Key_Right ? 1 : -1), 0, std::max(0, last));
        return update();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_hovered.isEmpty())
            emit clicked(QString(m_hovered));
        return;
    case Qt::Key_Escape:
        if (m_kept.isEmpty() && m_hovered.isEmpty())
            break;
        readOut(nullptr, {});
        return keepAll();
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

void ParallelPlot::resizeEvent(QResizeEvent* event) {
    m_overlay->setGeometry(rect());
    m_overlay->setAxes(rect());
    QWidget::resizeEvent(event);
}

void ParallelPlot::focusInEvent(QFocusEvent* event) {
    m_overlay->setFocusRing(event->reason() != Qt::MouseFocusReason && event->reason() != Qt::ActiveWindowFocusReason);
    QWidget::focusInEvent(event);
}

void ParallelPlot::focusOutEvent(QFocusEvent* event) {
    m_overlay->setFocusRing(false);
    QWidget::focusOutEvent(event);
}

QSize ParallelPlot::sizeHint() const {
    return {36 * fontMetrics().height(), 22 * fontMetrics().height()};
}

QSize ParallelPlot::minimumSizeHint() const {
    return {14 * fontMetrics().height(), 10 * fontMetrics().height()};
}

ValueTable ParallelPlot::values() const {
    ValueTable table;
    table.columns = {QStringLiteral("id"), QStringLiteral("name")};
    for (const ParallelAxis& axis : m_axes)
        table.columns += axis.fileTitle.isEmpty() ? axis.heading() : axis.fileTitle;
    if (!m_kept.isEmpty())
        table.columns += tr("within the ranges");
    for (const ParallelLine& line : m_lines) {
        QStringList row = {line.id, line.name};
        for (qsizetype a = 0; a < m_axes.size(); ++a)
            row += m_axes[a].words.isEmpty()       ? exactNumber(line.values[a])
                   : std::isnan(line.values[a])    ? QString()
                   : m_axes[a].fileWords.isEmpty() ? m_axes[a].text(line.values[a])
                                                   : m_axes[a].fileWords.value(qsizetype(std::lround(line.values[a])));
        if (!m_kept.isEmpty())
            row += isInside(line) ? tr("yes") : tr("no");
        table.rows += row;
    }
    return table;
}

} // namespace headlight
