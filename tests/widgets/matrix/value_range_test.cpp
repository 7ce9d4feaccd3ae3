#include "matrix/color_bar.h"
#include "matrix/matrix_view.h"
#include "matrix/value_spread.h"

#include <QTest>
#include <algorithm>
#include <cmath>

using namespace headlight;

class ValueRangeTest : public QObject {
    Q_OBJECT

private slots:
    void automaticIsFixedWhileWeightsAreSeen();
    void automaticOfASentenceIsNoWhiteMapWithADarkCorner();
    void automaticOfALongTextFollowsItsQuantiles();
    void evenWeightsOfALongTextAreLight();
    void severalMapsHaveOneRange();
    void anEvenRowIsNeverDark_data();
    void anEvenRowIsNeverDark();
    void onAnAbsoluteRangeAnEvenRowHasItsColour();
    void scalesSpreadValues();
    void aLogarithmicScaleSaysWhereItBegins();
    void signedScalesAreSymmetric();
    void everyRangeSaysWhatItIs();
    void rangesOfNothingAreDefined();
    void aSingleRowShowsItsStructure();
    void rowsThatDifferHaveTheColoursOfTheBar();
    void theBarSaysWhereValuesLieBeyondIt();
    void anAutomaticEndIsWhatIsPrinted();
    void countedValuesAreAsThoseKeptOneByOne();

private:
    /// Each query sees itself and the keys before it; weights grow with the key.
    static MatrixView forwardMap(int size);
    static MatrixView row(const QList<float>& values);
    static ColorBar barOf(const MatrixView& view);
};

ColorBar ValueRangeTest::barOf(const MatrixView& view) {
    ColorBar bar{view.range, view.colorMap, view.valueName};
    view.units(&bar.use);
    return bar;
}

MatrixView ValueRangeTest::forwardMap(int size) {
    MatrixView view;
    view.rows = view.columns = size;
    for (int query = 0; query < size; ++query)
        for (int key = 0; key < size; ++key) {
            const int seen = query + 1;
            view.values << (key <= query ? 2.0f * float(key + 1) / float(seen * (seen + 1)) : 0.0f);
            view.masked << quint8(key > query);
        }
    return view;
}

MatrixView ValueRangeTest::row(const QList<float>& values) {
    MatrixView view;
    view.rows = 1;
    view.columns = int(values.size());
    view.values = values;
    return view;
}

void ValueRangeTest::automaticIsFixedWhileWeightsAreSeen() {
    const ValueRange range = forwardMap(10).rangeFor(RangeChoice::Automatic);
    QCOMPARE(range.low, 0.0);
    QCOMPARE(range.high, 1.0);
    QVERIFY(!range.isRelative());
    QCOMPARE(rangeText(range), QString("0…1, automatic"));
}

/// Of a mask that hides keys the rows that see few are dark; the many cells of the others are what is looked at.
void ValueRangeTest::automaticOfASentenceIsNoWhiteMapWithADarkCorner() {
    const ValueRange range = forwardMap(40).rangeFor(RangeChoice::Automatic);
    QVERIFY2(range.isRelative() && range.high < 0.5, qPrintable(rangeText(range)));
}

/// The first query sees one key, whose weight is 1 whatever the head does.
void ValueRangeTest::automaticOfALongTextFollowsItsQuantiles() {
    MatrixView view = forwardMap(600);
    view.range = view.rangeFor(RangeChoice::Automatic);
    QVERIFY(view.range.isRelative());
    QVERIFY2(view.range.high > 0.003 && view.range.high < 0.1, qPrintable(rangeText(view.range)));
    QVERIFY2(rangeText(view.range).endsWith(", automatic: 98 % of this map"), qPrintable(rangeText(view.range)));
    int seen = 0, saturated = 0;
    for (const float unit : view.units()) {
        seen += unit > 0.15f;
        saturated += unit >= 1.0f;
    }
    QVERIFY2(seen > 600 * 601 / 2 / 3, qPrintable(QString::number(seen))); // its structure is there
    QVERIFY2(saturated < 600 * 601 / 2 / 40, qPrintable(QString::number(saturated)));
    view.values[0] = 0.5f; // of a row with one key: no weight of the head's
    QCOMPARE(view.rangeFor(RangeChoice::Automatic).high, view.range.high);
    QVERIFY(view.rangeFor(RangeChoice::Map).high < 0.7); // the second row's
}

