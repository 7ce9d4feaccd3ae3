// What published models do to the scores of dot-product attention, each by its definition: keys that several heads
// share, positions that join scores in several ways, a factor of its own, a cap, rotations.

#include "attention/dot_product.h"
#include "attention/rotary.h"
#include "autodiff/gradient_check.h"

#include <QtTest>

using namespace headlight;

namespace {

constexpr Index heads = 4, width = 4, valueWidth = 3, distances = 5;

struct Variant {
    QByteArray name;
    Index keyHeads = heads;
    bool sharedKey = false, key = false, query = false, bias = false; ///< RelativePositions
    Real factor = 0, softCap = 0;
    std::string masks = "all";
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> table = {
        {.name = "two heads share a key", .keyHeads = 2},
        {.name = "all heads share a key", .keyHeads = 1, .masks = "causal"},
        {.name = "factor", .factor = 1},
        {.name = "cap", .softCap = 2, .masks = "causal+window(3)"},
        {.name = "bias by distance", .bias = true, .factor = 1},
        {.name = "positions that queries meet", .key = true},
        {.name = "positions that keys meet", .query = true, .masks = "all, causal"},
        {.name = "the same for shared keys", .keyHeads = 2, .query = true},
        {.name = "all together",
         .keyHeads = 2,
         .key = true,
         .query = true,
         .bias = true,
         .factor = Real(0.3),
         .softCap = 1,
         .masks = "all, causal"},
        {.name = "one table for all heads", .sharedKey = true, .bias = true},
    };
    return table;
}

struct Batch {
    QByteArray name;
    Layout queries, keys;
};

std::vector<Batch> batches() {
    Layout behind;
    behind.add(2, 0, 3);
    behind.add(1, 1, 0);
    behind.add(4, 2, 66);
    return {{"one text", Layout({5, 1, 70}), Layout({5, 1, 70})},
            {"two texts", Layout({2, 7, 1}), Layout({5, 1, 4})},
            {"behind a cache", behind, Layout({5, 1, 70})}};
}

Parameters inputs(const Variant& variant, const Batch& batch) {
    Parameters parameters;
    Random random(RandomKey(29));
    const auto add = [&](const char* name, Index rows, Index columns) {
        Matrix& value = parameters.add(name, Parameter::Kind::Weight, rows, columns).value;
        for (Index i = 0; i < value.size(); ++i)
            value.data()[i] = Real(random.normal());
    };
    add("q", heads * width, batch.queries.tokens());
    add("k", variant.keyHeads * width, batch.keys.tokens());
    add("v", variant.keyHeads * valueWidth, batch.keys.tokens());
    add("rk", variant.sharedKey ? width : heads * width, distances);
    add("rq", heads * width, distances);
    add("rb", heads, distances);
    return parameters;
}

std::vector<HeadMask> masksOf(const Variant& variant) {
    std::vector<HeadMask> masks;
    for (const Mask& mask : spreadOver(parseMasks(variant.masks), heads))
        masks.emplace_back(mask);
    return masks;
}

DotProductOptions optionsOf(Tape& tape, const Parameters& p, const Variant& variant,
                            const std::vector<HeadMask>& masks) {
    const auto at = [&](bool is, const char* name) { return is ? tape.parameter(*p.find(name)) : Var(); };
    DotProductOptions options;
    options.heads = heads;
    options.masks = masks;
    options.relative = {
        at(variant.key || variant.sharedKey, "rk"), {}, at(variant.query, "rq"), at(variant.bias, "rb")};
    options.factor = variant.factor;
    options.softCap = variant.softCap;
    return options;
}

Var attention(Tape& tape, const Parameters& p, const Variant& variant, const std::vector<HeadMask>& masks,
              const Batch& batch) {
    return dotProductAttention(tape.parameter(*p.find("q")), tape.parameter(*p.find("k")), tape.parameter(*p.find("v")),
                               AttentionLayouts(batch.queries, batch.keys), optionsOf(tape, p, variant, masks));
}

/// One score, of columns of the whole batch; `distance` is that of the key from the query.
Real scoreOf(const Parameters& p, const Variant& variant, Index head, Index i, Index j, Index distance) {
    const auto part = [&](const char* name, Index number, Index column) {
        return Vector(p.find(name)->value.col(column).segment(number * width, width));
    };
    const Index c = std::clamp<Index>(distance, -2, 2) + 2, shared = head / (heads / variant.keyHeads);
    Real dots = part("q", head, j).dot(part("k", shared, i));
    if (variant.key || variant.sharedKey)
        dots += part("q", head, j).dot(part("rk", variant.sharedKey ? 0 : head, c));
    if (variant.query)
        dots += part("k", shared, i).dot(part("rq", head, c));
    Real score = dots * (variant.factor != 0 ? variant.factor : 1 / std::sqrt(Real(width)));
    if (variant.bias)
        score += p.find("rb")->value(head, c);
    return variant.softCap != 0 ? variant.softCap * std::tanh(score / variant.softCap) : score;
}

Matrix byDefinition(const Parameters& p, const Variant& variant, const std::vector<HeadMask>& masks,
                    const Batch& batch) {
    const AttentionLayouts layouts(batch.queries, batch.keys);
    Matrix out = Matrix::Zero(heads * valueWidth, batch.queries.tokens());
    for (Index s = 0; s < layouts.sequences(); ++s) {
        const Rectangle pairs = layouts.of(s);
        for (Index head = 0; head < heads; ++head)
            for (Index j = 0; j < pairs.queries; ++j) {
                Real sum = 0;
                Vector mean = Vector::Zero(valueWidth);
                for (Index i = 0; i < pairs.keys; ++i) {
                    if (!masks[std::size_t(head)].visible(i, pairs.offset + j))
                        continue;
                    const Real weight = std::exp(
                        scoreOf(p, variant, head, pairs.keyBegin + i, pairs.queryBegin + j, i - pairs.offset - j));
                    sum += weight;
                    mean += weight * p.find("v")
                                         ->value.col(pairs.keyBegin + i)
                                         .segment(head / (heads / variant.keyHeads) * valueWidth, valueWidth);
                }
                out.col(pairs.queryBegin + j).segment(head * valueWidth, valueWidth) =
                    sum > 0 ? Vector(mean / sum) : mean; // zeros of what sees nothing
            }
    }
    return out;
}

Matrix randomMatrix(Index rows, Index columns, std::uint64_t seed) {
    Matrix m(rows, columns);
    Random random{RandomKey(seed)};
    for (Index i = 0; i < m.size(); ++i)
        m.data()[i] = Real(random.normal());
    return m;
}

} // namespace

