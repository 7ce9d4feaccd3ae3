#pragma once

#include "jobs/job.h"
#include "panels/registry.h"
#include "session/session.h"
#include "style/appearance.h"
#include "viewmodels/parity_model.h"
#include "viewmodels/view_opener.h"
#include "window/window_options.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <map>

class QComboBox;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace headlight {

class CommandPalette;
class MessageBar;
class OfferedSentence;
class ParityBadge;
class Presentation;
class SentenceEdit;
class Tour;

/// The frame around the views: model selector, sentence, tabs, messages, status line, menus. It knows the session and
/// the list of panels, and no panel by name.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(Settings& settings, const WindowOptions& options);
    ~MainWindow() override;

    Session& session() { return m_session; }
    Panel* currentPanel() const;
    /// The model is open and the current view shows all that it should.
    bool isComplete() const;
    /// Why the model of the command line could not be opened; else empty.
    QString openProblem() const { return m_openProblem; }
    /// Why the store can't be used, whatever view is shown; else empty.
    QString storeProblem() const { return m_storeProblem; }
    QStringList work() const; ///< titles of what is going on, for people

    void showView(const QString& id);
    /// What a view file, or a picture that holds one, shows.
    void openView(const QString& file) { m_viewOpener.open(file); }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    /// Not into a dock whose tab is behind another.
    bool focusNextPrevChild(bool next) override;

private:
    struct ActionRow;
    static const std::vector<ActionRow>& actionRows();

    // What stands around the views.
    void buildHeader();
    QLayout* makeModelRow();
    void addSentenceRows();
    void refreshImageButton();
    void addHints(QWidget* parent);
    void buildStatusLine();
    void showWritten(const QString& path);

    void buildActions();
    void buildRecentMenu(QMenu* menu);
    void buildThemeMenu(QMenu* menu);
    void checkStore();
    void openFirstModel(const WindowOptions& options);
    void onModelOpened();
    void fillModelSelector();
    QString bundledTitleOf(const QString& folder);
    void chooseModel(int index);
    void showExamples();
    void onView(int index);
    Panel* panelOf(const PanelRow& row);
    void showSentenceOf(const Panel& panel);
    void showSentenceRows(bool shown);
    void goToSentence();
    void showNotice(const Notice& notice);
    bool leavesByEscape(const QWidget& watched);
    static bool isViewFile(const QString& file);
    void sayHowPresentationEnds();
    void remember();

    // What the actions run.
    void askForModel();
    /// A view, the folder of a model or a file of it; what else it is, is said.
    void openFile(const QString& path);
    void askForView();
    void askForImage();
    void saveView();
    void openAndShow(const QString& folder, bool again = false);
    void closeModel();
    void focusSentence();
    void refreshUndo();
    void undo();
    void redo();
    void undoAll();
    void dismissMessage();
    void focusMessage();
    void beginTour();
    void togglePresentation();
    void resetLayout();
    void exportPicture();
    void copyPicture();
    void copyValues();
    void useFigure(const QString& action, const QString& without);
    void openPalette();
    void checkReference();
    void showHelp();
    void showAbout();

    Settings& m_settings;
    bool m_remembers; ///< not while a screenshot is made
    Appearance m_appearance;
    Jobs m_jobs;
    Session m_session;
    ModelOpener m_opener;
    ViewOpener m_viewOpener;
    ParityModel m_parity;
    LatestJob m_storeCheck;
    OfferedSentence* m_offered = nullptr;
    QString m_openProblem, m_storeProblem;

    QWidget *m_header = nullptr, *m_sentenceRows = nullptr;
    QWidget* m_hints = nullptr;  ///< of the first start, until the user has read them
    QPointer<QWidget> m_typedIn; ///< had the keyboard when its row went with the view
    QComboBox* m_modelSelector = nullptr;
    QMap<QString, QString> m_bundledTitles; ///< by folder
    SentenceEdit *m_sentence = nullptr, *m_second = nullptr;
    QToolButton* m_image = nullptr; ///< in place of the sentence of a model that sees images
    QTabBar* m_tabs = nullptr;
    MessageBar* m_messages = nullptr;
    MessageBar* m_hint = nullptr; ///< how a presentation ends, as it begins
    QTimer m_hintTime;
    QStackedWidget* m_views = nullptr;
    QLabel* m_hoverText = nullptr;
    QLabel* m_written = nullptr; ///< the file that was exported last, for a while
    QTimer m_writtenTime;
    ParityBadge* m_parityBadge = nullptr;
    CommandPalette* m_palette = nullptr;
    Tour* m_tour = nullptr;
    Presentation* m_presentation = nullptr;
    std::map<QString, Panel*> m_panels; ///< made when first shown
    std::map<QString, QMenu*> m_menus;
};

} // namespace headlight
