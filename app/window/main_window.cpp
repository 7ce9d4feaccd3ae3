#include "window/main_window.h"

#include "engine/core/error.h"
#include "engine/models/model.h"
#include "engine/store/store.h"
#include "figure/figure_choice.h"
#include "figure/figure_menu.h"
#include "forms/command_palette.h"
#include "forms/message_bar.h"
#include "session/open_model.h"
#include "viewmodels/file_kind.h"
#include "views/image_file.h"
#include "window/offered_sentence.h"
#include "window/presentation.h"
#include "window/sentence_edit.h"
#include "window/tour.h"
#include "wording/short_paths.h"
#include "wording/shown_text.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <cstdio>
#include <utility>

namespace headlight {

static ThemeChoice themeChoice(const QString& name) {
    return name == "light" ? ThemeChoice::Light : name == "dark" ? ThemeChoice::Dark : ThemeChoice::System;
}

MainWindow::MainWindow(Settings& settings, const WindowOptions& options)
    : m_settings(settings), m_remembers(!options.takesScreenshot()),
      m_appearance(themeChoice(options.theme.isEmpty() ? settings.text("theme") : options.theme)), m_session(settings),
      m_opener(m_session, m_jobs, decodedImage),
      m_viewOpener(m_session, m_opener, lookNames().colorMaps, lookNames().ranges, lookNames().scales),
      m_parity(m_session, m_jobs), m_storeCheck(m_jobs, nullptr) {
    setObjectName("window");
    setWindowTitle("Headlight");
    setAcceptDrops(true);
    qApp->installEventFilter(this);
    if (!options.store.isEmpty())
        m_session.setStorePath(options.store);
    if (options.text.isEmpty()) {
        m_session.setSentence(settings.text("sentence"));
        m_session.setSecond(settings.text("second"));
    } else {
        m_session.setExample(options.text); // the second sentence of last time belongs to another one
    }
    m_offered = new OfferedSentence(m_session, this);
    if (m_remembers)
        m_session.recall();
    FigureChoice::shared().setTexts(settings.list("figure"));
    connect(&FigureChoice::shared(), &FigureChoice::changed, this,
            [this] { m_settings.set("figure", FigureChoice::shared().texts()); });

    buildHeader();
    buildActions();
    buildStatusLine();
    m_palette = new CommandPalette(this);
    m_tour = new Tour(*this, *m_tabs, m_session);
    m_presentation = new Presentation(*this, m_appearance, {menuBar(), m_header, statusBar()}, *m_views);
    connect(m_presentation, &Presentation::changed, this, [this] {
        showSentenceOf(*currentPanel());
        sayHowPresentationEnds();
    });

    connect(&m_session, &Session::noticePosted, this, &MainWindow::showNotice);
    connect(&m_session, &Session::noticeWithdrawn, m_messages, &MessageBar::withdraw);
    connect(&m_session, &Session::modelsChanged, this, &MainWindow::fillModelSelector);
    connect(&m_session, &Session::currentModelChanged, this, &MainWindow::fillModelSelector);
    connect(&m_session, &Session::currentModelChanged, this, &MainWindow::refreshUndo);
    connect(&m_session, &Session::interventionChanged, this, &MainWindow::refreshUndo);
    connect(&m_session, &Session::viewRequested, this, &MainWindow::showView);
    connect(&m_session, &Session::modelRequested, this, [this](const QString& folder) {
        if (folder.isEmpty())
            askForModel();
        else
            openAndShow(folder, true);
    });
    connect(&m_opener, &ModelOpener::opened, this, &MainWindow::onModelOpened);
    connect(&m_viewOpener, &ViewOpener::accepted, this, [this] { showView(QStringLiteral("attend")); });

    resize(options.size.isValid() ? options.size : QSize(1280, 820));
    if (!options.size.isValid() && m_remembers) {
        restoreGeometry(settings.bytes("geometry"));
        // It may have been closed on a larger screen, and needs room for its title.
        const QSize title(0, style()->pixelMetric(QStyle::PM_TitleBarHeight));
        resize(size().boundedTo(screen()->availableSize() - title));
    }
    for (const QString& told : {settings.remark(), settings.problem()})
        if (m_remembers && !told.isEmpty())
            m_session.post({"settings", Notice::Kind::Warning, told, {}});
    showView(options.view.isEmpty() ? settings.text("view") : options.view);
    fillModelSelector();
    checkStore();
    openFirstModel(options);
}

MainWindow::~MainWindow() {
    // Panels use session and jobs, which are members and go before the children of a QObject.
    delete takeCentralWidget();
}

/// Told at once: where no run is looked at, only a training would fail by it. A store that isn't there yet is none.
void MainWindow::checkStore() {
    m_storeCheck.start(
        tr("Look at the run store"),
        [store = m_session.storePath()](JobControl&) {
            if (QFileInfo::exists(store))
                Store(store.toStdString());
            return true;
        },
        [](bool) {},
        [this](const QString& message) {
            m_storeProblem = message;
            m_session.post({"runs-store", Notice::Kind::Error, message, {}}); // as the Runs view, which withdraws it
        });
}

void MainWindow::openFirstModel(const WindowOptions& options) {
    connect(&m_opener, &ModelOpener::failed, this, [this](const QString& message) { m_openProblem = message; });
    connect(&m_viewOpener, &ViewOpener::refused, this, [this](const QString& message) { m_openProblem = message; });
    if (options.text.contains('\t')) // whether that is a pair, the model knows
        connect(
            &m_opener, &ModelOpener::opened, this,
            [this, text = options.text] {
                if (!m_session.wantsPair())
                    m_session.setSentence(QString(text).replace('\t', ' '));
            },
            Qt::SingleShotConnection);
    if (m_remembers) { // the one that is looked at comes first
        connect(&m_opener, &ModelOpener::opened, &m_opener, &ModelOpener::recall);
        connect(&m_opener, &ModelOpener::failed, &m_opener, &ModelOpener::recall);
    }
    QString folder = options.model;
    if (folder.isEmpty() && m_remembers && QFileInfo::exists(m_settings.text("model")))
        folder = m_settings.text("model");
    const QStringList bundled = bundledModels();
    if (folder.isEmpty() && !bundled.isEmpty())
        folder = bundled.last();
    if (!options.viewFile.isEmpty()) { // behind it, so that there is something where the view is refused
        const auto openOnce = [this, file = options.viewFile, isOpened = std::make_shared<bool>(false)] {
            if (!std::exchange(*isOpened, true))
                openView(file);
        };
        connect(&m_opener, &ModelOpener::opened, this, openOnce);
        connect(&m_opener, &ModelOpener::failed, this, openOnce);
        if (folder.isEmpty())
            openOnce();
    }
    if (!folder.isEmpty())
        m_opener.open(folder);
}

void MainWindow::onModelOpened() {
    const QStringList examples = m_session.current()->examples();
    const bool isChoice = m_session.current()->model->inputs().front().isChoice;
    if ((m_session.sentence().trimmed().isEmpty() || (isChoice && !examples.contains(m_session.sentence()))) &&
        !examples.isEmpty()) // also of one that was current
        m_session.setExample(examples.first());
    else if (m_session.lacksSecond() &&
             currentPanel()->readsSentence()) // what the user wrote is not replaced: the other sentence is asked for
        m_second->setFocus(Qt::OtherFocusReason);
}

void MainWindow::fillModelSelector() {
    m_modelSelector->clear();
    const auto add = [this](const QString& title, const QString& id, const QString& folder) {
        m_modelSelector->addItem(title, id);
        const QString path = shownText(QDir::toNativeSeparators(folder));
        m_modelSelector->setItemData(
            m_modelSelector->count() - 1,
            folder.isEmpty() ? title : QStringLiteral("%1\n%2\n%3").arg(title, modelName(folder), path),
            Qt::ToolTipRole);
    };
    for (const auto& model : m_session.models())
        add(titleAmong(*model, m_session.models()), model->id, model->folder);
    const int open = m_modelSelector->count();
    for (const QString& folder : bundledModels())
        if (m_modelSelector->findData(QFileInfo(folder).canonicalFilePath()) < 0)
            add(tr("%1 (comes with Headlight)").arg(bundledTitleOf(folder)), folder, folder);
    if (open > 0 && m_modelSelector->count() > open)
        m_modelSelector->insertSeparator(open);
    m_modelSelector->setCurrentIndex(m_session.current() ? m_modelSelector->findData(m_session.current()->id) : -1);
    m_modelSelector->setPlaceholderText(tr("no model is open"));
    const QString folder = m_modelSelector->currentData(Qt::ToolTipRole).toString();
    m_modelSelector->setToolTip(tr("The model that reads the sentence\n%1").arg(folder).trimmed());
    setWindowTitle(m_session.current() ? m_modelSelector->currentText() + QStringLiteral(" — Headlight")
                                       : QStringLiteral("Headlight"));
}

/// Read once: the list is filled at every change of the models.
QString MainWindow::bundledTitleOf(const QString& folder) {
    QString& title = m_bundledTitles[folder];
    if (title.isEmpty())
        title = bundledTitle(folder);
    return title;
}

void MainWindow::chooseModel(int index) {
    const QString id = m_modelSelector->itemData(index).toString();
    const auto& models = m_session.models();
    if (std::any_of(models.begin(), models.end(), [&](const auto& model) { return model->id == id; })) {
        m_opener.withdrawNotices(); // of another one that was not opened
        m_session.setCurrentModel(id);
    } else if (!id.isEmpty()) {
        m_opener.open(id);
    }
}

/// Only when it is open: who is told that it can't be goes on where they were.
void MainWindow::openAndShow(const QString& folder, bool again) {
    m_opener.open(folder, again, [this] { showView(QStringLiteral("attend")); });
}

void MainWindow::closeModel() {
    if (m_session.current())
        m_session.closeModel(m_session.current()->id);
}

void MainWindow::focusSentence() {
    goToSentence();
    if (m_session.seesImages())
        return m_image->setFocus(Qt::ShortcutFocusReason);
    m_sentence->setFocus(Qt::ShortcutFocusReason);
    m_sentence->selectAll();
}

void MainWindow::showExamples() {
    goToSentence();
    QMenu menu(this);
    menu.setObjectName("examples-menu");
    QStringList shown;
    const int widest = std::min(width(), 50 * menu.fontMetrics().height());
    if (m_session.current())
        for (const QString& example : m_session.current()->examples()) {
            // Of a sentence with several predicates one example is enough: all have a line.
            QString text = m_session.asksPredicate() ? example.section('\t', 0, 0) : example;
            if (shown.contains(text))
                continue;
            shown << text;
            text = menu.fontMetrics().elidedText(text.replace('\t', "  —  "), Qt::ElideRight, widest);
            connect(menu.addAction(text.replace('&', "&&")), &QAction::triggered, this,
                    [this, example] { m_session.setExample(example); });
        }
    if (menu.isEmpty())
        menu.addAction(tr("This model has no examples"))->setEnabled(false);
    menu.exec(m_sentence->mapToGlobal(QPoint(0, m_sentence->height())));
}

Panel* MainWindow::currentPanel() const {
    return qobject_cast<Panel*>(m_views->currentWidget());
}

void MainWindow::showView(const QString& id) {
    for (std::size_t i = 0; i < panelRows().size(); ++i)
        if (panelRows()[i].id == id) {
            m_tabs->setCurrentIndex(int(i));
            onView(int(i));
            return;
        }
    onView(m_tabs->currentIndex());
}

/// Made when it is first shown.
Panel* MainWindow::panelOf(const PanelRow& row) {
    Panel*& panel = m_panels[row.id];
    if (panel)
        return panel;
    panel = row.make(m_session, m_jobs, m_views);
    panel->setObjectName(row.id);
    panel->setAccessibleName(row.title);
    m_views->addWidget(panel);
    for (const FigureMenu* menu : panel->findChildren<FigureMenu*>()) {
        connect(menu, &FigureMenu::exported, this, &MainWindow::showWritten);
        connect(menu, &FigureMenu::failed, m_written, &QLabel::clear);
        const auto worked = [this] { m_session.withdraw("export"); }; // what was said of the one before
        connect(menu, &FigureMenu::exported, this, worked);
        connect(menu, &FigureMenu::copied, this, worked);
    }
    if (m_remembers)
        panel->setLayout(m_settings.bytes("layout/" + row.id), m_settings.value("layout-size/" + row.id).toSize());
    return panel;
}

void MainWindow::onView(int index) {
    m_session.withdraw("export"); // what was said of the view before
    const PanelRow& row = panelRows()[std::size_t(index)];
    Panel* panel = panelOf(row);
    if (m_remembers)
        m_settings.set("view", row.id);
    m_session.showHoverText({});
    // Its keys work at once; but who types goes on typing, and arrows go on through the tabs.
    QWidget* focused = focusWidget();
    const bool isUntouched = !focused || focused == currentPanel();
    if (focused && (focused == m_sentence || focused == m_second))
        m_typedIn = focused;
    else if (!isUntouched)
        m_typedIn.clear();
    const QSize before = size();
    if (!panel->readsSentence()) // its rows and this view are never seen together, and must not make the window higher
        showSentenceRows(false);
    m_views->setCurrentWidget(panel);
    showSentenceOf(*panel);
    m_presentation->presentView();
    m_presentation->keepSize(before);
    refreshUndo();
    findChild<QAction*>("save-view")->setEnabled(panel->readsSentence()); // others have nothing that such a file keeps
    if (focused && focused == m_tabs)
        return;
    if (m_typedIn && panel->readsSentence())
        m_typedIn->setFocus(Qt::OtherFocusReason);
    else
        panel->setFocus(Qt::OtherFocusReason);
}

/// Where nothing reads the sentence it takes no room. The tabs stand above it and stay where they are.
void MainWindow::showSentenceOf(const Panel& panel) {
    showSentenceRows(panel.readsSentence());
    m_header->layout()->activate(); // at once: the view is never drawn where it does not stay
    centralWidget()->layout()->activate();
}

void MainWindow::showSentenceRows(bool shown) {
    m_sentenceRows->setVisible(shown);
    if (m_hints)
        m_hints->setVisible(shown && !m_presentation->isOn());
}

/// To the view that reads it.
void MainWindow::goToSentence() {
    if (m_sentenceRows->isHidden())
        showView(QStringLiteral("attend"));
}

bool MainWindow::isComplete() const {
    return !m_opener.isBusy() && !m_parity.isBusy() && !m_storeCheck.isBusy() && currentPanel() &&
           currentPanel()->isComplete();
}

QStringList MainWindow::work() const {
    QStringList titles;
    for (const Job* job : m_jobs.running())
        titles << job->title();
    return titles;
}

void MainWindow::showNotice(const Notice& notice) {
    const auto kind = notice.kind == Notice::Kind::Error     ? BarMessage::Kind::Error
                      : notice.kind == Notice::Kind::Warning ? BarMessage::Kind::Warning
                                                             : BarMessage::Kind::Info;
    BarMessage message;
    message.key = notice.key;
    message.kind = kind;
    message.text = withShortPaths(notice.text);
    if (message.text != notice.text)
        message.whole = notice.text;
    message.details = notice.details;
    m_messages->post(message);
}

void MainWindow::sayHowPresentationEnds() {
    BarMessage message;
    message.key = QStringLiteral("presentation");
    message.text = tr("F5 or Esc ends the presentation.");
    message.dismissable = false;
    m_hint->withdraw(message.key);
    m_hintTime.stop();
    if (!m_presentation->isOn())
        return;
    m_hint->post(message);
    m_hintTime.start();
}

void MainWindow::remember() {
    m_settings.set("geometry", saveGeometry());
    m_settings.set("sentence", m_session.sentence());
    m_settings.set("second", m_session.second());
    m_offered->remember();
    m_session.remember();
    m_opener.remember();
    for (const auto& [id, panel] : m_panels) {
        m_settings.set("layout/" + id, panel->layout());
        m_settings.set("layout-size/" + id, panel->shapedSize());
        panel->remember();
    }
    m_settings.save();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_presentation->isOn()) // the next window is as this one was before
        m_presentation->toggle();
    if (m_remembers)
        remember();
    if (m_remembers && !m_settings.problem().isEmpty())
        std::fprintf(stderr, "headlight: %s\n",
                     printableLines(m_settings.problem().toStdString()).c_str()); // there is no window to say it
    QMainWindow::closeEvent(event);
}