class PublishedScoresDoubleTest : public QObject {
    Q_OBJECT

    static void addRows() {
        QTest::addColumn<int>("variant");
        QTest::addColumn<int>("batch");
        for (std::size_t v = 0; v < variants().size(); ++v)
            for (std::size_t b = 0; b < batches().size(); ++b)
                QTest::newRow(variants()[v].name + ", " + batches()[b].name) << int(v) << int(b);
    }

private slots:
    void asDefined_data() { addRows(); }
    void asDefined() {
        QFETCH(int, variant);
        QFETCH(int, batch);
        const Variant& own = variants()[std::size_t(variant)];
        const Batch texts = batches()[std::size_t(batch)];
        const std::vector<HeadMask> masks = masksOf(own);
        const Parameters p = inputs(own, texts);
        Tape tape;
        const Matrix y = attention(tape, p, own, masks, texts).value();
        QVERIFY(y.isApprox(byDefinition(p, own, masks, texts), 1e-12));
    }

    void gradients_data() { addRows(); }
    void gradients() {
        QFETCH(int, variant);
        QFETCH(int, batch);
        const Variant& own = variants()[std::size_t(variant)];
        Batch texts = batches()[std::size_t(batch)];
        if (texts.queries.longest() > 50) // numeric gradients take long
            texts.queries = texts.keys = Layout({5, 1, 9});
        const std::vector<HeadMask> masks = masksOf(own);
        Parameters p = inputs(own, texts);
        const GradientError error =
            checkGradients(p, [&](Tape& tape) { return attention(tape, p, own, masks, texts); });
        QVERIFY2(error.relative <= 1e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }

    /// What is recorded gives the same weights, long after the pass.
    void maps() {
        const Batch text = {"", Layout({9}), Layout({9})};
        for (const Variant& own : variants()) {
            const std::vector<HeadMask> masks = masksOf(own);
            const Parameters p = inputs(own, text);
            Trace trace;
            {
                Tape tape;
                recordDotProduct(trace, {}, tape.parameter(*p.find("q")), tape.parameter(*p.find("k")),
                                 tape.parameter(*p.find("v")), text.queries, optionsOf(tape, p, own, masks));
            }
            QCOMPARE(trace.sources().size(), std::size_t(heads));
            for (Index head = 0; head < heads; ++head) {
                const AttentionMap map = mapOf(*trace.sources()[std::size_t(head)], MapStage::Score, meanOfFeatures);
                for (Index j = 0; j < 9; ++j)
                    for (Index i = 0; i < 9; ++i)
                        QVERIFY2(std::abs(map.values[std::size_t(j * 9 + i)] - scoreOf(p, own, head, i, j, i - j)) <
                                     1e-5,
                                 own.name);
            }
        }
    }

    /// A map of a part has this part alone, and together they are the score before its cap.
    void parts() {
        const Batch text = {"", Layout({9}), Layout({9})};
        for (const Variant& own : variants()) {
            const std::vector<HeadMask> masks = masksOf(own);
            const Parameters p = inputs(own, text);
            Tape tape;
            Trace trace;
            recordDotProduct(trace, {}, tape.parameter(*p.find("q")), tape.parameter(*p.find("k")),
                             tape.parameter(*p.find("v")), text.queries, optionsOf(tape, p, own, masks));
            Variant content = own; // the same without other summands
            content.sharedKey = content.key = content.query = content.bias = false;
            content.softCap = 0;
            const std::vector<MapStage> parts = scoreParts(own.key || own.sharedKey, own.query, own.bias);
            QVERIFY2(stagesOf(*trace.sources().front()) == stagesWith(parts), own.name);
            if (parts.empty())
                continue;
            for (Index head = 0; head < heads; ++head) {
                const MapSource& source = *trace.sources()[std::size_t(head)];
                const auto at = [&](MapStage stage, Index i, Index j) {
                    return Real(mapOf(source, stage, meanOfFeatures).at(j, i));
                };
                for (const auto& pair : {std::pair<Index, Index>{0, 8}, {3, 3}, {7, 6}, {8, 0}}) {
                    const Index i = pair.first, j = pair.second;
                    const auto defined = [&](const Variant& variant) { return scoreOf(p, variant, head, i, j, i - j); };
                    Real sum = 0;
                    for (const MapStage part : parts) {
                        Variant with = content;
                        with.key = part == MapStage::ContentPosition && own.key;
                        with.sharedKey = part == MapStage::ContentPosition && own.sharedKey;
                        with.query = part == MapStage::PositionContent;
                        with.bias = part == MapStage::Bias;
                        const Real expected =
                            part == MapStage::Content ? defined(content) : defined(with) - defined(content);
                        QVERIFY2(std::abs(at(part, i, j) - expected) < 1e-5, own.name);
                        sum += at(part, i, j);
                    }
                    const Real capped = own.softCap != 0 ? own.softCap * std::tanh(sum / own.softCap) : sum;
                    QVERIFY2(std::abs(at(MapStage::Score, i, j) - capped) < 1e-5, own.name);
                }
            }
        }
    }

    void shapesThatDontFit() {
        const Batch text = {"", Layout({3}), Layout({3})};
        const auto refused = [&](Index keyRows, Index valueRows, Index biasRows) {
            Tape tape;
            const std::vector<HeadMask> masks = masksOf({});
            DotProductOptions options;
            options.heads = heads;
            options.masks = masks;
            const Matrix q = Matrix::Zero(heads * width, 3), k = Matrix::Zero(keyRows, 3),
                         v = Matrix::Zero(valueRows, 3), bias = Matrix::Zero(biasRows, distances);
            options.relative.bias = tape.constant(bias);
            QVERIFY_THROWS_EXCEPTION(
                std::invalid_argument,
                dotProductAttention(tape.constant(q), tape.constant(k), tape.constant(v), text.queries, options));
        };
        refused(3 * width, 6, heads);     // four heads can't share three
        refused(2 * width, 5, heads);     // values of two heads
        refused(2 * width, 6, heads - 1); // a bias for each head
    }

    void rotations_data() {
        QTest::addColumn<bool>("neighbours");
        QTest::addRow("halves") << false;
        QTest::addRow("neighbours") << true;
    }
    void rotations() {
        QFETCH(bool, neighbours);
        Rotary rotary;
        rotary.frequencies = rotaryFrequencies(10000, 6);
        rotary.pairs = neighbours ? Rotary::Pairs::Neighbours : Rotary::Pairs::Halves;
        Layout layout({4, 2});
        layout.add(3, 2, 11); // behind a cache
        const Matrix x = randomMatrix(2 * 7, layout.tokens(), 4);
        const RotaryAngles angles(rotary, layout);
        Tape tape;
        const Matrix y = rotated(tape.constant(x), 2, angles).value();
        for (Index s = 0; s < layout.sequences(); ++s)
            for (Index t = 0; t < layout.length(s); ++t)
                for (Index head = 0; head < 2; ++head)
                    for (Index pair = 0; pair < 3; ++pair) {
                        const double angle = double(layout.position(s) + t) * std::pow(10000, -double(pair) / 3);
                        const Index a = head * 7 + (neighbours ? 2 * pair : pair), b = a + (neighbours ? 1 : 3);
                        const Index token = layout.begin(s) + t;
                        QVERIFY(std::abs(y(a, token) -
                                         (x(a, token) * std::cos(angle) - x(b, token) * std::sin(angle))) < 1e-12);
                        QVERIFY(std::abs(y(b, token) -
                                         (x(a, token) * std::sin(angle) + x(b, token) * std::cos(angle))) < 1e-12);
                        QCOMPARE(y(head * 7 + 6, token), x(head * 7 + 6, token)); // beyond the pairs
                    }
    }

    /// The point of it: a dot product knows the distance and not the place.
    void onlyDistancesMatter() {
        Rotary rotary;
        rotary.frequencies = rotaryFrequencies(100, 8);
        Layout early({6}), late;
        late.add(6, 0, 40);
        const Matrix q = randomMatrix(8, 6, 1), k = randomMatrix(8, 6, 2);
        const auto products = [&](const Layout& layout) {
            const RotaryAngles angles(rotary, layout);
            Tape tape;
            return Matrix(Matrix(rotated(tape.constant(k), 1, angles).value()).transpose() *
                          Matrix(rotated(tape.constant(q), 1, angles).value()));
        };
        QVERIFY(products(early).isApprox(products(late), 1e-12));
        QVERIFY(!products(early).isApprox(k.transpose() * q, 1e-2));
    }

    void gradientsOfRotations() {
        Rotary rotary;
        rotary.frequencies = rotaryFrequencies(10, 4);
        rotary.scale = 1.3;
        const Layout layout({3, 2});
        const RotaryAngles angles(rotary, layout);
        Parameters p;
        p.add("x", Parameter::Kind::Weight, 10, 5).value = randomMatrix(10, 5, 9);
        const GradientError error =
            checkGradients(p, [&](Tape& tape) { return rotated(tape.parameter(p[0]), 2, angles); });
        QVERIFY(error.relative <= 1e-6);
    }

    void rotationsOfOtherTokens() {
        Rotary rotary;
        rotary.frequencies = rotaryFrequencies(10, 4);
        const RotaryAngles angles(rotary, Layout({3}));
        const Matrix narrow = Matrix::Zero(6, 3), longer = Matrix::Zero(8, 4);
        Tape tape;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, rotated(tape.constant(narrow), 2, angles));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, rotated(tape.constant(longer), 2, angles));
    }
};

QTEST_GUILESS_MAIN(PublishedScoresDoubleTest)
#include "published_scores_double_test.moc"
