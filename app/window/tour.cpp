#include "window/tour.h"

#include "forms/callout.h"
#include "panels/registry.h"
#include "session/session.h"
#include "window/tour_steps.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QEvent>
#include <QTabBar>

namespace headlight {

static const QString notice = QStringLiteral("first-steps");

Tour::Tour(QWidget& window, QTabBar& views, Session& session)
    : QObject(&window), m_window(window), m_views(views), m_session(session) {
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, [this] { show(m_step + 1); });
    m_placing.setSingleShot(true);
    m_placing.setInterval(0);
    connect(&m_placing, &QTimer::timeout, this, &Tour::place);
    connect(&views, &QTabBar::currentChanged, this, &Tour::enter, Qt::QueuedConnection); // when its panel is made
}

Tour::~Tour() = default;

void Tour::begin() {
    delete m_callout;
    m_session.withdraw(notice);
    m_callout = new Callout(&m_window);
    connect(m_callout, &Callout::read, this, [this] { show(m_step + 1); });
    connect(m_callout, &Callout::skipped, this, [this] { show(m_step + 1); });
    connect(m_callout, &Callout::left, this, &Tour::leave);
    qApp->installEventFilter(this);
    show(0);
}

/// Whoever leaves does not want to be asked again, and finds the tour in the menu.
void Tour::leave() {
    if (!isActive())
        return;
    m_step = -1;
    m_rest.stop();
    m_context.reset();
    qApp->removeEventFilter(this);
    m_callout->hide();
    m_callout->deleteLater(); // its own click may have brought us here
    m_callout.clear();
    m_session.settings().set("tour-done", true);
}

void Tour::show(int step) {
    m_rest.stop();
    m_step = step;
    if (step < int(tourSteps().size()))
        return enter();
    leave();
    m_session.post({notice, Notice::Kind::Info, tr("That was all. Help → First steps shows these steps again."), {}});
}

bool Tour::isInItsView() const {
    const QString view = QLatin1String(tourSteps()[std::size_t(m_step)].view);
    const int current = m_views.currentIndex();
    return current >= 0 && panelRows()[std::size_t(current)].id == view;
}

/// The step, or the way to its view.
void Tour::enter() {
    if (!isActive())
        return;
    const TourStep& step = tourSteps()[std::size_t(m_step)];
    m_context = std::make_unique<QObject>();
    Callout::Words words{tr(step.title), tr(step.text), tr("%1 of %2").arg(m_step + 1).arg(tourSteps().size())};
    if (isInItsView()) {
        words.isRead = !step.watch;
        const auto done = [this, number = m_step, rest = step.restMilliseconds] {
            if (m_step == number)
                m_rest.start(rest); // never out of the middle of what the user does
        };
        if (step.watch)
            step.watch({m_window, m_session, m_context.get(), done});
    } else {
        for (const PanelRow& row : panelRows())
            if (row.id == QLatin1String(step.view))
                words.text = tr("Open the view %1: this step is there.").arg(row.title);
    }
    m_callout->tell(words);
    place();
}

QRect Tour::rectOf(const QWidget* widget) const {
    if (!widget || !widget->isVisible() || widget->window() != &m_window)
        return {};
    QRect seen = widget->rect(); // whatever covers it: the viewport of an area that scrolls covers all of it
    for (const QWidget* part = widget; part != &m_window; part = part->parentWidget())
        seen = seen.translated(part->pos()) & part->parentWidget()->rect();
    return seen;
}

/// "tab:Title" is the tab of a dock behind another one, "enabled:name" counts only while it can be used.
QRect Tour::placeOf(const QString& name) const {
    if (name.startsWith(QLatin1String("tab:"))) {
        for (const QTabBar* bar : m_window.findChildren<QTabBar*>())
            for (int tab = 0; tab < bar->count() && bar->isVisible(); ++tab)
                if (bar->tabText(tab) == name.mid(4))
                    return {bar->mapTo(&m_window, bar->tabRect(tab).topLeft()), bar->tabRect(tab).size()};
        return {};
    }
    const bool mustBeEnabled = name.startsWith(QLatin1String("enabled:"));
    const auto* widget = m_window.findChild<QWidget*>(mustBeEnabled ? name.mid(8) : name);
    return widget && mustBeEnabled && !widget->isEnabled() ? QRect() : rectOf(widget);
}

QRect Tour::targetOf(const TourStep& step) const {
    if (!isInItsView()) {
        for (int tab = 0; tab < m_views.count(); ++tab)
            if (panelRows()[std::size_t(tab)].id == QLatin1String(step.view))
                return {m_views.mapTo(&m_window, m_views.tabRect(tab).topLeft()), m_views.tabRect(tab).size()};
        return {};
    }
    for (const char* name : step.targets)
        if (const QRect place = placeOf(QLatin1String(name)); !place.isEmpty())
            return place;
    return {};
}

void Tour::place() {
    if (isActive())
        m_callout->pointAt(targetOf(tourSteps()[std::size_t(m_step)]));
}

void Tour::takeKeyboard() {
    if (isActive())
        m_callout->takeKeyboard();
}

/// What is pointed at may move, go and come back.
bool Tour::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::EnabledChange:
        if (const auto* widget = qobject_cast<QWidget*>(watched);
            widget && m_callout && widget->window() == &m_window && widget != m_callout &&
            !m_callout->isAncestorOf(widget) && !widget->testAttribute(Qt::WA_TransparentForMouseEvents))
            m_placing.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace headlight
