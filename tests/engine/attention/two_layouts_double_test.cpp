// Dot-product attention whose queries are not the keys' tokens.

#include "attention/dot_product.h"
#include "autodiff/gradient_check.h"
#include "autodiff/ops_elementwise.h"
#include "nn/linear.h"

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace headlight;
using Json = nlohmann::json;

namespace {

constexpr Index heads = 2, width = 3;
constexpr Real everywhere = std::numeric_limits<Real>::infinity();

/// Queries and keys of three sequences.
struct Batch {
    QByteArray name;
    Layout queries, keys;
};

Batch ofTwoTexts() {
    return {"two texts", Layout({2, 7, 1}), Layout({5, 1, 4})};
}

/// The last tokens of sequences, and all of their tokens.
Batch behindACache() {
    Layout queries;
    queries.add(2, 0, 3);
    queries.add(1, 1, 0);
    queries.add(4, 2, 5);
    return {"behind a cache", queries, Layout({5, 1, 9})};
}

/// What joins the dot product in the scores, or widens what a head sees.
struct Variant {
    QByteArray name;
    std::string masks = "all";
    double keep = 1;
    HeadArea area = {};
    const char* deviation = nullptr;
    bool centred = false;
    Real reach = everywhere;
    GaussianBias::Place place = GaussianBias::Place::Scores;
    bool relative = false;

    bool hasReference() const { return !deviation && !relative; }
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> table = {
        {.name = "all"},
        {.name = "directions", .masks = "fw, bw"},
        {.name = "causal and near", .masks = "causal, window(1)+dist(0.3)"},
        {.name = "holes and blocks", .masks = "fa(2)+logdist, block(3)+dist(0.5)"},
        {.name = "not the same place", .masks = "offdiag, anticausal+offdiag"},
        {.name = "dropout", .masks = "all, causal", .keep = 0.7},
        {.name = "area", .masks = "window(2)", .area = {3, HeadArea::Border::Circular}},
        {.name = "area with dropout", .masks = "causal", .keep = 0.6, .area = {3, HeadArea::Border::Truncate}},
        {.name = "bell", .deviation = "deviation"},
        {.name = "predicted bell", .masks = "all, causal", .deviation = "deviations", .centred = true, .reach = 2},
        {.name = "bell over the weights",
         .masks = "causal",
         .deviation = "deviations",
         .place = GaussianBias::Place::Weights},
        {.name = "relative positions", .masks = "all, causal", .relative = true},
    };
    return table;
}

/// "q" [heads·width × queries], "k", "v" [heads·width × keys] and what variants need for each query.
Parameters inputs(const Layout& queries, const Layout& keys) {
    Parameters parameters;
    Random random(RandomKey(17));
    const auto add = [&](const char* name, Index rows, Index columns) {
        Matrix& value = parameters.add(name, Parameter::Kind::Weight, rows, columns).value;
        for (Index i = 0; i < value.size(); ++i)
            value.data()[i] = Real(random.normal());
    };
    add("q", heads * width, queries.tokens());
    for (const char* name : {"k", "v"})
        add(name, heads * width, keys.tokens());
    for (const char* name : {"rk", "rv"})
        add(name, width, 5);
    for (const char* name : {"deviations", "centres"})
        add(name, heads, queries.tokens());
    add("deviation", heads, 1);
    for (const char* name : {"deviations", "deviation"})
        parameters.find(name)->value = parameters.find(name)->value.array().abs() + 0.7;
    parameters.find("centres")->value.array() += 1.3;
    return parameters;
}

std::vector<HeadMask> masksFor(const std::string& text) {
    std::vector<HeadMask> masks;
    for (const Mask& mask : spreadOver(parseMasks(text), heads))
        masks.emplace_back(mask);
    return masks;
}

Var attention(Tape& tape, const Parameters& parameters, const Variant& variant, const std::vector<HeadMask>& masks,
              const AttentionLayouts& layouts, bool fused = true) {
    const auto at = [&](const char* name) { return tape.parameter(*parameters.find(name)); };
    DotProductOptions options;
    options.heads = heads;
    options.masks = masks;
    options.area = variant.area;
    options.weightDropout = {Real(variant.keep), RandomKey(5), &layouts.queries(), nullptr};
    if (variant.deviation)
        options.gaussian = {at(variant.deviation), variant.centred ? at("centres") : Var(), variant.reach,
                            variant.place};
    if (variant.relative)
        options.relative = {at("rk"), at("rv")};
    return (fused ? dotProductAttention : dotProductAttentionReference)(at("q"), at("k"), at("v"), layouts, options);
}

/// Rows as PyTorch has them become columns.
Matrix columnsOf(const Json& rows) {
    Matrix m(Index(rows[0].size()), Index(rows.size()));
    for (Index j = 0; j < m.cols(); ++j)
        for (Index i = 0; i < m.rows(); ++i)
            m(i, j) = Real(rows[std::size_t(j)][std::size_t(i)].get<double>());
    return m;
}

/// The sequences' tokens side by side.
Matrix joined(const Json& sequences, const char* name) {
    Matrix all;
    for (const Json& sequence : sequences) {
        const Matrix own = columnsOf(sequence[name]), before = all;
        all.resize(own.rows(), before.cols() + own.cols());
        all << before, own;
    }
    return all;
}

/// torch.nn.MultiheadAttention of nn/'s layers.
struct Golden {
    Parameters parameters;
    Layout queries, keys;
    Matrix query, key, factors;
    std::vector<HeadMask> masks;

