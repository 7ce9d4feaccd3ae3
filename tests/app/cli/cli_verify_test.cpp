#include "app/cli/cli_runner.h"
#include "engine/models/golden_reference.h"

using namespace headlight;
using namespace headlight::publishedgolden;

/// headlight-cli verify, on a small GPT-2 and what PyTorch made of it.
class CliVerifyTest : public QObject {
    Q_OBJECT
    Cli m_cli;
    const fs::path m_golden = folderOf("published/gpt2");
    QString m_model;

    template <class Change>
    void writeReference(const Change& change) const {
        ReferenceArrays arrays = referenceArraysOf(m_golden, "first");
        change(arrays);
        arrays.save(fs::path(m_model.toStdString()) / "headlight_reference.npz");
    }

private slots:
    void init() {
        m_model = m_cli.path("model");
        fs::remove_all(m_model.toStdString());
        fs::copy(m_golden, m_model.toStdString());
    }

    void agreesWithPyTorch() {
        writeReference([](ReferenceArrays&) {});
        const CliResult plain = m_cli.run({"verify", m_model});
        QVERIFY2(plain.code == 0, plain.err);
        for (const char* text : {"logits", "hidden_states", "attentions", "2 × 3 × 11 × 11", "the model agrees with"})
            QVERIFY2(plain.out.contains(text), plain.out);
        QVERIFY2(!plain.out.contains("yellow"), plain.out);

        const CliResult result = m_cli.run({"verify", m_model, "--json", "--threads", "1"});
        QVERIFY2(result.code == 0, result.err);
        const QJsonObject document = result.object();
        QCOMPARE(document["verdict"].toString(), QStringLiteral("green"));
        QCOMPARE(document["bounds"]["green"].toDouble(), 1e-4);
        QCOMPARE(document["bounds"]["yellow"].toDouble(), 1e-2);
        const QJsonArray arrays = document["texts"][0]["arrays"].toArray();
        QCOMPARE(arrays.size(), 3);
        QCOMPARE(arrays[1]["name"].toString(), QStringLiteral("hidden_states"));
        QCOMPARE(arrays[1]["layers"].toArray().size(), 3);
        double worst = 0;
        for (const QJsonValue array : arrays)
            worst = std::max(worst, array["relative"].toDouble());
        QCOMPARE(document["relative"].toDouble(), worst);
        QVERIFY(worst > 0 && worst < 1e-5);
    }

    void saysWhereItNearlyAgrees() {
        writeReference([](ReferenceArrays& arrays) {
            ReferenceArrays::Floats& maps = arrays.numbers.at("attentions");
            maps.values[std::size_t(((1 * 3 + 2) * 11 + 3) * 11 + 1)] += 0.004F;
        });
        const CliResult result = m_cli.run({"verify", m_model});
        QCOMPARE(result.code, 0);
        QVERIFY2(result.out.contains("layer 1, head 2, query 3, key 1  yellow"), result.out);
        QVERIFY2(result.out.contains("the model nearly agrees with"), result.out);
    }

    void theExitCodeSaysThatItDiffers() {
        writeReference([](ReferenceArrays& arrays) {
            arrays.numbers.at("logits").values[0] += 1000;
            arrays.numbers["hidden_states"] = {{1, 2}, {1, 2}};
        });
        const CliResult result = m_cli.run({"verify", m_model});
        QCOMPARE(result.code, 1);
        QVERIFY2(result.out.contains("token 0, entry 0"), result.out);
        QVERIFY2(result.out.contains("the model's shape is 3 × 11 × 18"), result.out);
        QVERIFY2(result.out.contains("the model differs from"), result.out);
        const CliResult json = m_cli.run({"verify", m_model, "--json"});
        QCOMPARE(json.code, 1);
        QCOMPARE(json.object()["verdict"].toString(), QStringLiteral("red"));
        QCOMPARE(json.object()["texts"][0]["arrays"][1]["model_shape"].toArray(), (QJsonArray{3, 11, 18}));
    }

    void takesAnotherFile() {
        const CliResult none = m_cli.run({"verify", m_model});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("there is no headlight_reference.npz beside the model"), none.err);
        QVERIFY2(none.err.contains("--reference"), none.err);
        const fs::path other = referenceArraysOf(m_golden, "second").save(m_cli.path("other.npz").toStdString());
        const CliResult result = m_cli.run({"verify", m_model, "--reference", "other.npz"});
        QVERIFY2(result.code == 0, result.err);
        QVERIFY2(result.out.contains("2 × 3 × 4 × 4"), result.out);
        const CliResult damaged = m_cli.run({"verify", m_model, "--reference", m_cli.write("damaged.npz", "PK\3\4")});
        QCOMPARE(damaged.code, 1);
        QVERIFY2(damaged.err.startsWith("headlight-cli: ") && damaged.err.count('\n') == 1, damaged.err);
        QVERIFY2(damaged.err.contains("damaged.npz"), damaged.err);
    }
};

QTEST_GUILESS_MAIN(CliVerifyTest)
#include "cli_verify_test.moc"
