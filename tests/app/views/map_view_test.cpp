#include "engine/store/records.h"
#include "views/map_view.h"

#include "app/sample_model.h"
#include "head_address.h"
#include "viewmodels/attend_run.h"
#include "viewmodels/map_hover_text.h"
#include "viewmodels/numbered_tokens.h"
#include "views/map_metadata.h"
#include "views/map_table.h"
#include "views/mask_view.h"

#include "matrix/heat_map_painter.h"
#include "matrix/token_labels.h"

#include <QPainter>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace headlight;

/// What is drawn and written of a map, without a window.
class MapViewTest : public QObject {
    Q_OBJECT

    const std::vector<std::string> m_texts{"where is the qqq bridge"}, m_tokens{"where", "is", "the", "qqq", "bridge"};
    const Intervention m_none{};
    std::shared_ptr<const Recording> recorded(const Intervention& changes = {}) const {
        const SentenceModel model(sampleClassifier());
        return model.run(model.read(m_texts), changes, {});
    }

    static MatrixView stored(const SnapshotMap& map, const std::vector<std::string>& tokens, int epoch) {
        return viewOf(storedMap(map, tokens), tokens, epoch);
    }

private slots:
    void unknownWordsAreMarkedInViewsAndPlainInTables() {
        const auto recording = recorded();
        const AttentionMap map = recording->map({at(0, 1)});
        const MatrixView view = viewOf(map, *recording);
        QCOMPARE(view.columnLabels, QStringList({"where", "is", "the", "‹qqq›", "bridge"}));
        QCOMPARE(view.rowLabels, view.columnLabels);
        QVERIFY2(view.title.startsWith("layer 0 · head 1 · "), qPrintable(view.title));
        const ValueTable table = tableOf(map, m_tokens, m_tokens);
        QCOMPARE(table.columns, QStringList({"query\\key", "where", "is", "the", "qqq", "bridge"}));
        QCOMPARE(table.rows.size(), 5);
        QCOMPARE(table.rows[3].first(), QString("qqq"));
        QCOMPARE(table.rows[1][1].toFloat(), map.at(1, 0));
    }

    void numbersAndBracketsKeepTheirPlacesBesideRightToLeftWords() {
        const SentenceModel model(sampleClassifier());
        const QString word = QString::fromUtf8("שלום");
        const auto recording = model.run(model.read({(word + u' ' + word).toStdString()}), m_none, {});
        const AttentionMap map = recording->map({at(0, 1)});
        const QString shown = QChar(0x2068) + word + QChar(0x2069);
        QCOMPARE(axisLabels(viewOf(map, *recording).columnLabels),
                 QStringList({u'‹' + shown + u'›', u'‹' + shown + QStringLiteral("› (2)")}));
        const Sequence& read = recording->sequences().front();
        QCOMPARE(numberedTokens(read), QStringList({shown, shown + " (2)"}));
        QCOMPARE(plainTokens(read), QStringList({word, word + " (2)"})); // of files
        const QString cell = hoverTextOf(map, *recording, numberedTokens(read), 1, 0);
        QVERIFY2(cell.contains(QStringLiteral("“%1 (2)”").arg(shown)), qPrintable(cell));
    }

    void aTableHasScoresBehindTheMaskAndSaysWhichTheyAre() {
        const auto recording = recorded();
        const AttentionMap weights = recording->map({at(0, 0)}),
                           scores = recording->map({at(0, 0), 0, MapStage::Score}),
                           masked = recording->map({at(0, 0), 0, MapStage::Masked});
        const QStringList columns = tableHeader(weights, m_tokens);
        QCOMPARE(tableHeader(masked, m_tokens), columns);
        QCOMPARE(tableHeader(scores, m_tokens).mid(0, 6), columns);
        QCOMPARE(tableHeader(scores, m_tokens).mid(6),
                 QStringList({"hidden: where", "hidden: is", "hidden: the", "hidden: qqq", "hidden: bridge"}));
        int hidden = 0;
        for (Index query = 0; query < weights.queries; ++query)
            for (Index key = 0; key < weights.keys; ++key) {
                const QStringList row = tableRow(scores, m_tokens, query);
                QCOMPARE(row.size(), qsizetype(11));
                QCOMPARE(row[key + 1].toFloat(), scores.at(query, key));
                QCOMPARE(row[key + 6], QString(weights.isVisible(query, key) ? "0" : "1"));
                if (weights.isVisible(query, key))
                    continue;
                ++hidden;
                QCOMPARE(tableRow(weights, m_tokens, query)[key + 1], QString("0"));
                QCOMPARE(tableRow(masked, m_tokens, query)[key + 1], QString());
            }
        QVERIFY(hidden > 0);
        const AttentionMap pooling = recording->map({at(1, 0, MapPart::Pooling), 0, MapStage::Score}); // all is seen
        QCOMPARE(tableHeader(pooling, m_tokens).size(), qsizetype(6));
    }

