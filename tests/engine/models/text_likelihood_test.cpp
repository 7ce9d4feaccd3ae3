// How likely models find texts.

#include "core/error.h"
#include "models/continuing.h"
#include "models/formats.h"
#include "models/text_likelihood.h"
#include "numbered_model.h"

#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

bool writes(const fs::path& folder) {
    const NetworkShape shape = describedBy(folder).shape;
    return !shape.decoder && shape.stack.causal && shape.top.kind == TopShape::Kind::Words;
}

/// Of each token, by logits [vocabulary × tokens]; the first has none.
std::vector<double> byLogits(const Numbers& logits, const std::vector<int>& ids) {
    std::vector<double> found;
    for (std::size_t k = 1; k < ids.size(); ++k) {
        const auto column = logits.col(Index(k) - 1);
        const double top = column.maxCoeff();
        found.push_back(column[ids[k]] - top - std::log((column.array() - top).exp().sum()));
    }
    return found;
}

void compareTokens(const TextLikelihood& ours, const std::vector<double>& theirs, double allowed) {
    QCOMPARE(ours.tokens.size(), theirs.size() + 1);
    QVERIFY(std::isnan(ours.tokens.front().logProbability));
    double sum = 0;
    for (std::size_t k = 0; k < theirs.size(); ++k) {
        const double own = ours.tokens[k + 1].logProbability;
        QVERIFY2(std::abs(own - theirs[k]) <= allowed,
                 qPrintable(QString("%1 in place of %2").arg(own).arg(theirs[k])));
        sum += own;
    }
    QCOMPARE(ours.counted(), int(theirs.size()));
    QVERIFY(std::abs(ours.logProbability() - sum) < 1e-9);
    QVERIFY(std::abs(std::log(ours.perplexity()) + sum / double(theirs.size())) < 1e-9);
}

fs::path published(const std::string& name) {
    return fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models" / name;
}

} // namespace

class TextLikelihoodTest : public QObject {
    Q_OBJECT

private slots:
    /// By PyTorch's logits, of every architecture that goes on with texts.
    void asPyTorch_data() {
        addColumns();
        addRows("published", isOfText, writes);
    }
    void asPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        const fs::path path = folderOf(folder.toStdString());
        const std::vector<int> ids = textOf(path, example.toStdString()).ids;
        const Numbers logits =
            columnsOf(SafetensorsFile::open(path / "expected.safetensors"), example.toStdString() + ".logits");
        std::string text;
        for (const int id : ids)
            text += "t" + std::to_string(id) + " ";
        compareTokens(likelihoodOf(*numberedModelOf(path), {text}), byLogits(logits, ids), 1e-4);
    }

    /// What is left out is not read, and has no probability.
    void leavesOut() {
        const auto model = numberedModelOf(folderOf("published/llama-3"));
        Intervention changes;
        changes.leftOut = {{0, 1}};
        const std::vector<double> marked = model->logProbabilities(model->read({"t5 t9 t2 t7"}), changes, {});
        const std::vector<double> shorter = model->logProbabilities(model->read({"t5 t2 t7"}), {}, {});
        QCOMPARE(marked.size(), std::size_t(4));
        QVERIFY(std::isnan(marked[0]) && std::isnan(marked[1]));
        QCOMPARE(marked[2], shorter[1]);
        QCOMPARE(marked[3], shorter[2]);
    }

    /// A head that is switched off is heard.
    void followsSurgery() {
        const auto model = numberedModelOf(folderOf("published/llama-3"));
        const auto sequences = model->read({"t5 t9 t2"});
        Intervention changes;
        changes[model->heads().front().address].scale = 0;
        QVERIFY(model->logProbabilities(sequences, changes, {})[2] != model->logProbabilities(sequences, {}, {})[2]);
    }

    void othersHaveNone() {
        const auto masked = openModel(folderOf("bert/masked"));
        QVERIFY_THROWS_EXCEPTION(Error, likelihoodOf(*masked, {"the bird"}));
        const auto marian = openModel(folderOf("published/marian"));
        QVERIFY_THROWS_EXCEPTION(Error, likelihoodOf(*marian, {"5 9"}));
    }

    /// By the logits of a reference pass in float64.
    void findsItsStoryLikely() {
        const fs::path folder = published("stories260K");
        if (!fs::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder / "stories260K.bin");
        for (const Json& prompt : jsonOf(folder / "golden.json").at("prompts")) {
            const auto ids = prompt.at("tokens").get<std::vector<int>>();
            const Numbers logits =
                columnsOf(prompt.at("logits").get<std::vector<float>>(), prompt.at("logits_shape")[1].get<Index>());
            compareTokens(likelihoodOf(*model, {prompt.at("text").get<std::string>()}), byLogits(logits, ids), 1e-4);
        }
    }

    /// The published log-probabilities of a translation, its end included.
    void findsTransliterationsLikely() {
        const fs::path folder = published("aren_transliteration");
        if (!fs::exists(folder))
            QSKIP("../shared/data is absent");
        const auto model = openModel(folder / "aren-transliteration");
        for (const Json& c : jsonOf(folder / "golden.json").at("cases")) {
            std::string source, target;
            for (const Json& letter : c.at("source"))
                source += letter.get<std::string>();
            for (const Json& letter : c.at("greedy"))
                target += letter.get<std::string>();
            const auto theirs = c.at("token_logprobs").get<std::vector<double>>();
            const TextLikelihood ours = likelihoodOf(*model, {source, target});
            QCOMPARE(ours.tokens.size(), theirs.size());
            for (std::size_t k = 0; k < theirs.size(); ++k)
                QVERIFY(std::abs(ours.tokens[k].logProbability - theirs[k]) < 2e-5);
            // Of another end the same begin is as likely, and the whole less.
            const TextLikelihood other = likelihoodOf(*model, {source, target + "a"});
            QCOMPARE(other.tokens.size(), theirs.size() + 1);
            QVERIFY(std::abs(other.tokens.front().logProbability - theirs.front()) < 2e-5);
            QVERIFY(other.logProbability() < ours.logProbability());
        }
    }
};

QTEST_GUILESS_MAIN(TextLikelihoodTest)
#include "text_likelihood_test.moc"
