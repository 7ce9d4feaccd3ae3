// Real models of other programs, and what is known of them from elsewhere. Those of Karpathy's llama2.c, and OpenNMT's,
// have theirs in published_file_test, continue_text_test and ctranslate2_model_test.

#include "atom_mapping.h"
#include "head_address.h"
#include "models/continuing.h"
#include "models/formats.h"
#include "models/given/array_file.h"
#include "models/published/published_model.h"
#include "published_golden.h"

#include <QTemporaryDir>
#include <array>
#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

namespace {

const fs::path sharedModels = fs::path(HEADLIGHT_SOURCE_DIR) / ".." / "shared/data/models";

/// The largest difference of all heads' maps from weights [layer][head][query][key].
double mapsApart(const Model& model, const Recording& recording, const std::vector<float>& theirs) {
    double most = 0;
    std::size_t at = 0;
    for (const HeadInfo& head : model.heads())
        for (const float value : recording.map({head.address}).values) {
            if (at == theirs.size())
                return 1e9;
            most = std::max(most, std::abs(double(value) - double(theirs[at++])));
        }
    return at == theirs.size() ? most : 1e9;
}

std::vector<int> idsOf(const Sequence& sequence) {
    std::vector<int> ids;
    for (const Token& token : sequence.tokens)
        ids.push_back(token.id);
    return ids;
}

std::vector<float> arrayOf(const fs::path& file, const std::string& name) {
    std::vector<float> numbers;
    for (const StoredArray& array : readArrayFile(file))
        if (array.name() == name) {
            numbers.resize(std::size_t(array.elements()));
            array.read(0, array.elements(), numbers.data());
        }
    return numbers;
}

std::string typedIds(const std::vector<int>& ids) {
    std::string text;
    for (const int id : ids)
        text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

} // namespace

class RealModelsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

private slots:
    void initTestCase() {
        if (!fs::exists(sharedModels))
            QSKIP("../shared/data is absent");
    }

