// Which class a published model is of: what config.json says, and the tensors where it says nothing.

#include "message_of.h"
#include "published_golden.h"

#include <QTemporaryDir>

#include <cmath>

using namespace headlight;
using namespace headlight::publishedgolden;

class PublishedClassesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path m_folder; ///< a copy of a golden one

    void copy(const std::string& golden) {
        m_folder = fs::path(m_dir.path().toStdString()) / "model";
        fs::remove_all(m_folder);
        fs::copy(folderOf(golden), m_folder);
    }
    /// null: none.
    void setClass(const Json& names) const {
        Json config = jsonOf(m_folder / "config.json");
        config.erase("architectures");
        if (!names.is_null())
            config["architectures"] = names;
        writeFile(m_folder / "config.json", config.dump());
    }
    /// Tensors under other names; those whose name becomes empty are left out.
    void rename(const std::function<std::string(const std::string&)>& renamed) const {
        const fs::path path = m_folder / "model.safetensors";
        std::map<std::string, std::vector<float>> values;
        std::map<std::string, std::vector<std::int64_t>> shapes;
        {
            const SafetensorsFile file = SafetensorsFile::open(path);
            for (const std::string& name : file.names())
                if (const std::string own = renamed(name); !own.empty()) {
                    values[own] = file.readFloat(name);
                    shapes[own] = file.info(name).shape;
                }
        }
        std::vector<TensorView> views;
        for (const auto& [name, numbers] : values)
            views.push_back({name, shapes[name], numbers.data()});
        writeSafetensors(path, views);
    }

private slots:
    void tensorsTellTheClass_data() {
        QTest::addColumn<QString>("golden");
        for (const char* golden :
             {"bert/masked", "bert/classifier", "published/roberta-masked", "published/roberta-classifier",
              "published/deberta-masked", "published/deberta-classifier", "published/deberta-v2-masked",
              "published/deberta-v2-classifier"})
            QTest::newRow(golden) << golden;
    }
    void tensorsTellTheClass() {
        QFETCH(QString, golden);
        copy(golden.toStdString());
        setClass(nullptr);
        compareAll(m_folder, "text");
    }

    void aBodyAloneReads() {
        copy("bert/masked");
        setClass(nullptr);
        rename([](const std::string& name) { return name.starts_with("cls.") ? "" : name; });
        QCOMPARE(loadPublished(m_folder)->shape().top.kind, TopShape::Kind::None);
    }

    /// Of a discriminator words have no scores that have learnt anything.
    void aThirdDebertaReads() {
        copy("published/deberta-v2-masked");
        setClass(nullptr);
        rename([](const std::string& name) {
            const std::string head = "lm_predictions.lm_head.";
            return name.starts_with(head) ? "mask_predictions." + name.substr(head.size()) : name;
        });
        QCOMPARE(loadPublished(m_folder)->shape().top.kind, TopShape::Kind::None);
    }

    /// Maps, and no answer.
    void aBodyThatAnswersQuestionsReads() {
        copy("bert/classifier");
        setClass(Json::array({"BertForQuestionAnswering"}));
        rename([](const std::string& name) {
            const std::string head = "classifier.";
            return name.starts_with(head) ? "qa_outputs." + name.substr(head.size()) : name;
        });
        const auto network = loadPublished(m_folder);
        QCOMPARE(network->shape().top.kind, TopShape::Kind::None);
        QVERIFY(network->shape().readsPairs);
    }

    void otherKindsMustSayIt() {
        copy("published/llama");
        setClass(nullptr);
        QVERIFY(messageOf([&] { loadPublished(m_folder); }).contains("\"architectures\" is missing"));
    }

    /// The classifier's matrix on each token in place of the first one's pooled vector.
    void tokensAreLabelled() {
        copy("bert/classifier");
        setClass(Json::array({"BertForTokenClassification"}));
        const auto network = loadPublished(m_folder);
        const TopShape& top = network->shape().top;
        QCOMPARE(top.kind, TopShape::Kind::TokenClasses);
        const Text text = textOf(m_folder, "text");
        const Layout layout = text.layout();
        Tape tape;
        Context context(tape, layout);
        const Var last = network->read(context, text.ids, text.types).stack.last;
        const Matrix scores = network->tokenScores(context, last).value();
        QCOMPARE(scores.rows(), Index(top.labels.size()));
        QCOMPARE(scores.cols(), Index(text.ids.size()));
        const SafetensorsFile file = SafetensorsFile::open(m_folder / "model.safetensors");
        const std::vector<float> weight = file.readFloat("classifier.weight"), bias = file.readFloat("classifier.bias");
        const Index width = last.rows();
        for (Index label = 0; label < scores.rows(); ++label)
            for (Index token = 0; token < scores.cols(); ++token) {
                double expected = double(bias[std::size_t(label)]);
                for (Index k = 0; k < width; ++k)
                    expected += double(weight[std::size_t(label * width + k)]) * double(last.value()(k, token));
                QVERIFY(std::abs(double(scores(label, token)) - expected) < 1e-5);
            }
    }

    /// What BART's body writes, the class with a bias of words writes, if the bias is nothing.
    void aSavedBodyOfBartWrites() {
        copy("published/bart");
        setClass(Json::array({"BartModel"}));
        rename([](const std::string& name) {
            const std::string prefix = "model.";
            return name == "final_logits_bias" ? "" : name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        });
        const NetworkShape shape = loadPublished(m_folder)->shape();
        QVERIFY(shape.writes() && shape.top.tied && !shape.top.bias);
    }
};

QTEST_GUILESS_MAIN(PublishedClassesTest)
#include "published_classes_test.moc"
