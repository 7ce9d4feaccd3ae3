#include "forms/message_bar.h"
#include "gui/window_fixture.h"

#include "engine/core/npz.h"
#include "figure/figure_menu.h"
#include "head_address.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"

#include <QAction>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QSplitter>

using namespace headlight;

/// What the Attend view gives away: pictures and tables.
class AttendExportTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void nothingIsExportedWhereNothingIsShown() {
        find<QLineEdit>("sentence")->clear();
        settle();
        QTRY_VERIFY(!find<HeatMap>("map")->isVisible());
        for (const char* name : {"export-picture", "copy-picture", "copy-values"}) {
            m_window->findChild<QAction*>(name)->trigger();
            QTRY_VERIFY2(find<MessageBar>("messages")->text().contains("nothing to export"), name);
        }
        for (FigureMenu* menu : m_window->findChildren<FigureMenu*>())
            if (auto* image = menu->findChild<QAction*>("copyImage"); image && menu->widget()->isVisible())
                image->trigger();
        QVERIFY(find<MessageBar>("messages")->isVisible());
        type("where is the red bridge");
        QTRY_VERIFY(find<HeatMap>("map")->isVisible());
        QTRY_VERIFY(!find<MessageBar>("messages")->isVisible()); // now there is something
    }

    void whatCouldNotBeWrittenIsForgottenWhenTheNextIs() {
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        emit menu->failed("Can't write “a.png”.");
        QTRY_VERIFY(find<MessageBar>("messages")->isVisible());
        type("where is the red bridge"); // it is still not written
        QVERIFY(find<MessageBar>("messages")->isVisible());
        menu->copyValues();
        QTRY_VERIFY(!find<MessageBar>("messages")->isVisible());
    }

    void anExportedPictureSaysWhatItShows() {
        type("where is the red bridge");
        clickThumbnail(1);
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        QVERIFY(menu);
        QCOMPARE(menu->exportTo(m_folder.filePath("map.png")), QString());
        PictureMetadata metadata = readPictureMetadata(m_folder.filePath("map.png"));
        const auto value = [&](const QString& key) {
            for (const auto& [name, text] : metadata)
                if (name.compare(key, Qt::CaseInsensitive) == 0)
                    return text;
            return QString();
        };
        QCOMPARE(value("sentence"), QString("where is the red bridge"));
        QVERIFY2(value("model").contains("MTSA"), qPrintable(value("model")));
        QCOMPARE(value("layer"), QString("0"));
        QCOMPARE(value("head"), QString("1"));
        QCOMPARE(value("stage"), QString("weight"));
        QCOMPARE(value("range"), QString("0…1, automatic"));

        auto* overview = find<MapGrid>("overview")->findChild<FigureMenu*>();
        for (const char* stage : {"weight", "score"}) {
            m_window->session().setStage(qstrcmp(stage, "score") == 0 ? MapStage::Score : MapStage::Weight);
            settle();
            QCOMPARE(overview->exportTo(m_folder.filePath("all.png")), QString());
            metadata = readPictureMetadata(m_folder.filePath("all.png"));
            QCOMPARE(value("sentence"), QString("where is the red bridge"));
            QCOMPARE(value("head"), QString("all"));
            QCOMPARE(value("stage"), QString(stage));
            QCOMPARE(value("features"), QString("mean of features"));
            const QRegularExpression ofKinds("^token-to-token .+, automatic: .+; source-to-token .+, automatic: .+$");
            if (value("stage") == "score")
                QVERIFY2(ofKinds.match(value("range")).hasMatch(), qPrintable(value("range")));
            else
                QCOMPARE(value("range"), QString("0…1, automatic"));
        }
        m_window->session().setStage(MapStage::Weight);
        settle();

        QCOMPARE(menu->exportTo(m_folder.filePath("map.csv")), QString());
        QFile csv(m_folder.filePath("map.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readLine().trimmed(), QByteArray("query\\key,where,is,the,red,bridge"));
        const MatrixView& shown = find<HeatMap>("map")->view();
        for (int row = 0; row < shown.rows; ++row) {
            const QList<QByteArray> cells = csv.readLine().trimmed().split(',');
            for (int column = 0; column < shown.columns; ++column)
                QVERIFY(!cells[column + 1].isEmpty() && cells[column + 1].toFloat() == shown.value(row, column));
        }
        csv.close();
        m_window->session().setStage(MapStage::Masked); // what is hidden has no score, but the weight 0
        settle();
        QCOMPARE(menu->exportTo(m_folder.filePath("map.csv")), QString());
        QVERIFY(csv.open(QIODevice::ReadOnly) && csv.readAll().contains(",,"));
        m_window->session().setStage(MapStage::Weight);
        settle();
        QCOMPARE(menu->exportTo(m_folder.filePath("map.npz")), QString());
        const auto arrays = readNpz(m_folder.filePath("map.npz").toStdString());
        const NpzArray& weights = arrays.at("L0.H1.weight"); // with every feature, whatever is shown
        QVERIFY(weights.shape.size() == 3 && weights.shape[0] == 5 && weights.shape[1] == 5 && weights.shape[2] > 1);
        const auto features = weights.shape[2];
        double sum = 0;
        for (std::int64_t feature = 0; feature < features; ++feature)
            sum += double(weights.values[std::size_t((1 * 5 + 1) * features + feature)]);
        QVERIFY(std::abs(sum / double(features) - double(find<HeatMap>("map")->view().value(1, 1))) < 1e-6);
        QCOMPARE(arrays.at("L1.H0.weight").shape.front(), std::int64_t(5));
    }

    void aPictureNumbersRepeatedTokensAndSaysThatTheModelIsAltered() {
        type("the book the city");
        const auto drawn = [&](const char* view) {
            const QString path = m_folder.filePath("drawn.svg");
            QFile file(path);
            const QString problem = find<QWidget>(view)->findChild<FigureMenu*>()->exportTo(path);
            return problem.isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll() : problem.toUtf8();
        };
        QVERIFY(drawn("strip").contains("the (2)"));
        m_window->session().setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        settle();
        for (const char* view : {"map", "lines-view", "strip"})
            QVERIFY2(drawn(view).contains("altered model"), view);
        m_window->session().undo();
        settle();
        QVERIFY(!drawn("map").contains("altered"));
    }

    void aTableOfAnAlteredModelSaysSo() {
        type("where is the city");
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        const auto corner = [&] {
            const QString path = m_folder.filePath("map.csv");
            if (!menu->exportTo(path).isEmpty())
                return QString();
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readLine()).section(',', 0, 0) : QString();
        };
        QCOMPARE(corner(), QString("query\\key"));
        m_window->session().setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        settle();
        QCOMPARE(corner(), QString::fromUtf8("query\\key (altered: layer 0 · head 1 is off)"));
    }

    void everyViewOfTheMapsIsExportedInEveryKind() {
        auto menus = m_window->currentPanel()->findChildren<FigureMenu*>();
        menus.removeIf([](const FigureMenu* menu) { // vectors lie behind the maps, and vectors_pane_test has theirs
            return !menu->widget()->isVisible() || menu->widget()->objectName() == "vectors";
        });
        QCOMPARE(menus.size(), 7); // maps, heads, words, map, strip, answer, lines
        for (FigureMenu* menu : menus)
            for (const char* extension : {"png", "svg", "pdf", "csv", "npz", "html"}) {
                const QString file = m_folder.filePath(QStringLiteral("view.") + extension);
                QCOMPARE(menu->exportTo(file), QString());
                QVERIFY2(QFileInfo(file).size() > 20, extension);
                QVERIFY(QFile::remove(file));
            }
    }

    void aFigureIsLightAndBareWhateverTheWindowIs() {
        type("where is the red bridge");
        auto* map = find<HeatMap>("map");
        const auto drawn = [&](const FigureOptions& options) {
            const QString file = m_folder.filePath("map.png");
            return map->findChild<FigureMenu*>()->exportTo(file, options).isEmpty() ? QImage(file) : QImage();
        };
        const QImage before = drawn({});
        m_window->session().setPins({1}, {2});
        m_window->findChild<QAction*>("theme.dark")->trigger();
        settle();
        QCOMPARE(drawn({}).convertToFormat(QImage::Format_RGB32), before.convertToFormat(QImage::Format_RGB32));
        FigureOptions asShown;
        asShown.theme.reset();
        QVERIFY(drawn(asShown).pixelColor(2, 2).lightness() < 60);
        FigureOptions marked;
        marked.parts |= FigurePart::Marks;
        QVERIFY(drawn(marked) != drawn({}));
        m_window->findChild<QAction*>("theme.light")->trigger();
    }

    void aPictureDoesNotShowWhereThePointerWas() {
        type("where is the red bridge");
        const auto pictures = [&] {
            QList<QImage> images;
            for (FigureMenu* menu : m_window->currentPanel()->findChildren<FigureMenu*>()) {
                const QString file = m_folder.filePath("view.png");
                if (menu->widget()->isVisible() && menu->exportTo(file).isEmpty())
                    images << QImage(file);
            }
            return images;
        };
        const QList<QImage> before = pictures();
        QCOMPARE(before.size(), 7);
        auto* map = find<HeatMap>("map");
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Down);
        QTest::keyClick(map, Qt::Key_Down);
        auto* answer = find<BarList>("answer-bars");
        QTest::mouseMove(answer, QPoint(answer->width() / 2, answer->height() / 3));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().marks().hoveredQuery, 1, patience);
        QTRY_VERIFY_WITH_TIMEOUT(answer->painter().hover() >= 0, patience);
        QVERIFY(pictures() == before);
    }

    void theLinesAreExportedWholeUnderTheirWholeTitle() {
        type("where is the red bridge where is the red bridge where is the red bridge");
        auto* lines = find<LineView>("lines-view");
        m_window->currentPanel()->resizeDocks({find<QDockWidget>("lines")}, {30}, Qt::Vertical);
        QTRY_VERIFY_WITH_TIMEOUT(lines->verticalScrollBar()->maximum() > 0, patience);
        const QString file = m_folder.filePath("lines.png");
        QCOMPARE(lines->findChild<FigureMenu*>()->exportTo(file), QString());
        const double line = 8 / 72.0 * 300;               // pixels that letters of 8 points are high
        QVERIFY(QImage(file).height() > (15 + 2) * line); // the tokens, the title and the headings
        QCOMPARE(lines->findChild<FigureMenu*>()->exportTo(m_folder.filePath("lines.svg")), QString());
        QFile svg(m_folder.filePath("lines.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().count(">bridge (3)<") == 2);
    }

    /// No picture has the focus: the one in the frame is meant, however large the other is.
    void theMapInTheFrameIsExported() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        m_window->resize(1600, 1000);
        for (const int sequence : {1, 0}) {
            m_window->session().setSequence(sequence);
            settle();
            find<QSplitter>("sentences") // the first is an image's
                ->setSizes(sequence == 1 ? QList<int>{0, 500, 300} : QList<int>{0, 300, 500});
            m_window->findChild<QAction*>("copy-values")->trigger();
            const QString values = QGuiApplication::clipboard()->text();
            QVERIFY2(values.contains(sequence == 1 ? "city" : "book"), qPrintable(values));
        }
    }
};

QTEST_MAIN(AttendExportTest)
#include "attend_export_test.moc"
