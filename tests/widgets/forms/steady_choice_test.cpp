#include "forms/steady_choice.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QTest>

using namespace headlight;

class SteadyChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_row = std::make_unique<QWidget>();
        auto* layout = new QHBoxLayout(m_row.get());
        m_choice = new SteadyChoice;
        m_beside = new QWidget;
        layout->addWidget(m_choice);
        layout->addWidget(m_beside, 1);
        m_row->resize(900, 60);
        m_row->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_row.get()));
    }

    void whatIsThereFirstHasRoom() {
        fill({"a", longText});
        QVERIFY(m_choice->width() > m_choice->fontMetrics().horizontalAdvance(longText));
    }

    void aListThatIsFilledAgainMovesNothing() {
        fill({"accuracy", "loss"});
        const int place = m_beside->x();
        fill({"accuracy", "loss", longText});
        QCOMPARE(m_beside->x(), place);
        fill({});
        QCOMPARE(m_beside->x(), place);
    }

    void whatIsChosenIsWholeAndLeavesNoGap() {
        fill({"accuracy", "loss"});
        fill({"accuracy", "loss", longText});
        const int place = m_beside->x();
        m_choice->setCurrentIndex(2);
        QTest::qWait(20);
        QVERIFY(m_beside->x() > place);
        QVERIFY(m_choice->width() > m_choice->fontMetrics().horizontalAdvance(longText));
        const int moved = m_beside->x();
        m_choice->setCurrentIndex(0); // the next one that is chosen is likely to be as long
        QTest::qWait(20);
        QCOMPARE(m_beside->x(), moved);
    }

    void longEntriesAreWholeInTheList() {
        fill({"accuracy"});
        fill({"accuracy", longText});
        m_choice->showPopup();
        QTRY_VERIFY(m_choice->view()->isVisible());
        QVERIFY(m_choice->view()->viewport()->width() >= m_choice->view()->sizeHintForColumn(0));
        m_choice->hidePopup();
    }

private:
    void fill(const QStringList& texts) {
        const QSignalBlocker blocker(m_choice); // as who fills it while somebody works
        m_choice->clear();
        m_choice->addItems(texts);
        QTest::qWait(20);
    }

    const QString longText = QStringLiteral("validation accuracy of the last epoch of all");
    std::unique_ptr<QWidget> m_row;
    SteadyChoice* m_choice = nullptr;
    QWidget* m_beside = nullptr;
};

QTEST_MAIN(SteadyChoiceTest)
#include "steady_choice_test.moc"