    void aTokenThatIsLeftOutHasNoScore() {
        Intervention changes;
        changes.leftOut = {{0, 2}};
        const auto recording = recorded(changes);
        const AttentionMap scores = recording->map({at(0, 0), 0, MapStage::Score});
        const QStringList row = tableRow(scores, m_tokens, 1);
        QCOMPARE(row[3], QString());
        QCOMPARE(row[8], QString("1"));
        QVERIFY(!row[2].isEmpty() && !row[5].isEmpty());
        const QString cell = hoverTextOf(scores, *recording, shownTokens(recording->sequences().front()), 1, 2);
        QVERIFY2(cell.contains("score not visible"), qPrintable(cell));
        QVERIFY(readOut(viewOf(scores, *recording), 1, 2).endsWith("not visible"));
    }

    void aLookIsOfWeightsAndScoresSpanTheirOwnRange() {
        const auto recording = recorded();
        const MapLook look{ColorMapId::Blues, RangeChoice::Row};
        QCOMPARE(viewOf(recording->map({at(0, 0)}), *recording, look).range.choice, RangeChoice::Row);
        const MatrixView scores = viewOf(recording->map({at(0, 0), 0, MapStage::Score}), *recording, look);
        QCOMPARE(scores.range.choice, RangeChoice::Map);
        QCOMPARE(scores.colorMap, ColorMapId::Diverging);
    }

    void oneRangeIsOfAllMapsUnlessEachHasItsOwn() {
        const auto recording = recorded();
        for (const MapStage stage : {MapStage::Score, MapStage::Weight}) {
            const AttentionMap first = recording->map({at(0, 0), 0, stage}),
                               second = recording->map({at(0, 1), 0, stage});
            const auto shared = std::make_shared<SharedSpreads>();
            shared->add(first);
            shared->add(second);
            shared->add(recording->map({at(0, 0), 0, MapStage::Masked})); // says nothing of the others
            MapLook look;
            look.range = RangeChoice::Map;
            look.shared = shared;
            const ValueRange ofFirst = viewOf(first, *recording, look).range,
                             ofSecond = viewOf(second, *recording, look).range;
            QVERIFY(ofFirst.isShared && ofFirst.low == ofSecond.low && ofFirst.high == ofSecond.high);
            QCOMPARE(thumbnailOf(second, {}, {}, look).view.range.high, ofFirst.high);
            QVERIFY2(rangeText(ofFirst).endsWith("range of all maps"), qPrintable(rangeText(ofFirst)));
            look.eachItsOwn = true;
            const ValueRange alone = viewOf(first, *recording, look).range,
                             other = viewOf(second, *recording, look).range;
            QVERIFY(!alone.isShared && alone.high != other.high);
            QCOMPARE(std::max(alone.high, other.high), ofFirst.high);
        }
    }