    /// An ALBERT of chemistry, from its old pickle and as safetensors. The confidences are those of its README, which
    /// are of other hardware: a GELU by tanh would be 4e-5 beside them.
    void atomsFindTheirPlaces_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("pickle") << "rxnmapper";
        QTest::newRow("safetensors") << "rxnmapper/derived_hf";
    }
    void atomsFindTheirPlaces() {
        QFETCH(QString, folder);
        const auto model = openModel(sharedModels / folder.toStdString());
        QCOMPARE(model->heads().size(), std::size_t(12 * 8));
        const Json golden = jsonOf(sharedModels / "rxnmapper/golden.json");
        for (std::size_t k = 0; k < golden.at("texts").size(); ++k) {
            const Json& reaction = golden.at("texts")[k];
            const std::vector<Sequence> sequences = model->read({reaction.at("text").get<std::string>()});
            QCOMPARE(idsOf(sequences[0]), reaction.at("ids").get<std::vector<int>>());
            const auto recording = model->run(sequences, {}, {});
            const std::string name = "attention." + std::to_string(k);
            const std::vector<float> weights = arrayOf(sharedModels / "rxnmapper/golden.npz", name);
            QVERIFY(mapsApart(*model, *recording, weights) < 3e-5); // of single precision, too
            const atoms::Mapping mapping = atoms::mappedBy(recording->map({at(10, 5)}), sequences[0].tokens);
            QCOMPARE(mapping.reactantOf, reaction.at("product_atom_to_reactant_atom").get<std::vector<int>>());
            const double known = golden.at("readme_confidences")[k].get<double>();
            QVERIFY2(std::abs(mapping.confidence - known) < 1e-6,
                     qPrintable(QString::number(mapping.confidence, 'g', 10)));
        }
    }

    /// It was trained to find what is masked.
    void maskedAtomsAreFound() {
        const auto model = openModel(sharedModels / "rxnmapper");
        const auto recording = model->run(
            model->read({"CC(C)S.CN(C)C=O.Fc1cccnc1F.O=C([O-])[O-].[K+].[K+]>>CC(C)[MASK]c1ncccc1F"}), {}, {});
        const auto& places = std::get<TokenAnswer>(recording->answer()).places;
        QCOMPARE(places.size(), std::size_t(1));
        QCOMPARE(places[0].candidates.labels.front(), std::string("S"));
        QVERIFY(model->read({model->examples().front().text})[0].tokens.size() > 20);
    }

    /// A minGPT that sorts six of three letters: all there are.
    void sortsAll() {
        const auto model = openModel(sharedModels / "gpt_nano_sort/derived");
        const ContinuingModel* const writer = continuingModel(*model);
        QVERIFY(writer);
        ContinueOptions options;
        options.tokens = 6;
        for (int number = 0; number < 729; ++number) {
            std::vector<int> letters;
            for (int rest = number, k = 0; k < 6; ++k, rest /= 3)
                letters.push_back(rest % 3);
            const std::string typed = typedIds(letters);
            std::string written;
            writer->continueText(typed, options, [&](const ContinuedToken& token) { written += token.text; }, {});
            std::sort(letters.begin(), letters.end());
            QCOMPARE(written, " " + typedIds(letters));
        }
    }

    /// Whether brackets are balanced, told at the first place; a state dictionary of TransformerLens and a config.json
    /// beside it are a model, too.
    void knowsBalancedBrackets_data() {
        QTest::addColumn<bool>("isStateDictionary");
        QTest::newRow("safetensors") << false;
        QTest::newRow(".pt") << true;
    }
    void knowsBalancedBrackets() {
        QFETCH(bool, isStateDictionary);
        fs::path folder = sharedModels / "brackets_classifier/derived";
        const Json names = jsonOf(folder / "config.json").at("tokens");
        if (isStateDictionary) {
            const fs::path other = fs::path(m_dir.path().toStdString()) / "brackets";
            fs::create_directory(other);
            writeFile(other / "config.json", readFile(folder / "config.json"));
            fs::create_symlink(fs::absolute(folder / "../brackets_model_state_dict.pt"), other / "state_dict.pt");
            folder = other;
        }
        const auto network = loadPublished(folder);
        const Json examples = jsonOf(sharedModels / "brackets_classifier/brackets_data.json");
        int right = 0;
        for (std::size_t k = 0; k < 5000; ++k) {
            std::vector<int> ids = {names.at("[start]").get<int>()};
            for (const char bracket : examples[k][0].get<std::string>())
                ids.push_back(names.at(std::string(1, bracket)).get<int>());
            ids.push_back(names.at("[end]").get<int>());
            const Layout layout({Index(ids.size())});
            Tape tape;
            Context context(tape, layout);
            const Matrix scores = network->tokenScores(context, network->read(context, ids, {}).stack.last).value();
            right += (scores(1, 0) > scores(0, 0)) == examples[k][1].get<bool>();
        }
        QCOMPARE(right, 5000);
    }

    /// Random weights, whose numbers an independent pass computed. Its config.json names marks of a larger vocabulary.
    void aSmallGpt2() {
        const fs::path folder = sharedModels / "random_tiny_gpt2_hf";
        const Json golden = jsonOf(folder / "golden.json");
        const auto ids = golden.at("input_ids").get<std::vector<int>>();
        const auto network = loadPublished(folder);
        QVERIFY(network->shape().ends.empty());
        const Layout layout({Index(ids.size())});
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        const Var last = network->read(context, ids, {}).stack.last;
        compare("logits", network->tokenScores(context, last).value().cast<double>(),
                columnsOf(golden.at("logits").get<std::vector<float>>(), 100));
        compare("attention", weightsOf(trace, 0),
                columnsOf(golden.at("attention").get<std::vector<float>>(), Index(ids.size())));
        const auto model = openModel(folder);
        QCOMPARE(model->read({"Hello"})[0].tokens.front().text, std::string("H"));
    }

    void aSmallBert_data() {
        QTest::addColumn<QString>("folder");
        QTest::newRow("pickle") << "random_bert_xsmall_dummy";
        QTest::newRow("safetensors") << "random_bert_xsmall_dummy/derived_hf";
    }
    void aSmallBert() {
        QFETCH(QString, folder);
        const Json golden = jsonOf(sharedModels / "random_bert_xsmall_dummy/golden.json");
        const auto ids = golden.at("input_ids").get<std::vector<int>>();
        const auto network = loadPublished(sharedModels / folder.toStdString());
        const Layout layout({Index(ids.size())});
        Tape tape;
        Context context(tape, layout);
        Trace trace;
        context.setTrace(&trace);
        const Var last = network->read(context, ids, golden.at("token_type_ids").get<std::vector<int>>()).stack.last;
        compare("hidden", last.value().cast<double>(),
                columnsOf(golden.at("last_hidden_state").get<std::vector<float>>(), 20));
        compare("attention", weightsOf(trace, 0),
                columnsOf(golden.at("attention").get<std::vector<float>>(), Index(ids.size())));
    }
};

QTEST_GUILESS_MAIN(RealModelsTest)
#include "real_models_test.moc"
