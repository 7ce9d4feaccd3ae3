#include "attention/dot_product.h"
#include "autodiff/gradient_check.h"
#include "small_stack.h"

using namespace headlight;

/// REFERENCE §1.7 and §6, oracle 5.
class CsanDoubleTest : public QObject {
    Q_OBJECT

    static std::vector<AttentionMap> tracedMaps(const SmallEncoder& encoder, const Matrix& x,
                                                const Intervention& changes = {}) {
        Trace trace;
        encoder.output(Layout({x.cols()}), x, changes, &trace);
        return mapsOf(trace);
    }

private slots:
    void aWindowAsWideAsTheSentenceIsMultihead() {
        SmallEncoder csan("csan", "1d", {{"window", "13"}});
        const SmallEncoder multihead("multihead", "transformer", {{"positions", "none"}});
        copyParameters(multihead, csan);
        for (const Index n : {1, 2, 7}) {
            const Matrix x = randomMatrix(SmallEncoder::inputs, n, 2);
            QVERIFY(close(csan.output(Layout({n}), x), multihead.output(Layout({n}), x)));
        }
        const Matrix x = randomMatrix(SmallEncoder::inputs, 8, 2); // one token more: its ends do not see each other
        QVERIFY(!close(csan.output(Layout({8}), x), multihead.output(Layout({8}), x)));
    }

