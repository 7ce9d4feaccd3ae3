#include "panels/panel.h"

#include <QAbstractButton>
#include <QAction>
#include <QEvent>
#include <QLayout>
#include <utility>

namespace headlight {

Panel::Panel(Session& session, Jobs& jobs, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_session(session), m_jobs(jobs) {
    setWindowFlags(Qt::Widget); // QMainWindow makes itself a window
    setDockNestingEnabled(true);
    setContextMenuPolicy(Qt::PreventContextMenu); // else a right click anywhere lists the docks
}

QDockWidget* Panel::addPart(const QString& id, const QString& title, QWidget* content, Qt::DockWidgetArea area,
                            const QString& help) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(id);
    dock->setWidget(content);
    dock->setWhatsThis(help);
    QAction* toggle = dock->toggleViewAction();
    toggle->setToolTip(help);
    toggle->setIconText(tr("Show or hide “%1”").arg(title)); // for the command search
    toggle->setShortcut(QKeySequence(QStringLiteral("Ctrl+B, %1").arg(m_parts.size() + 1)));
    const QString keys = toggle->shortcut().toString(QKeySequence::NativeText);
    for (const auto& [button, text] :
         {std::pair("qt_dockwidget_floatbutton", tr("Let “%1” float, or put it back").arg(title)),
          std::pair("qt_dockwidget_closebutton",
                    tr("Close “%1”; %2 or the menu View shows it again").arg(title, keys))})
        dock->findChild<QAbstractButton*>(QLatin1String(button))->setToolTip(text);
    content->setWhatsThis(help);
    if (content->accessibleName().isEmpty())
        content->setAccessibleName(title);
    addDockWidget(area, dock);
    m_parts << dock;
    return dock;
}

QAction* Panel::addCommand(const QString& id, const QString& title, const QKeySequence& shortcut,
                           std::function<void()> run) {
    auto* action = new QAction(title, this);
    action->setObjectName(id);
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    addAction(action);
    return action;
}

void Panel::resetLayout() {
    restore(m_initialLayout, {});
}

void Panel::setLayout(const QByteArray& layout, QSize size) {
    m_wantedLayout = layout;
    m_wantedSize = size;
    if (m_arranged)
        restore(layout, size);
}

void Panel::restore(const QByteArray& layout, QSize size) {
    if (!restoreState(layout, layoutVersion))
        return;
    m_shares.clear();
    if (!size.isEmpty())
        keepShares(size);
    applyShares();
}

static Qt::Orientation acrossOf(Qt::DockWidgetArea area) {
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea ? Qt::Horizontal : Qt::Vertical;
}

static int lengthOf(QSize size, Qt::Orientation orientation) {
    return orientation == Qt::Horizontal ? size.width() : size.height();
}

/// Qt calls a dock behind the tab of another one visible, and puts it out of sight.
static bool isShown(const QDockWidget* dock) {
    return dock->isVisible() && !dock->isFloating() && dock->geometry().right() >= 0;
}

/// A dock that is as it was left keeps its share, also where it was given more than that because it can't be smaller.
void Panel::keepShares(QSize whole) {
    for (QDockWidget* dock : m_parts) {
        const Qt::Orientation across = acrossOf(dockWidgetArea(dock));
        const int pixels = lengthOf(dock->size(), across);
        if (isShown(dock) && m_shares.value(dock).pixels != pixels)
            m_shares[dock] = {double(pixels) / lengthOf(whole, across), pixels};
    }
}

void Panel::applyShares() {
    if (m_shares.isEmpty())
        arrange();
    for (const Qt::Orientation across : {Qt::Horizontal, Qt::Vertical}) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (QDockWidget* dock : m_parts)
            if (m_shares.contains(dock) && isShown(dock) && acrossOf(dockWidgetArea(dock)) == across) {
                docks << dock;
                sizes << qRound(m_shares[dock].ofPanel * lengthOf(size(), across));
            }
        resizeDocks(docks, sizes, across);
    }
    QMainWindow::layout()->activate();
    for (auto share = m_shares.begin(); share != m_shares.end(); ++share)
        share->pixels = lengthOf(share.key()->size(), acrossOf(dockWidgetArea(share.key())));
}

/// By themselves docks keep the size that a small window left them when it becomes large.
void Panel::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_arranged)
        applyShares();
}

/// Only a separator takes a press on the panel itself.
bool Panel::event(QEvent* event) {
    const bool taken = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonPress)
        m_dragsSeparator = event->isAccepted();
    else if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_dragsSeparator, false))
        keepShares(size());
    return taken;
}

/// A window manager keeps a dock that floats above the window only if the window was there first: docks that were
/// restored before it are shown anew.
bool Panel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == window() && event->type() == QEvent::WindowActivate) {
        watched->removeEventFilter(this);
        for (QDockWidget* dock : m_parts)
            if (dock->isFloating() && dock->isVisible()) {
                dock->hide();
                dock->show();
            }
    }
    return QMainWindow::eventFilter(watched, event);
}

QDockWidget* Panel::part(const QString& id) const {
    for (QDockWidget* dock : m_parts)
        if (dock->objectName() == id)
            return dock;
    return nullptr;
}

void Panel::showEvent(QShowEvent* event) {
    QMainWindow::showEvent(event);
    if (m_arranged)
        return;
    m_arranged = true;
    if (!window()->isActiveWindow())
        window()->installEventFilter(this);
    QMainWindow::layout()->activate();
    arrange();
    m_initialLayout = layout();
    restore(m_wantedLayout, m_wantedSize);
}

QList<QAction*> Panel::partActions() const {
    QList<QAction*> actions;
    for (QDockWidget* part : m_parts)
        actions << part->toggleViewAction();
    return actions;
}

} // namespace headlight
