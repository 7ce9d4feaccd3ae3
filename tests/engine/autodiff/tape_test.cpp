#include "autodiff/ops_affine.h"
#include "autodiff/ops_elementwise.h"
#include "autodiff/tape.h"

#include <QtTest>
#include <set>

using namespace headlight;

namespace {

/// What the arena hands out for so many numbers: it starts everything on a 64-byte boundary.
std::size_t bytesFor(Index numbers) {
    return (std::size_t(numbers) * sizeof(Real) + 63) / 64 * 64;
}

/// loss = ones · (0.5 · 0.5 · … · x), a chain of values as large as x.
struct Chain {
    static constexpr int length = 6;
    Parameters parameters;
    Parameter& x;
    Matrix ones;
    Gradients gradients;

    explicit Chain(Index numbers)
        : x(parameters.add("x", Parameter::Kind::Weight, numbers, 1)), ones(Matrix::Ones(1, numbers)),
          gradients(parameters) {
        for (Index k = 0; k < numbers; ++k)
            x.value(k, 0) = Real(k % 7) - 2;
    }

    Var loss(Tape& tape) const {
        Var y = tape.parameter(x);
        for (int k = 0; k < length; ++k)
            y = scale(y, Real(0.5));
        return affine({{y, tape.constant(ones)}}, {});
    }
};

} // namespace

