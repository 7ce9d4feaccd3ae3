// What a config.json leaves out has its class's value; null is another thing.

#include "message_of.h"
#include "published_golden.h"

#include <QtTest>

using namespace headlight;
using namespace headlight::publishedgolden;

class PublishedDefaultsTest : public QObject {
    Q_OBJECT

    static NetworkShape shapeOf(const Json& document) {
        return architectureIn(document)->shape(ConfigEntries(document, "config.json"));
    }
    static Json goldenConfig(const std::string& folder) {
        return jsonOf(folderOf("published/" + folder) / "config.json");
    }

private slots:
    void capsOfGemma2() {
        Json config = goldenConfig("gemma2");
        for (const char* entry : {"attn_logit_softcapping", "final_logit_softcapping"})
            config[entry] = nullptr;
        QCOMPARE(shapeOf(config).stack.softCap, 0.0);
        QCOMPARE(shapeOf(config).top.softCap, 0.0);
        for (const char* entry : {"attn_logit_softcapping", "final_logit_softcapping"})
            config.erase(entry);
        QCOMPARE(shapeOf(config).stack.softCap, 50.0);
        QCOMPARE(shapeOf(config).top.softCap, 30.0);
    }

    void capsOfGemma3() {
        Json config = goldenConfig("gemma3");
        for (const char* entry : {"attn_logit_softcapping", "final_logit_softcapping"})
            config.erase(entry);
        QCOMPARE(shapeOf(config).stack.softCap, 0.0);
        QCOMPARE(shapeOf(config).top.softCap, 0.0);
    }

    void windowOfMistral() {
        Json config = goldenConfig("mistral");
        config["sliding_window"] = nullptr;
        QCOMPARE(shapeOf(config).stack.sights.front().mask, std::string("all"));
        config.erase("sliding_window");
        QCOMPARE(shapeOf(config).stack.sights.front().mask, std::string("window(4095)"));
    }

    void kindsOfLayersAreTheTwoThatAreKnown() {
        Json config = goldenConfig("mistral");
        const auto layers = shapeOf(config).stack.layers;
        Json kinds = Json::array();
        for (Index layer = 0; layer < layers; ++layer)
            kinds.push_back(layer == 0 ? "full_attention" : "sliding_attention");
        config["layer_types"] = kinds;
        QCOMPARE(shapeOf(config).stack.sights.front().mask, std::string("all"));
        QVERIFY(shapeOf(config).stack.sights.back().mask != "all");
        config["layer_types"][0] = "chunked_attention";
        const QString message = messageOf([&] { shapeOf(config); });
        QVERIFY2(message.contains("\"layer_types\": expected sliding_attention or full_attention"),
                 qPrintable(message));
    }

    void rotationsOfModernbertsNearLayers() {
        Json config = goldenConfig("modernbert-masked");
        const auto rotaries = [&] { return shapeOf(config).stack.rotaries; };
        const auto plain = rotaries(); // with 160,000 and 10,000
        QVERIFY(plain.at(0).frequencies != plain.at(1).frequencies);
        config.erase("local_rope_theta");
        QCOMPARE(rotaries().at(1).frequencies, plain.at(1).frequencies);
        config["local_rope_theta"] = nullptr; // as the others
        QCOMPARE(rotaries().at(1).frequencies, plain.at(0).frequencies);
        config.erase("local_rope_theta");
        config.erase("global_rope_theta");
        QCOMPARE(rotaries().at(0).frequencies, plain.at(0).frequencies);
        QCOMPARE(rotaries().at(1).frequencies, plain.at(1).frequencies);
    }
};

QTEST_GUILESS_MAIN(PublishedDefaultsTest)
#include "published_defaults_test.moc"
