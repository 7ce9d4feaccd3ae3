#include "engine/models/read_sentence.h"

#include <QtTest>

using namespace headlight;

class HeadsTest : public QObject {
    Q_OBJECT

    static std::vector<HeadInfo> heads(const std::string& encoder, const std::string& preset = {},
                                       const std::string& task = "classify", Analysis* analysis = nullptr) {
        ModelDescription description;
        description.task = task;
        description.encoder = encoder;
        const EncoderRow& row = encoderRow(encoder);
        description.encoderConfig = row.makeConfig();
        if (!preset.empty())
            applyPreset(row, *description.encoderConfig, preset);
        for (const OptionRow& option : description.encoderConfig->rows())
            if (option.name == "features" && description.encoderConfig->get("features") != "0")
                description.encoderConfig->set("features", "4");
        description.classifier.embeddingFeatures = 6;
        description.classifier.hidden = 5;
        description.labels = {"a", "b"};
        Vocabulary vocabulary;
        vocabulary.add("river");
        const TaskNetwork model(std::move(description), std::move(vocabulary), 1);
        if (analysis)
            *analysis = attend(model, {"the", "river", "is", "near"});
        return headsOf(model);
    }

private slots:
    void theyAreThoseOfALongerSentence() {
        for (const auto& [encoder, preset] :
             {std::pair("biblosa", "paper"), std::pair("mpsan", "paper"), std::pair("mpsan", "gate"),
              std::pair("disa", "paper"), std::pair("mtsa", "classification"), std::pair("distance-san", "paper"),
              std::pair("distance-san", "tokens")}) {
            Analysis analysis;
            const std::vector<HeadInfo> found = heads(encoder, preset, "classify", &analysis);
            std::size_t next = 0;
            for (const AttentionMap& map : analysis.maps) {
                if (map.stage != MapStage::Weight)
                    continue;
                QVERIFY(next < found.size());
                const HeadInfo& head = found[next++];
                QVERIFY(head.address == map.address);
                QCOMPARE(head.label, map.label);
                QCOMPARE(head.features, map.mechanismFeatures);
                const double cells = double(map.queries * map.keys);
                if (!map.keyNames.empty() && map.address.part != MapPart::Groups) // there are fewer blocks than tokens
                    QVERIFY(head.cells(4) >= cells);
                else
                    QCOMPARE(head.cells(4), cells);
            }
            QCOMPARE(next, found.size());
        }
    }

    void whatCanBeChanged() {
        for (const auto& [encoder, preset] :
             {std::pair("biblosa", "paper"), std::pair("disa", "paper"), std::pair("mtsa", "classification")})
            for (const HeadInfo& head : heads(encoder, preset)) {
                QCOMPARE(head.changeable, head.address.part == MapPart::Self);
                QCOMPARE(head.maskable(), head.changeable);
            }
        QCOMPARE(heads("mpsan").front().mask, std::string("fw+logdist"));
        for (const HeadInfo& head : heads("lama")) { // pools: no masks
            QVERIFY(head.changeable);
            QVERIFY(!head.maskable());
        }
        const auto recurrent = heads("bilstm");
        QVERIFY(recurrent.front().address.part == MapPart::Sensitivity);
        QVERIFY(!recurrent.front().changeable);
        QVERIFY(!recurrent.back().changeable);                           // the pooling
        QCOMPARE(heads("disa", "paper", "pair").size(), std::size_t(5)); // two heads, their gates, the pooling
    }
};

QTEST_GUILESS_MAIN(HeadsTest)
#include "heads_test.moc"
