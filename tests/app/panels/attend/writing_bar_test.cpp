#include "panels/attend/writing_bar.h"

#include "app/panels/attend/attend_fixture.h"
#include "matrix/bar_list.h"
#include "matrix/span_text.h"

#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

using namespace headlight;

/// The answer of a model that tells what comes next: its candidates are written by a click, and the text has the
/// probability of each token.
class WritingBarTest : public QObject, AttendFixture {
    Q_OBJECT
    const QString m_text = "5 9 2";

    BarList* bars() { return find<BarList>("answer-bars"); }
    QPushButton* button() { return find<QPushButton>("writing-go"); }
    SpanText* words() { return find<SpanText>("chance-words"); }
    static std::shared_ptr<OpenModel> modelOf(const char* golden) {
        return std::make_shared<OpenModel>(
            golden, "", golden, openModel(std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + golden));
    }

private slots:
    void init() {
        begin();
        open();
        show(m_text, modelOf("gpt2"));
    }
    void cleanup() { end(); }

    void aClickOnACandidateWritesIt() {
        QVERIFY(button()->isVisible());
        const QString second = bars()->painter().bars()[1].label;
        QTest::mouseClick(bars(), Qt::LeftButton, {}, bars()->painter().rowRect(bars()->rect(), 1).center().toPoint());
        settle();
        QCOMPARE(m_session->sentence(), m_text + ' ' + second);
        QCOMPARE(view().rowLabels.size(), qsizetype(4));
        QCOMPARE(words()->painter().line(0).words.last(), second);
        m_session->undo();
        settle();
        QCOMPARE(m_session->sentence(), m_text);
        QCOMPARE(view().rowLabels.size(), qsizetype(3));
    }

    void theButtonWritesAndStops() {
        find<QSpinBox>("writing-tokens")->setValue(2);
        QTest::mouseClick(button(), Qt::LeftButton);
        settle();
        QCOMPARE(view().rowLabels.size(), qsizetype(5));
        QVERIFY(m_session->sentence().startsWith(m_text + ' '));
        const QString written = m_session->sentence();
        find<QSpinBox>("writing-tokens")->setValue(1000);
        QTest::mouseClick(button(), Qt::LeftButton);
        QCOMPARE(button()->text(), QString("Stop"));
        QTest::mouseClick(button(), Qt::LeftButton);
        settle();
        QVERIFY(button()->text() != "Stop");
        QVERIFY(m_session->sentence().startsWith(written));
    }

    void whatIsDrawnAmongIsAskedWhereItIsDrawn() {
        auto* top = find<QSpinBox>("writing-top");
        QVERIFY(!top->isEnabled());
        find<QDoubleSpinBox>("writing-temperature")->setValue(0.7);
        QVERIFY(top->isEnabled());
    }

    void eachTokenHasItsProbability() {
        QVERIFY(words()->isVisible());
        QCOMPARE(words()->painter().line(0).words, (QStringList{"5", "9", "2"}));
        QCOMPARE(words()->painter().line(0).spans.size(), qsizetype(2)); // nothing is before the first
        QVERIFY(find<QLabel>("chance-sum")->text().contains("of 2 tokens, perplexity "));
        QTest::mouseClick(words(), Qt::LeftButton, {},
                          words()->painter().wordRect(words()->rect(), 1).center().toPoint());
        QCOMPARE(m_session->marks().pinnedQueries, std::set<int>{1});
    }

    void modelsThatTellNothingNextHaveNone() {
        show("5 9", modelOf("roberta-masked"));
        QVERIFY(!button()->isVisible() && !words()->isVisible());
    }
};

QTEST_MAIN(WritingBarTest)
#include "writing_bar_test.moc"
