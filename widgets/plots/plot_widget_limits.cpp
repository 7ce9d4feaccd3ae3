// The typed limits of a PlotWidget's axes: each belongs to what the axis shows, and comes back with it.
#include "plots/axis_limits.h"

#include <QAction>
#include <QToolButton>
#include <cmath>
#include <qcustomplot.h>
#include <stdexcept>

namespace headlight {

void PlotWidget::makeLimits() {
    const auto action = [this](const QString& title, const QString& name, const std::function<void()>& what) {
        auto* made = new QAction(title, this);
        made->setObjectName(name);
        connect(made, &QAction::triggered, this, what);
        addAction(made);
        return made;
    };
    m_x.ask = action(tr("Limits of the horizontal axis…"), QStringLiteral("limitsX"), [this] { askLimits(Axis::X); });
    m_y.ask = action(tr("Limits of the vertical axis…"), QStringLiteral("limitsY"), [this] { askLimits(Axis::Y); });
    QAction* automatic = action(tr("Automatic limits"), QStringLiteral("limitsAutomatic"), [this] { clearLimits(); });
    m_automatic = new QToolButton(this);
    m_automatic->setDefaultAction(automatic);
    automatic->setToolTip(tr("The axes have typed limits: let them follow the data again"));
    m_automatic->setObjectName(QStringLiteral("limitsAutomatic.button"));
    m_automatic->setFocusPolicy(Qt::StrongFocus);
    m_automatic->hide();
    automatic->setEnabled(false);
}

void PlotWidget::setLimits(Axis axis, std::optional<double> low, std::optional<double> high) {
    const bool ordered = !low || !high || *low < *high;
    const bool positive = !isLogarithmic(axis) || ((!low || *low > 0) && (!high || *high > 0));
    if (!ordered || !positive || !std::isfinite(low.value_or(0)) || !std::isfinite(high.value_or(0)))
        throw std::invalid_argument(
            "PlotWidget::setLimits: expected low < high, and both above 0 on a logarithmic axis");
    AxisState& s = state(axis);
    const Limits limits{low, high};
    s.zoomed = false;
    if (limits.isTyped())
        s.typed.insert(s.title, limits);
    else
        s.typed.remove(s.title);
    refreshSoon();
    emit limitsChanged(axis);
}

/// A limit that a logarithmic axis can't have waits until it is linear again.
PlotWidget::Limits PlotWidget::limits(Axis axis) const {
    const AxisState& s = state(axis);
    Limits limits = s.typed.value(s.title);
    for (std::optional<double>* end : {&limits.low, &limits.high})
        if (s.logarithmic && *end && **end <= 0)
            end->reset();
    return limits;
}

void PlotWidget::setLimitable(Axis axis, bool on) {
    state(axis).ask->setVisible(on);
}

void PlotWidget::askLimits(Axis axis) {
    if (!state(axis).ask->isVisible())
        return;
    auto* dialog = new AxisLimitsDialog(*this, axis);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void PlotWidget::clearLimits() {
    for (const Axis axis : {Axis::X, Axis::Y})
        if (limits(axis).isTyped())
            setLimits(axis, {}, {});
}

/// After the axes have found their place.
void PlotWidget::placeAutomatic() {
    const bool typed = limits(Axis::X).isTyped() || limits(Axis::Y).isTyped();
    m_automatic->defaultAction()->setEnabled(typed);
    m_automatic->setVisible(typed);
    if (!typed)
        return;
    m_automatic->adjustSize();
    const QRect axes = m_plot->axisRect()->rect();
    m_automatic->move(axes.right() - m_automatic->width() - 4, axes.top() + 4);
    m_automatic->raise();
}

QVariantMap PlotWidget::typedLimits() const {
    QVariantMap all;
    for (const Axis axis : {Axis::X, Axis::Y}) {
        const auto& typed = state(axis).typed;
        for (auto one = typed.cbegin(); one != typed.cend(); ++one) {
            const auto text = [](const std::optional<double>& end) { return end ? exactNumber(*end) : QString(); };
            all[(axis == Axis::X ? QStringLiteral("x ") : QStringLiteral("y ")) + one.key()] =
                QStringList{text(one->low), text(one->high)};
        }
    }
    return all;
}

/// What isn't a pair of ascending numbers is left out: the settings are a file that anybody may edit.
void PlotWidget::setTypedLimits(const QVariantMap& limits) {
    m_x.typed.clear();
    m_y.typed.clear();
    for (auto one = limits.cbegin(); one != limits.cend(); ++one) {
        const QStringList ends = one->toStringList();
        const auto number = [&](qsizetype at) {
            bool good = false;
            const double value = ends.value(at).toDouble(&good);
            return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
        };
        const Limits typed{number(0), number(1)};
        if (!typed.isTyped() || (typed.low && typed.high && *typed.low >= *typed.high))
            continue;
        if (one.key().startsWith(QLatin1String("x ")))
            m_x.typed.insert(one.key().mid(2), typed);
        else if (one.key().startsWith(QLatin1String("y ")))
            m_y.typed.insert(one.key().mid(2), typed);
    }
    refreshSoon();
}

} // namespace headlight
