#include "small_encoder.h"

using namespace headlight;

/// Distance-based self-attention (REFERENCE §1.15): 4 heads of 3 features in each of two directions.
class DistanceSanDoubleTest : public QObject {
    Q_OBJECT

    static constexpr Index width = 4 * 3;
    static bool close(const Matrix& a, const Matrix& b) { return (a - b).norm() <= 1e-12 * (1 + b.norm()); }
    static std::vector<AttentionMap> tracedMaps(const SmallEncoder& small, const Matrix& x, MapStage stage) {
        Trace trace;
        small.output(Layout({x.cols()}), x, {}, &trace);
        std::vector<AttentionMap> maps = mapsOf(trace);
        std::erase_if(maps, [stage](const AttentionMap& map) { return map.stage != stage; });
        return maps;
    }

private slots:
    void reversedSentenceSwapsTheDirections() {
        SmallEncoder small("distance-san", "tokens");
        for (std::size_t p = 0; p < small.parameters.size(); ++p) {
            const std::string& name = small.parameters[p].name;
            if (const auto at = name.find("forward"); at != std::string::npos)
                small.parameters.find(std::string(name).replace(at, 7, "backward"))->value = small.parameters[p].value;
        }
        const Layout layout({7});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 7, 9);
        const Matrix y = small.output(layout, x), reversed = small.output(layout, x.rowwise().reverse());
        QVERIFY(close(y.topRows(width), reversed.bottomRows(width).rowwise().reverse()));
        QVERIFY(close(y.bottomRows(width), reversed.topRows(width).rowwise().reverse()));
    }

    void farTokensLose() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 5);
        const SmallEncoder near("distance-san", "paper", {{"distance", "1000"}});
        for (const AttentionMap& map : tracedMaps(near, x, MapStage::Weight)) {
            if (map.address.part != MapPart::Self)
                continue;
            const int step = map.address.head < 4 ? -1 : 1; // a forward query sees the token before it
            for (Index query = 0; query < 6; ++query)
                for (Index key = 0; key < 6; ++key)
                    QCOMPARE(map.at(query, key), key == query + step ? 1.0f : 0.0f);
        }
    }

    void masksAreShown() {
        const SmallEncoder small("distance-san", "paper");
        const auto maps = tracedMaps(small, randomMatrix(SmallEncoder::inputs, 3, 5), MapStage::Weight);
        QCOMPARE(maps.size(), std::size_t(2 * 4 + 2 + 1)); // the heads, the gates, the sentence vector
        for (std::size_t k = 0; k < 8; ++k) {
            QCOMPARE(maps[k].address.layer, 0);
            QCOMPARE(maps[k].address.head, int(k));
            QCOMPARE(maps[k].mask, std::string(k < 4 ? "fw+dist(1.5)" : "bw+dist(1.5)"));
            QCOMPARE(small.encoder->headMasks()[0][k], maps[k].mask);
        }
        QCOMPARE(maps[0].label, std::string("forward 0"));
        QCOMPARE(maps[7].label, std::string("backward 3"));
        QCOMPARE(maps[10].address.layer, 1);
        QVERIFY(maps[10].address.part == MapPart::Pooling);
        QCOMPARE(maps[10].mechanismFeatures, 2 * width);
        QCOMPARE(small.encoder->headMasks()[1], std::vector<std::string>{""});
        QCOMPARE(SmallEncoder("distance-san", "tokens").encoder->headMasks().size(), std::size_t(1));
    }

    void scoresAreScaledByTheHeadsOrAllFeatures() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 4, 5);
        const auto byHead = tracedMaps(SmallEncoder("distance-san", "paper"), x, MapStage::Score);
        const auto byWidth = tracedMaps(SmallEncoder("distance-san", "width-scale"), x, MapStage::Score);
        for (std::size_t k = 0; k < 8; ++k)
            for (std::size_t cell = 0; cell < byHead[k].values.size(); ++cell)
                QVERIFY(std::abs(byHead[k].values[cell] - 2 * byWidth[k].values[cell]) < 1e-5f); // √4 heads
    }

    void aHeadIsSwitchedOffWhereItIs() {
        const SmallEncoder small("distance-san", "tokens");
        const Layout layout({5});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6), before = small.output(layout, x);
        HeadChange off, mask;
        off.scale = 0;
        mask.mask = Mask::parse("all").text();
        for (const HeadChange& change : {off, mask}) {
            const Matrix forward = small.output(layout, x, {{{address(0, 1), change}}});
            QVERIFY(!close(forward.topRows(width), before.topRows(width)));
            QVERIFY(close(forward.bottomRows(width), before.bottomRows(width)));
            const Matrix backward = small.output(layout, x, {{{address(0, 6), change}}});
            QVERIFY(close(backward.topRows(width), before.topRows(width)));
            QVERIFY(!close(backward.bottomRows(width), before.bottomRows(width)));
        }
    }

    void thePoolingIsSwitchedOffAlone() {
        const SmallEncoder small("distance-san", "paper");
        const Layout layout({5});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 6), before = small.output(layout, x);
        HeadChange off;
        off.scale = 0;
        const Matrix y = small.output(layout, x, {{{address(1, 0, MapPart::Pooling), off}}});
        QVERIFY(y.topRows(2 * width).isZero(0));
        QVERIFY(close(y.bottomRows(2 * width), before.bottomRows(2 * width)));
    }

    void theVectorOfOneTokenIsThatTokenTwice() {
        const SmallEncoder vector("distance-san", "paper");
        SmallEncoder tokens("distance-san", "tokens");
        for (std::size_t p = 0; p < tokens.parameters.size(); ++p)
            tokens.parameters[p].value = vector.parameters.find(tokens.parameters[p].name)->value;
        const Layout layout({1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 1, 7);
        const Matrix y = vector.output(layout, x), token = tokens.output(layout, x);
        QCOMPARE(y.rows(), 4 * width);
        QVERIFY(close(y.topRows(2 * width), token));
        QVERIFY(close(y.bottomRows(2 * width), token));
    }

    void theLargestValueOfEachFeatureIsJoined() {
        const SmallEncoder vector("distance-san", "paper");
        SmallEncoder tokens("distance-san", "tokens");
        for (std::size_t p = 0; p < tokens.parameters.size(); ++p)
            tokens.parameters[p].value = vector.parameters.find(tokens.parameters[p].name)->value;
        const Layout layout({6});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 8);
        QVERIFY(close(vector.output(layout, x).bottomRows(2 * width), tokens.output(layout, x).rowwise().maxCoeff()));
    }
};

QTEST_GUILESS_MAIN(DistanceSanDoubleTest)
#include "distance_san_double_test.moc"