void ValueRangeTest::evenWeightsOfALongTextAreLight() {
    QList<float> values;
    for (int i = 0; i < 600; ++i)
        values << 1.0f / 600 * (1.0f + 0.1f * float(i % 3 - 1));
    MatrixView view = row(values);
    view.range = view.rangeFor(RangeChoice::Automatic);
    QVERIFY(std::abs(view.range.high - 3.0 / 600) < 1e-5);
    QVERIFY2(rangeText(view.range).endsWith("3 × mean of this map"), qPrintable(rangeText(view.range)));
    for (const float unit : view.units())
        QVERIFY(unit > 0.25f && unit < 0.4f);
}

void ValueRangeTest::severalMapsHaveOneRange() {
    ValueSpread both, faint;
    const MatrixView sharp = forwardMap(6), pale = forwardMap(300);
    both.add(sharp);
    QVERIFY(both.isLegible());
    both.add(pale);
    faint.add(pale);
    QVERIFY(!both.isLegible()); // one of them would be blank between 0 and 1
    const ValueRange range = both.range(RangeChoice::Map, ColorScale::Linear, false);
    QCOMPARE(float(range.high), 2.0f / 3);
    QVERIFY(both.range(RangeChoice::Automatic, ColorScale::Linear, false).high >=
            faint.range(RangeChoice::Automatic, ColorScale::Linear, false).high);
}

void ValueRangeTest::anEvenRowIsNeverDark_data() {
    QTest::addColumn<int>("choice");
    QTest::addColumn<int>("scale");
    for (const RangeChoiceRow& choice : rangeChoiceRows())
        for (const ColorScaleRow& scale : colorScaleRows())
            if (ValueRange{0, 1, choice.choice, scale.scale, 0.98}.isRelative())
                QTest::addRow("%s, %s", choice.key, scale.key) << int(choice.choice) << int(scale.scale);
}

void ValueRangeTest::anEvenRowIsNeverDark() {
    QFETCH(int, choice);
    QFETCH(int, scale);
    MatrixView view = forwardMap(100);
    for (int key = 0; key <= 40; ++key) // as strong as it can be: below it are rows with fainter weights
        view.values[40 * 100 + key] = 1.0f / 41;
    view.range = view.rangeFor(RangeChoice(choice), ColorScale(scale));
    const QList<float> units = view.units();
    for (int key = 0; key <= 40; ++key) {
        QVERIFY2(units[40 * 100 + key] <= 1.0f / 3 + 1e-6f, qPrintable(QString::number(units[40 * 100 + key])));
        QCOMPARE(units[40 * 100 + key], units[40 * 100]);
    }
    QVERIFY2(units[0] <= 1.0f / 3 + 1e-6f, qPrintable(QString::number(units[0]))); // a single key
    const float strong = units[60 * 100 + 60];                                     // of a row that is not even
    const double place = placeIn(view.range, double(view.value(60, 60)), false);
    QCOMPARE(strong, RangeChoice(choice) == RangeChoice::Row ? 1.0f : float(place));
    QVERIFY(units[60 * 100 + 20] < strong);
    // What differs a little looks a little different, and is a little darker than what does not.
    view.values[40 * 100] *= 1.2f;
    const QList<float> uneven = view.units();
    QVERIFY(uneven[40 * 100] > uneven[40 * 100 + 1] && uneven[40 * 100] < 0.8f);
}

