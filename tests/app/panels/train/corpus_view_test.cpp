#include "panels/train/corpus_view.h"

#include "app/panels/train/train_fixture.h"
#include "forms/empty_state.h"

#include <QHeaderView>
#include <QTableWidget>
#include <QtTest>

using namespace headlight;

/// What of a corpus can be read in a small window.
class CorpusViewTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    /// A help of two lines above took the room of the last label.
    void everyLabelIsSeen() {
        m_panel->resize(1024, 640);
        typeData("diagnostic:first");
        auto* table = find<QTableWidget>("train.preview");
        QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 4, patience);
        const auto isSeen = [&] {
            const QRect last = table->visualItemRect(table->item(3, 0));
            return table->viewport()->visibleRegion().boundingRect().contains(last);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isSeen(), patience);
        m_panel->resize(1300, 850); // where the help has one line
        m_panel->resize(1024, 640);
        QTRY_VERIFY_WITH_TIMEOUT(isSeen(), patience);
    }

    void aProblemOfTheCorpusMovesNothing() {
        m_panel->resize(1024, 640);
        const auto below = [&] { return places({"train.probes", "train.seeds", "train.options"}); };
        const auto* summary = find<QLabel>("train.summary");
        auto* table = find<QTableWidget>("train.preview");
        for (const char* before : {"", "diagnostic:first", HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs"}) {
            if (*before) {
                typeData(before);
                QTRY_VERIFY_WITH_TIMEOUT(table->rowCount() > 0, patience);
                QTRY_VERIFY_WITH_TIMEOUT(summary->text().contains("train"), patience);
            }
            const auto stood = below();
            for (const char* corpus :
                 {"/nowhere", "/nowhere?dev=2", "/no/such/folder/of/a/corpus/that/has/a/longer/name"}) {
                typeData(corpus);
                QTRY_VERIFY_WITH_TIMEOUT(summary->text().remove(QChar(0x200B)).contains(corpus), patience);
                QVERIFY2(below() == stood, qPrintable(summary->text()));
            }
        }
    }

    /// Of one that was looked at before.
    void withoutACorpusNoRoomIsKept() {
        const auto room = [&] {
            QTest::qWait(50);
            return m_panel->findChild<CorpusView*>()->minimumSizeHint().height();
        };
        const int before = room();
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/translations");
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>("train.turn")->isVisible(), patience);
        QVERIFY(room() > before);
        auto* line = find<QLineEdit>("train.data.text");
        line->selectAll();
        QTest::keyClick(line, Qt::Key_Delete);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(room(), before, patience);
    }

    void aTranslationIsTurnedRoundByAClick() {
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/translations");
        const auto* summary = find<QLabel>("train.summary");
        const auto says = [&](const char* direction) {
            return summary->text().remove(QChar(0x200B)).startsWith(QString("translation, ") + direction);
        };
        QTRY_VERIFY_WITH_TIMEOUT(says("German → English"), patience);
        QVERIFY(find<EmptyState>("train.next")->findChild<QLabel*>()->text().startsWith("Loss and BLEU appear here"));
        auto* turn = find<QPushButton>("train.turn");
        QVERIFY(turn->isVisible() && turn->text().contains("English → German"));
        QTest::mouseClick(turn, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(says("English → German"), patience);
        QVERIFY(find<QLineEdit>("train.data.text")->text().endsWith("?from=en&to=de"));
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        QTRY_VERIFY_WITH_TIMEOUT(!turn->isVisible(), patience);
    }

    void aLongMeaningLeavesTheNumbersInSight() {
        CorpusPreview preview;
        preview.labelWord = "label";
        preview.labels = QStringList{"neutral"};
        preview.meanings = QStringList{"the first sentence does not say whether the second is true, or says both"};
        CorpusPreview::Part part;
        part.name = "train";
        part.examples = 12;
        part.perLabel = {12};
        preview.parts = {part};
        CorpusView view;
        view.show(preview);
        view.resize(380, 300);
        view.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto* table = view.findChild<QTableWidget*>("train.preview");
        QTRY_VERIFY(table->horizontalHeader()->sectionSize(0) < 380 / 2);
        QVERIFY(table->viewport()->rect().contains(table->visualItemRect(table->item(0, 1))));
        QVERIFY(table->item(0, 0)->toolTip().endsWith("or says both)"));
    }
};

QTEST_MAIN(CorpusViewTest)
#include "corpus_view_test.moc"
