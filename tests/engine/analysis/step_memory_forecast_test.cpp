#include "engine/analysis/small_sweep.h"

#include <QtTest>

using namespace headlight;

class StepMemoryForecastTest : public QObject {
    Q_OBJECT
private slots:
    void memoryIsPredicted_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("length");
        QTest::newRow("a batch") << "disa:features=24" << 16 << 48;
        QTest::newRow("a batch of the tensor") << "disa:features=24:form=reference" << 16 << 48;
        QTest::newRow("a batch in pieces") << "disa:features=24" << 64 << 64;
        QTest::newRow("recurrent, in pieces") << "bilstm:features=24" << 30 << 200;
        QTest::newRow("a long sequence") << "multihead:heads=2:head_features=12" << 1 << 1024;
        QTest::newRow("a long sequence of the tensor") << "csan:form=reference:heads=2:head_features=8" << 1 << 600;
        QTest::newRow("recurrent") << "bigru:features=24" << 8 << 100;
        QTest::newRow("blocks") << "biblosa:features=24" << 1 << 700;
        // A convolution takes scratch of a fixed size from some number of windows on: pieces, halves of a batch and
        // single sequences lie below, above, and just at that.
        for (const char* model : {"multicnn:features=40", "hrchycnn:features=40:layers=2"})
            for (const auto& [batch, length] :
                 {std::pair(64, 16), std::pair(7, 16), std::pair(64, 64), std::pair(3, 64), std::pair(16, 96),
                  std::pair(8, 160), std::pair(5, 300), std::pair(1, 700), std::pair(1, 2000)})
                QTest::addRow("%s, %d of %d", model, batch, length) << model << batch << length;
    }
    void memoryIsPredicted() {
        QFETCH(QString, model);
        QFETCH(int, batch);
        QFETCH(int, length);
        ScalePlan plan = planFor(model.toStdString(), std::to_string(length), batch);
        plan.forms = {plan.models[0].form().value_or(AttentionForm::Fused)};
        plan.sequences = {Sequences::Pieces, Sequences::Single};
        plan.repetitions = 1;
        for (const ScaleMeasurement& one : measured(plan)) {
            const double ratio = one.predictedBytes / double(one.memory.total());
            QVERIFY2(ratio > 0.85 && ratio < 1.2, qPrintable(QString::number(ratio)));
        }
    }

    /// What is measured without a limit is predicted with a small one, and the same every time.
    void aSmallLimitForetellsTheSame_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("length");
        QTest::newRow("multihead") << "multihead:heads=2:head_features=75" << 1100; // beyond the longest trial
        QTest::newRow("mtsa") << "mtsa" << 1100;
        QTest::newRow("disa") << "disa:features=16" << 1100;
        QTest::newRow("the tensor") << "csan:form=reference:heads=2:head_features=8" << 512;
    }
    void aSmallLimitForetellsTheSame() {
        QFETCH(QString, model);
        QFETCH(int, length);
        ScalePlan plan = planFor(model.toStdString(), std::to_string(length), 1, 64);
        plan.threads = 2;
        plan.repetitions = 1;
        const auto all = measured(plan);
        for (const double limit : {1e4, 1e6}) { // below the parameters, and below what the trials take
            const auto refused = measured(plan, limit);
            for (std::size_t k = 0; k < all.size(); ++k) {
                QCOMPARE(int(refused[k].status), int(ScaleMeasurement::Status::TooLarge));
                QCOMPARE(refused[k].predictedBytes, all[k].predictedBytes);
                const double ratio = refused[k].predictedBytes / double(all[k].memory.total());
                QVERIFY2(ratio > 0.85 && ratio < 1.2, qPrintable(QString::number(ratio)));
            }
        }
    }

    /// From short trials: a step of this size would never end.
    void aHugePointIsPredicted() {
        const auto all = measured(planFor("multihead:heads=2:head_features=12", "1000000", 65536, 64), 2e8);
        QCOMPARE(int(all[0].status), int(ScaleMeasurement::Status::TooLarge));
        QVERIFY(all[0].predictedBytes > 65536e6 * 64 * sizeof(Real)); // its input
    }
};

QTEST_GUILESS_MAIN(StepMemoryForecastTest)
#include "step_memory_forecast_test.moc"
