#include "matrix/vector_strips.h"

#include "matrix/matrix_view.h"
#include "style/appearance.h"

#include <QFontMetricsF>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

using namespace headlight;

class VectorStripsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<Appearance> m_appearance;

    /// Three tokens, vectors of four features, and a weight.
    static VectorStripsView sample() {
        VectorStripsView view;
        view.query = "cat";
        view.queryValue = {1, -2, 0, 0.5f};
        view.rows = {"the", "cat", "sat"};
        VectorStrip key{"key", 4}, weight{"weight", 1, {0.25f, 0.5f, 0}, ColorMapId::Blues};
        for (int k = 0; k < 12; ++k)
            key.values << float(k - 6);
        for (int feature = 0; feature < 4; ++feature)
            key.columnNames << QString("feature %1").arg(feature);
        view.strips = {key, weight};
        return view;
    }
    static QRgb cornerOf(const QImage& image, const QRectF& cell) {
        return image.pixel((cell.topLeft() + QPointF(1.5, 1.5)).toPoint());
    }

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void cellsHaveTheColoursOfTheirNumbers() {
        VectorStrips strips;
        strips.setView(sample());
        QCOMPARE(strips.painter().count(), 4 + 3 * 5);
        strips.resize(400, strips.heightForWidth(400));
        const QRectF area = strips.rect();
        for (int i = 0; i < strips.painter().count(); ++i) {
            QVERIFY(area.contains(strips.painter().cellRect(area, i)));
            QCOMPARE(strips.painter().indexAt(area, strips.painter().cellRect(area, i).center()), i);
            for (int j = 0; j < i; ++j)
                QVERIFY(!strips.painter()
                             .cellRect(area, i)
                             .adjusted(0.1, 0.1, -0.1, -0.1)
                             .intersects(strips.painter().cellRect(area, j)));
        }
        strips.show(); // what is not seen is not drawn
        QVERIFY(QTest::qWaitForWindowExposed(&strips));
        const QImage image = strips.grab().toImage();
        const ColorMap diverging(ColorMapId::Diverging, Theme::Light), blues(ColorMapId::Blues, Theme::Light);
        const auto colorOf = [&](int index) { return cornerOf(image, strips.painter().cellRect(area, index)); };
        QCOMPARE(colorOf(1), diverging.at(0));     // −2 of ±2
        QCOMPARE(colorOf(2), diverging.at(0.5));   // 0
        QCOMPARE(colorOf(4), diverging.at(0));     // −6 of ±6
        QCOMPARE(colorOf(4 + 5 + 4), blues.at(1)); // the largest weight
    }

    void pointingReadsAndClickingChoosesTheToken() {
        VectorStrips strips;
        VectorStripsView view = sample();
        view.note = [](int strip, int row, int column) {
            return QString(" [%1 %2 %3]").arg(strip).arg(row).arg(column);
        };
        strips.setView(view);
        strips.resize(400, strips.heightForWidth(400));
        strips.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strips));
        const auto centre = [&](int index) {
            return strips.painter().cellRect(strips.rect(), index).center().toPoint();
        };
        QTest::mouseMove(&strips, centre(3));
        QTRY_COMPARE(strips.toolTip(), QString("query of “cat”, feature 3: 0.5 [0 -1 3]"));
        QSignalSpy rows(&strips, &VectorStrips::rowChosen);
        QTest::mouseClick(&strips, Qt::LeftButton, {}, centre(3)); // the vector above is chosen already
        QCOMPARE(rows.count(), 0);
        QTest::mouseClick(&strips, Qt::LeftButton, {}, centre(4 + 2 * 5 + 1));
        QCOMPARE(rows.takeFirst().at(0).toInt(), 2);
        QTest::keyClick(&strips, Qt::Key_Right);
        QVERIFY(!strips.spokenValue().isEmpty());
        strips.setView(sample());
        strips.setHover(4 + 2 * 5 + 4);
        QCOMPARE(strips.spokenValue(), QString("weight of “sat”: 0"));
    }

    void manyFeaturesAskForRoom() {
        VectorStripsView view = sample();
        VectorStrips few, many;
        few.setView(view);
        VectorStrip& key = view.strips.first();
        key.columns = 128;
        key.values = QList<float>(3 * 128, std::nanf(""));
        key.columnNames = QStringList(128, "feature");
        view.queryValue = QList<float>(128, 1);
        many.setView(view);
        QVERIFY(many.minimumSizeHint().width() >= few.minimumSizeHint().width() + 3 * 100);
        QCOMPARE(many.minimumSizeHint().height(), few.minimumSizeHint().height());
        many.setHover(128);
        QVERIFY2(many.spokenValue().endsWith("–"), qPrintable(many.spokenValue()));
    }

    void numbersStandWholeInTheirCells() {
        VectorStripsView view = sample();
        view.strips[1].values = {2.245e-05f, 0.0007023f, 0.1927f};
        VectorStrips strips;
        strips.setView(view);
        const double least = strips.minimumSizeHint().width();
        for (int row = 0; row < 3; ++row) {
            const QRectF cell = strips.painter().cellRect(QRectF(0, 0, least, 200), 4 + row * 5 + 4);
            const QString text = shortText(double(view.strips[1].values[row]));
            QVERIFY2(QFontMetricsF(strips.painter().font()).horizontalAdvance(text) <= cell.width(), qPrintable(text));
            QVERIFY(cell.right() <= least);
        }
    }

    void numbersThatDontFitAreRefused() {
        VectorStrips strips;
        strips.setView(sample());
        VectorStripsView wrong = sample();
        wrong.strips[0].values.removeLast();
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, strips.setView(wrong));
        wrong = sample();
        wrong.queryValue.removeLast();
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, strips.setView(wrong));
        QCOMPARE(strips.painter().count(), 4 + 3 * 5);
        strips.setView({});
        QCOMPARE(strips.painter().count(), 0);
    }
};

QTEST_MAIN(VectorStripsTest)
#include "vector_strips_test.moc"
