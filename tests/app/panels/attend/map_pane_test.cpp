#include "panels/attend_panel.h"

#include "app/panels/attend/attend_fixture.h"
#include "figure/export.h"
#include "figure/figure_menu.h"
#include "matrix/bar_list.h"
#include "matrix/line_view.h"
#include "matrix/token_strip.h"
#include "panels/attend/feature_pair.h"
#include "panels/attend/map_pane.h"
#include "viewmodels/attend_model.h"

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QSlider>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QtTest>

using namespace headlight;

using Options = std::vector<std::pair<std::string, std::string>>;

/// The middle of the Attend view, in its panel.
class MapPaneTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aPictureOfAPairNamesBothSentencesAndTheShownOne() {
        openPair();
        for (const char* shown : {"second", "first"}) {
            click(QLatin1String(shown) == QLatin1String("second") ? "side.2" : "side.1");
            auto* map = find<HeatMap>(QLatin1String(shown) == QLatin1String("second") ? "second-map" : "map");
            QVERIFY2(map->view().title.endsWith(QStringLiteral("%1 sentence").arg(shown)),
                     qPrintable(map->view().title));
            QCOMPARE(map->findChild<FigureMenu*>()->exportTo(m_folder->filePath("map.png")), QString());
            QMap<QString, QString> metadata;
            for (const auto& [key, text] : readPictureMetadata(m_folder->filePath("map.png")))
                metadata[key] = text;
            QCOMPARE(metadata["sentence"], QStringLiteral("who build the bridge"));
            QCOMPARE(metadata["second sentence"], QStringLiteral("the red river"));
            QCOMPARE(metadata["shown"], QString(shown));
        }
    }

    void aPassageOfOneSentenceSaysThatThereIsNoneBesideIt() {
        const auto model =
            opened("select", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "select"));
        show("who wrote the book\tThe engineer wrote the book .", model);
        const QString note = find<QLabel>("note")->text();
        QVERIFY2(note.contains("The passage has one sentence") && !note.contains("In one sentence"), qPrintable(note));
        m_session->setSecond("The engineer wrote the book . The city is near a bridge .");
        settle();
        QVERIFY2(!find<QLabel>("note")->text().contains("sees any"), qPrintable(find<QLabel>("note")->text()));
        QVERIFY(!find<QLabel>("note")->text().contains("one sentence"));
    }

    /// The strips above and below scroll, where the map would have no room for its cells.
    void inASmallWindowTheMapKeepsMostOfTheHeight() {
        m_panel->resize(1000, 560);
        show("who wrote the book\tThe city is near a bridge . The engineer wrote the book and the red bird sang near "
             "the "
             "old bridge while the quiet river ran under it .",
             opened("select", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "select")));
        m_session->setSequence(2);
        settle();
        const auto* map = find<HeatMap>("second-map");
        QVERIFY(map->isVisible() && map->view().rows > 16);
        const QSize whole = map->parentWidget()->size();
        const int square = map->heightIn({whole.width(), std::max(whole.width(), whole.height())});
        const int least = std::min(4 * square / 5, 7 * whole.height() / 10) - map->fontMetrics().height();
        QTRY_VERIFY2_WITH_TIMEOUT(map->height() >= least,
                                  qPrintable(QStringLiteral("%1 of %2").arg(map->height()).arg(whole.height())),
                                  patience);
    }

    void escapeLeavesThePinsAndThenTheFeaturesThatAreCompared() {
        m_session->setExample("where is the red bridge");
        m_session->addModel(sampleModel());
        settle();
        auto* pair = find<FeaturePair>("feature-pair");
        pair->show();
        QVERIFY2(pair->windowTitle().contains("weights"), qPrintable(pair->windowTitle()));
        m_session->setPins({1}, {});
        QTest::keyClick(m_panel.get(), Qt::Key_Escape);
        QVERIFY(m_session->marks().pinnedQueries.empty() && pair->isVisible());
        QTest::keyClick(m_panel.get(), Qt::Key_Escape);
        QVERIFY(!pair->isVisible());
    }

    void bothMapsOfAPairAreSeen() {
        openPair();
        auto *first = find<HeatMap>("map"), *second = find<HeatMap>("second-map");
        QVERIFY(first->isVisible() && second->isVisible());
        QCOMPARE(first->view().columnLabels, (QStringList{"who", "build", "the", "bridge"}));
        QCOMPARE(second->view().columnLabels, (QStringList{"the", "red", "river"}));
        QVERIFY(first->view().title.endsWith("first sentence") && second->view().title.endsWith("second sentence"));
        m_session->setHead(at(0, 1)); // of the same head, stage and look
        m_session->setStage(MapStage::Score);
        settle();
        for (const HeatMap* map : {first, second})
            QVERIFY2(map->view().title.startsWith("layer 0 · head 1") && map->view().title.contains("· score ·"),
                     qPrintable(map->view().title));
        m_session->setStage(MapStage::Weight);
        runCommand("color-map.viridis");
        QCOMPARE(second->view().colorMap, ColorMapId::Viridis);

        for (const QSize size : {QSize(1600, 700), QSize(800, 1400)}) { // the first one is left, or above
            m_panel->resize(size);
            const auto* place = find<QSplitter>("sentences");
            QTRY_COMPARE_WITH_TIMEOUT(place->orientation(), size.width() > 800 ? Qt::Horizontal : Qt::Vertical,
                                      patience);
            const QRect left(first->mapTo(place, QPoint()), first->size());
            const QRect right(second->mapTo(place, QPoint()), second->size());
            QVERIFY(place->orientation() == Qt::Vertical ? left.bottom() < right.top() : left.right() < right.left());
            QVERIFY(std::abs(left.width() - right.width()) < 3 && std::abs(left.height() - right.height()) < 60);
        }

        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        QVERIFY(first->isVisible() && !second->isVisible());
    }

    void whatColoursMeanIsFoundOnceForAllHeads() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "who wrote the red book");
        const auto* pane = m_panel->findChild<MapPane*>();
        const auto shared = pane->look().shared;
        QVERIFY(shared);
        m_session->setHead(at(0, 1));
        settle();
        QVERIFY(pane->look().shared == shared); // of a hundred maps that takes longer than to show another head
        m_session->setSentence("who wrote the red book of the river");
        settle();
        QVERIFY(pane->look().shared != shared);
    }

    void theOtherMapOfAPairIsReadAndAClickBringsItIntoFocus() {
        openPair();
        auto *first = find<HeatMap>("map"), *second = find<HeatMap>("second-map");
        QString reading;
        connect(m_session.get(), &Session::hoverTextChanged, this, [&](const QString& text) { reading = text; });
        m_session->setPins({2}, {});
        const auto cell = [](const HeatMap* map, int row, int column) {
            return map->mapGeometry().cellRect(row, column).center().toPoint();
        };
        const auto pointedAt = [&](HeatMap* map, int row, int column) { // wherever the layout has moved it to
            QTest::mouseMove(map, cell(map, row, column));
            return reading;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(pointedAt(second, 2, 1).startsWith("query 2 “river” → key 1 “red”   weight "),
                                  qPrintable(reading), patience);
        QCOMPARE(m_session->focus().sequence, 0);
        QCOMPARE(m_session->marks().hoveredQuery, -1); // nothing of the first sentence is pointed at
        QTest::mouseMove(second, QPoint(second->width() / 2, second->height() - 3));
        QTRY_VERIFY2_WITH_TIMEOUT(reading.startsWith("4 tokens"), qPrintable(reading), patience);

        const auto frame = [&](const HeatMap* map) { // beside the map
            const QColor accent = color(ColorRole::Accent, themeOf(m_panel->palette()));
            return m_panel->grab().toImage().pixelColor(map->mapTo(m_panel.get(), QPoint(-1, 20))) == accent;
        };
        QVERIFY(frame(first) && !frame(second));
        QTest::mouseClick(second, Qt::LeftButton, {}, cell(second, 2, 1));
        QCOMPARE(m_session->focus().sequence, 1);
        QVERIFY(!m_panel->findChild<AttendModel*>()->isBusy()); // both maps are there
        QCOMPARE(m_session->marks().pinnedQueries, std::set<int>{2});
        QVERIFY(first->pins().rows == QList<int>{2} && second->pins().rows == QList<int>{2});
        QVERIFY(frame(second) && !frame(first));
        QVERIFY(find<QToolButton>("side.2")->isChecked());
        QCOMPARE(find<LineView>("lines-view")->painter().view().columnLabels, second->view().columnLabels);
        QTRY_VERIFY2_WITH_TIMEOUT(pointedAt(first, 3, 0).startsWith("query 3 “bridge” → key 0 “who”"),
                                  qPrintable(reading), patience);
        m_session->disconnect(this);
    }

    void thePinsOfAMapOfAPairStayWithItsSentence() {
        openPair();
        auto *first = find<HeatMap>("map"), *second = find<HeatMap>("second-map");
        const auto pin = [](HeatMap* map, int row) {
            QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(row, 0).center().toPoint());
        };
        pin(first, 3);
        pin(second, 1);
        QCOMPARE(first->pins().rows, QList<int>{3});
        QCOMPARE(second->pins().rows, QList<int>{1});
        QCOMPARE(find<LineView>("lines-view")->painter().pins().rows, QList<int>{1});
        runCommand("first-sentence");
        QCOMPARE(find<LineView>("lines-view")->painter().pins().rows, QList<int>{3});
        m_session->setSentence({}); // as it is typed anew
        settle();
        m_session->setSentence("where is the city");
        settle();
        QVERIFY(first->pins().isEmpty());
        QCOMPARE(second->pins().rows, QList<int>{1});
        pin(first, 0);
        m_session->setSecond("the river");
        settle();
        QCOMPARE(first->pins().rows, QList<int>{0});
        QVERIFY(second->pins().isEmpty());
        pin(second, 1);
        runCommand("clear-pins");
        QVERIFY(first->pins().isEmpty() && second->pins().isEmpty());
    }

    void theStripOfTheMapThatIsPointedAtIsMarked() {
        openPair();
        const auto marked = [&](const char* map, const char* strip, int column) {
            auto* pointed = find<HeatMap>(map);
            QTest::mouseMove(pointed, pointed->mapGeometry().cellRect(0, column).center().toPoint());
            return find<TokenStrip>(strip)->painter().hover() == column;
        };
        const auto isUnmarked = [&](const char* strip) { return find<TokenStrip>(strip)->painter().hover() < 0; };
        QTRY_VERIFY_WITH_TIMEOUT(marked("second-map", "second-strip", 2), patience);
        QVERIFY(isUnmarked("strip"));
        QCOMPARE(m_session->focus().sequence, 0);
        QTRY_VERIFY_WITH_TIMEOUT(marked("map", "strip", 1), patience);
        QVERIFY(isUnmarked("second-strip"));
    }

    void theKeyboardIsInTheMapInFocus() {
        openPair();
        auto *first = find<HeatMap>("map"), *second = find<HeatMap>("second-map");
        m_panel->activateWindow();
        first->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(first->hasFocus(), patience);
        runCommand("second-sentence");
        QVERIFY(second->hasFocus());
        runCommand("first-sentence");
        QVERIFY(first->hasFocus());
        for (int steps = 0; steps < 3 && !second->hasFocus(); ++steps) // over the strip
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(second->hasFocus());
        QCOMPARE(m_session->focus().sequence, 1);
        QTest::keyClick(second, Qt::Key_Down);
        QTest::keyClick(second, Qt::Key_Return);
        QCOMPARE(m_session->marks().pinnedQueries, std::set<int>{0});
    }

    void theOtherMapOfAPairIsExported() {
        openPair();
        const auto header = [&](const char* map) { // of its table
            const QString path = m_folder->filePath("map.csv");
            QFile csv(path);
            if (!find<HeatMap>(map)->findChild<FigureMenu*>()->exportTo(path).isEmpty() ||
                !csv.open(QIODevice::ReadOnly))
                return QString("failed");
            return QString::fromUtf8(csv.readLine()).trimmed();
        };
        QCOMPARE(header("map"), QString("query\\key,who,build,the,bridge"));
        QCOMPARE(header("second-map"), QString("query\\key,the,red,river"));
        const QString png = m_folder->filePath("second.png");
        QCOMPARE(find<HeatMap>("second-map")->findChild<FigureMenu*>()->exportTo(png), QString());
        QVERIFY(readPictureMetadata(png).contains({"shown", "second"}));
        m_session->setExample("who build the bridge\tthe flute");
        settle();
        QCOMPARE(find<HeatMap>("second-map")->view().columnLabels, (QStringList{"the", "‹flute›"}));
        QVERIFY2(note().endsWith("vocabulary: flute"), qPrintable(note()));
    }

    /// Whose map is made by a job, while the former one is still seen.
    void theMapOfALongTextFollowsTheChosenHead() {
        show(QStringLiteral("river ").repeated(520).trimmed(), sampleModel());
        const auto lines = [this] { return find<LineView>("lines-view")->painter().view().title; };
        for (const int head : {1, 0}) {
            m_session->setHead(at(0, head));
            const QString name = QStringLiteral("layer 0 · head %1 ·").arg(head);
            QTRY_VERIFY2_WITH_TIMEOUT(view().title.startsWith(name), qPrintable(view().title), patience);
            QTRY_VERIFY2_WITH_TIMEOUT(lines().startsWith(name), qPrintable(lines()), patience);
        }
    }

    void theAnswerOfAModelOfScoresIsExportedWithTheScore() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "who build the bridge\tthe red river",
                  "relatedness");
        m_session->setHeadChange(at(0, 0), {0, std::nullopt, {}}, "off");
        settle();
        auto* menu = find<BarList>("answer-bars")->findChild<FigureMenu*>();
        const QString csv = m_folder->filePath("answer.csv"), npz = m_folder->filePath("answer.npz");
        QCOMPARE(menu->exportTo(csv), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split("\n");
        QVERIFY2(lines[0].endsWith(",probability,unaltered,score,unaltered score,log-odds,unaltered log-odds"),
                 qPrintable(lines[0]));
        QCOMPARE(lines.size(), 6);
        double score = 0, was = 0;
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split(',');
            score += cells[0].toDouble() * cells[1].toDouble();
            was += cells[0].toDouble() * cells[2].toDouble();
        }
        for (const QString& line : lines.mid(1)) {
            QVERIFY2(std::abs(line.section(',', 3, 3).toDouble() - score) < 1e-5, qPrintable(line));
            QVERIFY2(std::abs(line.section(',', 4, 4).toDouble() - was) < 1e-5, qPrintable(line));
        }
        menu->copyValues();
        QVERIFY(QGuiApplication::clipboard()->text().contains("\tunaltered score\t"));
        QCOMPARE(menu->exportTo(npz), QString());
        QFile archive(npz);
        QVERIFY(archive.open(QIODevice::ReadOnly));
        const QByteArray arrays = archive.readAll();
        QVERIFY(arrays.contains("prediction.score.npy") && arrays.contains("prediction.score.unaltered.npy"));
        const QString svg = m_folder->filePath("answer.svg");
        QCOMPARE(menu->exportTo(svg), QString());
        QFile drawing(svg);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains(find<QLabel>("answer-score")->text().toUtf8()));
    }

    void unknownWordsAreMarkedOnTheScreenAndListed() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the flute of glen");
        QCOMPARE(view().columnLabels, (QStringList{"the", "‹flute›", "‹of›", "‹glen›"}));
        QVERIFY2(note().endsWith("vocabulary: flute, of, glen"), qPrintable(note()));
        for (const char* name : {"map", "lines-view", "strip"}) { // tables name words as the model reads them
            const QString path = m_folder->filePath("unknown.csv");
            QCOMPARE(find<QWidget>(name)->findChild<FigureMenu*>()->exportTo(path), QString());
            QFile csv(path);
            QVERIFY(csv.open(QIODevice::ReadOnly));
            const QString table = QString::fromUtf8(csv.readAll());
            QVERIFY2(table.count("flute") == (name == QByteArray("strip") ? 1 : 2) && !table.contains("‹"),
                     qPrintable(table));
        }
        QStringList words;
        for (int word = 0; word < 15; ++word)
            words << QStringLiteral("w%1").arg(word);
        m_session->setSentence("the " + words.join(' '));
        settle();
        QVERIFY2(note().endsWith("w10, w11 and 3 more"), qPrintable(note()));
    }

    void aMarkThatTheModelDoesNotKnowIsNamed() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red [MASK]");
        QVERIFY2(note().startsWith("This model knows no [MASK]: it reads it as words."), qPrintable(note()));
        m_session->setSentence("the red river");
        settle();
        QVERIFY2(!note().contains("MASK"), qPrintable(note()));
    }

    void whatIsTrueOfBothSentencesIsToldOfBoth() {
        openPair();
        const auto noteOf = [&](const char* pair) {
            m_session->setExample(pair);
            settle();
            return note();
        };
        QVERIFY2(noteOf("the flute\tglen loch").startsWith("The model knows none of the words of one sentence"),
                 qPrintable(note()));
        QVERIFY2(note().endsWith("vocabulary: flute, glen, loch"), qPrintable(note()));
        QCOMPARE(noteOf("flute reed\tglen loch"),
                 QString("The model knows none of the words of either sentence: its answer means nothing."));
        QVERIFY2(noteOf("river\tthe red river").startsWith("In one sentence no token sees any token"),
                 qPrintable(note()));
        QVERIFY2(noteOf("river\tbridge").startsWith("No token sees any token here"), qPrintable(note()));
    }

    void slidersAndDocksExplainThemselves() {
        for (const char* name : {"feature-slider", "feature", "head-scale-slider", "head-scale"})
            QVERIFY2(!find<QWidget>(name)->toolTip().isEmpty(), name);
        for (QDockWidget* dock : m_panel->findChildren<QDockWidget*>())
            for (QAbstractButton* button : dock->findChildren<QAbstractButton*>(QRegularExpression("^qt_dockwidget_")))
                QVERIFY2(button->toolTip().contains(dock->windowTitle()), qPrintable(button->objectName()));
    }

    void aSensitivityExplainsItself() {
        openModel("bilstm", {{"features", "4"}}, "the red river");
        QCOMPARE(view().rowTitle, QStringLiteral("output token"));
        QCOMPARE(view().columnTitle, QStringLiteral("input token"));
        auto* button = find<QToolButton>("stage.weight");
        QCOMPARE(button->text(), QStringLiteral("Sensitivity"));
        QVERIFY(button->isVisible() && !button->isEnabled());
        QVERIFY(!find<QToolButton>("stage.score")->isVisible() && !find<QToolButton>("stage.masked")->isVisible());
        QVERIFY2(note().contains("‖∂h_i/∂x_j‖"), qPrintable(note()));
        m_session->setSentence(QString("river ").repeated(201));
        settle();
        QVERIFY2(note().contains("up to 200 tokens"), qPrintable(note()));

        openModel("multicnn", {{"features", "4"}}, "the red river"); // its result is the sentence's
        QCOMPARE(view().rowLabels, QStringList{"sentence"});
        QCOMPARE(view().range.low, 0.0); // no token looks as if it changed nothing
        QVERIFY2(note().contains("‖∂h/∂x_j‖") && !note().contains("of another"), qPrintable(note()));

        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        QCOMPARE(view().rowTitle, QStringLiteral("query"));
        QCOMPARE(button->text(), QStringLiteral("Weight"));
        QVERIFY(button->isEnabled() && find<QToolButton>("stage.score")->isVisible());
        QCOMPARE(note(), QString());
    }

    void aWordThatIsBeingTypedMovesNoMap() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        const QRect before(find<HeatMap>("map")->mapTo(m_panel.get(), QPoint()), find<HeatMap>("map")->size());
        m_session->setSentence("the red rive");
        settle();
        QVERIFY2(note().contains("rive"), qPrintable(note()));
        QCOMPARE(QRect(find<HeatMap>("map")->mapTo(m_panel.get(), QPoint()), find<HeatMap>("map")->size()), before);
    }

    void whatIsNoAttentionBetweenTokensSaysWhatItsPlacesAre() {
        openModel("biblosa", {{"features", "4"}, {"block_length", "2"}}, "the red river bridge");
        const auto titles = [&](std::size_t head) {
            m_session->setHead(m_session->current()->heads()[head].address);
            return view().rowTitle + " " + view().columnTitle;
        };
        QCOMPARE(titles(0), QStringLiteral("query key"));
        QCOMPARE(titles(2), QStringLiteral("query block key block"));
        QCOMPARE(titles(4), QStringLiteral(" block")); // the gate between blocks
        QCOMPARE(titles(6), QStringLiteral(" token"));
        QVERIFY2(view().title.startsWith("layer 0 · forward fusion gate"), qPrintable(view().title));
        openModel("disa", {{"features", "4"}}, "the red river");
        QCOMPARE(titles(3), QStringLiteral(" token"));
        QVERIFY2(view().title.startsWith("layer 0 · backward fusion gate"), qPrintable(view().title));
        openModel("mpsan", {}, "the red river");
        QCOMPARE(titles(4), QStringLiteral("query group"));
    }

    void ofATextTooLongForMapsTheNoteTakesTheirPlaceBelowTheControls() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        auto* controls = find<QToolButton>("stage.weight");
        const auto top = [&] { return controls->mapTo(m_panel.get(), QPoint()).y(); };
        const int before = top();
        QString reading;
        connect(m_session.get(), &Session::hoverTextChanged, this, [&](const QString& text) { reading = text; });
        m_session->setSentence(QString("river ").repeated(10000));
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(!find<HeatMap>("map")->isVisible(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(top(), before, patience);
        QVERIFY2(reading.startsWith("10,000 tokens"), qPrintable(reading));
        m_session->disconnect(this);
    }

    /// Or Tab would scroll it, and leave the lower edge of its ring out.
    void theStripOfAFewTokensIsSeenWhole() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        const auto* strip = find<TokenStrip>("strip");
        QTRY_VERIFY_WITH_TIMEOUT(strip->visibleRegion().boundingRect() == strip->rect(), patience);
    }

    void noStripShowsAnotherHeadThanTheLargeMap() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        QVERIFY(find<TokenStrip>("strip")->isVisible());
        m_session->setHead(at(1, 0, MapPart::Pooling)); // the pooling itself
        QVERIFY(!find<TokenStrip>("strip")->isVisible());
        openModel("lama", {{"features", "4"}, {"heads", "3"}, {"context_features", "3"}}, "the red river");
        for (const int head : {0, 2, 1}) {
            m_session->setHead(at(0, head, MapPart::Pooling));
            QVERIFY(!find<TokenStrip>("strip")->isVisible());
            QVERIFY(view().title.startsWith(QStringLiteral("layer 0 · head %1").arg(head)));
        }
    }

    void aLongTextIsLegibleWithoutAMenu() {
        // Of a text whose effects take less than the limit on the slowest of machines and builds.
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, QString("the red river ").repeated(30));
        QVERIFY2(!find<QLabel>("note")->text().contains("effects"), qPrintable(find<QLabel>("note")->text()));
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, QString("the red river ").repeated(200));
        const QList<float> units = view().units();
        int pale = 0, dark = 0, seen = 0;
        for (const float unit : units) {
            seen += !std::isnan(unit);
            pale += unit < 0.02f;
            dark += unit > 0.98f;
        }
        QVERIFY2(seen > 0 && pale < seen / 4 && dark < seen / 10,
                 qPrintable(QStringLiteral("%1 of %2 pale, %3 dark").arg(pale).arg(seen).arg(dark)));
        QVERIFY2(rangeText(view().range).contains("automatic: ") && rangeText(view().range).contains("all maps"),
                 qPrintable(rangeText(view().range)));
        const auto* strip = find<TokenStrip>("strip");
        QVERIFY(strip->isVisible() && strip->painter().isText());
        m_session->setHead(at(1, 0, MapPart::Pooling)); // as a text, too: a row of 600 cells can't be read
        settle();
        QVERIFY(strip->isVisible());
        QCOMPARE(strip->painter().count(), 600);
        m_session->setSentence(QString("river ").repeated(20));
        settle();
        QVERIFY(!strip->isVisible()); // the large map is enough
        m_session->setHead(at(0, 0));
        settle();
        QVERIFY(strip->isVisible() && !strip->painter().isText());
    }

    void theNumberOfAFeatureIsOffWhileAllAreShown() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "the red river");
        auto* number = find<QSpinBox>("feature");
        auto* slider = find<QSlider>("feature-slider");
        QVERIFY(number->isVisible() && !number->isEnabled() && !slider->isEnabled());
        auto* kind = find<QComboBox>("feature-kind");
        const int one = kind->findData(int(FeatureChoice::Kind::One));
        kind->setCurrentIndex(one);
        emit kind->activated(one);
        settle();
        QVERIFY(number->isEnabled() && slider->isEnabled());
        QTest::keyClick(number, Qt::Key_Up);
        settle();
        QVERIFY2(view().title.endsWith("feature 1 / 7"), qPrintable(view().title));
    }

private:
    void openPair() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "who build the bridge\tthe red river", "pair");
        const auto isLaidOut = [&] {
            const QList<int> halves = find<QSplitter>("sentences")->sizes().mid(1); // behind an image's
            const auto* second = find<HeatMap>("second-map");
            return std::abs(halves[0] - halves[1]) < 3 &&
                   std::abs(second->parentWidget()->width() - second->width()) < 20;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLaidOut(), patience);
    }
    void openModel(const std::string& encoder, const Options& options, const QString& example,
                   const std::string& task = "classify") {
        show(example, opened(QString::fromStdString(encoder), sampleClassifier(encoder, options, task)));
    }
    void click(const QString& name) {
        QTest::mouseClick(find<QToolButton>(name), Qt::LeftButton);
        settle();
    }
    QString note() { return find<QLabel>("note")->text(); }
};

QTEST_MAIN(MapPaneTest)
#include "map_pane_test.moc"