/// The memory of tape and arena; that gradients are right is ops_double_test's.
class TapeTest : public QObject {
    Q_OBJECT
private slots:
    void theArenaCountsWhatItHandsOut() {
        Arena arena;
        QCOMPARE(arena.bytes(), std::size_t(0));
        arena.allocate<std::byte>(1);
        QCOMPARE(arena.bytes(), std::size_t(64));
        arena.allocate<std::byte>(65);
        QCOMPARE(arena.bytes(), std::size_t(64 + 128));
        const MatrixMap large = arena.matrix(100, 1000);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(large.data()) % 64, std::uintptr_t(0));
        QCOMPARE(arena.bytes(), 192 + bytesFor(100000));
        arena.reset();
        QCOMPARE(arena.bytes(), std::size_t(0));
        QCOMPARE(arena.peakBytes(), 192 + bytesFor(100000));
    }

    /// Those of several workers at once. Pages that the system hands out are empty.
    void thePassesOfASmallModelTakeThePagesOfTheLastOnes() {
        constexpr int workers = 4;
        const auto pass = [](int written) {
            std::multiset<int> found;
            std::vector<Arena> arenas(workers);
            for (int k = 0; k < workers; ++k) {
                auto* numbers = arenas[std::size_t(k)].allocate<std::int32_t>(1000);
                found.insert(numbers[999]);
                numbers[999] = written + k;
            }
            return found;
        };
        pass(10);
        QCOMPARE(pass(20), (std::multiset<int>{10, 11, 12, 13}));
        QCOMPARE(pass(30), (std::multiset<int>{20, 21, 22, 23}));
    }

    void aValueCostsItsNumbers() {
        Tape tape;
        tape.make(0, 0, false);
        const std::size_t handle = tape.arena().bytes();
        QVERIFY(handle > 0 && handle <= 128);
        tape.make(30, 50, false);
        QCOMPARE(tape.arena().bytes(), 2 * handle + bytesFor(1500));
        const Matrix outside = Matrix::Ones(1000, 1000);
        tape.constant(outside); // not copied
        QCOMPARE(tape.arena().bytes(), 3 * handle + bytesFor(1500));
        const Var part = tape.make(64, 8, false).block(16, 32); // nor is a part
        QCOMPARE(tape.arena().bytes(), 4 * handle + bytesFor(1500) + bytesFor(512));
        QCOMPARE(part.rows(), Index(32));
    }

    void scratchIsUsedAgain() {
        Tape tape;
        const Real* first = Tape::Scratch(tape, 40, 10).data();
        const std::size_t bytes = tape.arena().bytes();
        QCOMPARE(Tape::Scratch(tape, 10, 40).data(), first);
        QCOMPARE(tape.arena().bytes(), bytes);
        { // two at once are two
            const Tape::Scratch a(tape, 40, 10), b(tape, 40, 10);
            QVERIFY(a.data() != b.data());
        }
        QCOMPARE(tape.arena().bytes(), bytes + bytesFor(400));
    }

    void backwardNeedsTwoMoreValuesHoweverLongTheChain() {
        constexpr Index numbers = 4096;
        Chain chain(numbers);
        Tape tape(&chain.gradients);
        const Var loss = chain.loss(tape);
        const std::size_t forward = tape.arena().bytes();
        QVERIFY(forward >= Chain::length * bytesFor(numbers));
        QVERIFY(forward < (Chain::length + 1) * bytesFor(numbers)); // the values, and little for records and handles
        QCOMPARE(tape.arena().peakBytes(), forward);
        tape.backward(loss);
        // The gradients of a value and of its input; those of earlier ones take the place of values that are done.
        QCOMPARE(tape.arena().peakBytes(), forward + bytesFor(1) + 2 * bytesFor(numbers));
        QVERIFY(chain.gradients[chain.x.index].dense.isApproxToConstant(Real(1) / (1 << Chain::length)));
    }

    void memoryOfAttentionIsCountedApart() {
        Chain chain(1000);
        Tape tape(&chain.gradients);
        QCOMPARE(tape.attentionBytesAtPeak(), std::size_t(0));
        const Var x = tape.parameter(chain.x);
        const Var y = tape.make(1000, 1, true);
        {
            const Tape::AttentionMemory attention(tape);
            tape.keep(500, 1);
            const Tape::Scratch scratch(tape, 1600, 1);
            tape.record(y, [x, y, &tape] {
                const Tape::Scratch again(tape, 40000, 1); // counted as attention, though it is taken in backward
                x.addGradient(y.gradient());
            });
        }
        QCOMPARE(tape.attentionBytesAtPeak(), 2100 * sizeof(Real));
        const std::size_t forward = tape.peakBytes();
        const Var loss = affine({{y, tape.constant(chain.ones)}}, {});
        tape.backward(loss);
        QCOMPARE(tape.attentionBytesAtPeak(), 40500 * sizeof(Real)); // the first scratch had been given back
        QVERIFY(tape.peakBytes() > forward + 40000 * sizeof(Real));
        tape.reset();
        QCOMPARE(tape.attentionBytesAtPeak(), 40500 * sizeof(Real)); // belongs to the peak, which stays
    }

    void aRepeatedStepUsesTheSameMemory_data() {
        QTest::addColumn<int>("numbers");
        QTest::newRow("fits the first block") << 100;
        QTest::newRow("needs several blocks") << 300000;
    }
    void aRepeatedStepUsesTheSameMemory() {
        QFETCH(int, numbers);
        Chain chain(numbers);
        Tape tape(&chain.gradients);
        std::size_t peak = 0;
        const Real* place = nullptr;
        Matrix gradient;
        for (int step = 0; step < 5; ++step) {
            chain.gradients.clear();
            tape.reset();
            const Var loss = chain.loss(tape);
            tape.backward(loss);
            if (step == 0) {
                peak = tape.arena().peakBytes();
                gradient = chain.gradients[chain.x.index].dense;
            } else if (step > 1) { // the first reset may join several blocks into one
                QCOMPARE(loss.value().data(), place);
            }
            place = loss.value().data();
            QCOMPARE(tape.arena().peakBytes(), peak);
            QVERIFY(chain.gradients[chain.x.index].dense == gradient);
        }
    }

    void aSmallerStepAfterALargeOneKeepsThePeak() {
        Chain large(300000), small(10);
        Tape tape;
        large.loss(tape);
        const std::size_t peak = tape.arena().peakBytes();
        tape.reset();
        const Var loss = small.loss(tape);
        QCOMPARE(tape.arena().peakBytes(), peak);
        QVERIFY(tape.arena().bytes() < peak / 100);
        QCOMPARE(loss.value()(0, 0), (small.x.value / Real(1 << Chain::length)).sum());
    }

    void theFirstResultThatIsNotFiniteIsNamedByItsParameter() {
        Parameters parameters;
        parameters.add("small", Parameter::Kind::Weight, 2, 2).value.setOnes();
        parameters.add("large", Parameter::Kind::Weight, 2, 2).value.setConstant(std::numeric_limits<Real>::max());
        parameters.add("last", Parameter::Kind::Weight, 2, 2).value.setOnes();
        Gradients gradients(parameters);
        Tape tape(&gradients);
        const Matrix ones = Matrix::Ones(2, 1);
        Var x = tape.input(ones);
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            QVERIFY(p == 2 || !tape.firstNotFinite());
            x = affine({{x, tape.parameter(parameters[p]), {}}}, {});
        }
        QCOMPARE(tape.firstNotFinite()->name, "large");
    }

    void withoutGradientsNothingIsRecorded() {
        Chain chain(1000);
        Tape inference, training(&chain.gradients);
        const Var answer = chain.loss(inference), loss = chain.loss(training);
        QCOMPARE(answer.value()(0, 0), loss.value()(0, 0));
        QVERIFY(!inference.recording() && training.recording());
        QVERIFY(!answer.needsGradient() && loss.needsGradient());
        QVERIFY(!inference.input(chain.ones).needsGradient() && training.input(chain.ones).needsGradient());
        QVERIFY(inference.arena().bytes() < training.arena().bytes()); // no records

        bool called = false;
        const std::size_t bytes = inference.arena().bytes();
        inference.record(answer, [&called] { called = true; });
        inference.backward(answer);
        QVERIFY(!called);
        QCOMPARE(inference.arena().bytes(), bytes);
        QVERIFY(!chain.gradients[chain.x.index].touched);
    }

    void leavingASectionGivesBackAllButTheResult() {
        constexpr Index numbers = 4096;
        const Matrix ones = Matrix::Ones(numbers, 1);
        Tape tape;
        tape.make(0, 0, false);
        const std::size_t handle = tape.arena().bytes();
        const Var before = scale(tape.constant(ones), 2);
        const Tape::Section parts(tape);
        Var y = before;
        std::size_t peak = 0;
        for (int part = 0; part < 20; ++part) {
            const Tape::Section own(tape);
            const Var inner = scale(y, 4);
            tape.keep(numbers, 1).setZero();
            y = own.leave(scale(inner, Real(0.5)));
            QCOMPARE(parts.leave(y).value().data(), y.value().data()); // the same value, not a copy
            if (part == 1)
                peak = tape.peakBytes();
        }
        QVERIFY(y.value().isApproxToConstant(Real(1 << 21)));
        QVERIFY(before.value().isApproxToConstant(2));
        QCOMPARE(tape.peakBytes(), peak + 18 * 2 * handle);
    }

    void aSectionsResultMayBeAPartOrNoneOfItsOwn() {
        constexpr Index numbers = 64;
        const Matrix ones = Matrix::Ones(numbers, 1);
        Tape tape;
        const Var before = scale(tape.constant(ones), 2);
        const Tape::Section section(tape);
        const Var part = section.leave(scale(before, 2).block(8, 8));
        scale(before, 100); // would take what were free
        QVERIFY(part.value().isApproxToConstant(4));
        QVERIFY(section.leave(before).value().isApproxToConstant(2));
        const std::size_t bytes = tape.arena().bytes();
        const Tape::Scratch first(tape, numbers, 1), second(tape, numbers, 1); // both are free now
        QCOMPARE(tape.arena().bytes(), bytes);
    }

    void aPassThatRecordsKeepsWhatASectionMade() {
        Chain chain(64);
        Tape tape(&chain.gradients);
        const Tape::Section section(tape);
        const Var inner = scale(tape.parameter(chain.x), 3);
        const Var y = section.leave(multiply(inner, inner));
        scale(y, 100);
        tape.backward(affine({{y, tape.constant(chain.ones)}}, {}));
        QVERIFY(chain.gradients[chain.x.index].dense.isApprox(18 * chain.x.value));
    }

    void attentionThatASectionLetsGoOfIsNotCountedTwice() {
        Tape tape;
        const Tape::Section section(tape);
        for (int part = 0; part < 3; ++part) {
            {
                const Tape::AttentionMemory attention(tape);
                tape.keep(500, 1);
            }
            section.leave({});
        }
        tape.make(10000, 1, false); // the arena is fullest now
        QCOMPARE(tape.attentionBytesAtPeak(), std::size_t(0));
    }

    void backwardOfAResultThatNothingNeedsCallsNothing() {
        Chain chain(10);
        Tape tape(&chain.gradients);
        bool called = false;
        const Var aside = scale(tape.parameter(chain.x), 3); // computed, but not part of the loss
        tape.record(aside, [&called] { called = true; });
        tape.backward(chain.loss(tape));
        QVERIFY(!called);
        QVERIFY(chain.gradients[chain.x.index].touched);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tape.backward(aside)); // 10 × 1 is no loss
    }
};

QTEST_GUILESS_MAIN(TapeTest)
#include "tape_test.moc"