    /// Of a long text, whose thumbnails have the largest of many weights each, the range is still of all weights.
    void theRangeOfALongTextIsOfAllItsWeights() {
        const SentenceModel model(sampleClassifier());
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += i % 7 == 0 ? "bridge " : i % 3 == 0 ? "red " : "the ";
        const auto recording = model.run(model.read({text}), m_none, {});
        const auto shared = std::make_shared<SharedSpreads>();
        std::vector<float> weights;
        for (int head = 0; head < 2; ++head) {
            shared->add(recording->glance({at(0, head)}, 128));
            const AttentionMap map = recording->map({at(0, head)});
            for (Index query = 0; query < map.queries; ++query) {
                const auto first = weights.size();
                for (Index key = 0; key < map.keys; ++key)
                    if (map.isVisible(query, key))
                        weights.push_back(map.at(query, key));
                if (weights.size() == first + 1)
                    weights.pop_back(); // a single key
            }
        }
        std::sort(weights.begin(), weights.end());
        const double sum = std::accumulate(weights.begin(), weights.end(), 0.0), count = double(weights.size()),
                     quantile = double(weights[std::size_t(std::ceil(0.98 * (count - 1)))]),
                     expected = std::max(quantile, 3 * sum / count);
        MapLook look;
        look.shared = shared;
        const ValueRange range = viewOf(recording->map({at(0, 0)}), *recording, look).range;
        QVERIFY2(range.isShared && range.high >= 0.999 * expected && range.high < 1.1 * expected,
                 qPrintable(QStringLiteral("%1, expected %2").arg(rangeText(range)).arg(expected)));
        look.range = RangeChoice::Map;
        QCOMPARE(float(viewOf(recording->map({at(0, 0)}), *recording, look).range.low), weights.front());
        QCOMPARE(float(viewOf(recording->map({at(0, 0)}), *recording, look).range.high), weights.back());
    }

    /// Their numbers are the largest of several cells each: most would be beyond the range of single ones.
    void thumbnailsOfALongTextHaveTheRangeOfTheirOwnNumbers() {
        const SentenceModel model(sampleClassifier());
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += i % 7 == 0 ? "bridge " : i % 3 == 0 ? "red " : "the ";
        const auto recording = model.run(model.read({text}), m_none, {});
        const auto shared = std::make_shared<SharedSpreads>();
        std::vector<AttentionMap> thumbnails;
        for (int head = 0; head < 2; ++head) {
            const Glance glance = recording->glance({at(0, head)}, 16);
            QVERIFY(glance.counts);
            shared->add(glance);
            thumbnails.push_back(glance.thumbnail);
        }
        MapLook look;
        look.shared = shared;
        const double ofCells = viewOf(recording->map({at(0, 0)}), *recording, look).range.high;
        look.isOfThumbnails = true;
        int seen = 0, beyond = 0;
        for (const AttentionMap& thumbnail : thumbnails) {
            const ValueRange range = thumbnailOf(thumbnail, {}, {}, look).view.range;
            QVERIFY(range.isShared && range.high > ofCells);
            QCOMPARE(range.high, thumbnailOf(thumbnails.front(), {}, {}, look).view.range.high);
            for (Index query = 0; query < thumbnail.queries; ++query)
                for (Index key = 0; key < thumbnail.keys; ++key)
                    if (thumbnail.isVisible(query, key)) {
                        ++seen;
                        beyond += double(thumbnail.at(query, key)) > range.high;
                    }
        }
        QVERIFY2(beyond <= 0.05 * seen, qPrintable(QStringLiteral("%1 of %2").arg(beyond).arg(seen)));
    }

    void whereTheFirstTokenTakesMostAnOpenScaleIsLogarithmic() {
        const auto mapOf = [](int head, float share) {
            AttentionMap map;
            map.address = at(0, head);
            map.queries = map.keys = 12;
            for (Index query = 0; query < 12; ++query)
                for (Index key = 0; key < 12; ++key)
                    map.values.push_back(key == 0 ? share : (1 - share) / 11);
            map.visible.assign(map.values.size(), 1);
            return map;
        };
        const AttentionMap sink = mapOf(0, 0.9f), even = mapOf(1, 0.1f);
        const auto rangeIn = [](const AttentionMap& map, const MapLook& look) {
            return rangeOf(map, numbersOf(map), look);
        };
        MapLook look;
        QVERIFY2(rangeText(rangeIn(sink, look)).endsWith("logarithmic: the first token takes most"),
                 qPrintable(rangeText(rangeIn(sink, look))));
        QCOMPARE(rangeIn(even, look).scale, ColorScale::Linear);
        const auto most = std::make_shared<SharedSpreads>(), few = std::make_shared<SharedSpreads>();
        for (const AttentionMap& map : {sink, sink, even})
            most->add(map);
        for (const AttentionMap& map : {sink, even, even})
            few->add(map);
        look.shared = most; // all maps have one scale, so that they can be compared
        QCOMPARE(rangeIn(even, look).scale, ColorScale::Logarithmic);
        look.shared = few;
        QCOMPARE(rangeIn(sink, look).scale, ColorScale::Linear);
        look.shared = most;
        look.scale = ColorScale::Linear; // as the user chose
        QCOMPARE(rangeIn(sink, look).scale, ColorScale::Linear);
        look.scale.reset();
        look.range = RangeChoice::Unit;
        QCOMPARE(rangeIn(sink, look).scale, ColorScale::Linear);
    }

