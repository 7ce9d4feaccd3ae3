#include "plots/parallel_layout.h"

#include <QTest>

using namespace headlight;

/// What there is room for at the axes of parallel coordinates.
class ParallelLayoutTest : public QObject {
    Q_OBJECT

    QFontMetricsF metrics() const { return QFontMetricsF(QFont()); }
    double width(const QString& text) const {
        double widest = 0;
        for (const QString& line : text.split(u'\n'))
            widest = std::max(widest, metrics().horizontalAdvance(line));
        return widest;
    }
    static ParallelTexts words(const QString& title, const QStringList& labels) {
        return {title, {}, title, labels, labels, true};
    }
    static ParallelTexts numbers(const QString& title, const QStringList& labels, const QStringList& brief) {
        return {title, {}, title, labels, brief, false};
    }
    static QList<ParallelTexts> eight() {
        return {words("model", {"MTSA", "MPSAN"}),
                words("corpus", {"First token", "TREC"}),
                numbers("batch size", {"50", "250"}, {"50", "250"}),
                words("masks of the heads", {"forward, backward", "forward + distance(0.5)"}),
                numbers("random seed", {"1", "2", "3"}, {"1", "2", "3"}),
                numbers("parameters", {"50,000", "250,000"}, {"50k", "250k"}),
                numbers("time", {"4", "10"}, {"4", "10"}),
                numbers("accuracy", {"40", "100"}, {"40", "100"})};
    }
    /// Every label lies between its axis and the one before, or the edge.
    void checkLabels(const ParallelLayout& layout, double wide) {
        for (qsizetype a = 0; a < layout.x.size(); ++a) {
            const double room = layout.x[a] - (a > 0 ? layout.x[a - 1] : 0);
            for (const QString& label : layout.labels[a])
                QVERIFY2(label.isEmpty() || width(label) + 0.8 * metrics().height() <= room + 0.5, qPrintable(label));
        }
        QVERIFY(layout.x.last() <= wide);
    }

private slots:
    void axesAreEvenlySpacedWhereThereIsRoom() {
        const auto layout = ParallelLayout::of(eight(), metrics(), {2000, 400});
        checkLabels(layout, 2000);
        QVERIFY(!layout.lacksRoom && !layout.turned);
        for (qsizetype a = 2; a < layout.x.size(); ++a)
            QVERIFY(std::abs((layout.x[a] - layout.x[a - 1]) - (layout.x[1] - layout.x[0])) < 0.5);
        QCOMPARE(layout.labels[3][1], QString("forward + distance(0.5)"));
    }

    void labelsEndBehindTheAxisBefore() {
        for (const double wide : {34., 40., 50., 70., 100.}) {
            const auto layout = ParallelLayout::of(eight(), metrics(), {wide * metrics().height(), 400});
            checkLabels(layout, wide * metrics().height());
            QVERIFY2(!layout.lacksRoom, qPrintable(QString::number(wide)));
            for (const QString& label : layout.labels[1]) // whole, in lines
                QVERIFY(QStringList({"First token", "First\ntoken", "TREC"}).contains(label));
        }
    }

    void whatIsCutIsSaid() {
        const auto layout = ParallelLayout::of(eight(), metrics(), {10 * metrics().height(), 400});
        QVERIFY(layout.lacksRoom && layout.turned);
        checkLabels(layout, 10 * metrics().height());
        for (const QString& number : layout.labels[5]) // whole or not at all
            QVERIFY2(QStringList({"50k", "250k", ""}).contains(number), qPrintable(number));
        // The longest words give way first.
        ParallelLayout narrow;
        for (double wide = 60; !narrow.lacksRoom; wide -= 0.5) {
            narrow = ParallelLayout::of(eight(), metrics(), {wide * metrics().height(), 400});
            checkLabels(narrow, wide * metrics().height());
        }
        QCOMPARE(narrow.labels[0], QStringList({"MTSA", "MPSAN"}));
        QVERIFY(narrow.labels[3].join('|').contains(u'…'));
    }

    void wordsAreBrokenAtTheirEnds() {
        const double room = metrics().horizontalAdvance("First t");
        QCOMPARE(brokenIntoLines("First token", metrics(), room), QString("First\ntoken"));
        QCOMPARE(brokenIntoLines("Unbreakable", metrics(), room), QString("Unbreakable"));
        QCOMPARE(brokenIntoLines("feature-wise", metrics(), room), QString("feature-\nwise"));
        QCOMPARE(brokenIntoLines("a b c d e f", metrics(), metrics().horizontalAdvance("a")).count(u'\n'), 2);
    }
};

QTEST_MAIN(ParallelLayoutTest)
#include "parallel_layout_test.moc"
