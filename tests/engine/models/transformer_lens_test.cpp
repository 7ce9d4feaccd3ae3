// What config.json says of a HookedTransformer is computed or refused.

#include "message_of.h"
#include "published_golden.h"

#include <QtTest>

#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

class TransformerLensTest : public QObject {
    Q_OBJECT

    static NetworkShape shapeWith(const Json& changes) {
        Json config = jsonOf(folderOf("published/transformer_lens") / "config.json");
        config.update(changes);
        return architectureIn(config)->shape(ConfigEntries(config, "config.json"));
    }

private slots:
    void capsAreRead() {
        const NetworkShape capped = shapeWith({{"attn_scores_soft_cap", 50.0}, {"output_logits_soft_cap", 30}});
        QCOMPARE(capped.stack.softCap, 50.0);
        QCOMPARE(capped.top.softCap, 30.0);
        for (const NetworkShape& plain : {shapeWith(Json::object()), shapeWith({{"attn_scores_soft_cap", -1.0},
                                                                                {"output_logits_soft_cap", -1.0}})}) {
            QCOMPARE(plain.stack.softCap, 0.0);
            QCOMPARE(plain.top.softCap, 0.0);
        }
    }

    void aLayersNumberDividesItsScores() {
        const auto sights = [](bool byLayer) {
            return shapeWith({{"scale_attn_by_inverse_layer_idx", byLayer}}).stack.sights;
        };
        const double factor = sights(false).at(1).factor;
        QVERIFY(std::abs(factor - 1 / std::sqrt(5.0)) < 1e-9);
        QCOMPARE(sights(false).at(0).factor, factor);
        QCOMPARE(sights(true).at(0).factor, factor);
        QCOMPARE(sights(true).at(1).factor, factor / 2);
    }

    void whatIsNotComputedIsRefused_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        for (const char* option : {"post_embedding_ln", "relative_attention_bias", "use_normalization_before_and_after",
                                   "use_qk_norm", "gated_mlp", "use_local_attn"})
            QTest::newRow(option) << option << "true";
        QTest::newRow("num_experts") << "num_experts"
                                     << "4";
    }
    void whatIsNotComputedIsRefused() {
        QFETCH(QString, option);
        QFETCH(QString, value);
        const QString message = messageOf([&] {
            shapeWith({{option.toStdString(), Json::parse(value.toStdString())}});
        });
        QVERIFY2(message.contains('"' + option + "\": expected"), qPrintable(message));
        shapeWith({{option.toStdString(), nullptr}});
    }
};

QTEST_GUILESS_MAIN(TransformerLensTest)
#include "transformer_lens_test.moc"