    void typedLimitsAreOfWeightsOnly() {
        const auto recording = recorded();
        MapLook look;
        look.range = RangeChoice::Fixed;
        look.low = 0.1;
        look.high = 0.3;
        const ValueRange range = viewOf(recording->map({at(0, 0)}), *recording, look).range;
        QCOMPARE(rangeText(range), QString("0.1…0.3, typed limits"));
        QCOMPARE(viewOf(recording->map({at(0, 0), 0, MapStage::Score}), *recording, look).range.choice,
                 RangeChoice::Map);
    }

    void scoresAreSeenBehindTheirMaskAndMaskedOnesAreNot() {
        const auto recording = recorded();
        const AttentionMap map = recording->map({at(0, 0), 0, MapStage::Score});
        const MatrixView scores = viewOf(map, *recording);
        const MatrixView masked = viewOf(recording->map({at(0, 0), 0, MapStage::Masked}), *recording);
        int hidden = 0;
        for (int row = 0; row < scores.rows; ++row)
            for (int column = 0; column < scores.columns; ++column) {
                const qsizetype cell = qsizetype(row) * scores.columns + column;
                QCOMPARE(std::isnan(scores.unitsBehind()[cell]), !scores.isMasked(row, column));
                if (!scores.isMasked(row, column))
                    continue;
                ++hidden;
                QVERIFY2(readOut(scores, row, column).endsWith(exactText(map.at(row, column)) + ", hidden by the mask"),
                         qPrintable(readOut(scores, row, column)));
                QVERIFY(readOut(masked, row, column).endsWith("not visible"));
            }
        QVERIFY(hidden > 0);
        QVERIFY(masked.unitsBehind().isEmpty());
        HeatMapPainter painter;
        const auto drawn = [&](const MatrixView& view) {
            painter.setView(view);
            QImage image(painter.naturalSize().toSize(), QImage::Format_RGB32);
            QPainter target(&image);
            painter.paint(target, image.rect());
            return image.copy(painter.geometry(image.rect()).cellRect(0, 4).toAlignedRect());
        };
        QVERIFY(drawn(scores) != drawn(masked));
    }

    void metadataSayOnlyWhatThereIs() {
        const Intervention off{{{at(0, 1), {0, std::nullopt, {}}}}};
        for (const Intervention& changes : {Intervention(), off}) {
            const auto recording = recorded(changes);
            const AttentionMap map = recording->map({at(0, 0)});
            const PictureMetadata metadata =
                metadataOf({"sample", m_texts, *recording, changes}, map, viewOf(map, *recording).range);
            QStringList keys;
            for (const auto& [key, value] : metadata) {
                keys << key;
                QVERIFY2(!value.isEmpty(), qPrintable(key));
            }
            QStringList expected{"model", "sentence", "layer",    "head",       "kind",   "stage",
                                 "mask",  "range",    "features", "prediction", "program"};
            if (!changes.empty())
                expected.insert(9, "altered");
            QCOMPARE(keys, expected);
        }
    }

