#include "panels/panel.h"

#include <QAbstractButton>
#include <QAction>
#include <QEvent>
#include <QLayout>
#include <QTabBar>
#include <QTimer>
#include <utility>

namespace headlight {

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

/// With the tabs below it, which Qt counts as its own when it shares out the room.
static QSize takenBy(const QDockWidget* dock) {
    QSize size = dock->size();
    for (const QTabBar* tabs : dock->parentWidget()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
        if (tabs->isVisible() && tabs->geometry().left() == dock->geometry().left() &&
            tabs->geometry().top() == dock->geometry().bottom() + 1)
            size.rheight() += tabs->height();
    return size;
}

Panel::Panel(Session& session, Jobs& jobs, QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_session(session), m_jobs(jobs) {
    setWindowFlags(Qt::Widget); // QMainWindow makes itself a window
    setDockNestingEnabled(true);
    setContextMenuPolicy(Qt::PreventContextMenu); // else a right click anywhere lists the docks
    m_settling.setSingleShot(true);
    connect(&m_settling, &QTimer::timeout, this, [this] {
        if (!m_presents && !m_comesBack)
            applyShares();
    });
}

Panel::~Panel() {
    m_session.disconnect(this); // parts that lose the focus as they go still tell the session
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
    watch(dock);
    return dock;
}

/// A dock that was closed or floated comes back to its size, and the others to theirs; one that was carried to another
/// side makes sizes of its own.
void Panel::watch(QDockWidget* dock) {
    // Not one whose tab or whose view is looked at again: all keep the sizes that their contents gave them meanwhile.
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool shown) {
        if (m_arranged && dock->isHidden())
            m_closed.insert(dock);
        else if (shown && m_closed.remove(dock))
            sizesComeBack();
    });
    connect(dock, &QDockWidget::topLevelChanged, this, [this, dock](bool floats) {
        if (floats)
            return placeFloat(dock);
        raiseLater(dock);
        sizesComeBack();
    });
    connect(dock->toggleViewAction(), &QAction::triggered, this, [this, dock](bool shown) {
        if (shown)
            raiseLater(dock);
    });
    connect(dock, &QDockWidget::dockLocationChanged, this, [this, dock](Qt::DockWidgetArea area) {
        if (area == Qt::NoDockWidgetArea)
            return;
        const bool isElsewhere = m_arranged && !m_isRestoring && m_areas.value(dock, area) != area;
        m_areas[dock] = area;
        if (isElsewhere)
            QTimer::singleShot(0, this, [this] { keepShares(size()); });
    });
}

/// One that comes back beside another as a tab would be behind it.
void Panel::raiseLater(QDockWidget* dock) {
    if (m_arranged && !m_isRestoring)
        QTimer::singleShot(0, dock, &QWidget::raise);
}

/// After the layout has made room.
void Panel::sizesComeBack() {
    if (m_arranged && !m_isRestoring && !m_presents)
        QTimer::singleShot(0, this, &Panel::applyShares);
}

/// By itself a dock floats where it was docked, over its neighbours' controls. A drag says where, and so does a place
/// that it had before.
void Panel::placeFloat(QDockWidget* dock) {
    const bool isDragged = dock->windowFlags().testFlag(Qt::X11BypassWindowManagerHint);
    if (isDragged || m_isRestoring || !m_arranged || m_floated.contains(dock))
        return;
    m_floated.insert(dock);
    QTimer::singleShot(0, dock, [this, dock] {
        const QWidget& middle = *centralWidget();
        const int em = fontMetrics().height();
        const QSize wanted = dock->size().expandedTo(dock->minimumSizeHint()).expandedTo({16 * em, 10 * em});
        const QSize least = dock->minimumSizeHint().expandedTo({10 * em, 6 * em});
        const QSize size = wanted.boundedTo(middle.size() - QSize(2 * em, 2 * em)).expandedTo(least);
        dock->resize(size);
        dock->move(middle.mapToGlobal(QPoint(em, middle.height() - em - size.height())));
    });
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

void Panel::present(bool presents) {
    if (presents == m_presents || (presents && !m_arranged)) // one that was never shown is presented when it is
        return;
    if (presents) {
        if (!m_comesBack)
            m_before = {layout(), shapedSize(), size(), m_shares};
        m_comesBack = false;
        m_presents = true;
        showControls(false);
        for (QDockWidget* dock : m_parts)
            dock->setVisible(presentedParts().contains(dock->objectName()) && !dock->isHidden());
        return QTimer::singleShot(0, this, &Panel::enlargeParts); // when the others have gone
    }
    m_presents = false;
    m_comesBack = true;
    showControls(true);
    m_shares = m_before.shares;
    restoreDocks(m_before.layout);
    if (isVisible()) // else its letters have their size again when it is shown
        settle();
}

void Panel::settle() {
    QTimer::singleShot(0, this, &Panel::comeBack);
    constexpr int settledInMs = 200;
    QTimer::singleShot(settledInMs, this, [this] {
        if (m_presents || !isVisible())
            return;
        comeBack();
        m_comesBack = false;
        if (size() != m_before.whole)
            applyShares();
        presentationEnded();
    });
}

/// As it was before the presentation, to the pixel, once it has the same room: letters have their size again a moment
/// later.
void Panel::comeBack() {
    if (m_comesBack && !m_presents && size() == m_before.whole && saveState(layoutVersion) != m_before.layout)
        restoreDocks(m_before.layout);
}

/// False when it is not the layout of these docks.
bool Panel::restoreDocks(const QByteArray& layout) {
    m_isRestoring = true;
    const bool isOfTheseDocks = restoreState(layout, layoutVersion);
    m_isRestoring = false;
    m_closed.removeIf([](const QDockWidget* dock) { return !dock->isHidden(); }); // all were, for a moment
    return isOfTheseDocks;
}

/// Larger letters need more room beside what stands in the middle.
void Panel::enlargeParts() {
    if (!m_presents)
        return;
    for (QDockWidget* dock : m_parts)
        if (const auto last = m_last.constFind({dock, Qt::Horizontal});
            isShown(dock) && acrossOf(dockWidgetArea(dock)) == Qt::Horizontal && last != m_last.cend())
            resizeDocks({dock}, {presentedWidth(dock, last->pixels)}, Qt::Horizontal);
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
    if (layout.isEmpty())
        return;
    const QSize now = this->size();
    if (!size.isEmpty()) // in other room, as before there is a second sentence, Qt would give docks other sizes
        resize(size);
    if (!restoreDocks(layout)) { // a damaged one leaves docks where nobody sees them
        restoreDocks(m_initialLayout);
        size = {};
    }
    for (QDockWidget* dock : m_parts)
        m_areas[dock] = dockWidgetArea(dock);
    m_shares.clear();
    if (!size.isEmpty())
        keepShares(size);
    resize(now);
    applyShares();
}

void Panel::keepShares(QSize whole) {
    keepShares(whole, Qt::Horizontal);
    keepShares(whole, Qt::Vertical);
}

/// A dock that is as it was left keeps its share, also where it was given more than that because it can't be smaller.
void Panel::keepShares(QSize whole, Qt::Orientation along) {
    for (QDockWidget* dock : m_parts) {
        const std::pair key(dock, along);
        const int pixels = lengthOf(takenBy(dock), along);
        if (isShown(dock) && m_shares.value(key).pixels != pixels)
            m_shares[key] = {double(pixels) / lengthOf(whole, along), pixels, pixels};
        else if (!isShown(dock) && !m_shares.contains(key) && m_last.contains(key))
            m_shares[key] = m_last[key];
    }
}

bool Panel::hasShares(Qt::Orientation along) const {
    return std::any_of(m_shares.keyBegin(), m_shares.keyEnd(), [&](const auto& key) { return key.second == along; });
}

/// Since the docks were arranged: a separator between two above each other leaves their widths.
bool Panel::hasMoved(Qt::Orientation along) const {
    return std::any_of(m_parts.begin(), m_parts.end(), [&](QDockWidget* dock) {
        return isShown(dock) && m_last.value({dock, along}).pixels != lengthOf(takenBy(dock), along);
    });
}

/// Both ways: a panel that gets another size for a moment, as between views with and without the sentence, takes from
/// other docks than it gave to.
void Panel::applyShares() {
    if (!hasShares(Qt::Horizontal) || !hasShares(Qt::Vertical))
        arrange();
    for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical}) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (QDockWidget* dock : m_parts)
            if (const auto share = m_shares.constFind({dock, along}); share != m_shares.cend() && isShown(dock)) {
                const int needed = along == Qt::Horizontal ? std::min(share->kept, neededWidth(dock)) : 0;
                docks << dock;
                sizes << std::max(qRound(share->ofPanel * lengthOf(size(), along)), needed);
            }
        resizeDocks(docks, sizes, along);
    }
    QMainWindow::layout()->activate();
    for (auto share = m_shares.begin(); share != m_shares.end(); ++share)
        share->pixels = lengthOf(takenBy(share.key().first), share.key().second);
    for (QDockWidget* dock : m_parts)
        for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical})
            if (isShown(dock)) {
                const int pixels = lengthOf(takenBy(dock), along);
                m_last[{dock, along}] = {double(pixels) / lengthOf(size(), along), pixels};
            }
}

/// By themselves docks keep the size that a small window left them when it becomes large.
void Panel::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_comesBack)
        QTimer::singleShot(0, this, &Panel::comeBack);
    else if (m_arranged && !m_presents) {
        applyShares();
        m_settling.start(); // what is as high as its width asks has got another width
    }
}

/// Only a separator takes a press on the panel itself.
bool Panel::event(QEvent* event) {
    const bool taken = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonPress)
        m_dragsSeparator = event->isAccepted();
    else if (event->type() == QEvent::MouseButtonRelease && std::exchange(m_dragsSeparator, false))
        for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical})
            if (hasMoved(along))
                keepShares(size(), along);
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
    if (m_comesBack)
        settle();
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
