#include "attention/dot_product.h"
#include "nn/linear.h"
#include "nn/positions.h"

#include <QtTest>

using namespace headlight;

namespace {

constexpr Index heads = 2, features = 16, tokens = 150; // more than two tiles of queries

/// Positions and one causal attention, with the keys and values of the tokens before.
class CausalLayer {
public:
    CausalLayer() : m_query(part("query")), m_key(part("key")), m_value(part("value")) {}

    /// x [features × tokens] of the layout's one sequence.
    Matrix forward(const Matrix& x, const Layout& layout, Positions positions) {
        Tape tape;
        Context context(tape, layout);
        const Var y = addPositions(context, tape.constant(x), Wavelengths::Vaswani, positions);
        append(m_keys, m_key.forward(context, y).value());
        append(m_values, m_value.forward(context, y).value());
        const Layout all({m_keys.cols()});
        const std::vector<HeadMask> masks = {HeadMask(Mask::parse("causal")),
                                             HeadMask(Mask::parse("causal+dist(0.1)"))};
        DotProductOptions options;
        options.heads = heads;
        options.masks = masks;
        return dotProductAttention(m_query.forward(context, y), tape.constant(m_keys), tape.constant(m_values),
                                   {layout, all}, options)
            .value();
    }

private:
    Linear part(const char* name) { return Linear(Builder(m_parameters, 3).part(name), features, features); }
    static void append(Matrix& all, const Matrix& more) {
        const Index before = all.cols();
        all.conservativeResize(features, before + more.cols());
        all.rightCols(more.cols()) = more;
    }

    Parameters m_parameters;
    Linear m_query, m_key, m_value;
    Matrix m_keys, m_values;
};

} // namespace

class KeyValueCacheTest : public QObject {
    Q_OBJECT
private slots:
    void oneTokenAfterTheOtherGivesWhatOnePassGives_data() {
        QTest::addColumn<Positions>("positions");
        QTest::addColumn<int>("atOnce");
        for (const auto positions : {Positions::None, Positions::Sinusoidal, Positions::Scaled})
            for (const int atOnce : {1, 7})
                QTest::addRow("%s positions, %d at once", choiceText(positionsNames(), positions).c_str(), atOnce)
                    << positions << atOnce;
    }
    void oneTokenAfterTheOtherGivesWhatOnePassGives() {
        QFETCH(Positions, positions);
        QFETCH(int, atOnce);
        Random random(RandomKey(8));
        Matrix x(features, tokens);
        for (Index i = 0; i < x.size(); ++i)
            x.data()[i] = Real(random.normal());
        CausalLayer whole, cached;
        const Matrix expected = whole.forward(x, Layout({tokens}), positions);
        for (Index first = 0; first < tokens; first += atOnce) {
            const Index count = std::min<Index>(atOnce, tokens - first);
            Layout next;
            next.add(count, 0, first);
            const Matrix found = cached.forward(x.middleCols(first, count), next, positions);
            // Products of other shapes add up in another order: the same within rounding, not to the bit.
            const Real error = (found - expected.middleCols(first, count)).cwiseAbs().maxCoeff();
            QVERIFY2(error <= Real(5e-6), qPrintable(QString("token %1: %2").arg(first).arg(double(error))));
        }
    }
};

QTEST_GUILESS_MAIN(KeyValueCacheTest)
#include "key_value_cache_test.moc"
