#include "window/main_window.h"

#include "figure/figure_menu.h"
#include "forms/command_palette.h"
#include "forms/message_bar.h"
#include "session/open_model.h"
#include "window/presentation.h"
#include "window/tour.h"
#include "wording/shown_text.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QWhatsThis>

namespace headlight {

/// One thing the window can do. Adding one is a row here and the function it names.
struct MainWindow::ActionRow {
    const char* id;
    const char* menu;
    const char* title;
    QKeySequence shortcut;
    void (MainWindow::*run)();
};

const std::vector<MainWindow::ActionRow>& MainWindow::actionRows() {
    static const std::vector<ActionRow> rows{
        {"open", "File", QT_TR_NOOP("Open model…"), QKeySequence(Qt::CTRL | Qt::Key_O), &MainWindow::askForModel},
        {"open-view", "File", QT_TR_NOOP("Open view…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O),
         &MainWindow::askForView},
        {"save-view", "File", QT_TR_NOOP("Save view…"), QKeySequence(Qt::CTRL | Qt::Key_S), &MainWindow::saveView},
        {"check-reference", "File", QT_TR_NOOP("Check against a reference…"),
         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R), &MainWindow::checkReference},
        {"close-model", "File", QT_TR_NOOP("Close model"), QKeySequence(Qt::CTRL | Qt::Key_W), &MainWindow::closeModel},
        {"export-picture", "File", QT_TR_NOOP("Export the focused or largest picture…"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), &MainWindow::exportPicture},
        {"copy-picture", "Edit", QT_TR_NOOP("Copy picture"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
         &MainWindow::copyPicture},
        {"copy-values", "Edit", QT_TR_NOOP("Copy the values of the focused or largest picture"),
         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C), &MainWindow::copyValues},
        {"undo", "Edit", QT_TR_NOOP("Undo"), QKeySequence(Qt::CTRL | Qt::Key_Z), &MainWindow::undo},
        {"redo", "Edit", QT_TR_NOOP("Redo"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), &MainWindow::redo},
        {"undo-all", "Edit", QT_TR_NOOP("Undo all changes"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace),
         &MainWindow::undoAll},
        {"sentence", "Edit", QT_TR_NOOP("Go to the sentence"), QKeySequence(Qt::CTRL | Qt::Key_L),
         &MainWindow::focusSentence},
        {"examples", "Edit", QT_TR_NOOP("Example sentences…"), QKeySequence(Qt::CTRL | Qt::Key_E),
         &MainWindow::showExamples},
        {"commands", "View", QT_TR_NOOP("Search commands…"), QKeySequence(Qt::CTRL | Qt::Key_K),
         &MainWindow::openPalette},
        {"dismiss-message", "View", QT_TR_NOOP("Dismiss the message"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
         &MainWindow::dismissMessage},
        {"message", "View", QT_TR_NOOP("Go to the message"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_M),
         &MainWindow::focusMessage},
        {"reset-layout", "View", QT_TR_NOOP("Reset layout"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
         &MainWindow::resetLayout},
        {"presentation", "View", QT_TR_NOOP("Presentation"), QKeySequence(Qt::Key_F5), &MainWindow::togglePresentation},
        {"first-steps", "Help", QT_TR_NOOP("First steps"), QKeySequence(Qt::SHIFT | Qt::Key_F1),
         &MainWindow::beginTour},
        {"help", "Help", QT_TR_NOOP("What is this?"), QKeySequence(Qt::Key_F1), &MainWindow::showHelp},
        {"about", "Help", QT_TR_NOOP("About Headlight"), QKeySequence(Qt::CTRL | Qt::Key_I), &MainWindow::showAbout},
    };
    return rows;
}

void MainWindow::buildActions() {
    for (const char* title : {QT_TR_NOOP("File"), QT_TR_NOOP("Edit"), QT_TR_NOOP("View"), QT_TR_NOOP("Help")})
        m_menus[title] = menuBar()->addMenu(QLatin1Char('&') + tr(title));
    for (const ActionRow& row : actionRows()) {
        auto* action = new QAction(tr(row.title), this);
        action->setObjectName(row.id);
        action->setShortcut(row.shortcut);
        connect(action, &QAction::triggered, this, row.run);
        addAction(action);
        m_menus[row.menu]->addAction(action);
    }

    buildRecentMenu(m_menus["File"]->addMenu(tr("Open recent")));
    auto* quit = new QAction(tr("Quit"), this);
    quit->setObjectName("quit");
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
    connect(quit, &QAction::triggered, this, &QWidget::close);
    addAction(quit);
    m_menus["File"]->addSeparator();
    m_menus["File"]->addAction(quit);

    QMenu* view = m_menus["View"];
    view->addSeparator();
    for (std::size_t i = 0; i < panelRows().size(); ++i) {
        const PanelRow& row = panelRows()[i];
        auto* action = new QAction(tr("Show %1").arg(row.title), this);
        action->setObjectName("view." + row.id);
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + int(i))));
        action->setToolTip(row.help);
        connect(action, &QAction::triggered, this, [this, id = row.id] { showView(id); });
        addAction(action);
        view->addAction(action);
    }
    view->addSeparator();
    QMenu* parts = view->addMenu(tr("Parts of this view"));
    connect(m_views, &QStackedWidget::currentChanged, this, [this, parts] { // at once, for their keys
        parts->clear();
        if (const Panel* panel = currentPanel())
            parts->addActions(panel->partActions());
        parts->setEnabled(!parts->isEmpty());
    });
    buildThemeMenu(view->addMenu(tr("Theme")));
}

