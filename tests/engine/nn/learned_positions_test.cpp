#include "core/error.h"
#include "nn/positions.h"

#include <QtTest>

using namespace headlight;

class LearnedPositionsTest : public QObject {
    Q_OBJECT

    Parameters m_parameters;
    const LearnedPositions m_positions{Builder(m_parameters, 1), 2, 6};

    Matrix vectorsOf(const Layout& layout) const {
        Tape tape;
        Context context(tape, layout);
        return m_positions.forward(context).value();
    }

private slots:
    void initTestCase() { m_parameters.find("weight")->value = Matrix::Random(2, 6); }

    void everySequenceBeginsAnewOrWhereItIsContinued() {
        const Matrix& table = m_parameters.find("weight")->value;
        Layout layout({3});
        layout.add(2, 1, 4);
        const Matrix found = vectorsOf(layout);
        QVERIFY(found.leftCols(3) == table.leftCols(3));
        QVERIFY(found.rightCols(2) == table.rightCols(2));
    }

    void aTextWithMoreTokensThanPositionsIsRefused() {
        Layout continued;
        continued.add(1, 0, 6);
        for (const Layout& layout : {Layout({2, 7}), continued})
            try {
                vectorsOf(layout);
                QFAIL("expected an Error");
            } catch (const Error& error) {
                QCOMPARE(QString(error.what()),
                         QString("the text has 7 tokens; this model has positions for 6: shorten it"));
            }
    }
};

QTEST_GUILESS_MAIN(LearnedPositionsTest)
#include "learned_positions_test.moc"
