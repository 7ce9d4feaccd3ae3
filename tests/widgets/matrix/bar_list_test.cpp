#include "matrix/bar_list.h"
#include "style/appearance.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

using namespace headlight;

class BarListTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void barsGrowWithValues();
    void barsSayTheirValue();
    void barsLeaveLongLabelsRoom();
    void signedBarsBeginInTheMiddle();
    void theChangeStaysLongerThanWhatWas();
    void aMeaningIsWholeAboveItsBarWhereThatHasNoRoomBesideIt();
    void logOddsHaveMeaningsAndChangesToo();
    void theChangeIsToldInTheLeastWidth();
    void aMeaningThatHasNoRoomIsInTheReadOut();
    void heightsAreOfTheClassesNotOfTheAnswer();
    void nothingMovesWhenThereIsAChange();
    void aPresentationKeepsTheMeanings();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void BarListTest::barsGrowWithValues() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true},
                  {"entity", 0.25, std::nan(""), false},
                  {"impossible", 1.5, std::nan(""), false},
                  {"broken", std::nan(""), std::nan(""), false}});
    list.resize(400, list.sizeHint().height());
    const QRectF area = list.rect();
    const auto width = [&](int index) { return list.painter().barRect(area, index).width(); };
    QVERIFY(std::abs(width(0) - 3 * width(1)) < 0.01);
    QVERIFY(std::abs(width(2) - 4 * width(1)) < 0.01);
    QCOMPARE(width(3), 0.0);
    const QImage image = list.grab().toImage();
    QCOMPARE(image.pixelColor(list.painter().barRect(area, 0).center().toPoint()),
             color(ColorRole::Accent, Theme::Light));
    QVERIFY(area.contains(list.painter().rowRect(area, 3)));
}

void BarListTest::barsSayTheirValue() {
    BarList list;
    list.setBars({{"location", 0.75, 0.5, true}, {"entity", 0.25, std::nan(""), false}});
    list.resize(400, 100);
    QSignalSpy hovered(&list, &BarList::hovered);
    QTest::keyClick(&list, Qt::Key_Down);
    QCOMPARE(hovered.count(), 1);
    QCOMPARE(list.spokenValue(), QStringLiteral("location 0.75, was 0.5"));
    QSignalSpy activated(&list, &BarList::activated);
    QTest::mouseClick(&list, Qt::LeftButton, {}, list.painter().rowRect(list.rect(), 1).center().toPoint());
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(1)});
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(activated.takeFirst(), QList<QVariant>{QVariant(0)});
}

/// In the dock of a small window, with an altered answer too.
void BarListTest::aMeaningIsWholeAboveItsBarWhereThatHasNoRoomBesideIt() {
    const double none = std::nan("");
    BarList list;
    list.setBars({{"ABBR", 0.75, 0.5, true, "+0.250", "abbreviation"},
                  {"DESC", 0.25, none, false, {}, "description"},
                  {"LOC", 0.1, none, false, {}, "location"}});
    for (const int width : {245, 258, 300, 420}) {
        const QRectF area(0, 0, width, list.heightForWidth(width));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(list.painter().meaningText(area, i), list.painter().bars()[i].meaning);
            QCOMPARE(list.painter().labelText(area, i), list.painter().bars()[i].label);
            QVERIFY(list.painter().rowRect(area, i).contains(list.painter().barRect(area, i)));
        }
        QVERIFY2(list.painter().barRect(area, 0).width() > 0.75 * 36, qPrintable(QString::number(width)));
    }
    QVERIFY(list.painter().barRect(QRectF(0, 0, 258, 200), 0).width() > 150); // below the words it has the whole width
    QVERIFY(list.heightForWidth(258) > list.heightForWidth(420));
}

/// The same dock: numbers are longer then.
void BarListTest::logOddsHaveMeaningsAndChangesToo() {
    BarList list;
    list.setRange(-15, 15);
    list.setBars({{"ABBR", -13.799, -14.25, false, "+0.451", "abbreviation"},
                  {"HUM", -11.049, -12.5, false, "+1.451", "human being"}});
    list.resize(264, list.heightForWidth(264));
    const QRectF area = list.rect();
    QCOMPARE(list.painter().meaningText(area, 0), QStringLiteral("abbreviation"));
    QCOMPARE(list.painter().meaningText(area, 1), QStringLiteral("human being"));
    const QImage image = list.grab().toImage();
    const QRect row = list.painter().rowRect(area, 0).toRect();
    int ofTheChange = 0;
    for (int x = row.right() - list.fontMetrics().horizontalAdvance("+0.451"); x < row.right(); ++x)
        for (int y = row.top(); y < row.center().y(); ++y)
            ofTheChange += image.pixelColor(x, y) == color(ColorRole::Altered, Theme::Light);
    QVERIFY(ofTheChange > 0);
}

