#include "panels/panel.h"

#include <QAction>
#include <QLayout>

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
    dock->toggleViewAction()->setToolTip(help);
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
    restoreState(m_initialLayout, layoutVersion);
}

void Panel::setLayout(const QByteArray& layout) {
    if (m_arranged)
        restoreState(layout, layoutVersion);
    else
        m_wantedLayout = layout;
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
    QMainWindow::layout()->activate();
    arrange();
    m_initialLayout = layout();
    restoreState(m_wantedLayout, layoutVersion);
}

QList<QAction*> Panel::partActions() const {
    QList<QAction*> actions;
    for (QDockWidget* part : m_parts)
        actions << part->toggleViewAction();
    return actions;
}

} // namespace headlight