void ValueRangeTest::onAnAbsoluteRangeAnEvenRowHasItsColour() {
    MatrixView view = row({0.5f, 0.5f});
    QCOMPARE(view.units(), (QList<float>{0.5f, 0.5f}));
    view.range = {0.0, 0.5, RangeChoice::Fixed};
    QCOMPARE(view.units(), (QList<float>{1, 1}));
    view.rowsAreShares = false; // a gate that is open for all
    view.range = {0.0, 0.5, RangeChoice::Map};
    QCOMPARE(view.units(), (QList<float>{1, 1}));
}

void ValueRangeTest::scalesSpreadValues() {
    MatrixView view = row({0.01f, 0.02f, 0.25f, 1.0f});
    const auto unit = [&](ColorScale scale, int column) {
        view.range = view.rangeFor(RangeChoice::Unit, scale);
        return view.units()[column];
    };
    QCOMPARE(unit(ColorScale::SquareRoot, 2), 0.5f);
    QCOMPARE(unit(ColorScale::Logarithmic, 3), 1.0f);
    const float low = float(view.range.low);
    QVERIFY(low > 0 && low <= 0.02f);
    QCOMPARE(unit(ColorScale::Logarithmic, 2), std::log(0.25f / low) / std::log(1.0f / low));
    QCOMPARE(unit(ColorScale::Percentile, 0), 0.0f);
    QVERIFY(qFuzzyCompare(unit(ColorScale::Percentile, 1), 1.0f / 3));
    QVERIFY(qFuzzyCompare(unit(ColorScale::Percentile, 2), 2.0f / 3));
    QCOMPARE(unit(ColorScale::Percentile, 3), 1.0f);
    view.range.choice = RangeChoice::Row;
    view.range.scale = ColorScale::SquareRoot;
    QCOMPARE(view.units()[2], 0.5f);
}

void ValueRangeTest::aLogarithmicScaleSaysWhereItBegins() {
    MatrixView view = row({0.0001f, 0.01f, 0.05f, 0.5f});
    view.range = {0.1, 0.3, RangeChoice::Fixed};
    const ValueRange typed = view.rangeFor(RangeChoice::Fixed, ColorScale::Logarithmic);
    QCOMPARE(rangeText(typed), QString("0.1…0.3, typed limits, logarithmic"));
    view.range = {0.0, 0.3, RangeChoice::Fixed}; // which has no logarithm
    const ValueRange fromZero = view.rangeFor(RangeChoice::Fixed, ColorScale::Logarithmic);
    QVERIFY2(fromZero.low > 0 && rangeWords(fromZero) == "typed high end, logarithmic",
             qPrintable(rangeText(fromZero)));
    view.range = fromZero;
    QCOMPARE(barOf(view).lowText(), QString("≤ ") + shortText(fromZero.low));
    QVERIFY(rangeWords(view.rangeFor(RangeChoice::Map, ColorScale::Logarithmic)).startsWith("up to the largest value"));

    view.range = view.rangeFor(RangeChoice::Row, ColorScale::Logarithmic);
    view.rowsAreShares = false;
    const QList<float> units = view.units();
    QVERIFY2(std::abs(units[2] - 2.0f / 3) < 1e-4f, qPrintable(QString::number(units[2]))); // a tenth of the maximum
    QCOMPARE(units[0], 0.0f);
    QCOMPARE(units[3], 1.0f);
    QCOMPARE(barOf(view).lowText(), QString("≤ maximum/1000"));
    view.values[0] = 0.001f;
    QCOMPARE(barOf(view).lowText(), QString("maximum/1000")); // nothing is below it
}

void ValueRangeTest::signedScalesAreSymmetric() {
    MatrixView view = row({-4.0f, -0.04f, 0.0f, 0.04f, 4.0f});
    view.colorMap = ColorMapId::Diverging;
    for (const ColorScaleRow& row : colorScaleRows()) {
        view.range = view.rangeFor(RangeChoice::Map, row.scale);
        const QList<float> units = view.units();
        QVERIFY2(qFuzzyCompare(units[0] + units[4], 1.0f) && qFuzzyCompare(units[1] + units[3], 1.0f), row.key);
        QVERIFY2(units[4] > 0.9f && units[3] < units[4] && units[3] > 0.5f, row.key);
        if (row.scale == ColorScale::SquareRoot || row.scale == ColorScale::Logarithmic)
            QVERIFY2(units[3] > 0.54f, row.key); // linear: 0.505
    }
}

