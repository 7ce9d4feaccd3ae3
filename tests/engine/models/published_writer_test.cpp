// Published models that write a text: token by token as PyTorch does, and as a model that the window shows.

#include "models/published/published_writer.h"
#include "models/translation_model.h"
#include "numbered_tokens.h"
#include "published_golden.h"

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

std::shared_ptr<const PublishedWriter> writerOf(const fs::path& folder) {
    const PublishedDescription described = describedBy(folder);
    const auto tokens = std::make_shared<const NumberedTokens>(int(described.shape.decoder->embeddings.vocabulary),
                                                               described.shape.decoder->end);
    return std::make_shared<const PublishedWriter>(*described.architecture, loadPublished(folder, Values::Stored),
                                                   tokens, tokens);
}

} // namespace

class PublishedWriterTest : public QObject {
    Q_OBJECT

private slots:
    void writesAsPyTorch_data() {
        addColumns();
        for (const auto& entry : fs::directory_iterator(folderOf("published")))
            if (isRead(entry.path()) && describedBy(entry.path()).shape.writes())
                for (const char* example : {"first", "second"})
                    QTest::addRow("%s, %s", entry.path().filename().c_str(), example)
                        << QString::fromStdString("published/" + entry.path().filename().string()) << QString(example);
    }
    void writesAsPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const fs::path path = folderOf(folder.toStdString());
        const auto writer = writerOf(path);
        const Json expected = jsonOf(path / "expected.json").at(example.toStdString());
        const auto ids = expected.at("ids").get<std::vector<int>>(),
                   greedy = expected.at("greedy").get<std::vector<int>>();
        SearchOptions options;
        options.beams = 1;
        options.extraTokens = int(greedy.size()) - int(ids.size());
        if (options.extraTokens < 0) // a limit is never below the source
            options.extraTokens = 0;
        std::vector<int> written = translate(writer->network(), ids, options).front().words();
        QVERIFY(written.size() >= greedy.size() || translate(writer->network(), ids, options).front().ended);
        written.resize(std::min(written.size(), greedy.size()));
        QVERIFY(std::equal(written.begin(), written.end(), greedy.begin()));

        // With packed scores, in a group of several, the same.
        std::vector<std::vector<int>> groups(2);
        ThreadPool pool(1);
        translateAll(writer->network(), {ids, {ids.front(), ids.back()}}, options, pool,
                     [&](std::size_t first, const std::vector<Translation>& best) {
                         for (std::size_t k = 0; k < best.size(); ++k)
                             groups[first + k] = best[k].words();
                     });
        groups[0].resize(std::min(groups[0].size(), written.size()));
        QCOMPARE(groups[0], written);
    }

    /// As a model: its maps are those of both stacks, and what it wrote goes on from a forced beginning.
    void isAModel() {
        const auto writer = writerOf(folderOf("published/marian"));
        const TranslationModel model(writer);
        QCOMPARE(model.kind(), std::string("Marian"));
        QCOMPARE(model.heads().size(), std::size_t(2 * 2 * 3)); // layers, heads; self, self and cross
        for (const HeadInfo& head : model.heads())
            QVERIFY(head.changeable);
        auto sequences = model.read({"t18 t27 t9", "t5 t6"});
        QCOMPARE(sequences[0].tokens.size(), std::size_t(4)); // and the end
        const auto recording = model.run(sequences, {}, {});
        const auto& answer = std::get<TranslationAnswer>(recording->answer());
        QVERIFY(answer.tokens.size() > 2);
        QCOMPARE(answer.tokens[0].text, std::string("▁t5"));
        QVERIFY(answer.tokens[1].isForced && !answer.tokens[2].isForced);
        for (const auto& token : answer.tokens) // what begins a text, a padding, is never written
            for (const auto& candidate : token.candidates)
                QVERIFY(candidate.token != "▁t47");
        // A beam read again is as likely.
        const auto again = model.run(model.read({"t18 t27 t9", answer.beams.front().begin}), {}, {});
        const double same = std::get<TranslationAnswer>(again->answer()).beams.front().logProbability;
        QVERIFY(std::abs(same - answer.beams.front().logProbability) < 1e-4);
        QVERIFY_THROWS_EXCEPTION(Error,
                                 model.read({"t1 t2 t3 t4 t5 t6 t7 t8 t9 t1 t2 t3 t4 t5 t6 t7"})); // 16 positions
    }
};

QTEST_GUILESS_MAIN(PublishedWriterTest)
#include "published_writer_test.moc"
