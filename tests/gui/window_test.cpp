#include "gui/window_fixture.h"

#include "engine/models/formats.h"

#include "figure/save_dialog.h"
#include "forms/command_palette.h"
#include "forms/message_bar.h"
#include "matrix/heat_map.h"
#include "style/colors.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QTabBar>
#include <QToolButton>
#include <chrono>
#include <thread>

using namespace headlight;

/// The frame: start, messages, commands, help, dropped folders.
class WindowTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void theFirstStartShowsAModelASentenceAndHints() {
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("who wrote the book"));
        QVERIFY(!find<HeatMap>("map")->view().isEmpty());
        auto* hints = find<QWidget>("hints");
        QVERIFY(hints->isVisible());
        QTest::mouseClick(find<QToolButton>("close-hints"), Qt::LeftButton);
        QVERIFY(!hints->isVisible());
        reopenWindow();
        QVERIFY(!m_window->findChild<QWidget*>("hints"));
    }

    void theFieldAndTheHintsSayWhatAModelReads() {
        const auto* hint = find<QWidget>("hints")->findChild<QLabel*>();
        auto* field = find<QLineEdit>("sentence");
        QVERIFY(hint->text().contains("Type a sentence") && hint->text().contains("Switch a head off"));
        const std::string data = HEADLIGHT_SOURCE_DIR "/tests/golden/published/gpt2"; // without a tokenizer
        m_window->session().addModel(std::make_shared<OpenModel>("ids", "", "ids", headlight::openModel(data)));
        QVERIFY2(field->placeholderText().contains("ids of tokens"), qPrintable(field->placeholderText()));
        QVERIFY2(hint->text().contains("Type ids of tokens"), qPrintable(hint->text()));
        const QString maps = m_folder.filePath("maps.json");
        QFile file(maps);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"tokens": ["a", "b"], "attention": [[[[0.5, 0.5], [1, 0]]]]})");
        file.close();
        m_window->session().addModel(
            std::make_shared<OpenModel>("maps", "", "maps", headlight::openModel(maps.toStdString())));
        QVERIFY(m_window->session().hasGivenTexts());
        QVERIFY2(hint->text().contains("Examples") && !hint->text().contains("Switch"), qPrintable(hint->text()));
    }

    void aTabIsABlankToAModelOfOneSentence() {
        WindowOptions options;
        options.text = "the red\triver";
        closeWindow();
        begin(options);
        QCOMPARE(m_window->session().sentence(), QString("the red river"));
        auto* field = find<QLineEdit>("sentence");
        field->clear();
        QApplication::clipboard()->setText("where is\tthe bridge");
        field->paste();
        settle();
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, QStringList({"where", "is", "the", "bridge"}));
        reopenWindow();
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, QStringList({"where", "is", "the", "bridge"}));
    }

    void commandsAreFoundByTyping() {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = m_window->findChild<CommandPalette*>();
        QVERIFY(palette && palette->isVisible());
        auto* search = palette->findChild<QLineEdit*>();
        QTest::keyClicks(search, "dark");
        QCOMPARE(palette->shown().value(0), QString("Dark theme"));
        search->clear();
        QTest::keyClicks(search, "next head");
        QCOMPARE(palette->shown().value(0), QString("Next head"));
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().focus().address.head, 1, patience);
    }

    void theCommandSearchSaysWhatItDoesWithAPartAndWhichKeysDoItToo() {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = m_window->findChild<CommandPalette*>();
        auto* search = palette->findChild<QLineEdit*>();
        QTest::keyClicks(search, "heads");
        QCOMPARE(palette->shown().value(0), QString("Show or hide “Heads”"));
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!find<QDockWidget>("heads")->isVisible(), patience);
        QCOMPARE(m_window->currentPanel()->partActions().value(1)->text(), QString("Heads")); // as the menu has it

        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(search, "head on");
        QCOMPARE(palette->shown().value(0), QString("Head on or off"));
        QCOMPARE(palette->findChild<QListWidget*>()->item(0)->data(Qt::UserRole).toString(), QString("H"));
    }

    void everyCommandOfEveryViewHasAKeyOfItsOwn() {
        for (const char* view : {"attend", "masks", "train", "runs", "scaling", "words", "tensors"}) {
            m_window->showView(view);
            m_window->findChild<QAction*>("commands")->trigger();
            auto* palette = m_window->findChild<CommandPalette*>();
            const auto* list = palette->findChild<QListWidget*>();
            QVERIFY(list->count() > 20);
            for (int row = 0; row < list->count(); ++row)
                QVERIFY2(!list->item(row)->data(Qt::UserRole).toString().isEmpty(),
                         qPrintable(QString(view) + ": " + list->item(row)->text()));
            QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Escape);

            const QList<Key> keys = keysOfTheView();
            for (qsizetype a = 0; a < keys.size(); ++a)
                for (qsizetype b = 0; b < keys.size(); ++b)
                    QVERIFY2(a == b || keys[a].sequence.matches(keys[b].sequence) == QKeySequence::NoMatch,
                             qPrintable(QStringLiteral("%1: %2 for “%3” and “%4”")
                                            .arg(view, keys[b].sequence.toString(), keys[a].title, keys[b].title)));
        }
    }

    void partsColoursAndRecentModelsHaveKeysThatWorkWhileOneTypes() {
        auto* sentence = find<QLineEdit>("sentence");
        sentence->setFocus();
        const QString before = sentence->text();
        const auto press = [&](const char* keys) { QTest::keySequence(sentence, QKeySequence(keys)); };
        press("Ctrl+M, 2");
        QCOMPARE(find<HeatMap>("map")->view().colorMap, ColorMapId::Viridis);
        press("Ctrl+M, R");
        QCOMPARE(find<HeatMap>("map")->view().range.choice, RangeChoice::Row);
        press("Ctrl+D, D");
        QCOMPARE(m_settings->text("theme"), QString("dark"));
        press("Ctrl+B, 2");
        QVERIFY(!find<QDockWidget>("heads")->isVisible());
        m_window->showView("masks"); // the same keys are about its own parts
        press("Ctrl+B, 1");
        QVERIFY(!find<QDockWidget>("gallery")->isVisible());
        m_window->showView("attend");
        QVERIFY(find<QDockWidget>("maps")->isVisible());
        press("Ctrl+B, 2");
        QVERIFY(find<QDockWidget>("heads")->isVisible());
        QCOMPARE(sentence->text(), before);

        const QString first = m_window->session().current()->id, other = m_folder.filePath("other");
        saveModel(*sampleClassifier(), std::filesystem::path(other.toStdString()));
        m_window->session().requestModel(other);
        const QString second = QFileInfo(other).canonicalFilePath();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().current()->id, second, patience);
        QCoreApplication::processEvents(); // the menu is filled afterwards
        press("Ctrl+Shift+O, 2");
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().current()->id, first, patience);
    }

    void theTabOfAViewShowsThatTheKeyboardIsThere() {
        auto* tabs = m_window->findChild<QTabBar*>("views");
        QVERIFY(tabs);
        find<QLineEdit>("sentence")->setFocus();
        for (int i = 0; i < 10 && !tabs->hasFocus(); ++i)
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Backtab);
        QVERIFY(tabs->hasFocus());
        const QImage picture = tabs->grab().toImage();
        const QRgb ring = color(ColorRole::FocusRing, themeOf(tabs->palette())).rgb();
        int pixels = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                pixels += picture.pixel(x, y) == ring;
        QVERIFY2(pixels > 40, qPrintable(QString::number(pixels)));
    }

    void theShortcutsOfAViewWorkInTheWholeWindow() {
        auto* sentence = find<QLineEdit>("sentence");
        sentence->setFocus();
        QTest::keyClick(sentence, Qt::Key_3, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPanel()->objectName(), QString("train"), patience);
        QTest::keyClick(sentence, Qt::Key_R, Qt::ControlModifier);
        auto* messages = find<MessageBar>("messages");
        QTRY_VERIFY2_WITH_TIMEOUT(messages->text().contains("Choose a corpus"), qPrintable(messages->text()), patience);
    }

    void theKeysOfAViewWorkAsSoonAsItIsShown() {
        const auto press = [&](int key) { QTest::keyClick(m_window->focusWidget(), Qt::Key(key)); };
        Session& session = m_window->session();
        press(Qt::Key_Right);
        QCOMPARE(session.focus().address.head, 1);
        press(Qt::Key_H);
        QVERIFY(session.isAltered());
        m_window->showView("masks");
        find<QLineEdit>("mask-expression")->setFocus();
        QTest::keyClick(m_window->focusWidget(), Qt::Key_1, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPanel()->objectName(), QString("attend"), patience);
        press(Qt::Key_H);
        QVERIFY(!session.isAltered());
        // Who types goes on typing.
        auto* sentence = find<QLineEdit>("sentence");
        sentence->setFocus();
        m_window->showView("masks");
        m_window->showView("attend");
        QTest::keyClicks(m_window->focusWidget(), " h");
        QVERIFY2(sentence->text().endsWith(" h"), qPrintable(sentence->text()));
        QVERIFY(!session.isAltered());
        // The tabs are walked through with arrows.
        auto* tabs = find<QTabBar>("views");
        tabs->setFocus();
        press(Qt::Key_Right);
        press(Qt::Key_Right);
        QCOMPARE(m_window->currentPanel()->objectName(), QString("train"));
    }

    void aPictureIsExportedFromTheMenu() {
        type("where is the city");
        const QString path = m_folder.filePath("largest.svg");
        SaveDialog::setNextAnswer({path, 0});
        m_window->findChild<QAction*>("export-picture")->trigger();
        exportFigure();
        QVERIFY(QFile::exists(path));
        auto* written = find<QLabel>("written");
        QVERIFY(written->isVisible());
        QVERIFY2(written->text().contains("largest.svg"), qPrintable(written->text()));
        QCOMPARE(written->toolTip(), path);
        SaveDialog::setNextAnswer({m_folder.filePath("nowhere/largest.svg"), 0});
        m_window->findChild<QAction*>("export-picture")->trigger();
        exportFigure();
        QCOMPARE(written->text(), QString()); // not beside an error
        // By its key: of the picture that has the focus, else of the largest.
        const auto exported = [&](QWidget* focused) {
            const QString file = m_folder.filePath("by-key.csv");
            SaveDialog::setNextAnswer({file, 0});
            focused->setFocus();
            QTest::keyClick(focused, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
            exportFigure();
            QFile csv(file);
            return csv.open(QIODevice::ReadOnly) ? csv.readLine().trimmed() : QByteArray();
        };
        QCOMPARE(exported(find<BarList>("answer-bars")),
                 QByteArray("label,probability,unaltered,log-odds,unaltered log-odds"));
        QCOMPARE(exported(find<QLineEdit>("sentence")), QByteArray("query\\key,where,is,the,city"));
        auto* clipboard = QGuiApplication::clipboard();
        m_window->findChild<QAction*>("copy-values")->trigger();
        QVERIFY2(clipboard->text().startsWith("query\\key"), qPrintable(clipboard->text()));
        m_window->findChild<QAction*>("copy-picture")->trigger();
        QVERIFY(!clipboard->image().isNull());
        for (const char* view : {"masks", "runs"}) {
            m_window->showView(view);
            const QString file = m_folder.filePath(QStringLiteral("%1.png").arg(view));
            SaveDialog::setNextAnswer({file, 0});
            m_window->findChild<QAction*>("export-picture")->trigger();
            exportFigure();
            QVERIFY2(QFile::exists(file), view);
            QVERIFY2(written->text().contains(QStringLiteral("%1.png").arg(view)), qPrintable(written->text()));
        }
        m_window->showView("scaling"); // nothing is measured yet, so there is no plot
        m_window->findChild<QAction*>("export-picture")->trigger();
        auto* messages = find<MessageBar>("messages");
        QVERIFY2(messages->text().contains("no picture to export"), qPrintable(messages->text()));
        m_window->findChild<QAction*>("copy-picture")->trigger();
        QVERIFY2(messages->text().contains("no picture to copy"), qPrintable(messages->text()));
        m_window->findChild<QAction*>("copy-values")->trigger();
        QVERIFY2(messages->text().contains("no values to copy"), qPrintable(messages->text()));
    }

    void aDroppedModelIsOpened() {
        const QString other = m_folder.filePath("dropped");
        saveModel(*sampleClassifier(), std::filesystem::path(other.toStdString()));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(other)});
        const auto dropOn = [&](QWidget* part) {
            QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
            enter.ignore();
            QCoreApplication::sendEvent(part, &enter);
            QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
            QCoreApplication::sendEvent(part, &event); // to whoever has accepted
            return enter.isAccepted();
        };
        const auto drop = [&] { return dropOn(m_window.get()); };
        m_window->showView("train");
        const QString sentence = find<QLineEdit>("sentence")->text(), mask = find<QLineEdit>("head-mask")->text();
        QVERIFY(dropOn(find<QLineEdit>("sentence")));
        QCOMPARE(find<QLineEdit>("sentence")->text(), sentence);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().current()->id, QFileInfo(other).canonicalFilePath(), patience);
        QCOMPARE(m_window->session().models().size(), 2);
        QVERIFY(find<QWidget>("attend")->isVisible()); // it is shown, not only opened
        QVERIFY(dropOn(find<QLineEdit>("head-mask")));
        QCOMPARE(find<QLineEdit>("head-mask")->text(), mask);
        data.setUrls({QUrl::fromLocalFile(m_folder.filePath("settings.ini"))});
        QVERIFY(drop()); // no model: said, and nothing lost
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>("messages")->isVisible(), patience);
        QCOMPARE(m_window->session().current()->id, QFileInfo(other).canonicalFilePath());
    }

    void theOpenDialogTakesFoldersAndFiles() {
        const auto choose = [this](const QString& path) {
            QTimer::singleShot(200, this, [path] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog);
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
                QMetaObject::invokeMethod(dialog, "accept");
            });
            m_window->findChild<QAction*>("open")->trigger();
        };
        const auto isOpen = [this](const QString& folder) {
            return m_window->session().current()->id == QFileInfo(folder).canonicalFilePath();
        };
        const QString first = m_folder.filePath("dialog one"), second = m_folder.filePath("dialog two");
        for (const QString& folder : {first, second})
            saveModel(*sampleClassifier(), std::filesystem::path(folder.toStdString()));
        choose(first);
        QTRY_VERIFY_WITH_TIMEOUT(isOpen(first), patience);
        choose(second + "/config.json");
        QTRY_VERIFY_WITH_TIMEOUT(isOpen(second), patience);
        QFile array(m_folder.filePath("weights.zip"));
        QVERIFY(array.open(QIODevice::WriteOnly) && array.write("PK\x03\x04") == 4);
        array.close();
        choose(array.fileName());
        auto* messages = find<MessageBar>("messages");
        QTRY_VERIFY2_WITH_TIMEOUT(messages->text().contains("a zip archive"), qPrintable(messages->text()), patience);
        QVERIFY(isOpen(second));
    }

    void modelsOfOneNameAreToldApart() {
        auto* box = find<QComboBox>("model");
        for (const char* run : {"one", "two"}) {
            QVERIFY(QDir(m_folder.path()).mkpath(run));
            const QString folder = m_folder.filePath(QStringLiteral("%1/best").arg(run));
            saveModel(*sampleClassifier(), std::filesystem::path(folder.toStdString()));
            m_window->session().requestModel(folder);
            QTRY_VERIFY_WITH_TIMEOUT(box->currentText().startsWith(run), patience);
            const QString path = QFileInfo(folder).canonicalFilePath();
            QVERIFY(box->currentData(Qt::ToolTipRole).toString().endsWith('\n' + path));
            QVERIFY2(box->toolTip().endsWith(path), qPrintable(box->toolTip()));
            QVERIFY(m_window->windowTitle().startsWith(run));
        }
    }

    void helpSaysWhatTheFocusedPartIs() {
        find<QLineEdit>("sentence")->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        const auto isHelp = [](const QWidget* widget) { return widget->inherits("QWhatsThat") && widget->isVisible(); };
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(QApplication::topLevelWidgets(), isHelp), patience);
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (isHelp(widget))
                widget->close();
    }

    void aBadFolderLosesNothing() {
        const QString sentence = find<QLineEdit>("sentence")->text();
        m_window->session().requestModel(m_folder.path());
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>("messages")->isVisible(), patience);
        QVERIFY(m_window->isComplete());
        QCOMPARE(find<QLineEdit>("sentence")->text(), sentence);
        QVERIFY(!find<HeatMap>("map")->view().isEmpty());
    }

    /// By which a screenshot that is given up says what has not come to its end.
    void whatIsGoingOnHasATitle() {
        m_window->showView("runs");
        QVERIFY2(m_window->work().contains("Reading runs"), qPrintable(m_window->work().join('|')));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->work().isEmpty(), patience);
    }

    void aMessageIsDismissedByItsKeyWhileOneTypes() {
        auto* messages = find<MessageBar>("messages");
        auto* sentence = find<QLineEdit>("sentence");
        sentence->setFocus();
        for (const char* key : {"one", "two"})
            m_window->session().post({key, Notice::Kind::Warning, key, {}});
        QTest::keyClick(sentence, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(messages->text(), QString("one"));
        QTest::keyClick(sentence, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!messages->isVisible());
    }

private:
    struct Key {
        QKeySequence sequence;
        QString title;
    };

    /// Every entry of a menu and of those in it; an entry without a key says so by an empty sequence.
    static void addEntries(const QList<QAction*>& entries, QSet<QAction*>& all) {
        for (QAction* entry : entries)
            if (entry->menu())
                addEntries(entry->menu()->actions(), all);
            else if (!entry->isSeparator())
                all.insert(entry);
    }

    /// All keys that are in force in the current view: of its commands, menus and parts, and those that an underlined
    /// letter stands for.
    QList<Key> keysOfTheView() {
        const Panel* panel = m_window->currentPanel();
        QList<Key> keys;
        QSet<QAction*> entries;
        addEntries(m_window->menuBar()->actions() + m_window->actions() + panel->commands(), entries);
        for (const QAction* entry : entries) {
            const QString plain = entry->text().section('\t', 1); // those of no shortcut
            keys << Key{plain.isEmpty() ? entry->shortcut() : QKeySequence(plain), entry->text()};
            if (keys.last().sequence.isEmpty())
                qFatal("%s has no key", qPrintable(entry->text()));
        }
        for (QAction* action : panel->findChildren<QAction*>())
            if (!entries.contains(action) && !action->shortcut().isEmpty())
                keys << Key{action->shortcut(), action->text()};
        QStringList underlined;
        for (const QAction* menu : m_window->menuBar()->actions())
            underlined << menu->text();
        for (const auto* button : m_window->findChildren<QAbstractButton*>())
            if (button->isVisible())
                underlined << button->text();
        for (const auto* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->buddy())
                underlined << label->text();
        for (const auto* tabs : m_window->findChildren<QTabBar*>())
            for (int tab = 0; tab < tabs->count() && tabs->isVisible(); ++tab)
                underlined << tabs->tabText(tab);
        for (const QString& text : underlined)
            if (const QKeySequence sequence = QKeySequence::mnemonic(text); !sequence.isEmpty())
                keys << Key{sequence, text};
        return keys;
    }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