/// Filled when a model has been opened, for its keys, and after the entry that did so has run.
void MainWindow::buildRecentMenu(QMenu* menu) {
    const auto fill = [this, menu] {
        menu->clear();
        for (const QString& folder : m_opener.recent()) {
            const QKeySequence keys(QStringLiteral("Ctrl+Shift+O, %1").arg(menu->actions().size() + 1));
            menu->addAction(shownText(folder), keys, this, [this, folder] { openAndShow(folder); });
        }
        menu->setEnabled(!menu->isEmpty());
    };
    connect(&m_opener, &ModelOpener::opened, menu, fill, Qt::QueuedConnection);
    fill();
}

void MainWindow::buildThemeMenu(QMenu* menu) {
    static const std::vector<std::tuple<const char*, const char*, const char*, ThemeChoice>> rows{
        {"system", QT_TR_NOOP("Theme of the system"), "Ctrl+D, S", ThemeChoice::System},
        {"light", QT_TR_NOOP("Light theme"), "Ctrl+D, L", ThemeChoice::Light},
        {"dark", QT_TR_NOOP("Dark theme"), "Ctrl+D, D", ThemeChoice::Dark},
    };
    auto* group = new QActionGroup(this);
    for (const auto& [id, title, keys, choice] : rows) {
        auto* action = new QAction(tr(title), group);
        action->setObjectName(QStringLiteral("theme.%1").arg(id));
        action->setShortcut(QKeySequence(keys));
        action->setCheckable(true);
        action->setChecked(choice == m_appearance.choice());
        connect(action, &QAction::triggered, this, [this, name = QString(id), selected = choice] {
            m_appearance.setChoice(selected);
            m_settings.set("theme", name);
        });
        addAction(action);
        menu->addAction(action);
    }
}

/// Nobody changes a model that he doesn't see.
void MainWindow::refreshUndo() {
    const Panel* panel = currentPanel();
    const InterventionHistory* history =
        panel && panel->showsModel() && m_session.current() ? &m_session.current()->changes : nullptr;
    const auto offer = [this](const char* id, const QString& verb, const QString& step, bool isThere) {
        auto* action = findChild<QAction*>(QLatin1String(id));
        action->setEnabled(isThere);
        action->setText(step.isEmpty() ? verb : tr("%1: %2").arg(verb, QString(step).replace('&', "&&")));
    };
    offer("undo", tr("Undo"), history ? history->undoTitle() : QString(), history && history->canUndo());
    offer("redo", tr("Redo"), history ? history->redoTitle() : QString(), history && history->canRedo());
    offer("undo-all", tr("Undo all changes"), {}, history && m_session.isAltered());
}

void MainWindow::undo() {
    m_session.undo();
}

void MainWindow::redo() {
    m_session.redo();
}

void MainWindow::undoAll() {
    m_session.undoAllChanges();
}

void MainWindow::dismissMessage() {
    m_messages->dismiss();
}

/// Or to the bubble of the first steps.
void MainWindow::focusMessage() {
    if (m_messages->isHidden())
        m_tour->takeKeyboard();
    else
        m_messages->takeKeyboard();
}

void MainWindow::beginTour() {
    if (m_presentation->isOn())
        m_presentation->toggle();
    m_tour->begin();
}

void MainWindow::togglePresentation() {
    m_tour->leave();
    m_presentation->toggle();
}

void MainWindow::resetLayout() {
    if (Panel* panel = currentPanel())
        panel->resetLayout();
}

void MainWindow::exportPicture() {
    useFigure("export", tr("This view shows no picture to export."));
}

void MainWindow::copyPicture() {
    useFigure("copyImage", tr("This view shows no picture to copy."));
}

void MainWindow::copyValues() {
    useFigure("copyValues", tr("This view shows no values to copy."));
}

/// An entry of the menu of the focused picture, else of the largest that has it; what is said where none has it.
void MainWindow::useFigure(const QString& action, const QString& without) {
    QAction* best = nullptr;
    int largest = 0;
    for (FigureMenu* menu : m_views->currentWidget()->findChildren<FigureMenu*>()) {
        auto* entry = menu->findChild<QAction*>(action);
        if (!menu->widget()->isVisible() || !entry)
            continue;
        if (menu->widget()->isAncestorOf(focusWidget()) || menu->widget() == focusWidget())
            return entry->trigger();
        if (menu->isSecondary())
            continue;
        if (const int area = menu->widget()->width() * menu->widget()->height(); !best || area > largest) {
            best = entry;
            largest = area;
        }
    }
    if (best)
        best->trigger();
    else
        m_session.post({"export", Notice::Kind::Warning, without, {}});
}

void MainWindow::openPalette() {
    QList<QAction*> all = actions();
    if (const Panel* panel = currentPanel())
        all = panel->commands() + panel->partActions() + all;
    m_palette->open(all);
}

void MainWindow::showHelp() {
    QWidget* focused = focusWidget() ? focusWidget() : this;
    for (const QWidget* widget = focused; widget; widget = widget->parentWidget())
        if (!widget->whatsThis().isEmpty()) {
            QWhatsThis::showText(focused->mapToGlobal(focused->rect().center()), widget->whatsThis(), focused);
            return;
        }
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About Headlight"),
        tr("<h3>Headlight %1</h3><p>A workbench for attention: see what every head and every feature of "
           "a model attends to, change a mask or a head and watch the answer change.</p><p>Free software "
           "under the GNU General Public License, version 3 or later.</p>")
            .arg(QStringLiteral(HEADLIGHT_VERSION)));
}

} // namespace headlight
