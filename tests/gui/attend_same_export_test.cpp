#include "gui/window_fixture.h"

#include "app/cli/cli_runner.h"
#include "app/views/read_page.h"
#include "engine/core/npz.h"
#include "figure/figure_menu.h"
#include "head_address.h"
#include "matrix/heat_map.h"

#include <QImage>
#include <QRegularExpression>
#include <cstring>

using namespace headlight;

/// A map that is exported from the window and by `headlight-cli attend --out` says the same of itself.
class AttendSameExportTest : public QObject, WindowFixture {
    Q_OBJECT

    static QByteArray read(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// What an SVG says in words, the marked tokens of its axes among it. The window names a model by its title, the
    /// command line by the folder that it was given.
    static QStringList wordsOf(const QString& svg) {
        const QString text = QString::fromUtf8(read(svg));
        QStringList words;
        static const QRegularExpression about("<(title|desc)>(.*?)</\\1>",
                                              QRegularExpression::DotMatchesEverythingOption);
        for (auto found = about.globalMatch(text); found.hasNext();)
            words << found.next().captured(2).split('\n');
        words.removeIf([](const QString& line) { return line.startsWith("model: "); });
        static const QRegularExpression marked("‹[^›]*›");
        for (auto found = marked.globalMatch(text); found.hasNext();)
            words << found.next().captured();
        return words;
    }

    static QMap<QString, QString> entriesOf(const QString& png) {
        const QImage image(png);
        QMap<QString, QString> entries;
        for (const QString& key : image.textKeys())
            entries[key] = key == "model" ? QString() : image.text(key);
        entries.remove("headlight-view"); // has the pins of the window
        return entries;
    }

    /// `view` is the window's widget, `arguments` ask the command line for the same.
    void compare(const char* view, const QStringList& arguments, const QStringList& kinds = {"svg", "png", "csv"}) {
        auto* menu = find<QWidget>(view)->findChild<FigureMenu*>();
        QVERIFY(menu);
        for (const QString& kind : kinds) {
            const QString ours = m_folder.filePath("window." + kind), theirs = m_folder.filePath("line." + kind);
            QCOMPARE(menu->exportTo(ours), QString());
            const CliResult result = m_cli.run(QStringList{"attend"} + arguments + QStringList{"--out", theirs});
            QVERIFY2(result.code == 0, result.err);
            if (kind == "csv")
                QCOMPARE(read(theirs), read(ours));
            else if (kind == "png")
                QCOMPARE(entriesOf(theirs), entriesOf(ours));
            else
                QCOMPARE(wordsOf(theirs), wordsOf(ours));
        }
    }

    const QString m_sentence = "where is the qqq bridge";
    Cli m_cli;

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void ofAHead() {
        type(m_sentence);
        for (const char* stage : {"weight", "score"}) {
            m_window->session().setStage(qstrcmp(stage, "score") == 0 ? MapStage::Score : MapStage::Weight);
            settle();
            compare("map", {modelFolder(), m_sentence, "--layer", "0", "--head", "0", "--stage", stage});
        }
        const QStringList words = wordsOf(m_folder.filePath("line.svg"));
        QVERIFY2(words.contains("‹qqq›") && words.first().startsWith("layer 0 · head 0 · "),
                 qPrintable(words.join('\n')));
        QVERIFY(words.contains("kind: token-to-token") && words.contains("stage: score"));
        QVERIFY(words.filter(QRegularExpression("^prediction: [A-Z]+$")).size() == 1);
    }

    void ofOneFeature() {
        type(m_sentence);
        m_window->session().setFeatures({FeatureChoice::Kind::One, 5});
        settle();
        compare("map", {modelFolder(), m_sentence, "--layer", "0", "--head", "0", "--feature", "5"});
    }

    void ofThePooling() {
        type(m_sentence);
        compare("strip", {modelFolder(), m_sentence, "--layer", "1", "--head", "pooling.0"}, {"svg", "png"});
        clickThumbnail(2);
        compare("map", {modelFolder(), m_sentence, "--layer", "1", "--head", "pooling.0"});
    }

    void ofAllHeads() {
        type(m_sentence);
        compare("overview", {modelFolder(), m_sentence}, {"svg", "png"});
    }

    void ofAnAlteredModel() {
        type(m_sentence);
        m_window->session().setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        settle();
        compare("map", {modelFolder(), m_sentence, "--layer", "0", "--head", "0", "--off", "0.1"});
        compare("overview", {modelFolder(), m_sentence, "--off", "0.1"}, {"svg", "png"});
        const QStringList words = wordsOf(m_folder.filePath("line.svg"));
        QVERIFY2(words.first() == "All maps · altered model", qPrintable(words.first()));
    }

    void ofTheSecondSentenceOfAPair() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        m_window->session().setExample("who wrote the qqq\twhere is the city");
        m_window->session().setSequence(1);
        settle();
        const QStringList arguments = {m_folder.filePath("mtsa pair"), "who wrote the qqq", "where is the city",
                                       "--side", "2"};
        compare("second-map", arguments + QStringList{"--layer", "0", "--head", "0"});
        compare("overview", arguments, {"svg", "png"});
        QCOMPARE(wordsOf(m_folder.filePath("line.svg")).first(), QString("All maps · second sentence"));
    }

