#include "window/main_window.h"

#include "app/sample_model.h"
#include "core/npz.h"
#include "figure/figure_menu.h"
#include "figure/save_dialog.h"
#include "forms/command_palette.h"
#include "forms/message_bar.h"
#include "matrix/bar_list.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "models/attend.h"
#include "models/model_folder.h"

#include <QAction>
#include <QCheckBox>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

using namespace headlight;

constexpr int patience = 60000; // ms: under sanitizers on a busy machine

/// The real window, with real clicks and keys.
class WindowTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;

    QString modelFolder() const { return m_folder.filePath("questions"); }

    void openWindow(WindowOptions options = {}) {
        m_settings = std::make_unique<Settings>(m_folder.filePath("settings.ini"));
        if (options.model.isEmpty())
            options.model = modelFolder();
        m_window = std::make_unique<MainWindow>(*m_settings, options);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
    }

    void closeWindow() {
        m_window->close();
        m_window.reset();
        m_settings.reset();
    }

    template <class Widget>
    Widget* find(const char* name) {
        auto* widget = m_window->findChild<Widget*>(name);
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }

    void type(const QString& sentence) {
        auto* field = find<QLineEdit>("sentence");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, sentence);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
    }

    /// In a window of its own, as after the first start.
    void openModel(const std::string& encoder, const std::vector<std::pair<std::string, std::string>>& options) {
        closeWindow();
        QFile::remove(m_folder.filePath("settings.ini"));
        WindowOptions window;
        window.model = m_folder.filePath(QString::fromStdString(encoder));
        saveModel(*sampleClassifier(encoder, options), window.model.toStdString());
        openWindow(window);
    }

    QList<double> bars() {
        QList<double> values;
        for (const Bar& bar : find<BarList>("answer-bars")->painter().bars())
            values << bar.value;
        return values;
    }

    void clickThumbnail(int index) {
        auto* grid = find<MapGrid>("overview");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(index).center().toPoint());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
    }