void ValueRangeTest::everyRangeSaysWhatItIs() {
    QStringList texts;
    for (const RangeChoiceRow& choice : rangeChoiceRows())
        for (const ColorScaleRow& scale : colorScaleRows())
            for (const double below : {0.0, 0.98})
                if (below == 0.0 || choice.choice == RangeChoice::Automatic)
                    texts << rangeText({0.0, 0.25, choice.choice, scale.scale, below});
    for (const QString& text : texts)
        QVERIFY2(text.contains("0.25") || text.startsWith("each row"), qPrintable(text));
    QVERIFY(texts.contains("0…0.25, typed limits, logarithmic"));
    QVERIFY(texts.contains("0…0.25, percentile among the values of this map"));
    ValueRange shared{0.0, 0.25, RangeChoice::Map};
    shared.isShared = true;
    QCOMPARE(rangeText(shared), QString("0…0.25, range of all maps"));
}

void ValueRangeTest::rangesOfNothingAreDefined() {
    for (const QList<float>& values : {QList<float>{}, QList<float>{0, 0}, QList<float>{NAN, INFINITY}})
        for (const RangeChoiceRow& choice : rangeChoiceRows())
            for (const ColorScaleRow& scale : colorScaleRows())
                for (const ColorMapId map : {ColorMapId::Blues, ColorMapId::Diverging}) {
                    MatrixView view = row(values);
                    view.colorMap = map;
                    view.range = view.rangeFor(choice.choice, scale.scale);
                    QVERIFY2(view.range.low < view.range.high, choice.key);
                    for (qsizetype i = 0; i < values.size(); ++i)
                        if (std::isfinite(values[i]))
                            QVERIFY2(std::isfinite(view.units()[i]), scale.key);
                }
}

/// Source-to-token weights have the only colours of their strip: they are not to be blank because none is 1.
void ValueRangeTest::aSingleRowShowsItsStructure() {
    for (const int tokens : {12, 30, 60}) {
        QList<float> values;
        for (int i = 0; i < tokens; ++i)
            values << (i == 3 ? 2.5f : 1.0f) / (float(tokens) + 1.5f);
        MatrixView view = row(values);
        view.range = view.rangeFor(RangeChoice::Automatic);
        const QList<float> units = view.units();
        QVERIFY2(units[3] > 0.7f && units[0] < 0.4f, qPrintable(rangeText(view.range)));
    }
    MatrixView sharp = row({0.05f, 0.6f, 0.35f});
    QCOMPARE(sharp.rangeFor(RangeChoice::Automatic).high, 1.0);
    MatrixView gates = row({0.2f, 0.25f, 0.1f}); // are no shares: 1 is an open one, however many there are
    gates.rowsAreShares = false;
    QCOMPARE(gates.rangeFor(RangeChoice::Automatic).high, 1.0);
}

/// What is darker in one row than in another is larger: only rows of weights about alike are lighter than the bar.
void ValueRangeTest::rowsThatDifferHaveTheColoursOfTheBar() {
    MatrixView view;
    view.rows = 2;
    view.columns = 4;
    view.values = {0.33f, 0.25f, 0.22f, 0.2f, 0.32f, 0.32f, 0.18f, 0.18f};
    view.range = view.rangeFor(RangeChoice::Map);
    for (qsizetype i = 0; i < view.values.size(); ++i)
        QCOMPARE(view.units()[i], float(placeIn(view.range, double(view.values[i]), false)));
    QVERIFY2(!barOf(view).words().contains("even rows"), qPrintable(barOf(view).words()));
    for (int i = 4; i < 8; ++i)
        view.values[i] = i % 2 == 0 ? 0.26f : 0.24f;
    QVERIFY(view.units()[4] <= 1.0f / 3 + 1e-6f && view.units()[0] == 1.0f);
    QCOMPARE(barOf(view).words(), QString("weight, range of this map, even rows fainter"));
    view.range = view.rangeFor(RangeChoice::Unit); // which is absolute
    QVERIFY(!barOf(view).words().contains("even rows"));
}

