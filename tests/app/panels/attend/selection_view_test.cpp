#include "app/sample_model.h"
#include "panels/attend/selection_view.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

using namespace headlight;

/// The passage as the Attend view shows it.
class SelectionViewTest : public QObject {
    Q_OBJECT
    static constexpr auto question = "who wrote the book";
    static constexpr auto passage = "The engineer wrote the book . The city is near <b> . \U0001F600 أين المدينة ؟";
    Jobs m_jobs;
    std::shared_ptr<OpenModel> m_open;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<SelectionView> m_view;

    void show(const Intervention& changes = {}) {
        m_model->show({m_open, {question, passage}, changes});
        QTRY_VERIFY_WITH_TIMEOUT(m_model->state() == AttendModel::State::Ready && !m_model->isBusy(), 60000);
        m_view->refresh();
    }

private slots:
    void init() {
        m_open = opened("select", sampleClassifier("multihead", {{"heads", "2"}, {"head_features", "8"}}, "select",
                                                   {{std::string(question) + "\t" + passage, {"1"}}}));
        m_view.reset();
        m_model = std::make_unique<AttendModel>(m_jobs);
        m_view = std::make_unique<SelectionView>(*m_model);
    }

    void eachSentenceHasALine() {
        show();
        const std::vector<SelectionLine> lines = selectionLines(*m_model);
        QCOMPARE(lines.size(), std::size_t(3));
        QCOMPARE(lines[0].text, QString("The engineer wrote the book ."));
        QVERIFY(lines[0].right && !lines[1].right);
        QVERIFY(lines[0].chosenBy.contains("Word overlap"));
        QCOMPARE(std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.best; }), 1);
        QVERIFY(m_view->toPlainText().contains("The city is near <b> .")); // as it was typed
        QVERIFY(m_view->toPlainText().contains("✓ right"));
        QVERIFY(m_view->toHtml().contains("dir=\"rtl\"") || m_view->toHtml().contains("dir='rtl'"));
        QCOMPARE(m_view->values().rows.size(), 3);
        QCOMPARE(m_view->figureTable().rows.size(), 3);
    }

    /// It asks for the place of the whole passage: then nothing is left to scroll.
    void theWholePassageIsAskedFor() {
        show();
        m_view->resize(200, 60);
        m_view->show();
        const int narrow = m_view->sizeHint().height();
        QVERIFY(narrow > 5 * m_view->fontMetrics().height()); // four rows, of which some wrap
        m_view->resize(200, narrow);
        QTRY_COMPARE(m_view->verticalScrollBar()->maximum(), 0);
        QCOMPARE(m_view->sizeHint().height(), narrow); // whether or not it scrolls
        m_view->resize(900, narrow);
        QTRY_VERIFY(m_view->sizeHint().height() < narrow);
    }

    void theQuestionSaysWhatToChooseWhereItHasNoMap() {
        show();
        QVERIFY(m_model->remark().isEmpty());
        qsizetype words = 0;
        for (int sequence = 1; sequence <= 4; ++sequence)
            words += m_model->tokens(sequence).size();
        QCOMPARE(m_model->tokensRead(), words); // the sentences themselves are no tokens
        Focus focus;
        focus.sequence = 4; // behind three sentences
        m_model->setFocus(focus);
        QVERIFY2(m_model->remark().startsWith("The question has no map of this head"), qPrintable(m_model->remark()));
        focus.sequence = 2;
        m_model->setFocus(focus);
        QVERIFY(m_model->remark().isEmpty());
    }

    /// Each sentence is pooled, but not what is between them.
    void betweenTheSentencesItIsSaidWhereThereIsNoMap() {
        show();
        int without = 0;
        const std::vector<HeadEntry> heads = m_model->heads(); // as they are before the focus moves
        for (const HeadEntry& head : heads) {
            Focus focus;
            focus.address = head.address;
            m_model->setFocus(focus);
            const bool isThere = m_model->asRead()->has(head.address, 0);
            QCOMPARE(m_model->remark().startsWith("Between the sentences there is no map of this head"), !isThere);
            without += !isThere;
        }
        QVERIFY(without > 0);
    }

    void theSentenceThatIsAnsweredIsShownFirst() {
        show();
        const int best = int(m_model->selection()->places.best()) + 1, other = best == 1 ? 2 : 1;
        QCOMPARE(m_model->sequenceAt(1), best);
        Focus focus;
        focus.sequence = other;
        m_model->setFocus(focus);
        QCOMPARE(m_model->sequenceAt(1), other);
        QCOMPARE(m_model->focusedMap()->keys, Index(m_model->tokens(other).size()));
        focus.sequence = 0;
        m_model->setFocus(focus);
        QCOMPARE(m_model->sequenceAt(1), other); // it stays
        QCOMPARE(m_model->focusedMap()->keys, Index(3));
    }

    void aClickChoosesASentence() {
        show();
        QSignalSpy chosen(m_view.get(), &SelectionView::chosen);
        emit m_view->anchorClicked(QUrl("2"));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toInt(), 2);
    }

    void aRowIsClickedAsAWhole() {
        show();
        m_view->resize(700, 600);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
        const auto placeOf = [this](const QString& text) {
            return m_view->cursorRect(m_view->document()->find(text)).center();
        };
        const auto clicked = [this](const QPoint& place) {
            QSignalSpy chosen(m_view.get(), &SelectionView::chosen);
            QTest::mouseMove(m_view->viewport(), place);
            QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place);
            return chosen.count() == 1 ? chosen.front().front().toInt() : -int(chosen.count());
        };
        const int right = m_view->viewport()->width() - 12;
        QCOMPARE(clicked({right, placeOf("near").y()}), 2);
        QCOMPARE(m_view->viewport()->cursor().shape(), Qt::PointingHandCursor);
        QCOMPARE(clicked({right, placeOf(question).y()}), 4);
        QCOMPARE(clicked(placeOf("also chosen by")), 1);
        QCOMPARE(clicked(placeOf("near")), 2); // which is a link, and says it once
        QCOMPARE(clicked({right, m_view->viewport()->height() - 4}), 0);
        QCOMPARE(m_view->viewport()->cursor().shape(), Qt::ArrowCursor);
    }

    void aSentenceThatIsLeftOutIsSaid() {
        Intervention changes;
        changes.leftOut.insert({0, 1});
        show();
        show(changes);
        const std::vector<SelectionLine> lines = selectionLines(*m_model);
        QVERIFY(!lines[1].isRead && lines[1].was);
        QVERIFY(m_view->toPlainText().contains("left out"));
    }

    void isHiddenForOtherAnswers() {
        show();
        QVERIFY(!m_view->isHidden());
        m_open = sampleModel();
        m_model->show({m_open, {question}, {}});
        QTRY_VERIFY_WITH_TIMEOUT(m_model->state() == AttendModel::State::Ready && !m_model->isBusy(), 60000);
        m_view->refresh();
        QVERIFY(m_view->isHidden());
    }
};

QTEST_MAIN(SelectionViewTest)
#include "selection_view_test.moc"
