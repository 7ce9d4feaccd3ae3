// Texts that a model goes on with, token by token.

#include "core/error.h"
#include "message_of.h"
#include "models/continuing.h"
#include "models/formats.h"
#include "numbered_model.h"

#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

std::unique_ptr<PublishedModel> modelOf(const std::string& name) {
    return numberedModelOf(folderOf("published/" + name));
}

struct Written {
    std::vector<std::string> tokens;
    std::vector<double> logProbabilities;
    std::string text;
    ContinuationEnd end;
};

Written writtenBy(const ContinuingModel& model, const std::string& text, const ContinueOptions& options) {
    Written all;
    all.end = model.continueText(text, options,
                                 [&](const ContinuedToken& token) {
                                     all.tokens.push_back(token.token);
                                     all.logProbabilities.push_back(token.logProbability);
                                     all.text += token.text;
                                 },
                                 {});
    return all;
}

} // namespace

class ContinueTextTest : public QObject {
    Q_OBJECT

private slots:
    /// Each token is what a pass over all before it finds likeliest, of every kind of positions.
    void isWhatWholePassesSay_data() {
        QTest::addColumn<QString>("folder");
        for (const char* folder : {"gpt2", "gpt_neox-pythia", "llama-3", "mistral", "qwen3", "gemma3"})
            QTest::newRow(folder) << QString(folder);
    }
    void isWhatWholePassesSay() {
        QFETCH(QString, folder);
        const auto model = modelOf(folder.toStdString());
        ContinueOptions options;
        options.tokens = 6;
        const Written written = writtenBy(*model, "t5 t9 t2", options);
        std::string text = "t5 t9 t2";
        for (std::size_t k = 0; k < written.tokens.size(); ++k) {
            const auto recording = model->run(model->read({text}), {}, {});
            const ClassAnswer& next = std::get<TokenAnswer>(recording->answer()).places.front().candidates;
            QCOMPARE(written.tokens[k], next.labels.front());
            QVERIFY(std::abs(written.logProbabilities[k] - std::log(next.probabilities.front())) < 1e-4);
            text += " " + written.tokens[k].substr(std::string("▁").size());
        }
        QCOMPARE("t5 t9 t2" + written.text, text);
        if (written.tokens.size() < 6)
            QVERIFY(written.end != ContinuationEnd::Tokens);
    }

    /// Chat models say there what ends an answer.
    void generationConfigHasTheLastWordOnWhatEndsAText() {
        const QTemporaryDir folder;
        const fs::path path = folder.path().toStdString();
        Json config = jsonOf(folderOf("published/gpt2") / "config.json");
        config["eos_token_id"] = 3;
        writeFile(path / "config.json", config.dump());
        QVERIFY(describedBy(path).shape.ends == std::vector<int>({3}));
        writeFile(path / "generation_config.json", R"({"eos_token_id": [4, 5]})");
        QVERIFY(describedBy(path).shape.ends == std::vector<int>({4, 5}));
        writeFile(path / "generation_config.json", R"({"eos_token_id": "end"})");
        const QString message = messageOf([&] { describedBy(path); });
        QVERIFY2(message.contains("generation_config.json: \"eos_token_id\""), qPrintable(message));
    }