void ValueRangeTest::theBarSaysWhereValuesLieBeyondIt() {
    MatrixView view = row({0.02f, 0.1f, 0.4f});
    const auto texts = [&] { return QStringList{barOf(view).lowText(), barOf(view).highText()}; };
    view.range = {0.02, 0.4, RangeChoice::Fixed};
    QCOMPARE(texts(), QStringList({"0.02", "0.4"}));
    view.range = {0.05, 0.3, RangeChoice::Fixed};
    QCOMPARE(texts(), QStringList({"≤ 0.05", "≥ 0.3"}));
    view.masked = {1, 0, 1}; // what is not shown is nowhere
    QCOMPARE(texts(), QStringList({"0.05", "0.3"}));
    view.seesBehind = true;
    QCOMPARE(texts(), QStringList({"≤ 0.05", "≥ 0.3"}));
    MatrixView scores = row({-0.5f, 0.25f});
    scores.colorMap = ColorMapId::Diverging;
    scores.range = {-2, 2, RangeChoice::Automatic, ColorScale::Linear, 0.98}; // of other maps
    QCOMPARE(barOf(scores).lowText() + barOf(scores).highText(), QString("−22"));
    scores.values << -7.0f;
    scores.columns = 3;
    QCOMPARE(barOf(scores).lowText() + barOf(scores).highText(), QString("≤ −22"));
}

void ValueRangeTest::anAutomaticEndIsWhatIsPrinted() {
    MatrixView view = forwardMap(400);
    const ValueRange range = view.rangeFor(RangeChoice::Automatic);
    QCOMPARE(shortText(range.high).toDouble(), range.high);
    qsizetype up = 0, less = 0, all = 0;
    for (int query = 1; query < 400; ++query)
        for (int key = 0; key <= query; ++key, ++all) {
            up += double(view.value(query, key)) <= range.high;
            less += double(view.value(query, key)) <= 0.9 * range.high;
        }
    QVERIFY(double(up) >= 0.98 * double(all) && double(less) < 0.98 * double(all));
    MatrixView even = row(QList<float>(600, 1.0f / 600));
    QCOMPARE(even.rangeFor(RangeChoice::Automatic).high, 0.005); // three times the mean, to the digit
}

void ValueRangeTest::countedValuesAreAsThoseKeptOneByOne() {
    const MatrixView small = forwardMap(40), large = forwardMap(300);
    CountedValues counted{{}, 0.0, 1.0, 0.0, {}};
    for (int query = 1; query < 300; ++query) {
        for (int key = 0; key <= query; ++key) {
            const float value = large.value(query, key);
            counted.counts.emplace_back(value, 1);
            counted.sum += double(value);
            counted.low = std::min(counted.low, double(value));
            counted.high = std::max(counted.high, double(value));
        }
        counted.rows.push_back({large.value(query, query), query + 1});
    }
    std::sort(counted.counts.begin(), counted.counts.end());
    ValueSpread kept, mixed;
    kept.add(small);
    kept.add(large);
    mixed.add(small);
    mixed.add(counted);
    QCOMPARE(mixed.isLegible(), kept.isLegible());
    QVERIFY(std::abs(mixed.mean() / kept.mean() - 1) < 1e-9);
    for (const double share : {0.0, 0.02, 0.5, 0.98, 1.0})
        QCOMPARE(mixed.quantile(share), kept.quantile(share));
    QCOMPARE(mixed.ranks(), kept.ranks());
}

QTEST_GUILESS_MAIN(ValueRangeTest)
#include "value_range_test.moc"
