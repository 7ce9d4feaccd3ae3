#include "viewmodels/run_filter.h"

#include <QtTest>

using namespace headlight;

namespace {

const QList<RunColumn> columns = {{"name", "name", {}},        {"model", "model", {}},
                                  {"data", "data", {}},        {"accuracy", "accuracy", {}, RunColumn::Kind::Share},
                                  {"dev", "dev accuracy", {}}, {"loss", "train loss", {}},
                                  {"speed", "tokens/s", {}},   {"heads", "heads", {}},
                                  {"tags", "tags", {}},        {"optimizer", "optimizer", {}}};

bool keeps(const QString& filter, const QMap<QString, QVariant>& run) {
    QStringList words;
    for (const QVariant& value : run)
        words.append(value.toString());
    return RunFilter(filter, columns).accepts([&](const QString& key) { return run.value(key); }, words.join('\n'));
}

const QMap<QString, QVariant> good = {{"name", "first try"}, {"model", "mtsa"}, {"data", "trec"},
                                      {"accuracy", 0.93},    {"heads", 4},      {"tags", "paper, kept"},
                                      {"loss", 1.5},         {"speed", 2000},   {"dev", 0.4}};

} // namespace

class RunFilterTest : public QObject {
    Q_OBJECT
private slots:
    void accepts_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("expected");
        const auto row = [](const char* filter, bool expected) { QTest::addRow("%s", filter) << filter << expected; };
        row("", true);
        row("trec", true);
        row("TREC mtsa", true);
        row("trec disa", false);
        row("trec or disa", true);
        row("accuracy > 0.9 and model = mtsa", true);
        row("accuracy>0.95", false);
        row("accuracy >= 93%", true);
        row("accuracy >= 93 % and model = mtsa", true);
        row("accuracy < 93%", false);
        row("heads = 4.0", true);
        row("heads != 4", false);
        row("not heads = 4", false);
        row("not not heads = 4", true);
        row("Model == MTSA", true);
        row("model = disa or heads > 2 and data = trec", true);
        row("(model = disa or heads > 2) and data = cr", false);
        row("trec heads > 2", true);
        row("tags ~ ^paper", true);
        row("tags ~ ^kept", false);
        row("name = \"first try\"", true);
        row("\"first try\"", true);
        row("'try first'", false);
        row("optimizer = adam", false); // it has none
        row("optimizer != adam", true);
        row("loss < 1.7", true);
        row("train loss < 1.7", true);
        row("Train Loss < 1.4", false);
        row("\"train loss\" < 1.7", true);
        row("dev accuracy > 0.5", false); // 0.4, not the accuracy of 0.93
        row("tokens/s > 1000", true);
        row("trec train loss < 1.7 and 'dev accuracy' < 0.5", true);
        row("cr train loss < 1.7", false);
        row("not train loss < 1.7", false);
        row("trec accuracy > 0.9", true);
    }
    void accepts() {
        QFETCH(QString, filter);
        QFETCH(bool, expected);
        QCOMPARE(keeps(filter, good), expected);
    }

    void aMistakeIsPointedAt_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* filter, int position, int length, const char* says) {
            QTest::addRow("%s", filter) << filter << position << length << says;
        };
        row("accurcy > 0.9", 0, 7, "accuracy");
        row("model = mtsa and heds > 2", 17, 4, "heads");
        row("\"tran loss\" < 2", 0, 11, "train loss");
        row("token/s > 2", 0, 7, "tokens/s");
        row("dev acuracy > 0.5", 4, 7, "accuracy");
        row("accuracy >", 9, 1, "value");
        row("accuracy > and model = mtsa", 11, 3, "value");
        row("> 0.9", 0, 1, "name");
        row("(model = mtsa", 0, 1, ")");
        row("model = mtsa)", 12, 1, "(");
        row("model = \"mtsa", 8, 5, "quotation");
        row("trec and", 8, 1, "missing");
        row("or trec", 0, 2, "missing");
        row("name ~ \"[\"", 7, 3, "regular expression");
        row("model ! mtsa", 6, 1, "!=");
        row("accuracy > 90", 11, 2, "write 0.9, or 90 %");
    }
    void aMistakeIsPointedAt() {
        QFETCH(QString, filter);
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(QString, says);
        try {
            RunFilter parsed(filter, columns);
            QFAIL("was accepted");
        } catch (const RunFilterError& error) {
            QCOMPARE(error.position, position);
            QCOMPARE(error.length, length);
            QVERIFY2(QString::fromUtf8(error.what()).contains(says), error.what());
        }
    }

    void whatEndsTooSoonMayBecomeRight_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("isUnfinished");
        for (const char* filter : {"accuracy >", "trec and", "not", "(", "(model = mtsa", "model = \"mtsa", "model !"})
            QTest::addRow("%s", filter) << filter << true;
        for (const char* filter : {"acuracy >", "acuracy > 0.9", "> 0.9", "trec)", "name ~ \"[\"", "model ! mtsa"})
            QTest::addRow("%s", filter) << filter << false;
    }
    void whatEndsTooSoonMayBecomeRight() {
        QFETCH(QString, filter);
        QFETCH(bool, isUnfinished);
        try {
            RunFilter parsed(filter, columns);
            QFAIL("was accepted");
        } catch (const RunFilterError& error) {
            QCOMPARE(error.isUnfinished, isUnfinished);
        }
    }

    void manyBracketsAreRefused() {
        QVERIFY_THROWS_EXCEPTION(RunFilterError, RunFilter(QString(100000, '('), columns));
        const QString chain = QStringLiteral("not ").repeated(100000) + "trec";
        QVERIFY(keeps(chain, good));
    }
};

QTEST_GUILESS_MAIN(RunFilterTest)
#include "run_filter_test.moc"