    void allMapsSayWhatTheyShare() {
        const auto recording = recorded();
        const AttentionMap first = recording->map({at(0, 0)}), second = recording->map({at(0, 1)}),
                           scores = recording->map({at(0, 1), 0, MapStage::Score});
        const auto valueOf = [&](const std::vector<const AttentionMap*>& maps, const QString& wanted) {
            for (const auto& [key, value] : metadataOfAll({"sample", m_texts, *recording, m_none}, 0, maps))
                if (key == wanted)
                    return value;
            return QString();
        };
        QCOMPARE(valueOf({&first, &second}, "layer"), QString("0"));
        QCOMPARE(valueOf({&first, &second}, "head"), QString("all"));
        QCOMPARE(valueOf({&first, &second}, "range"), QString("0…1, automatic"));
        QCOMPARE(valueOf({&scores}, "head"), QString("1"));
        QVERIFY2(valueOf({&scores}, "range").endsWith("automatic: 98 % of this map"),
                 qPrintable(valueOf({&scores}, "range")));
        const AttentionMap others = recording->map({at(0, 0), 0, MapStage::Score});
        QCOMPARE(valueOf({&scores, &others}, "range"), QString("of each map"));
        QCOMPARE(valueOf({&scores}, "stage"), QString("score"));
    }

    void sensitivitiesAreNoWeights() {
        const SnapshotMap map{
            at(0, 0, MapPart::Sensitivity), MapStage::Weight, "", {2, 2}, {3, 1, 0.5f, 4}, "sensitivity", 1};
        const MatrixView view = stored(map, {"a", "cup"}, 3);
        QCOMPARE(view.title, QString("layer 0 · sensitivity · epoch 3"));
        QCOMPARE(view.valueName, QString("sensitivity"));
        QCOMPARE(view.rowTitle, QString("output token"));
        QCOMPARE(view.columnTitle, QString("input token"));
        QCOMPARE(view.range.choice, RangeChoice::Map);
        QCOMPARE(view.range.low, 0.0);
        QCOMPARE(view.range.high, 4.0);
    }

    void anEncoderOfOneVectorHasOneOutput() {
        const SnapshotMap map{at(0, 0, MapPart::Sensitivity), MapStage::Weight, "", {1, 2}, {3, 1}, "sensitivity", 1};
        const MatrixView view = stored(map, {"a", "cup"}, 3);
        QCOMPARE(view.rowLabels, QStringList("sentence"));
        QCOMPARE(view.rowTitle, QString("output"));
        QCOMPARE(view.columnLabels, QStringList({"a", "cup"}));
    }

    void onlyFeatureWiseMapsAreMeans() {
        const auto title = [](std::int64_t features) {
            return stored({at(0, 1), MapStage::Weight, "fw", {1, 1}, {1}, "forward", features}, {"a"}, 0).title;
        };
        QCOMPARE(title(1), QString("layer 0 · head 1 · forward · fw · weight · epoch 0"));
        QCOMPARE(title(300), QString("layer 0 · head 1 · forward · fw · weight · mean of 300 features · epoch 0"));
        QCOMPARE(title(0), title(1)); // an older run did not say
    }

    void aStoredMapHidesWhatItsMaskHides() {
        const SnapshotMap map{at(0, 0), MapStage::Weight, "fw", {2, 2}, {0, 0, 1, 0}, "forward", 1};
        const MatrixView view = stored(map, {"a", "cup"}, 0);
        QVERIFY(view.isMasked(0, 0) && view.isMasked(0, 1) && !view.isMasked(1, 0) && view.isMasked(1, 1));
    }

    void aMaskIsTheSameAsPictureAndTable() {
        const MaskShape shape = maskShape(Mask::parse("bw+dist(0.5)"), 3);
        const MatrixView view = viewOf(shape);
        QVERIFY(view.isMasked(0, 0) && !view.isMasked(0, 1));
        QCOMPARE(view.value(0, 1), std::exp(-0.5F));
        QCOMPARE(biasTable(shape).toCsv(), QByteArray("query\\key,0,1,2\n0,,-0.5,-1\n1,,,-0.5\n2,,,\n"));
        QCOMPARE(metadataOf(shape).first(), (QPair<QString, QString>{"mask", "bw+dist(0.5)"}));
    }
};

QTEST_MAIN(MapViewTest)
#include "map_view_test.moc"