private slots:
    void initTestCase() { saveModel(*sampleClassifier(), std::filesystem::path(modelFolder().toStdString())); }

    void init() {
        QFile::remove(m_folder.filePath("settings.ini"));
        openWindow();
    }

    void cleanup() {
        if (m_window)
            closeWindow();
    }

    void theFirstStartShowsAModelASentenceAndHints() {
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("who wrote the book"));
        QVERIFY(!find<HeatMap>("map")->view().isEmpty());
        auto* hints = find<QWidget>("hints");
        QVERIFY(hints->isVisible());
        QTest::mouseClick(find<QToolButton>("close-hints"), Qt::LeftButton);
        QVERIFY(!hints->isVisible());
        closeWindow();
        openWindow();
        QVERIFY(!m_window->findChild<QWidget*>("hints"));
    }

    void aTypedSentenceIsInTheMap() {
        type("where is the red bridge");
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, (QStringList{"where", "is", "the", "red", "bridge"}));
        QCOMPARE(find<HeatMap>("map")->view().rows, 5);
    }

    void aClickedThumbnailIsLarge() {
        clickThumbnail(1);
        QVERIFY2(find<HeatMap>("map")->view().title.startsWith("layer 0 · head 1"),
                 qPrintable(find<HeatMap>("map")->view().title));
        clickThumbnail(2);
        QVERIFY(find<HeatMap>("map")->view().title.contains("pooling"));
        QCOMPARE(find<HeatMap>("map")->view().rows, 1);
    }

    void aClickBesideTheHeadsKeepsTheMark() {
        auto* heads = find<QTreeWidget>("head-list");
        const QRect last = heads->visualItemRect(heads->topLevelItem(heads->topLevelItemCount() - 1));
        const QPoint below = last.center() + QPoint(0, 2 * last.height());
        QVERIFY(heads->viewport()->rect().contains(below) && !heads->itemAt(below));
        QTest::mouseClick(heads->viewport(), Qt::LeftButton, {}, below);
        QCOMPARE(heads->selectedItems().size(), 1);
        QCOMPARE(heads->selectedItems().first()->text(0), QString("0.0"));
    }

    void theHeadsTableIsWholeOnTheScreenAndInItsPicture() {
        m_window->resize(1100, 700);
        auto* heads = find<QTreeWidget>("head-list");
        const QHeaderView* header = heads->header();
        QTRY_COMPARE_WITH_TIMEOUT(header->length(), heads->viewport()->width(), patience);
        for (int row = 0; row < heads->topLevelItemCount(); ++row)
            for (int column = 0; column < heads->columnCount(); ++column) {
                const QString text = heads->topLevelItem(row)->text(column);
                QVERIFY2(heads->fontMetrics().horizontalAdvance(text) < header->sectionSize(column), qPrintable(text));
            }

        auto* menu = heads->findChild<FigureMenu*>();
        const QString file = m_folder.filePath("heads.png");
        QCOMPARE(menu->exportTo(file), QString());
        const QImage whole(file);
        m_window->currentPanel()->resizeDocks({find<QDockWidget>("heads")}, {100}, Qt::Horizontal);
        QTRY_VERIFY_WITH_TIMEOUT(heads->width() < whole.width(), patience);
        QCOMPARE(menu->exportTo(file), QString());
        QCOMPARE(QImage(file), whole);
    }

    void aSmallWindowShortensTheLinesFirst() {
        m_window->resize(1600, 1000);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1600, 1000), patience);
        m_window->resize(1100, 700);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1100, 700), patience);
        for (const char* name : {"answer-bars", "head-scale", "head-mask", "head-undo"}) {
            auto* part = find<QWidget>(name);
            QTRY_COMPARE_WITH_TIMEOUT(part->visibleRegion().boundingRect().height(), part->height(), patience);
        }
    }

    void theReadingIsTheEnginesNumber() {
        type("who wrote the red book");
        auto* map = find<HeatMap>("map");
        map->setFocus();
        const QPointF place = map->mapGeometry().cellRect(3, 1).center();
        QTest::mouseMove(map, place.toPoint());
        const auto model = m_window->session().current()->model;
        const Analysis analysis =
            attend(*model, tokensOf(*model, "who wrote the red book"), {{0, 0, false, {FeatureChoice::Kind::Mean, 0}}});
        const QString weight =
            analysis.maps[0].isVisible(3, 1) ? exactText(analysis.maps[0].at(3, 1)) : QString("not visible");
        QTRY_VERIFY2_WITH_TIMEOUT(
            find<QLabel>("reading")->text().contains("query 3 “red” → key 1 “wrote”   weight " + weight),
            qPrintable(find<QLabel>("reading")->text()), patience);
    }

    void aPinnedRowIsPinnedEverywhereAndEscReleases() {
        auto* map = find<HeatMap>("map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(1, 0).center().toPoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().marks().pinnedQueries, std::set<int>{1}, patience);
        QTest::keyClick(map, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().marks().pinnedQueries.empty(), patience);
        QVERIFY(map->pins().isEmpty());
    }

    void aHeadOffIsAnnouncedAndUndoRestoresTheBits() {
        type("where is the red bridge");
        const QList<double> before = bars();
        QTest::mouseClick(find<QCheckBox>("head-on"), Qt::LeftButton, {},
                          QPoint(8, find<QCheckBox>("head-on")->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() != before, patience);
        auto* altered = find<QWidget>("altered");
        QVERIFY(altered->isVisible());
        QVERIFY(find<MapGrid>("overview")->painter().thumbnail(0).off);
        for (int k = 0; k < before.size(); ++k)
            QCOMPARE(find<BarList>("answer-bars")->painter().bars()[k].ghost, before[k]);
        m_window->findChild<QAction*>("undo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !altered->isVisible(), patience);
        QCOMPARE(bars(), before);
        m_window->findChild<QAction*>("redo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && altered->isVisible(), patience);
        m_window->findChild<QAction*>("undo-all")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !altered->isVisible(), patience);
        QCOMPARE(bars(), before);
    }

    void aTypedMaskIsUsedAndABadOneIsNot() {
        type("where is the red bridge");
        const QList<double> before = bars();
        auto* field = find<QLineEdit>("head-mask");
        const QString own = field->text();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1)");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && find<HeatMap>("map")->view().title.contains("fa(1)"),
                                 patience);
        QVERIFY(find<HeatMap>("map")->view().isMasked(0, 3));
        QVERIFY(bars() != before);
        QTest::keyClicks(field, "+nonsense");
        QVERIFY(m_window->session().headChange(0, 0).mask->text() == "fa(1)");
        m_window->findChild<QAction*>("undo-all")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() == before, patience);
    }

    void stageAndFeatureAreShown() {
        QTest::mouseClick(find<QToolButton>("stage.score"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.contains("· score ·"), patience);
        QTest::mouseClick(find<QToolButton>("stage.weight"), Qt::LeftButton);
        find<QSpinBox>("feature")->setValue(5);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.endsWith("feature 5 of 8"), patience);
        find<HeatMap>("map")->setFocus();
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_BracketRight);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.endsWith("feature 6 of 8"), patience);
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_S);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.contains("· score ·"), patience);
    }

    void masksAreAppliedFromTheirView() {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QLineEdit*>("mask-expression"), patience);
        auto* field = find<QLineEdit>("mask-expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1), bw");
        QTRY_COMPARE_WITH_TIMEOUT(find<MapGrid>("mask-layout")->painter().count(), 2, patience);
        QTest::mouseClick(find<QPushButton>("apply-mask-all-button"), Qt::LeftButton);
        QCOMPARE(m_window->session().headChange(0, 0).mask->text(), std::string("fa(1)"));
        QCOMPARE(m_window->session().headChange(0, 1).mask->text(), std::string("bw"));
        m_window->findChild<QAction*>("undo")->trigger();
        QVERIFY(!m_window->session().isAltered());
        auto* gallery = find<MapGrid>("mask-gallery");
        QTest::mouseClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(1).center().toPoint());
        QCOMPARE(find<HeatMap>("mask-map")->view().title, QString("fw"));
        QCOMPARE(find<QPushButton>("apply-mask-button")->text(), QString("Apply fw to this head"));
        // A double click makes the term the expression.
        QTest::mouseDClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(2).center().toPoint());
        QCOMPARE(field->text(), QString("bw"));
        QCOMPARE(find<MapGrid>("mask-layout")->painter().count(), 1);
    }

    void anErrorGoesWithItsCause() {
        m_window->showView("masks");
        auto* field = find<QLineEdit>("mask-expression");
        auto* messages = find<QWidget>("messages");
        const auto enter = [&](const QString& expression) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, expression);
        };
        const auto provoke = [&] {
            enter("fw, bw, fa(1)");
            QTest::mouseClick(find<QPushButton>("apply-mask-all-button"), Qt::LeftButton);
            return messages->isVisible();
        };
        QVERIFY(provoke());
        enter("fw");
        QVERIFY(!messages->isVisible());
        HeadChange off;
        off.scale = 0;
        m_window->session().setHeadChange(0, 0, off, "off");
        QVERIFY(provoke());
        m_window->findChild<QAction*>("undo-all")->trigger();
        QVERIFY(!messages->isVisible());
    }

    void anExportedPictureSaysWhatItShows() {
        type("where is the red bridge");
        clickThumbnail(1);
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        QVERIFY(menu);
        QCOMPARE(menu->exportTo(m_folder.filePath("map.png"), 2), QString());
        const PictureMetadata metadata = readPictureMetadata(m_folder.filePath("map.png"));
        const auto value = [&](const QString& key) {
            for (const auto& [name, text] : metadata)
                if (name.compare(key, Qt::CaseInsensitive) == 0)
                    return text;
            return QString();
        };
        QCOMPARE(value("sentence"), QString("where is the red bridge"));
        QVERIFY(value("model").contains("mtsa"));
        QCOMPARE(value("layer"), QString("0"));
        QCOMPARE(value("head"), QString("1"));
        QCOMPARE(value("stage"), QString("weight"));
        QCOMPARE(value("range"), QString("0…1"));

        QCOMPARE(menu->exportTo(m_folder.filePath("map.csv")), QString());
        QFile csv(m_folder.filePath("map.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readLine().trimmed(), QByteArray("query\\key,where,is,the,red,bridge"));
        const MatrixView& shown = find<HeatMap>("map")->view();
        for (int row = 0; row < shown.rows; ++row) {
            const QList<QByteArray> cells = csv.readLine().trimmed().split(',');
            for (int column = 0; column < shown.columns; ++column)
                QCOMPARE(cells[column + 1].isEmpty() ? 0 : cells[column + 1].toFloat(), shown.value(row, column));
        }
        QCOMPARE(menu->exportTo(m_folder.filePath("map.npz")), QString());
        const auto arrays = readNpz(m_folder.filePath("map.npz").toStdString());
        QCOMPARE(arrays.at("L0.H1.weight").shape, (std::vector<std::int64_t>{5, 5}));
        QCOMPARE(arrays.at("L0.H1.weight").values[6], find<HeatMap>("map")->view().value(1, 1));
        QCOMPARE(arrays.at("L1.H0.weight").shape, std::vector<std::int64_t>{5});
    }

    void aPictureIsExportedFromTheMenu() {
        type("where is the city");
        const QString path = m_folder.filePath("largest.svg");
        SaveDialog::setNextAnswer({path, 0});
        m_window->findChild<QAction*>("export-picture")->trigger();
        QVERIFY(QFile::exists(path));
    }

    void everyViewOfTheMapsIsExportedInEveryKind() {
        const auto menus = m_window->currentPanel()->findChildren<FigureMenu*>();
        QCOMPARE(menus.size(), 6); // maps, heads, map, strip, answer, lines
        for (FigureMenu* menu : menus)
            for (const char* extension : {"png", "svg", "pdf", "csv", "npz"}) {
                const QString file = m_folder.filePath(QStringLiteral("view.") + extension);
                QCOMPARE(menu->exportTo(file), QString());
                QVERIFY2(QFileInfo(file).size() > 20, extension);
                QVERIFY(QFile::remove(file));
            }
    }

    void aPairHasTwoSentencesAndTheMapsOfBoth() {
        QVERIFY(!find<QLineEdit>("second-sentence")->isVisible());
        closeWindow();
        const QString folder = m_folder.filePath("pair");
        saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"), folder.toStdString());
        WindowOptions options;
        options.model = folder;
        QFile::remove(m_folder.filePath("settings.ini"));
        openWindow(options);
        auto* second = find<QLineEdit>("second-sentence");
        QVERIFY(second->isVisible());
        QCOMPARE(second->text(), QString("where is the city")); // of the model's first example
        find<QLineEdit>("sentence")->setFocus();
        QTest::keyClick(find<QLineEdit>("sentence"), Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), second);
        type("who build the bridge");
        second->setFocus();
        second->selectAll();
        QTest::keyClicks(second, "the red river");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, (QStringList{"who", "build", "the", "bridge"}));
        const QList<double> answer = bars();
        QTest::mouseClick(find<QToolButton>("side.2"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(find<HeatMap>("map")->view().columnLabels, (QStringList{"the", "red", "river"}),
                                  patience);
        QCOMPARE(bars(), answer);

        // The archive has both sentences, whichever is looked at.
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        for (const char* side : {"side.2", "side.1"}) {
            QTest::mouseClick(find<QToolButton>(side), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
            QCOMPARE(menu->exportTo(m_folder.filePath("pair.npz")), QString());
            const auto arrays = readNpz(m_folder.filePath("pair.npz").toStdString());
            QCOMPARE(arrays.at("L0.H1.weight").shape, (std::vector<std::int64_t>{4, 4}));
            QCOMPARE(arrays.at("second.L0.H1.weight").shape, (std::vector<std::int64_t>{3, 3}));
            QCOMPARE(arrays.at("second.L1.H0.score").shape, std::vector<std::int64_t>{3});
        }
    }

    void headsThatPoolAreSwitchedOff() {
        openModel("lama", {{"features", "4"}, {"heads", "3"}, {"context_features", "3"}});
        clickThumbnail(1);
        QVERIFY2(find<HeatMap>("map")->view().title.startsWith("layer 0 · head 1"),
                 qPrintable(find<HeatMap>("map")->view().title));
        const QList<double> before = bars();
        auto* on = find<QCheckBox>("head-on");
        QVERIFY(on->isVisible() && on->isChecked());
        QVERIFY(!find<QLineEdit>("head-mask")->isVisible());
        QTest::mouseClick(on, Qt::LeftButton, {}, QPoint(8, on->height() / 2));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() != before, patience);
        QVERIFY(find<QWidget>("altered")->isVisible());
        QVERIFY(find<MapGrid>("overview")->painter().thumbnail(1).off);
        QVERIFY(!find<MapGrid>("overview")->painter().thumbnail(0).off);
        QCOMPARE(m_window->session().headChange(0, 1).scale, Real(0));
        m_window->findChild<QAction*>("undo")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && bars() == before, patience);
        QVERIFY(on->isChecked());
    }

    void aGateHasOneStageAndNothingToChange() {
        openModel("biblosa", {{"features", "4"}, {"block_length", "2"}});
        auto* grid = find<MapGrid>("overview");
        QCOMPARE(grid->painter().count(), 9); // four kinds for two directions, and the pooling
        QVERIFY(find<QWidget>("head-on")->isVisible());
        clickThumbnail(2);
        const MatrixView& view = find<HeatMap>("map")->view();
        QVERIFY2(view.title.startsWith("layer 0 · head 2 · forward blocks · fw · weight"), qPrintable(view.title));
        QCOMPARE(view.columnLabels, (QStringList{"0–1", "2–3"}));
        QCOMPARE(view.rowLabels, view.columnLabels);
        QVERIFY(!find<QWidget>("head-on")->isVisible());

        auto* score = find<QToolButton>("stage.score");
        QTest::mouseClick(score, Qt::LeftButton);
        QVERIFY(score->isChecked());
        clickThumbnail(6);
        QVERIFY2(view.title.startsWith("layer 0 · forward fusion gate · mean"), qPrintable(view.title));
        QCOMPARE(view.rows, 1);
        QVERIFY(!score->isEnabled() && !find<QToolButton>("stage.masked")->isEnabled());
        QVERIFY(find<QToolButton>("stage.weight")->isChecked());
        QVERIFY2(score->toolTip().contains("gate"), qPrintable(score->toolTip()));
        find<HeatMap>("map")->setFocus();
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_S);
        QVERIFY(m_window->session().focus().stage == MapStage::Score);
        clickThumbnail(1); // the stage is still the chosen one
        QVERIFY(score->isEnabled() && score->isChecked());
        QVERIFY2(view.title.contains("· score ·"), qPrintable(view.title));
    }

    void anEncoderWithoutAttentionShowsItsSensitivity() {
        openModel("bilstm", {{"features", "4"}});
        QVERIFY(!find<QToolButton>("stage.score")->isEnabled());
        const MatrixView& view = find<HeatMap>("map")->view();
        QVERIFY2(view.title.contains("sensitivity"), qPrintable(view.title));
        QCOMPARE(view.rows, 4);
        QVERIFY(view.value(2, 0) > 0 && view.value(0, 2) > 0); // both directions
        QVERIFY(!find<QWidget>("head-on")->isVisible());
    }

    void anEmptySentenceSaysWhatToDo() {
        type("where is the city");
        find<QLineEdit>("sentence")->clear();
        bool said = false;
        for (const auto* label : m_window->currentPanel()->findChildren<QLabel*>())
            said |= label->isVisible() && label->text().contains("Type a sentence");
        QVERIFY(said);
        type("is the");
        QVERIFY(find<HeatMap>("map")->isVisible());
    }

    void commandsAreFoundByTyping() {
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = m_window->findChild<CommandPalette*>();
        QVERIFY(palette && palette->isVisible());
        auto* search = palette->findChild<QLineEdit*>();
        QTest::keyClicks(search, "dark");
        QCOMPARE(palette->shown().value(0), QString("Dark colours"));
        search->clear();
        QTest::keyClicks(search, "next head");
        QCOMPARE(palette->shown().value(0), QString("Next head"));
        QTest::keyClick(search, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().focus().head, 1, patience);
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

    void aHiddenViewCatchesUp() {
        m_window->showView("masks");
        m_window->session().setSentence("the quiet engineer");
        QVERIFY(find<HeatMap>("map")->view().columns != 3);
        m_window->showView("attend");
        QTRY_COMPARE_WITH_TIMEOUT(find<HeatMap>("map")->view().columns, 3, patience);
    }

    void aDroppedModelIsOpened() {
        const QString other = m_folder.filePath("dropped");
        saveModel(*sampleClassifier(), std::filesystem::path(other.toStdString()));
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(other)});
        const auto drop = [&] {
            QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
            enter.ignore();
            QCoreApplication::sendEvent(m_window.get(), &enter);
            QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
            QCoreApplication::sendEvent(m_window.get(), &event);
            return enter.isAccepted();
        };
        QVERIFY(drop());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().current()->id, QFileInfo(other).canonicalFilePath(), patience);
        QCOMPARE(m_window->session().models().size(), 2);
        data.setUrls({QUrl::fromLocalFile(m_folder.filePath("settings.ini"))});
        QVERIFY(drop()); // no model: said, and nothing lost
        QTRY_VERIFY_WITH_TIMEOUT(find<QWidget>("messages")->isVisible(), patience);
        QCOMPARE(m_window->session().current()->id, QFileInfo(other).canonicalFilePath());
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

    void restartingRestores() {
        type("the quiet engineer");
        clickThumbnail(1);
        QTest::mouseClick(find<QToolButton>("stage.masked"), Qt::LeftButton);
        m_window->resize(1100, 700);
        m_window->findChild<QDockWidget*>("lines")->close();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->currentPanel()->objectName(), QString("masks"), patience);
        closeWindow();
        openWindow();
        QCOMPARE(m_window->currentPanel()->objectName(), QString("masks"));
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("the quiet engineer"));
        QCOMPARE(m_window->size(), QSize(1100, 700));
        m_window->showView("attend");
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
        const QString title = find<HeatMap>("map")->view().title;
        QVERIFY2(title.startsWith("layer 0 · head 1") && title.contains("· masked ·"), qPrintable(title));
        QVERIFY(!find<QDockWidget>("lines")->isVisible());
        m_window->findChild<QAction*>("reset-layout")->trigger();
        QVERIFY(find<QDockWidget>("lines")->isVisible());
    }

    void screenshotsAreMadeByTheProgram_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("theme");
        for (const PanelRow& row : panelRows())
            for (const char* theme : {"light", "dark"})
                QTest::addRow("%s %s", qPrintable(row.id), theme) << row.id << QString(theme);
    }
    void screenshotsAreMadeByTheProgram() {
        QFETCH(QString, view);
        QFETCH(QString, theme);
        const QString file = m_folder.filePath(view + theme + ".png");
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", modelFolder(), "--text", "where is the red bridge", "--view", view, "--theme", theme,
                       "--size", "1000x700", "--store", m_folder.filePath("runs.sqlite"), "--screenshot", file});
        QVERIFY(program.waitForFinished(60000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1000, 700));
        QCOMPARE(image.pixelColor(2, 697).lightness() < 128, theme == "dark");
    }

    void aScreenshotOfAMissingModelFailsWithOneLine() {
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", m_folder.filePath("none"), "--screenshot", m_folder.filePath("none.png")});
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitCode(), 1);
        QCOMPARE(program.readAllStandardError().count('\n'), 1);
        QVERIFY(!QFile::exists(m_folder.filePath("none.png")));
    }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