/// As in a presentation in a small window.
void BarListTest::theChangeIsToldInTheLeastWidth() {
    BarList list;
    QFont font = list.font();
    font.setPixelSize(20);
    list.setFont(font);
    list.setRange(-20, 20);
    list.setBars({{"ABBR", -13.819, -14.627, false, "+0.808", "abbreviation"},
                  {"LOC", 8.819, 9.291, true, "−0.472", "location"}});
    const int width = list.minimumSizeHint().width();
    list.resize(width, list.heightForWidth(width));
    const QImage image = list.grab().toImage();
    for (const int bar : {0, 1}) {
        const QRect row = list.painter().rowRect(list.rect(), bar).toRect();
        const int bottom = int(list.painter().barRect(list.rect(), bar).top()) - 4; // above the ghost
        int ofTheChange = 0;
        for (int x = row.left(); x < row.right(); ++x)
            for (int y = row.top(); y < bottom; ++y)
                ofTheChange += image.pixelColor(x, y) == color(ColorRole::Altered, Theme::Light);
        QVERIFY(ofTheChange > 20);
    }
}

void BarListTest::aMeaningThatHasNoRoomIsInTheReadOut() {
    BarList list;
    list.setBars({{"HUM", 0.75, std::nan(""), true, {}, "human being"}});
    const auto meaningIn = [&](int width) { return list.painter().meaningText(QRectF(0, 0, width, 100), 0); };
    QVERIFY2(meaningIn(200).startsWith("hu") && meaningIn(200).endsWith(QChar(0x2026)), qPrintable(meaningIn(200)));
    QCOMPARE(meaningIn(150), QString());
    QCOMPARE(list.painter().labelText(QRectF(0, 0, 120, 100), 0), QStringLiteral("HUM")); // whole in any case
    QVERIFY(list.painter().readOut(0).contains("(human being)"));
    list.setBars({{"entailment", 0.75, std::nan(""), true, {}, "if the first sentence is true, so is the second"}});
    QCOMPARE(meaningIn(600), QString());
    QVERIFY(list.painter().readOut(0).contains("(if the first sentence is true, so is the second)"));
}

void BarListTest::heightsAreOfTheClassesNotOfTheAnswer() {
    BarList list;
    const auto show = [&](double value, double end) {
        list.setRange(-end, end); // follows the answer
        list.setBars({{"ABBR", value, std::nan(""), true, {}, "abbreviation"},
                      {"LOC", -value, std::nan(""), false, {}, "location"}});
    };
    for (int width = 120; width < 700; width += 10) {
        show(0.5, 1);
        const int height = list.heightForWidth(width);
        const QString meaning = list.painter().meaningText(QRectF(0, 0, width, height), 0);
        for (const double end : {6., 20., 40.}) {
            show(0.9 * end, end);
            QCOMPARE(list.heightForWidth(width), height);
            QCOMPARE(list.painter().meaningText(QRectF(0, 0, width, height), 0), meaning);
        }
    }
}

void BarListTest::nothingMovesWhenThereIsAChange() {
    BarList plain, altered;
    const auto bar = [](double value, double ghost) {
        const auto small = QStringLiteral("−8e−08"); // with the widest digits
        return Bar{"HUM", value, ghost, true, std::isnan(ghost) ? QString() : small, "human being"};
    };
    plain.setBars({bar(0.75, std::nan(""))});
    altered.setBars({bar(0.75, 0.75)});
    QCOMPARE(plain.sizeHint(), altered.sizeHint());
    for (int width = 120; width < 700; width += 20) {
        const QRectF area(0, 0, width, plain.heightForWidth(width));
        QCOMPARE(plain.heightForWidth(width), altered.heightForWidth(width));
        QCOMPARE(plain.painter().barRect(area, 0), altered.painter().barRect(area, 0));
        QCOMPARE(plain.painter().meaningText(area, 0), altered.painter().meaningText(area, 0));
        const QRectF filled = altered.painter().barRect(area, 0);
        const double beside = area.right() - filled.left() - filled.width() / 0.75;
        const bool isBeside = filled.left() > altered.painter().rowRect(area, 0).left();
        if (isBeside && !altered.painter().meaningText(area, 0).isEmpty()) // a meaning leaves the change its room
            QVERIFY2(beside > altered.fontMetrics().horizontalAdvance("0.750−8e−08"),
                     qPrintable(QString::number(width)));
    }
}