    void ofAPartBetweenTwoTexts() {
        const QString folder = HEADLIGHT_SOURCE_DIR "/tests/golden/bert/classifier";
        WindowOptions options;
        options.model = folder;
        closeWindow();
        begin(options);
        m_window->session().setExample("the old dog\tit was small");
        for (const TextPair& pair : {TextPair{0, 0}, TextPair{0, 1}, TextPair{1, 0}, TextPair{1, 1}}) {
            m_window->session().setBetween(pair);
            settle();
            const QString name = QString::fromStdString(nameOf(pair));
            const QStringList arguments = {folder, "the old dog", "it was small", "--between", name};
            compare("map", arguments + QStringList{"--layer", "0", "--head", "0"});
            compare("overview", arguments, {"svg", "png"});
            const QStringList words = wordsOf(m_folder.filePath("line.svg"));
            const QString shown = QString(name).replace("-", " → ");
            QVERIFY2(words.first() == "All maps · " + shown && words.contains("shown: " + shown),
                     qPrintable(words.join('\n')));

            const QString ours = m_folder.filePath("window.npz"), theirs = m_folder.filePath("line.npz");
            QCOMPARE(find<QWidget>("map")->findChild<FigureMenu*>()->exportTo(ours), QString());
            QCOMPARE(m_cli.run(QStringList{"attend"} + arguments + QStringList{"--out", theirs}).code, 0);
            const auto window = readNpz(ours.toStdString()), line = readNpz(theirs.toStdString());
            QVERIFY(line.size() == 6 * 3); // heads and stages
            for (const auto& [array, numbers] : line)
                QVERIFY2(window.at(array).shape == numbers.shape && window.at(array).values == numbers.values,
                         array.c_str());
        }
    }

    /// With every feature, whichever of them is shown.
    void ofAllNumbers() {
        type(m_sentence);
        m_window->session().setFeatures({FeatureChoice::Kind::One, 5});
        settle();
        const QString ours = m_folder.filePath("window.npz"), theirs = m_folder.filePath("line.npz");
        QCOMPARE(find<QWidget>("map")->findChild<FigureMenu*>()->exportTo(ours), QString());
        QCOMPARE(m_cli.run({"attend", modelFolder(), m_sentence, "--out", theirs}).code, 0);
        const auto window = readNpz(ours.toStdString()), line = readNpz(theirs.toStdString());
        QCOMPARE(line.at("L0.H0.weight").shape.size(), std::size_t(3));
        for (const auto& [array, numbers] : line) {
            const NpzArray& own = window.at(array);
            QVERIFY2(own.shape == numbers.shape && own.values.size() == numbers.values.size(), array.c_str());
            QVERIFY2(std::memcmp(own.values.data(), numbers.values.data(), own.values.size() * sizeof(float)) == 0,
                     array.c_str()); // NaN is hidden in both
        }
    }

    void ofAPageOfAllMaps() {
        type(m_sentence);
        m_window->session().setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        settle();
        const QString ours = m_folder.filePath("window.html"), theirs = m_folder.filePath("line.html");
        QCOMPARE(find<QWidget>("map")->findChild<FigureMenu*>()->exportTo(ours), QString());
        QCOMPARE(m_cli.run({"attend", modelFolder(), m_sentence, "--off", "0.1", "--out", theirs}).code, 0);
        const auto lines = [](const QString& path) {
            QJsonObject document = documentOf(read(path));
            QString text = QString::fromUtf8(QJsonDocument(document).toJson());
            return text.replace(QRegularExpression("(\"model\",\\s*)\"[^\"]*\""), "\\1").split('\n');
        };
        QVERIFY(lines(ours).size() > 50);
        QCOMPARE(lines(theirs), lines(ours));
    }

    void ofAGate() {
        openModel("disa", {{"features", "8"}});
        type(m_sentence);
        m_window->session().setHead(at(0, 0, MapPart::Gate));
        settle();
        compare("map", {m_folder.filePath("disa classify"), m_sentence, "--layer", "0", "--head", "gate.0"});
    }

    void ofAnEncoderWithoutAttention() {
        openModel("bigru", {{"features", "8"}});
        type(m_sentence);
        compare("map", {m_folder.filePath("bigru classify"), m_sentence, "--layer", "0"});
    }
};

QTEST_MAIN(AttendSameExportTest)
#include "attend_same_export_test.moc"
