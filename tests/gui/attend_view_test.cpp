#include "gui/window_fixture.h"

#include "engine/core/npz.h"
#include "figure/figure_menu.h"
#include "forms/empty_state.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "matrix/span_text.h"
#include "matrix/token_strip.h"
#include "session/open_model.h"

#include <QDockWidget>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

using namespace headlight;

/// What the Attend view shows.
class AttendViewTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    /// What a user types is shown as it is, in labels and tooltips, too.
    void markupInASentenceIsText() {
        type("what is <b>red</b>");
        for (const char* name : {"note", "hover-text"})
            QCOMPARE(int(find<QLabel>(name)->textFormat()), int(Qt::PlainText));
        QCOMPARE(int(find<QLabel>("head-title")->textFormat()), int(Qt::RichText)); // has markup of its own
        QToolTip::showText({5, 5}, QStringLiteral("<b>red</b>"));
        for (const QWidget* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel"))
                QCOMPARE(int(qobject_cast<const QLabel*>(widget)->textFormat()), int(Qt::PlainText));
        QToolTip::hideText();
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
                if (heads->isColumnHidden(column))
                    continue; // it is shown when it is asked for
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

    void aSmallWindowHasRoomForTheHeadOfAPair() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        m_window->resize(1024, 700);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1024, 700), patience);
        for (const char* name : {"head-scale", "head-mask", "head-undo", "head-reset"}) {
            auto* part = find<QWidget>(name);
            QTRY_COMPARE_WITH_TIMEOUT(part->visibleRegion().boundingRect().width(), part->width(), patience);
        }
    }

    void aSmallWindowHasRoomToSlideThroughTheFeatures() {
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800)}) {
            m_window->resize(size);
            QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), size, patience);
            settle();
            QList<QRect> places;
            for (const char* name :
                 {"stage.score", "stage.weight", "feature-kind", "feature-slider", "feature", "look"}) {
                auto* part = find<QWidget>(name);
                QTRY_COMPARE_WITH_TIMEOUT(part->visibleRegion().boundingRect(), part->rect(), patience);
                const QRect place(part->mapTo(m_window.get(), QPoint()), part->size());
                for (const QRect& other : places)
                    QVERIFY2(!other.intersects(place), name);
                places << place;
            }
            auto* slider = find<QWidget>("feature-slider");
            QVERIFY2(slider->width() >= 6 * slider->fontMetrics().height(),
                     qPrintable(QString::number(slider->width())));
        }
    }

    void theStripOfALongSentenceLeavesTheMapTheWindow() {
        m_window->resize(1024, 700);
        type(QString("the quiet engineer build the red bridge near a river in paris ").repeated(6));
        auto* strip = find<QWidget>("strip")->parentWidget()->parentWidget(); // what is seen of it
        QTRY_VERIFY_WITH_TIMEOUT(strip->height() <= 700 * 17 / 100, patience);
        QVERIFY(find<QWidget>("map")->height() > 2 * strip->height());
    }

    void theStripTakesTheRoomThatTheMapLeavesBeforeItScrolls() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        m_window->resize(1280, 840);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1280, 840), patience);
        m_window->session().setExample("a quiet engineer did build the red bridge near the river in paris\t"
                                       "the engineer wrote a book where a red bridge is near the quiet city");
        settle();
        for (const char* name : {"strip", "second-strip"}) // of three rows
            QTRY_VERIFY_WITH_TIMEOUT(find<TokenStrip>(name)->height() > 840 * 17 / 100, patience);
        for (const char* name : {"strip", "second-strip", "effects", "second-effects"}) {
            const auto* strip = find<TokenStrip>(name);
            QTRY_COMPARE_WITH_TIMEOUT(strip->visibleRegion().boundingRect(), strip->rect(), patience);
        }
        // It gives the room back; what a lower window needs is known only when it is one, as when it is dragged.
        const auto dragged = [&] {
            m_window->resize(1280, 600);
            return m_window->size();
        };
        QTRY_COMPARE_WITH_TIMEOUT(dragged(), QSize(1280, 600), patience);
        const QWidget* area = find<QWidget>("strip")->parentWidget()->parentWidget();
        QTRY_VERIFY_WITH_TIMEOUT(area->height() <= 600 * 17 / 100, patience);
    }

    void theMapOfTenWordsIsLargeInASmallWindow() {
        type("what is the quiet engineer in all of paris now");
        auto* map = find<HeatMap>("map");
        m_window->resize(1024, 700);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1024, 700), patience);
        settle();
        const auto size = [map] { return map->mapGeometry().plot.size(); };
        QTRY_VERIFY2_WITH_TIMEOUT(size().height() >= 260, qPrintable(QString::number(size().height())), patience);
        for (const char* name : {"effects", "strip"}) { // whole, but without numbers
            const auto* strip = find<TokenStrip>(name);
            QVERIFY(strip->painter().isCompact());
            QTRY_COMPARE_WITH_TIMEOUT(strip->visibleRegion().boundingRect(), strip->rect(), patience);
        }
        m_window->resize(1400, 900);
        QTRY_VERIFY_WITH_TIMEOUT(!find<TokenStrip>("effects")->painter().isCompact(), patience);
    }

    void aLongSentenceLeavesTheWindowItsSize() {
        m_window->resize(1000, 700);
        const QString words = QStringLiteral("where is the red bridge ").repeated(50);
        for (const QString& sentence : {words, QString(), QStringLiteral("hello")}) {
            type(sentence);
            settle();
            QTest::qWait(20); // layouts answer later
            QVERIFY2(m_window->height() <= 700 && m_window->minimumSizeHint().height() <= 700,
                     qPrintable(QString::number(m_window->height())));
        }
    }

    void theReadingIsTheEnginesNumber() {
        type("who wrote the red book");
        auto* map = find<HeatMap>("map");
        map->setFocus();
        QTest::qWait(20); // layouts answer later
        const QPointF place = map->mapGeometry().cellRect(3, 1).center();
        QTest::mouseMove(map, place.toPoint());
        const auto model = m_window->session().current()->model;
        const AttentionMap expected = model->run(model->read({"who wrote the red book"}), {}, {})->map({});
        const QString weight = expected.isVisible(3, 1) ? exactText(expected.at(3, 1)) : QString("not visible");
        QTRY_VERIFY2_WITH_TIMEOUT(
            find<QLabel>("hover-text")->text().contains("query 3 “red” → key 1 “wrote”   weight " + weight),
            qPrintable(find<QLabel>("hover-text")->text()), patience);
    }

    void aPinnedRowIsPinnedEverywhereAndEscReleases() {
        auto* map = find<HeatMap>("map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->mapGeometry().cellRect(1, 0).center().toPoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_window->session().marks().pinnedQueries, std::set<int>{1}, patience);
        QTest::keyClick(map, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().marks().pinnedQueries.empty(), patience);
        QVERIFY(map->pins().isEmpty());
    }

    void stageAndFeatureAreShown() {
        QTest::mouseClick(find<QToolButton>("stage.score"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.contains("· score ·"), patience);
        QTest::mouseClick(find<QToolButton>("stage.weight"), Qt::LeftButton);
        find<QSpinBox>("feature")->setValue(5);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.endsWith("feature 5 / 7"), patience);
        find<HeatMap>("map")->setFocus();
        m_window->session().setPins({1}, {});
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_Plus);
        const QRectF zoomed = find<HeatMap>("map")->mapGeometry().cellRect(1, 0);
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_BracketRight);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.endsWith("feature 6 / 7"), patience);
        QCOMPARE(m_window->session().marks().pinnedQueries, std::set<int>{1}); // one slides through what is pinned
        QCOMPARE(find<HeatMap>("map")->mapGeometry().cellRect(1, 0).size(), zoomed.size());
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_S);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.contains("· score ·"), patience);
        // In the map arrows walk through its cells, and with Shift to another head.
        QTest::keyClick(find<HeatMap>("map"), Qt::Key_Right, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(find<HeatMap>("map")->view().title.startsWith("layer 0 · head 1"), patience);
    }

    void tabGoesOnlyWhereThePersonLooks() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}});
        for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
            auto* sentence = find<QLineEdit>("sentence");
            sentence->setFocus();
            int steps = 0;
            for (bool isRound = false; !isRound && steps < 200; ++steps) {
                QTest::keyClick(m_window->focusWidget(), key);
                QWidget* now = m_window->focusWidget();
                isRound = now == sentence;
                const QPoint place = now->mapTo(m_window.get(), now->rect().center());
                QVERIFY2(m_window->rect().contains(place), qPrintable(now->objectName()));
            }
            QVERIFY2(steps > 20 && steps < 200, qPrintable(QString::number(steps)));
        }
    }

    void aPairHasTwoSentencesAndTheMapsOfBoth() {
        QVERIFY(!find<QLineEdit>("second-sentence")->isVisible());
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        auto* second = find<QLineEdit>("second-sentence");
        QVERIFY(second->isVisible());
        QCOMPARE(second->text(), QString("where is the city")); // of the model's first example
        find<QLineEdit>("sentence")->setFocus();
        QTest::keyClick(find<QLineEdit>("sentence"), Qt::Key_Tab);
        QCOMPARE(m_window->focusWidget(), second);
        QTest::keyClick(second, Qt::Key_2, Qt::AltModifier);
        QCOMPARE(m_window->session().focus().sequence, 1);
        QTest::keyClick(second, Qt::Key_1, Qt::AltModifier);
        QCOMPARE(m_window->session().focus().sequence, 0);
        type("who build the bridge");
        second->setFocus();
        second->selectAll();
        QTest::keyClicks(second, "the red river");
        settle();
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, (QStringList{"who", "build", "the", "bridge"}));
        const QList<double> answer = bars();
        QTest::mouseClick(find<QToolButton>("side.2"), Qt::LeftButton);
        settle();
        QCOMPARE(find<HeatMap>("map")->view().columnLabels, (QStringList{"who", "build", "the", "bridge"}));
        QCOMPARE(find<HeatMap>("second-map")->view().columnLabels, (QStringList{"the", "red", "river"}));
        QCOMPARE(find<LineView>("lines-view")->painter().view().columnLabels, (QStringList{"the", "red", "river"}));
        QCOMPARE(bars(), answer);

        // The archive has both sentences, whichever is looked at.
        auto* menu = find<HeatMap>("map")->findChild<FigureMenu*>();
        for (const char* side : {"side.2", "side.1"}) {
            QTest::mouseClick(find<QToolButton>(side), Qt::LeftButton);
            settle();
            QCOMPARE(menu->exportTo(m_folder.filePath("pair.npz")), QString());
            const auto arrays = readNpz(m_folder.filePath("pair.npz").toStdString());
            QCOMPARE(arrays.at("L0.H1.weight").shape, (std::vector<std::int64_t>{4, 4, 8}));
            QCOMPARE(arrays.at("second.L0.H1.weight").shape, (std::vector<std::int64_t>{3, 3, 8}));
            QCOMPARE(arrays.at("second.L1.H0.score").shape, (std::vector<std::int64_t>{3, 16}));
        }
    }

    /// The same field, for other texts: readers of screens hear what it is for.
    void theSecondFieldSaysWhatItIsFor() {
        QStringList names, tips, placeholders;
        for (const char* task : {"pair", "roles", "select"}) {
            const bool isSelect = QByteArray(task) == "select";
            openModel(isSelect ? "multihead" : "mtsa", {{"heads", "2"}, {"head_features", "8"}}, task);
            const auto* second = find<QLineEdit>("second-sentence");
            QVERIFY(second->isVisible());
            names << second->accessibleName();
            tips << second->toolTip();
            placeholders << second->placeholderText();
        }
        QCOMPARE(names, (QStringList{"Second sentence", "Predicate", "Passage"}));
        QVERIFY2(tips[1].contains("token") && tips[2].contains("question"), qPrintable(tips.join('\n')));
        QCOMPARE(QSet<QString>(tips.begin(), tips.end()).size(), 3);
        QCOMPARE(QSet<QString>(placeholders.begin(), placeholders.end()).size(), 3);
    }

    void aPredicateIsChosenByItsLine() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "roles");
        auto* predicate = find<QLineEdit>("second-sentence");
        QVERIFY(predicate->isVisible());
        type("who wrote the book near a bridge is red");
        predicate->clear();
        settle();
        auto* tags = find<SpanText>("answer-tags");
        QCOMPARE(tags->painter().lines(), 2); // "wrote" and "is"
        QVERIFY(tags->painter().line(0).isChosen);
        const auto label = [&] { return find<QLabel>("answer-note")->text(); };
        QVERIFY2(label().contains("A line for each predicate"), qPrintable(label()));
        const QList<TextSpan> spans = tags->painter().line(1).spans;

        const int word = tags->painter().indexOf({1, 7});
        QTest::mouseClick(tags, Qt::LeftButton, {}, tags->painter().wordRect(tags->rect(), word).center().toPoint());
        settle();
        QCOMPARE(predicate->text(), QString("is"));
        QVERIFY(tags->painter().line(1).isChosen && !tags->painter().line(0).isChosen);
        QCOMPARE(tags->painter().line(1).spans.size(), spans.size()); // the same answer, now with its maps

        // What is typed next has no such token: the first likely one is read, and it is said.
        predicate->setText("flew");
        settle();
        QVERIFY2(label().startsWith("“flew” is not in the sentence"), qPrintable(label()));
        QVERIFY(tags->painter().line(0).isChosen);
        type("who wrote the book near the bridge is red");
        predicate->setText("the"); // it is there twice
        settle();
        QVERIFY2(label().startsWith("“the” is in the sentence") && label().contains("as in #3"), qPrintable(label()));
    }

    void longExamplesAreShortenedInTheirMenu() {
        QString text;
        for (int word = 0; word < 200; ++word)
            text += QStringLiteral("word%1 & ").arg(word);
        m_window->session().addModel(opened("long", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}},
                                                                     "classify", {{text.toStdString()}})));
        settle();
        int menuWidth = 0;
        QStringList titles;
        QTimer::singleShot(0, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                qFatal("no examples are shown");
            menuWidth = menu->sizeHint().width();
            for (const QAction* action : menu->actions())
                titles << action->text();
            menu->close();
        });
        QTest::mouseClick(find<QToolButton>("examples-button"), Qt::LeftButton);
        QCOMPARE(titles.size(), 1);
        QVERIFY2(titles.front().startsWith("word0 && word1") && titles.front().endsWith("…"),
                 qPrintable(titles.front()));
        QVERIFY(menuWidth > 0 && menuWidth < 60 * m_window->fontMetrics().height());
    }

    void theLineOfATypedPredicateIsScrolledIntoView() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "roles");
        auto* predicate = find<QLineEdit>("second-sentence");
        m_window->resize(1024, 700);
        type("who wrote the book is red is blue is near is in the city is a bridge");
        predicate->clear();
        settle();
        auto* tags = find<SpanText>("answer-tags");
        const int likely = tags->painter().lines(); // "wrote" and each "is"
        QCOMPARE(likely, 6);
        const auto isSeen = [&](int line) {
            return tags->visibleRegion().boundingRect().contains(
                tags->painter().wordRect(tags->rect(), tags->painter().indexOf({line, 0})).toRect());
        };
        QTRY_VERIFY(isSeen(0) && !isSeen(likely - 1));
        predicate->setText("bridge");
        settle();
        QCOMPARE(tags->painter().lines(), likely + 1);
        QVERIFY(tags->painter().line(likely).isChosen);
        QTRY_VERIFY(isSeen(likely));
        predicate->setText("wrote");
        settle();
        QTRY_VERIFY(isSeen(0));
    }

    void aSentenceGivenForAPairIsKeptAndTheOtherAskedFor() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        m_window->session().setSecond("of last time");
        closeWindow();
        WindowOptions window;
        window.model = m_folder.filePath("mtsa pair");
        window.text = "the red river";
        openWindow(window);
        auto* second = find<QLineEdit>("second-sentence");
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("the red river"));
        QCOMPARE(second->text(), QString());
        QCOMPARE(m_window->focusWidget(), second);
        const auto labels = m_window->currentPanel()->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains("type the second one");
        }));
        QTest::mouseClick(find<EmptyState>("attend.empty")->findChild<QPushButton*>(),
                          Qt::LeftButton); // "Show an example"
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("who wrote the book"));
        QCOMPARE(second->text(), QString("where is the city"));
        closeWindow();
        window.text = "the red river\tis near paris";
        openWindow(window);
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("the red river"));
        QCOMPARE(find<QLineEdit>("second-sentence")->text(), QString("is near paris"));
    }

    void anExampleGivesWayToThePairOfAnotherModel() {
        const QString pair = m_folder.filePath("pair");
        saveModel(*sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"), pair.toStdString());
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("who wrote the book")); // nobody typed it
        m_window->session().requestModel(pair);
        QTRY_COMPARE_WITH_TIMEOUT(find<QLineEdit>("second-sentence")->text(), QString("where is the city"), patience);
        m_window->session().setSecond({});
        type("the quiet engineer");
        m_window->session().requestModel(pair);
        settle();
        QCOMPARE(find<QLineEdit>("sentence")->text(), QString("the quiet engineer"));
    }

    void aSentenceThatNobodyTypedGoesWithItsModel() {
        const QString bert = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked";
        const auto sentence = [this] { return find<QLineEdit>("sentence")->text(); };
        m_window->session().requestModel(bert);
        QTRY_VERIFY_WITH_TIMEOUT(sentence().contains("[MASK]"), patience);
        m_window->session().requestModel(modelFolder());
        QTRY_COMPARE_WITH_TIMEOUT(sentence(), QString("who wrote the book"), patience);
        m_window->session().setCurrentModel(m_window->session().models().back()->id); // chosen above
        QVERIFY(sentence().contains("[MASK]"));
        m_window->session().closeModel(m_window->session().current()->id);
        QCOMPARE(sentence(), QString("who wrote the book")); // not one of a model that is gone
        m_window->session().requestModel(bert);
        QTRY_VERIFY_WITH_TIMEOUT(sentence().contains("[MASK]"), patience);
        closeWindow();
        openWindow({.model = modelFolder()});
        QCOMPARE(sentence(), QString("who wrote the book"));
        type("the quiet engineer");
        m_window->session().requestModel(bert);
        settle();
        QCOMPARE(m_window->session().current()->folder, QFileInfo(bert).canonicalFilePath());
        QCOMPARE(sentence(), QString("the quiet engineer"));
        reopenWindow();
        QCOMPARE(sentence(), QString("the quiet engineer"));
    }

    void theSecondTextOfAPairGoesWithItsModelToo() {
        const QString masked = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked",
                      joined = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/classifier";
        Session& session = m_window->session();
        session.requestModel(m_folder.filePath("mtsa pair"));
        QTRY_COMPARE_WITH_TIMEOUT(session.second(), QString("where is the city"), patience);
        for (const QString& folder : {masked, joined}) {
            session.requestModel(folder);
            QTRY_COMPARE_WITH_TIMEOUT(session.current()->folder, QFileInfo(folder).canonicalFilePath(), patience);
            QVERIFY2(session.second() != "where is the city", qPrintable(folder));
            QVERIFY2(session.sentence() != "who wrote the book", qPrintable(folder));
        }
        session.requestModel(m_folder.filePath("mtsa pair"));
        QTRY_COMPARE_WITH_TIMEOUT(session.second(), QString("where is the city"), patience);
        session.setSecond("my own");
        session.requestModel(joined);
        settle();
        QCOMPARE(session.second(), QString("my own"));
    }

    void whereThereIsNoAnswerItsPanelSaysWhatToType() {
        closeWindow();
        openWindow({.model = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked"});
        type("the cat sat");
        auto* none = find<QLabel>("answer-none");
        QVERIFY(none->isVisible() && none->text().contains("Type [MASK]"));
        QVERIFY(!find<QLabel>("note")->text().contains("Type [MASK]"));
        type("the [MASK] sat");
        QVERIFY(!none->isVisible() && !bars().isEmpty());
    }

    void theAnswerIsWholeInASmallWindowAndNothingMovesWhenSomethingIsAltered() {
        closeWindow();
        openWindow({.model = HEADLIGHT_SOURCE_DIR "/resources/models/trec"});
        m_window->resize(1024, 700);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->size(), QSize(1024, 700), patience);
        auto* list = find<BarList>("answer-bars");
        QTRY_COMPARE_WITH_TIMEOUT(list->visibleRegion().boundingRect(), list->rect(), patience);
        const auto drawn = [list] {
            QStringList texts;
            for (int bar = 0; bar < list->painter().count(); ++bar)
                texts << list->painter().labelText(list->rect(), bar) << list->painter().meaningText(list->rect(), bar);
            return texts;
        };
        const QStringList before = drawn();
        const QRectF track = list->painter().rowRect(list->rect(), 5);
        QVERIFY2(before.filter("desc").size() == 1, qPrintable(before.join(' ')));
        m_window->currentPanel()->setFocus();
        QTest::keyClick(m_window->currentPanel(), Qt::Key_H);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete() && !list->painter().bars()[0].change.isEmpty(), patience);
        QCOMPARE(drawn(), before);
        QCOMPARE(list->painter().rowRect(list->rect(), 5), track);
        QTRY_COMPARE_WITH_TIMEOUT(list->visibleRegion().boundingRect(), list->rect(), patience);
    }

    void whoAskedForAnExampleGoesOnInItsMap() {
        type("where");
        find<QLineEdit>("sentence")->clear();
        auto* button = find<EmptyState>("attend.empty")->findChild<QPushButton*>();
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), patience);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        settle();
        QCOMPARE(m_window->focusWidget(), find<HeatMap>("map"));
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

    void aTextThatIsRefusedAtFirstIsSaidInTheMiddle() {
        closeWindow();
        openWindow({.model = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/classifier",
                    .text = QStringLiteral("the ").repeated(60).trimmed()});
        auto* empty = find<EmptyState>("attend.empty");
        QTRY_VERIFY_WITH_TIMEOUT(empty->isVisible() && empty->accessibleName().contains("62 tokens"), patience);
        type("the cat");
        QTRY_VERIFY(!empty->isVisible());
    }

    void aHiddenViewCatchesUp() {
        m_window->showView("masks");
        m_window->session().setSentence("the quiet engineer");
        QVERIFY(find<HeatMap>("map")->view().columns != 3);
        m_window->showView("attend");
        QTRY_COMPARE_WITH_TIMEOUT(find<HeatMap>("map")->view().columns, 3, patience);
    }
};

QTEST_MAIN(AttendViewTest)
#include "attend_view_test.moc"