static QString droppedFile(const QMimeData* data) {
    return data->urls().size() == 1 ? data->urls().first().toLocalFile() : QString();
}

static QString droppedFolder(const QMimeData* data) {
    const QFileInfo dropped(droppedFile(data));
    return dropped.isDir() || opensAlone(dropped.filePath()) ? dropped.filePath()
           : dropped.isFile()                                ? dropped.path()
                                                             : QString();
}

/// A folder is for the window also over a field, which would take its name for text.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const auto* part = event->type() == QEvent::DragEnter ? qobject_cast<QWidget*>(watched) : nullptr;
    if (part && part != this && isAncestorOf(part) &&
        !droppedFolder(static_cast<QDragEnterEvent*>(event)->mimeData()).isEmpty()) {
        event->ignore();
        return true;
    }
    const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
    const auto* typed = key && key->key() == Qt::Key_Escape ? qobject_cast<QWidget*>(watched) : nullptr;
    if (typed && leavesByEscape(*typed))
        return true;
    return QMainWindow::eventFilter(watched, event);
}

/// The tour or the presentation; but first what lies over them.
bool MainWindow::leavesByEscape(const QWidget& watched) {
    const bool isCovered = QApplication::activePopupWidget() || QApplication::activeModalWidget() ||
                           (m_palette && m_palette->isVisible()) || (m_messages && m_messages->isAncestorOf(&watched));
    if (isCovered || !m_tour || !m_presentation || watched.window() != this)
        return false;
    if (m_tour->isActive())
        m_tour->leave();
    else if (m_presentation->isOn())
        m_presentation->toggle();
    else
        return false;
    return true;
}

/// Qt keeps a dock that is behind another shown, outside the window.
static bool isBehind(const QWidget* widget) {
    for (; widget && !widget->isWindow(); widget = widget->parentWidget())
        if (qobject_cast<const QDockWidget*>(widget))
            return !widget->parentWidget()->rect().intersects(widget->geometry());
    return false;
}

bool MainWindow::focusNextPrevChild(bool next) {
    const QWidget* first = nullptr; // that was behind
    while (QMainWindow::focusNextPrevChild(next)) {
        const QWidget* now = focusWidget();
        if (!isBehind(now))
            return true;
        if (now == first)
            return false; // all are
        first = first ? first : now;
    }
    return false;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFolder(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    if (droppedFolder(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    const QString file = droppedFile(event->mimeData());
    if (!currentPanel()->takeDropped(file, mapToGlobal(event->position().toPoint())))
        openFile(file);
}

} // namespace headlight
