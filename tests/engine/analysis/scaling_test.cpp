#include "analysis/growth.h"
#include "analysis/scale_sweep.h"
#include "analysis/step_memory_forecast.h"
#include "core/error.h"
#include "engine/analysis/small_sweep.h"
#include "message_of.h"
#include "train/optimizer.h"

#include <QtTest>
#include <cmath>
#include <thread>

using namespace headlight;

class ScalingTest : public QObject {
    Q_OBJECT
private slots:
    void lengthsAreRangesPowersAndLists() {
        QCOMPARE(parseLengths("16:64:16"), (std::vector<Index>{16, 32, 48, 64}));
        QCOMPARE(parseLengths("16:65:x2"), (std::vector<Index>{16, 32, 64}));
        QCOMPARE(parseLengths("64,7,16:32:16,16"), (std::vector<Index>{7, 16, 32, 64}));
        for (const char* wrong :
             {"", "16:", "16:64", "64:16:8", "16:64:x1", "16:64:0", "-4", "1e3", "2000000", "8,", "4:8:2:1"})
            QVERIFY2(!messageOf([&] { parseLengths(wrong); }).isEmpty(), wrong);
    }

    void lengthsAreWrittenBriefly_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("brief");
        QTest::newRow("steps") << "16:384:16"
                               << "16:384:16";
        QTest::newRow("steps that miss the end") << "16:390:16"
                                                 << "16:384:16";
        QTest::newRow("powers") << "256:16384:x2"
                                << "256:16384:x2";
        QTest::newRow("list of steps") << "16,32,48,64,80"
                                       << "16:80:16";
        QTest::newRow("list") << "7,16,100,101,5000"
                              << "7,16,100,101,5000";
        QTest::newRow("few") << "4,8,12"
                             << "4,8,12";
        QTest::newRow("one") << "64"
                             << "64";
        QTest::newRow("one that is alone in front") << "5,16:96:16"
                                                    << "5,16:96:16";
        QTest::newRow("powers, then steps") << "16:256:x2,300:900:100"
                                            << "16:256:x2,300:900:100";
        QTest::newRow("steps in each other") << "16:64:16,20:60:20"
                                             << "16,20,32,40,48,60,64";
        QTest::newRow("the longest") << "1,1000000"
                                     << "1,1000000";
    }
    void lengthsAreWrittenBriefly() {
        QFETCH(QString, typed);
        QFETCH(QString, brief);
        const std::vector<Index> lengths = parseLengths(typed.toStdString());
        const std::string text = lengthsText(lengths);
        QCOMPARE(QString::fromStdString(text), brief);
        QCOMPARE(parseLengths(text), lengths);
    }

    void modelsHaveOptions() {
        const auto models = parseScaledModels("mtsa:preset=paper:heads=8:masks=fw x4, bw x4,disa");
        QCOMPARE(models.size(), std::size_t(2));
        QCOMPARE(models[0].config->get("heads"), std::string("8"));
        QCOMPARE(models[0].config->get("masks"), std::string("fw x4, bw x4"));
        QCOMPARE(models[0].text(), std::string("mtsa:preset=paper:heads=8:masks=fw x4, bw x4"));
        const auto late = parseScaledModels("mtsa:heads=4:preset=classification"); // the preset is what is changed
        QCOMPARE(late[0].config->get("heads"), std::string("4"));
        QCOMPARE(late[0].config->get("combine"), std::string("gate"));
        QCOMPARE(models[1].text(), std::string("disa"));
        const auto spaced = parseScaledModels(" mtsa : heads = 8 : masks=fw x4, bw x4 , avg ");
        QCOMPARE(spaced.size(), std::size_t(2));
        QCOMPARE(spaced[0].text(), std::string("mtsa:heads=8:masks=fw x4, bw x4"));
        QCOMPARE(spaced[1].text(), std::string("avg"));
        QVERIFY(messageOf([] { parseScaledModels("dsia"); }).contains("disa"));
        QVERIFY(messageOf([] { parseScaledModels("mtsa:heads=4,foo"); }).startsWith("unknown model \"foo\""));
        QVERIFY(messageOf([] { parseScaledModels("mtsa:masks=fw,foo"); }).contains("unknown term"));
        QVERIFY(messageOf([] { parseScaledModels("mtsa:heads=0"); }).contains("1 …"));
        QVERIFY(messageOf([] { parseScaledModels("avg,mtsa:foo=3"); }).startsWith("models: mtsa: unknown option"));
        QVERIFY(messageOf([] { parseScaledModels("mtsa:heads"); }).contains("option=value"));
        QVERIFY(messageOf([] { parseScaledModels("disa,disa"); }).contains("twice"));
    }

    void aPlanIsReadBack() {
        ScalePlan plan = planFor("mtsa:heads=2,bilstm", "8,16");
        plan.forms = {AttentionForm::Fused, AttentionForm::Reference};
        // mtsa has two forms, bilstm one; two modes; two lengths
        QCOMPARE(plan.points().size(), std::size_t(12));
        QVERIFY(ScalePlan::fromJson(plan.toJson(), "here").points() == plan.points());
        auto wrong = plan.toJson();
        wrong["modes"] = {"dream"};
        QVERIFY(messageOf([&] { ScalePlan::fromJson(wrong, "here"); }).startsWith("here: modes: unknown \"dream\""));
        wrong = plan.toJson();
        wrong["lengths"] = {8, 0};
        QVERIFY(messageOf([&] { ScalePlan::fromJson(wrong, "here"); }).startsWith("here: lengths: expected numbers"));
        wrong["lengths"] = {8.5};
        QVERIFY(messageOf([&] { ScalePlan::fromJson(wrong, "here"); }).startsWith("here: lengths: expected numbers"));
    }

    void aPlanThatMakesNoSenseIsRefusedByName() {
        const auto plan = planFor("avg", "8").toJson();
        const auto says = [&](const char* entry, const nlohmann::ordered_json& value) {
            auto wrong = plan;
            wrong[entry] = value;
            return messageOf([&] { ScalePlan::fromJson(wrong, "here"); });
        };
        QCOMPARE(says("batch", 64), QString());
        QCOMPARE(says("batch", -1), QString("here: batch: expected 1 … 65536, got -1"));
        QCOMPARE(says("batch", 2.5), QString("here: batch: expected 1 … 65536, got 2.5"));
        QCOMPARE(says("threads", std::int64_t(1) << 32 | 1),
                 QString("here: threads: expected 1 … 1024, got 4294967297"));
        QCOMPARE(says("features", std::numeric_limits<std::uint64_t>::max()),
                 QString("here: features: expected 1 … 16384, got 18446744073709551615"));
        QVERIFY(says("repetitions", 0).startsWith("here: repetitions: expected 1 … 10000"));
        QVERIFY(says("optimizer", "adamm").contains("Did you mean \"adam\"?"));
    }

    void aStatedFormIsTheOnlyOne() {
        ScalePlan plan = planFor("disa:form=fused,mtsa", "8");
        plan.forms = {AttentionForm::Fused, AttentionForm::Reference};
        plan.modes = {StepMode::Infer};
        const std::vector<ScalePoint> points = plan.points();
        QCOMPARE(points.size(), std::size_t(3));
        QVERIFY(points[0].form == AttentionForm::Fused);
        plan.forms = {AttentionForm::Reference};
        QVERIFY(plan.points()[0].form == AttentionForm::Fused);
        QVERIFY(plan.points()[1].form == AttentionForm::Reference);
    }

    void encodersOfOneFormAreNamed() {
        ScalePlan plan = planFor("disa,avg,bilstm:features=8,bilstm:features=4", "8");
        QCOMPARE(plan.note(), std::string());
        plan.forms = {AttentionForm::Reference};
        QCOMPARE(plan.note(), std::string("avg, bilstm have one form only, and that is measured"));
        plan.models = parseScaledModels("disa,avg");
        QCOMPARE(plan.note(), std::string("avg has one form only, and that is measured"));
        plan.models = parseScaledModels("disa");
        QCOMPARE(plan.note(), std::string());
    }

    void aReferenceFormIsMeasuredWholeAndThatIsSaid() {
        ScalePlan plan = planFor("disa,avg", "8");
        plan.forms = {AttentionForm::Fused, AttentionForm::Reference};
        plan.modes = {StepMode::Infer};
        plan.sequences = {Sequences::Single, Sequences::Pieces};
        std::vector<std::string> texts;
        for (const ScalePoint& point : plan.points())
            texts.push_back(point.encoder + ' ' + point.formText() + ' ' +
                            choiceText(sequencesNames(), point.sequences));
        QCOMPARE(texts, (std::vector<std::string>{"disa fused single", "disa fused pieces", "disa reference whole",
                                                  "avg  single", "avg  pieces"}));
        QCOMPARE(plan.note(), std::string("avg has one form only, and that is measured; reference forms take the batch "
                                          "whole, not one sequence at a time"));
        plan.models = parseScaledModels("disa:form=reference");
        plan.forms = {AttentionForm::Fused};
        QCOMPARE(plan.note(), std::string("reference forms take the batch whole, not one sequence at a time"));
        plan.sequences = {Sequences::Pieces};
        QCOMPARE(plan.note(), std::string());
    }

    /// A plan that was written before one could choose.
    void anOlderPlanHasPieces() {
        ScalePlan plan = planFor("disa,avg", "8");
        plan.sequences = {Sequences::Single};
        QVERIFY(ScalePlan::fromJson(plan.toJson(), "here").points() == plan.points());
        auto older = plan.toJson();
        older.erase("sequences");
        QVERIFY(ScalePlan::fromJson(older, "here").sequences == std::vector{Sequences::Pieces});
        older["sequences"] = {"whole"};
        QVERIFY(
            messageOf([&] { ScalePlan::fromJson(older, "here"); }).startsWith("here: sequences: unknown \"whole\""));
    }

    void sequencesInMemoryAreCounted_data() {
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("counts"); // of pieces, single sequences and the whole
        QTest::newRow("the halves are in memory") << 8 << 64 << "8 1 8";
        QTest::newRow("three of each half are") << 8 << 256 << "6 1 8";
        QTest::newRow("one of each half is") << 8 << 512 << "2 1 8";
        QTest::newRow("longer than a piece") << 8 << 1000 << "2 1 8";
        QTest::newRow("halves of two and three") << 5 << 300 << "4 1 5";
        QTest::newRow("one sequence") << 1 << 64 << "1 1 1";
    }
    void sequencesInMemoryAreCounted() {
        QFETCH(int, batch);
        QFETCH(int, length);
        QFETCH(QString, counts);
        ThreadPool pool(1);
        const auto config = encoderRow("avg").makeConfig();
        QStringList found;
        for (const Sequences sequences : {Sequences::Pieces, Sequences::Single, Sequences::Whole}) {
            const StepBench bench(
                {"avg", config.get(), false, std::vector<Index>(std::size_t(batch), length), 4, "sgd", sequences},
                pool);
            found.append(QString::number(bench.sequencesAtOnce()));
        }
        QCOMPARE(found.join(' '), counts);
    }

    /// The engine's pieces hold three sequences of 256 tokens for each half of the batch, and one of 512.
    void memoryOfSingleSequencesNeverFalls() {
        ScalePlan plan = planFor("disa:features=16", "64:512:x2", 8);
        plan.modes = {StepMode::Train};
        plan.repetitions = 1;
        plan.sequences = {Sequences::Pieces, Sequences::Single};
        std::map<Sequences, std::vector<ScaleMeasurement>> curves;
        for (const ScaleMeasurement& one : measured(plan))
            curves[one.point.sequences].push_back(one);
        const auto& pieces = curves[Sequences::Pieces];
        QVERIFY(pieces[2].memory.total() > pieces[3].memory.total());
        const auto& single = curves[Sequences::Single];
        for (std::size_t k = 1; k < single.size(); ++k) {
            QCOMPARE(single[k].sequencesAtOnce, Index(1));
            QVERIFY(single[k].memory.total() > single[k - 1].memory.total());
        }
        for (std::size_t k = 0; k < single.size(); ++k) // one set of gradients instead of two
            QCOMPARE(single[k].memory.gradients, single[k].memory.parameters);
    }

    void memoryIsTheSumOfItsParts() {
        const ScalePlan plan = planFor("disa:features=24", "40", 4);
        const auto all = measured(plan);
        QCOMPARE(all.size(), std::size_t(2));
        const StepMemory &infer = all[0].memory, &train = all[1].memory;
        ThreadPool pool(1);
        StepBench bench({"disa", plan.models[0].config.get(), true, {40, 40, 40, 40}, 24, "adam"}, pool);
        const std::size_t parameters = std::size_t(bench.parameterCount()) * sizeof(Real);
        QCOMPARE(infer.parameters, parameters);
        QCOMPARE(infer.gradients + infer.optimizer, std::size_t(0));
        QCOMPARE(train.gradients, 2 * parameters); // two shards
        QCOMPARE(train.optimizer, 2 * parameters); // Adam's two moments
        QVERIFY(train.activations > infer.activations);
        QVERIFY(infer.attention > 0 && train.attention > 0);
        ScalePlan plain = plan;
        plain.optimizer = "sgd"; // without momentum, it remembers nothing
        QCOMPARE(measured(plain)[1].memory.optimizer, std::size_t(0));
        QCOMPARE(measured(plain)[1].memory.gradients, 2 * parameters);
    }

    void parametersAreCountedWithoutABench() {
        for (const bool training : {false, true})
            for (const std::string& optimizer : optimizerIds()) {
                const auto config = encoderRow("disa").makeConfig();
                const StepSpec spec{"disa", config.get(), training, {5, 3, 4}, 24, optimizer};
                ThreadPool pool(1);
                StepBench bench(spec, pool);
                const StepMemory counted = memoryOfParameters(spec), held = bench.memory();
                QCOMPARE(counted.parameters, held.parameters);
                QCOMPARE(counted.gradients, held.gradients);
                QCOMPARE(counted.optimizer, held.optimizer);
            }
    }

    /// It would take 39 GB to find out by trying.
    void aModelThatDoesNotFitIsNotMade() {
        const auto all = measured(planFor("transformer:layers=48:features=4096:feed_forward=16384", "8", 1), 1e9);
        QCOMPARE(all.size(), std::size_t(2));
        for (const ScaleMeasurement& one : all) {
            QCOMPARE(int(one.status), int(ScaleMeasurement::Status::TooLarge));
            QVERIFY(one.predictedBytes > (one.point.mode == StepMode::Train ? 4 : 1) * 9e9 * sizeof(Real));
        }
    }

    void theReferenceFormHoldsTheTensor() {
        ScalePlan plan = planFor("disa:features=24", "64", 2);
        plan.forms = {AttentionForm::Fused, AttentionForm::Reference};
        plan.modes = {StepMode::Train};
        const auto all = measured(plan);
        // Two directions and two sequences of 64 × 64 × 24 weights.
        QCOMPARE(all[1].memory.attention >= 2 * 2 * 64 * 64 * 24 * sizeof(Real), true);
        QVERIFY(all[0].memory.attention < 64 * 64 * 24 * sizeof(Real));
    }

    /// The whole is linear, and so is attention by itself: no tile leaves memory behind for a larger one.
    void fusedMemoryGrowsLinearly_data() {
        QTest::addColumn<QString>("model");
        QTest::newRow("mtsa") << "mtsa:heads=2:head_features=8:masks=fw,bw";
        QTest::newRow("multihead") << "multihead:heads=2:head_features=8:masks=fw";
        QTest::newRow("disa") << "disa:features=16";
        QTest::newRow("csan") << "csan:heads=2:head_features=8";
    }
    void fusedMemoryGrowsLinearly() {
        QFETCH(QString, model);
        ScalePlan plan = planFor(model.toStdString(), "512:2048:x2", 1);
        plan.forms = {AttentionForm::Fused};
        plan.modes = {StepMode::Train};
        plan.repetitions = 1;
        std::vector<GrowthPoint> whole, attention;
        for (const ScaleMeasurement& one : measured(plan)) {
            whole.push_back({double(one.point.length), double(one.memory.activations + one.memory.attention)});
            attention.push_back({double(one.point.length), double(one.memory.attention)});
        }
        QVERIFY2(growthOf(whole)->exponent <= 1.1, qPrintable(QString::number(growthOf(whole)->exponent)));
        QVERIFY2(growthOf(attention)->exponent <= 1.2, qPrintable(QString::number(growthOf(attention)->exponent)));
    }

    void pointsThatAreLeftOutTakeNoTime() {
        ScalePlan plan = planFor("disa:features=24:form=reference", "16,20000", 4);
        plan.modes = {StepMode::Train};
        std::vector<double> seconds;
        const std::atomic<bool> never = false;
        runSweep(plan, {}, 1e8, never,
                 {[](const ScaleMeasurement&) {},
                  [&](const ScaleProgress& progress) { seconds.push_back(progress.secondsRemaining); }});
        QCOMPARE(seconds, (std::vector<double>{0, 0}));
    }

    void whatDoesNotFitIsNotTried() {
        ScalePlan plan = planFor("disa:features=24", "64,100000", 64);
        plan.forms = {AttentionForm::Reference};
        plan.modes = {StepMode::Train};
        const auto all = measured(plan, 1e9);
        QCOMPARE(int(all[0].status), int(ScaleMeasurement::Status::Measured));
        QCOMPARE(int(all[1].status), int(ScaleMeasurement::Status::TooLarge));
        // 64 sequences, two directions, n × n × 24 floats
        QVERIFY(all[1].predictedBytes > 64.0 * 2 * 1e10 * 24 * sizeof(Real) * 0.9);
    }

    void aSweepGoesOnAndStops() {
        const ScalePlan plan = planFor("avg,cbow", "8,16");
        const auto all = measured(plan);
        QCOMPARE(all.size(), std::size_t(8));
        std::vector<ScaleMeasurement> rest;
        std::atomic<bool> cancelled = false;
        const std::vector<ScaleMeasurement> known(all.begin(), all.begin() + 5);
        const bool complete = runSweep(plan, known, 1e12, cancelled,
                                       {[&](const ScaleMeasurement& one) {
                                            rest.push_back(one);
                                            cancelled = rest.size() == 2;
                                        },
                                        {}});
        QVERIFY(!complete);
        QCOMPARE(rest.size(), std::size_t(2));
        QVERIFY(rest[0].point == all[5].point && rest[1].point == all[6].point);
        QVERIFY(rest[0].seconds > 0 && rest[0].secondsLow <= rest[0].seconds && rest[0].seconds <= rest[0].secondsHigh);
    }

    /// A step of that point takes more than a minute.
    void aStopIsHeardWithinAStep() {
        ScalePlan plan = planFor("disa", "16000", 1, 300);
        plan.threads = 2;
        std::atomic<bool> cancelled = false;
        QElapsedTimer clock;
        std::thread user;
        const bool complete = runSweep(plan, {}, 1e12, cancelled,
                                       {[&](const ScaleMeasurement&) { QFAIL("a point that was left is kept"); },
                                        [&](const ScaleProgress&) {
                                            user = std::thread([&] {
                                                std::this_thread::sleep_for(std::chrono::milliseconds(500));
                                                clock.start();
                                                cancelled = true;
                                            });
                                        }});
        const qint64 heard = clock.elapsed();
        user.join();
        QVERIFY(!complete);
        QVERIFY2(heard < 2000, qPrintable(QString::number(heard)));
    }

    /// Forward, backward and every form ask again and again, and a step that was left leaves no trace in the next.
    void aStepCanBeLeft_data() {
        QTest::addColumn<QString>("encoder");
        QTest::addColumn<QString>("form");
        for (const char* encoder : {"disa", "mtsa", "csan"})
            for (const char* form : {"fused", "reference"})
                QTest::addRow("%s %s", encoder, form) << encoder << form;
        QTest::newRow("multihead") << "multihead" << QString();
        QTest::newRow("bilstm") << "bilstm" << QString();
        QTest::newRow("bigru") << "bigru" << QString();
    }
    void aStepCanBeLeft() {
        QFETCH(QString, encoder);
        QFETCH(QString, form);
        const auto config = encoderRow(encoder.toStdString()).makeConfig();
        if (!form.isEmpty())
            config->set("form", form.toStdString());
        ThreadPool pool(1);
        int asked = 0, last = std::numeric_limits<int>::max();
        StepBench bench({encoder.toStdString(),
                         config.get(),
                         true,
                         {40},
                         24,
                         "sgd",
                         Sequences::Pieces,
                         [&] {
                             if (++asked >= last)
                                 throw Error("left");
                         }},
                        pool);
        bench.step();
        const int whole = asked;
        const std::size_t bytes = bench.memory().total();
        QVERIFY2(whole > 20, qPrintable(QString::number(whole)));
        for (const int share : {whole / 8, whole / 2, whole - 1}) {
            asked = 0;
            last = share;
            QCOMPARE(messageOf([&] { bench.step(); }), QStringLiteral("left"));
            QCOMPARE(asked, share);
        }
        last = std::numeric_limits<int>::max();
        bench.step();
        QCOMPARE(bench.memory().total(), bytes);
    }

    void growthIsFitted() {
        std::vector<GrowthPoint> points;
        for (const double n : {16.0, 32.0, 64.0, 128.0})
            points.push_back({n, 3 * std::pow(n, 1.5)});
        const auto exact = growthOf(points);
        QVERIFY(std::abs(exact->exponent - 1.5) < 1e-12 && std::abs(exact->factor - 3) < 1e-9);
        QVERIFY(*exact->uncertainty < 1e-12);
        QCOMPARE(exact->text(), std::string("n^1.50 ± 0.00, 16 to 128 tokens, R² 1.000"));
        QCOMPARE(growthOf({{10, 1}, {100, 100}})->text(),
                 std::string("n^2.00, 10 to 100 tokens, R² 1.000")); // two points always fit
        points[1].value *= 1.1;
        QVERIFY(*growthOf(points)->uncertainty > 0.01);
        QVERIFY(growthOf(points)->r2 < 1 && growthOf(points)->r2 > 0.99);
        QVERIFY(!growthOf({{16, 1}}) && !growthOf({{16, 1}, {16, 2}}) && !growthOf({{16, 1}, {32, -1}}));
    }

    void curvesCross() {
        std::vector<std::pair<double, double>> linear, square;
        for (const double n : {10.0, 100.0, 1000.0}) {
            linear.emplace_back(n, 50 * n);
            square.emplace_back(n, n * n);
        }
        const auto crossing = crossings(linear, square);
        QCOMPARE(crossing.size(), std::size_t(1));
        QVERIFY(std::abs(crossing[0].first - 50) < 1e-9 && std::abs(crossing[0].second - 2500) < 1e-6);
        QVERIFY(crossings(linear, linear).empty());
        QVERIFY(crossings({{1, 1}, {2, 2}}, {{4, 1}, {8, 9}}).empty());
        // Meeting in a point of both, and touching.
        QCOMPARE(crossings({{1, 1}, {2, 2}, {4, 4}}, {{1, 4}, {2, 2}, {4, 1}}).size(), std::size_t(1));
        QVERIFY(crossings({{1, 1}, {2, 2}, {4, 1}}, {{1, 4}, {2, 2}, {4, 4}}).empty());
    }
};

QTEST_APPLESS_MAIN(ScalingTest)
#include "scaling_test.moc"
