#include "matrix/histogram_view.h"

#include "style/appearance.h"

#include <QTest>

using namespace headlight;

class HistogramViewTest : public QObject {
    Q_OBJECT

private slots:
    void aMarkAtTheEndOfTheAxisHidesNoNumber() {
        const Appearance appearance(ThemeChoice::Light);
        HistogramView view;
        view.resize(view.sizeHint());
        const QList<float> values{0.0f, 0.25f, 0.5f, 1.0f};
        view.setValues(values, {}, "weights");
        const QImage plain = view.grab().toImage();
        view.setValues(values, {0, 3}, "weights");
        const QImage marked = view.grab().toImage();
        QVERIFY(marked != plain);
        const int line = view.fontMetrics().height() + 2;
        const QRect numbers(0, view.height() - line, view.width(), line);
        QCOMPARE(marked.copy(numbers), plain.copy(numbers));
    }
};

QTEST_MAIN(HistogramViewTest)
#include "histogram_view_test.moc"