/// Its letters are large, and its dock is hardly wider.
void BarListTest::aPresentationKeepsTheMeanings() {
    BarList list;
    QFont large = list.font();
    large.setPixelSize(19);
    list.setFont(large);
    list.setBars({{"ABBR", 0.75, std::nan(""), true, {}, "abbreviation"},
                  {"DESC", 0.25, std::nan(""), false, {}, "description"}});
    const QRectF area(0, 0, 302, 200);
    QVERIFY2(list.painter().meaningText(area, 1).startsWith("de"), qPrintable(list.painter().meaningText(area, 1)));
    QVERIFY(list.painter().meaningText(area, 0).startsWith("ab"));
}

void BarListTest::signedBarsBeginInTheMiddle() {
    BarList list;
    list.setBars({{"up", 2.0}, {"down", -1.0, -3.0}, {"endless", std::numeric_limits<double>::infinity()}});
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, list.setRange(1, 4));
    list.setRange(-4, 4);
    list.resize(400, list.sizeHint().height());
    const QRectF up = list.painter().barRect(list.rect(), 0), down = list.painter().barRect(list.rect(), 1);
    QVERIFY(std::abs(up.left() - down.right()) < 0.01);
    QVERIFY(std::abs(up.width() - 2 * down.width()) < 0.01);
    QVERIFY(std::abs(list.painter().barRect(list.rect(), 2).width() - 2 * up.width()) < 0.01);
    // What it was is an outline to the left of it.
    const QImage image = list.grab().toImage();
    const QRgb track = color(ColorRole::Grid, Theme::Light).rgb();
    bool isThere = false;
    const int left = qRound(down.right() - 3 * down.width());
    for (int x = left - 2; x <= left + 2; ++x)
        isThere |= image.pixel(x, int(down.center().y())) != track;
    QVERIFY(isThere);
}

void BarListTest::theChangeStaysLongerThanWhatWas() {
    BarList list;
    list.setBars({{"LOC", 1.0, 1.0, true, "−0.00002"}});
    QCOMPARE(list.painter().readOut(0), QStringLiteral("LOC 1, was 1 (−0.00002)"));
    const auto hasAltered = [&](int width) {
        list.resize(width, 60);
        const QImage image = list.grab().toImage();
        const QRgb words = color(ColorRole::Altered, Theme::Light).rgb();
        const int from = qRound(list.painter().barRect(list.rect(), 0).right()) + 8;
        int first = -1, last = -1;
        for (int x = from; x < width; ++x)
            for (int y = 0; y < 60; ++y)
                if (image.pixel(x, y) == words) {
                    first = first < 0 ? x : first;
                    last = x;
                }
        return last - first;
    };
    const int wide = hasAltered(500), narrow = hasAltered(240);
    QVERIFY2(narrow > 10 && wide > narrow + 20, qPrintable(QStringLiteral("%1 %2").arg(wide).arg(narrow)));
}

void BarListTest::barsLeaveLongLabelsRoom() {
    const QStringList labels{"contradiction", "entailment", "neutral"};
    BarList list;
    QList<Bar> bars;
    for (const QString& label : labels)
        bars << Bar{label, 1.0, 0.5, true};
    list.setBars(bars);
    for (const int width : {170, 200, 400}) {
        const QRectF area(0, 0, width, list.heightForWidth(width));
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(list.painter().labelText(area, i), labels[i]);
            QVERIFY(area.contains(list.painter().rowRect(area, i)));
            QVERIFY(list.painter().rowRect(area, i).contains(list.painter().barRect(area, i)));
            QVERIFY2(list.painter().barRect(area, i).width() > 35, qPrintable(QString::number(width)));
        }
    }
    QVERIFY(list.heightForWidth(170) > list.heightForWidth(400)); // in lines of their own
}

QTEST_MAIN(BarListTest)
#include "bar_list_test.moc"