    explicit Golden(const Json& c) : masks(masksFor(c["masks"])) {
        const Json& sequences = c["sequences"];
        for (std::size_t s = 0; s < sequences.size(); ++s) {
            queries.add(Index(sequences[s]["query"].size()), s, sequences[s]["position"].get<Index>());
            keys.add(Index(sequences[s]["key"].size()), s);
        }
        query = joined(sequences, "query");
        key = joined(sequences, "key");
        factors = joined(sequences, "factors");
    }
    Linear layer(const Json& c, const char* name) {
        const Linear made(Builder(parameters, 1).part(name), query.rows(), query.rows());
        const Json& own = c["maps"][name];
        parameters.find(std::string(name) + ".weight")->value = columnsOf(own["weight"]).transpose();
        for (Index i = 0; i < query.rows(); ++i)
            parameters.find(std::string(name) + ".bias")->value(i, 0) = own["bias"][std::size_t(i)].get<Real>();
        return made;
    }
};

} // namespace

class TwoLayoutsDoubleTest : public QObject {
    Q_OBJECT

    static void addVariants() {
        QTest::addColumn<Batch>("batch");
        QTest::addColumn<const Variant*>("variant");
        for (const Batch& batch : {ofTwoTexts(), behindACache()})
            for (const Variant& variant : variants())
                QTest::newRow(batch.name + ", " + variant.name) << batch << &variant;
    }

private slots:
    void gradients_data() { addVariants(); }
    void gradients() {
        QFETCH(Batch, batch);
        QFETCH(const Variant*, variant);
        const std::vector<HeadMask> masks = masksFor(variant->masks);
        for (const bool fused : {true, false}) {
            if (!fused && !variant->hasReference())
                continue;
            Parameters parameters = inputs(batch.queries, batch.keys);
            const GradientError error = checkGradients(parameters, [&](Tape& tape) {
                return attention(tape, parameters, *variant, masks, {batch.queries, batch.keys}, fused);
            });
            QVERIFY2(error.relative <= 1e-6,
                     qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
        }
    }

    void fusedEqualsReference_data() { addVariants(); }
    void fusedEqualsReference() {
        QFETCH(Batch, batch);
        QFETCH(const Variant*, variant);
        if (!variant->hasReference())
            return;
        const std::vector<HeadMask> masks = masksFor(variant->masks);
        const Parameters parameters = inputs(batch.queries, batch.keys);
        const AttentionLayouts layouts(batch.queries, batch.keys);
        Tape fused, reference;
        const Matrix a = attention(fused, parameters, *variant, masks, layouts).value(),
                     b = attention(reference, parameters, *variant, masks, layouts, false).value();
        QCOMPARE(a.cols(), batch.queries.tokens());
        QVERIFY((a - b).norm() <= 1e-10 * (1 + b.norm()));
    }

    void theLastTokensGetWhatAPassOverAllGivesThem_data() {
        QTest::addColumn<const Variant*>("variant");
        for (const Variant& variant : variants())
            if (variant.keep == 1)
                QTest::newRow(variant.name) << &variant;
    }
    void theLastTokensGetWhatAPassOverAllGivesThem() {
        QFETCH(const Variant*, variant);
        const Batch batch = behindACache();
        const std::vector<HeadMask> masks = masksFor(variant->masks);
        const Parameters whole = inputs(batch.keys, batch.keys);
        Parameters last = inputs(batch.queries, batch.keys);
        for (const char* name : {"k", "v", "rk", "rv", "deviation"})
            last.find(name)->value = whole.find(name)->value;
        Tape one, other;
        const Matrix expected = attention(one, whole, *variant, masks, batch.keys).value();
        for (const char* name : {"q", "deviations", "centres"})
            for (Index s = 0; s < batch.queries.sequences(); ++s)
                last.find(name)->value.middleCols(batch.queries.begin(s), batch.queries.length(s)) =
                    whole.find(name)->value.middleCols(batch.keys.begin(s) + batch.queries.position(s),
                                                       batch.queries.length(s));
        const Matrix found = attention(other, last, *variant, masks, {batch.queries, batch.keys}).value();
        for (Index s = 0; s < batch.queries.sequences(); ++s)
            QVERIFY((found.middleCols(batch.queries.begin(s), batch.queries.length(s)) -
                     expected.middleCols(batch.keys.end(s) - batch.queries.length(s), batch.queries.length(s)))
                        .cwiseAbs()
                        .maxCoeff() <= 1e-12);
    }

    void queriesThatSeeNothingGetZeros() {
        const Layout queries({4}), keys({2});
        Parameters parameters = inputs(queries, keys);
        const std::vector<HeadMask> masks = masksFor("bw");
        for (const bool fused : {true, false}) {
            Tape tape;
            const Matrix y = attention(tape, parameters, {}, masks, {queries, keys}, fused).value();
            QVERIFY(!y.col(0).isZero(1e-6)); // it sees the second key; for the others no key comes later
            QVERIFY(y.rightCols(3).isZero(0));
        }
    }

    void torchGivesTheSame_data() {
        QTest::addColumn<int>("number");
        for (int number = 0; number < int(golden().size()); ++number)
            QTest::newRow(golden()[std::size_t(number)]["name"].get<std::string>().c_str()) << number;
    }
    void torchGivesTheSame() {
        QFETCH(int, number);
        const Json& c = golden()[std::size_t(number)];
        Golden g(c);
        const Linear query = g.layer(c, "query"), key = g.layer(c, "key"), value = g.layer(c, "value"),
                     output = g.layer(c, "output");
        Gradients gradients(g.parameters);
        Tape tape(&gradients);
        Context context(tape, g.queries);
        const Var q = tape.input(g.query), k = tape.input(g.key);
        DotProductOptions options;
        options.heads = c["heads"];
        options.masks = g.masks;
        const Var attended = dotProductAttention(query.forward(context, q), key.forward(context, k),
                                                 value.forward(context, k), {g.queries, g.keys}, options);
        const Var result = output.forward(context, attended);
        QVERIFY((result.value() - joined(c["sequences"], "result")).cwiseAbs().maxCoeff() <= 1e-12);
        tape.backward(weightedSum(result, g.factors));
        QVERIFY((q.gradient() - joined(c["sequences"], "query_gradient")).cwiseAbs().maxCoeff() <= 1e-11);
        QVERIFY((k.gradient() - joined(c["sequences"], "key_gradient")).cwiseAbs().maxCoeff() <= 1e-11);
        for (const char* name : {"query", "key", "value", "output"}) {
            const Matrix& found = gradients[g.parameters.find(std::string(name) + ".weight")->index].dense;
            const Matrix expected = columnsOf(c["maps"][name]["weight_gradient"]).transpose();
            QVERIFY2((found - expected).cwiseAbs().maxCoeff() <= 1e-11, name);
        }
    }

    void mapsHaveTorchsWeights_data() { torchGivesTheSame_data(); }
    void mapsHaveTorchsWeights() {
        QFETCH(int, number);
        const Json& c = golden()[std::size_t(number)];
        for (const Json& sequence : c["sequences"]) {
            Json alone = c;
            alone["sequences"] = Json::array({sequence});
            Golden g(alone);
            const Linear query = g.layer(c, "query"), key = g.layer(c, "key");
            Tape tape;
            Context context(tape, g.queries);
            DotProductOptions options;
            options.heads = heads;
            options.masks = g.masks;
            Trace trace;
            const Var keys = key.forward(context, tape.constant(g.key));
            recordDotProduct(trace, context.head(MapPart::Cross, 0), query.forward(context, tape.constant(g.query)),
                             keys, keys, {g.queries, g.keys}, options);
            for (int head = 0; head < heads; ++head) {
                const AttentionMap map = mapOf(*trace.sources()[std::size_t(head)], MapStage::Weight, {});
                const Matrix expected = columnsOf(sequence["weights"][std::size_t(head)]);
                for (Index j = 0; j < map.queries; ++j)
                    for (Index i = 0; i < map.keys; ++i)
                        QVERIFY(std::abs(double(map.at(j, i)) - expected(i, j)) <= 1e-7);
            }
        }
    }

    void layoutsThatDoNotFitAreRefused() {
        Layout later;
        later.add(2, 0, 3);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, AttentionLayouts(Layout({2, 1}), Layout({3})));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, AttentionLayouts(Layout({2}), later));
        const Layout queries({2}), keys({5});
        const Parameters parameters = inputs(queries, keys);
        const std::vector<HeadMask> masks = masksFor("all");
        Tape tape;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, attention(tape, parameters, {}, masks, queries));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, attention(tape, parameters, {}, masks, {keys, queries}));
    }

private:
    static const Json& golden() {
        static const Json cases = [] {
            std::ifstream file(std::string(HEADLIGHT_SOURCE_DIR) + "/tests/golden/cross_attention.json");
            return Json::parse(file);
        }();
        return cases;
    }
};

QTEST_GUILESS_MAIN(TwoLayoutsDoubleTest)
#include "two_layouts_double_test.moc"