    /// What PyTorch found likeliest each time, of all folders that have it.
    void writesAsPyTorch_data() {
        addColumns();
        for (const auto& entry : fs::directory_iterator(folderOf("published"))) {
            if (!isRead(entry.path()) || describedBy(entry.path()).shape.decoder)
                continue;
            const Json examples = jsonOf(entry.path() / "expected.json");
            for (const auto& [example, value] : examples.items())
                if (value.is_object() && value.contains("greedy"))
                    QTest::addRow("%s, %s", entry.path().filename().c_str(), example.c_str())
                        << QString::fromStdString(entry.path().filename().string()) << QString::fromStdString(example);
        }
    }
    void writesAsPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const Json expected =
            jsonOf(folderOf("published/" + folder.toStdString()) / "expected.json").at(example.toStdString());
        std::string text;
        for (const int id : expected.at("ids"))
            text += "t" + std::to_string(id) + " ";
        std::vector<std::string> greedy;
        for (const int id : expected.at("greedy"))
            greedy.push_back("▁t" + std::to_string(id));
        ContinueOptions options;
        options.tokens = int(greedy.size());
        const Written written = writtenBy(*modelOf(folder.toStdString()), text, options);
        QVERIFY(written.tokens.size() == greedy.size() || written.end != ContinuationEnd::Tokens);
        greedy.resize(written.tokens.size());
        QCOMPARE(written.tokens, greedy);
    }

    /// A seed gives the same draws each time, another one others; among the one likeliest there is nothing to draw.
    void draws() {
        const auto model = modelOf("llama-3");
        ContinueOptions options;
        options.tokens = 8;
        const Written likeliest = writtenBy(*model, "t5 t9", options);
        options.temperature = 30;
        const Written first = writtenBy(*model, "t5 t9", options);
        QCOMPARE(writtenBy(*model, "t5 t9", options).tokens, first.tokens);
        options.seed = 2;
        QVERIFY(writtenBy(*model, "t5 t9", options).tokens != first.tokens);
        options.top = 1;
        QCOMPARE(writtenBy(*model, "t5 t9", options).tokens, likeliest.tokens);
    }

    /// A candidate adds to a text what it adds when it is written; none that the vocabulary has not.
    void saysWhatACandidateAdds() {
        const auto model = modelOf("llama-3");
        ContinueOptions options;
        options.tokens = 1;
        const Written written = writtenBy(*model, "t5 t9", options);
        QCOMPARE(written.tokens.size(), std::size_t(1));
        const Sequence text = model->read({"t5 t9"}).front();
        const NextToken next = model->nextToken(text, written.tokens.front());
        QCOMPARE(next.text, written.text);
        QVERIFY(!next.text.empty() && !next.ends);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, model->nextToken(text, "no such entry"));
    }

    /// Where its program ends a story there is nothing to add.
    void knowsItsEnd() {
        const fs::path folder = fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models/stories260K";
        if (!fs::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder / "stories260K.bin");
        const ContinuingModel& writer = *continuingModel(*model);
        const auto text = model->read({"Once upon a time"});
        const NextToken end = writer.nextToken(text.front(), text.front().tokens.front().text); // "<s>"
        QVERIFY(end.ends && end.text.empty());
        QCOMPARE(writer.nextToken(text.front(), ",").text, std::string(","));
    }

    /// gpt2 of the golden has few positions.
    void endsAtThePositions() {
        const auto model = modelOf("gpt2");
        ContinueOptions options;
        options.tokens = 1000;
        const Written written = writtenBy(*model, "t5 t9", options);
        QVERIFY(written.end == ContinuationEnd::Positions || written.end == ContinuationEnd::EndMark);
    }

    /// A model that reads only is none.
    void othersDoNot() {
        QVERIFY(!continuingModel(*openModel(folderOf("bert/masked"))));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, writtenBy(*modelOf("roberta-masked"), "t5", {}));
    }

    /// The real one's text by its own program's greedy choice.
    void tellsItsStory_data() {
        QTest::addColumn<QString>("file");
        QTest::addRow("llama2.c") << "stories260K.bin";
        QTest::addRow("GGUF") << "tinyllm.gguf";
    }
    void tellsItsStory() {
        QFETCH(QString, file);
        const fs::path folder = fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models/stories260K";
        if (!fs::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder / file.toStdString());
        const Json expected = jsonOf(folder / "golden.json").at("greedy_from_bos");
        const ContinuingModel* const writer = continuingModel(*model);
        QVERIFY(writer);
        ContinueOptions options;
        options.tokens = 150;
        const std::string story = expected.at("text").get<std::string>(), begin = "Once upon a time";
        QVERIFY(story.starts_with(begin));
        const std::string text = begin + writtenBy(*writer, begin, options).text;
        QVERIFY(text.size() > 300);
        QCOMPARE(text, story.substr(0, text.size()));
    }
};

QTEST_GUILESS_MAIN(ContinueTextTest)
#include "continue_text_test.moc"