    void anAreaOfOneHeadKnowsNoBorders() {
        const SmallEncoder one("csan", "1d");
        const Layout layout({5, 1, 40});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 3);
        for (const std::string& border : choiceTexts(borderNames()))
            QVERIFY(close(SmallEncoder("csan", "1d", {{"border", border}}).output(layout, x), one.output(layout, x)));
    }

    void oneHeadHasNoNeighbours() {
        const Layout layout({6});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 4);
        const SmallEncoder one("csan", "paper", {{"heads", "1"}, {"area_heads", "1"}});
        for (const std::string& border : choiceTexts(borderNames())) // the head itself three times changes no share
            QVERIFY(close(SmallEncoder("csan", "paper", {{"heads", "1"}, {"border", border}}).output(layout, x),
                          one.output(layout, x)));
    }

    void aQuerySeesTheHeadsOfItsArea_data() {
        QTest::addColumn<QString>("border");
        QTest::addColumn<int>("keysOfLast"); // does the first head see the last one's keys …
        QTest::addColumn<int>("valuesOfLast");
        QTest::newRow("truncate") << "truncate" << 0 << 0;
        QTest::newRow("circular") << "circular" << 1 << 1;
        QTest::newRow("replicate") << "replicate" << 0 << 0;
        QTest::newRow("released") << "released" << 1 << 0;
    }
    void aQuerySeesTheHeadsOfItsArea() {
        QFETCH(QString, border);
        QFETCH(int, keysOfLast);
        QFETCH(int, valuesOfLast);
        const OptionValues options = {{"border", border.toStdString()}, {"output", "false"}, {"window", "3"}};
        const SmallEncoder untouched("csan", "paper", options);
        const Layout layout({6});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 6, 5);
        const Matrix before = untouched.output(layout, x);
        for (const bool keys : {true, false})
            for (Index head = 0; head < 4; ++head) {
                SmallEncoder changed("csan", "paper", options);
                changed.parameters.find(keys ? "encoder.key.weight" : "encoder.value.weight")
                    ->value.middleRows(head * 3, 3) *= 2;
                const Matrix after = changed.output(layout, x);
                for (Index query = 0; query < 4; ++query) {
                    const bool across = (query == 0 && head == 3) || (query == 3 && head == 0);
                    const bool sees = std::abs(query - head) <= 1 || (across && (keys ? keysOfLast : valuesOfLast));
                    QCOMPARE(!close(after.middleRows(query * 3, 3), before.middleRows(query * 3, 3)), sees);
                }
            }
    }

    /// One softmax over both dimensions: with all keys alike, every token of the area has the same share.
    void anAreaIsOneSoftmax() {
        SmallEncoder csan("csan", "paper", {{"output", "false"}, {"window", "3"}, {"biases", "false"}});
        csan.parameters.find("encoder.key.weight")->value.setZero();
        const Matrix x = randomMatrix(SmallEncoder::inputs, 4, 6);
        const Matrix v = csan.parameters.find("encoder.value.weight")->value * x;
        const Matrix y = csan.output(Layout({4}), x);
        Vector first = Vector::Zero(3), inner = Vector::Zero(3); // token 0: two keys; token 2: three
        for (Index head = 0; head < 2; ++head)
            first += v.block(head * 3, 0, 3, 2).rowwise().sum() / 4;
        for (Index head = 0; head < 3; ++head)
            inner += v.block(head * 3, 1, 3, 3).rowwise().sum() / 9;
        QVERIFY(close(y.col(0).head(3), first));
        QVERIFY(close(y.col(2).segment(3, 3), inner));
    }

    void mapsAddUpTheHeadsOfAnArea() {
        const SmallEncoder csan("csan", "paper", {{"window", "3"}});
        const Matrix x = randomMatrix(SmallEncoder::inputs, 5, 7);
        const std::vector<AttentionMap> maps = tracedMaps(csan, x);
        QCOMPARE(maps.size(), std::size_t(3 * 4));
        const auto of = [&](const char* name) -> Matrix {
            const std::string path = std::string("encoder.") + name;
            return (csan.parameters.find(path + ".weight")->value * x).colwise() +
                   csan.parameters.find(path + ".bias")->value.col(0);
        };
        const Matrix q = of("query"), k = of("key");
        const AttentionMap& weight = maps[5]; // head 1
        QCOMPARE(weight.address.head, 1);
        QCOMPARE(weight.mask, std::string("window(1)"));
        for (Index j = 0; j < 5; ++j) {
            double sum = 0;
            std::vector<double> share(5);
            for (Index i = std::max<Index>(0, j - 1); i <= std::min<Index>(4, j + 1); ++i) {
                for (Index head = 0; head < 3; ++head)
                    share[std::size_t(i)] +=
                        std::exp(k.block(head * 3, i, 3, 1).col(0).dot(q.block(3, j, 3, 1).col(0)) / std::sqrt(3.0));
                sum += share[std::size_t(i)];
            }
            for (Index i = 0; i < 5; ++i)
                QVERIFY(std::abs(double(weight.at(j, i)) - share[std::size_t(i)] / sum) < 1e-6);
        }
    }

    /// A user's mask may be no window: it says which tokens the head's queries see, in every head of the area.
    void anotherMaskReplacesTheWindow_data() {
        QTest::addColumn<QString>("mask");
        for (const char* mask : {"all", "fw", "fa(2)+dist(0.5)", "block(4)+logdist"})
            QTest::newRow(mask) << mask;
    }
    void anotherMaskReplacesTheWindow() {
        QFETCH(QString, mask);
        const Matrix x = randomMatrix(SmallEncoder::inputs, 37, 8);
        const Layout layout({37});
        Intervention changes;
        changes[address(0, 2)].mask = Mask::parse(mask.toStdString()).text();
        changes[address(0, 2)].forbidden = {{5, 6}, {9, 9}};
        const SmallEncoder fused("csan", "paper", {{"output", "false"}});
        const SmallEncoder reference("csan", "paper", {{"output", "false"}, {"form", "reference"}});
        const Matrix y = fused.output(layout, x, changes);
        QVERIFY(close(y, reference.output(layout, x, changes)));
        const Matrix untouched = fused.output(layout, x);
        QVERIFY(!close(y.middleRows(6, 3), untouched.middleRows(6, 3)));
        QVERIFY(close(y.topRows(6), untouched.topRows(6)));
        QVERIFY(close(y.bottomRows(3), untouched.bottomRows(3)));
    }

    /// Also where a window is cut into several tiles of queries: the two forms drop the same weights.
    void bothFormsDropTheSame() {
        const Matrix x = randomMatrix(SmallEncoder::inputs, 45, 8);
        const Layout layout({40, 5});
        for (const std::string& border : choiceTexts(borderNames())) {
            const OptionValues options = {{"window", "7"}, {"border", border}};
            OptionValues reference = options;
            reference.emplace_back("form", "reference");
            const Matrix y = SmallEncoder("csan", "paper", options, 0.6).trained(layout, x);
            QVERIFY(close(y, SmallEncoder("csan", "paper", reference, 0.6).trained(layout, x)));
            QVERIFY(!close(y, SmallEncoder("csan", "paper", options, 0.6).output(layout, x)));
        }
    }

    void gradients_data() {
        QTest::addColumn<QString>("border");
        QTest::addColumn<QString>("form");
        for (const std::string& border : choiceTexts(borderNames()))
            for (const char* form : {"fused", "reference"})
                QTest::newRow((border + " " + form).c_str()) << QString::fromStdString(border) << form;
    }
    void gradients() {
        QFETCH(QString, border);
        QFETCH(QString, form);
        const OptionValues options = {{"border", border.toStdString()}, {"form", form.toStdString()}, {"window", "3"}};
        SmallEncoder small("csan", "paper", options, 0.8);
        const Layout layout({5, 1});
        const Matrix x = randomMatrix(SmallEncoder::inputs, layout.tokens(), 9);
        std::deque<Context> contexts;
        const GradientError error = checkGradients(small.parameters, [&](Tape& tape) {
            Context& context = contexts.emplace_back(tape, layout);
            context.train(RandomKey(4));
            return small.encoder->forward(context, tape.constant(x));
        });
        QVERIFY2(error.relative <= 1e-6, error.parameter.c_str());
    }

    void anEvenWindowIsRefused() {
        QVERIFY_THROWS_EXCEPTION(Error, SmallEncoder("csan", "paper", {{"window", "10"}}));
        QVERIFY_THROWS_EXCEPTION(Error, SmallEncoder("csan", "paper", {{"area_heads", "2"}}));
    }
};

QTEST_GUILESS_MAIN(CsanDoubleTest)
#include "csan_double_test.moc"
