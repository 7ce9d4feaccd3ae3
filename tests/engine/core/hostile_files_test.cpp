#include "core/error.h"
#include "core/files.h"
#include "core/npz.h"
#include "core/random.h"
#include "data/corpus.h"
#include "engine/models/tiny_model.h"
#include "masks/mask.h"
#include "models/formats.h"
#include "models/model_folder.h"
#include "models/safetensors.h"
#include "store/store.h"
#include "text/word_vectors.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

constexpr int damages = 200; ///< of each file

/// A file with one to three faults of the kinds that disks, editors and attackers make.
std::string damaged(std::string bytes, Random& random) {
    static const std::vector<std::string> bits = {
        std::string(1, '\0'),   "\xff", "\n",   "\r",   "\"", "{", "}", "[", "]", "(", ")", ",", "-", "1e999",
        "18446744073709551615", "-1",   "null", "\xc3", "\t", " "};
    for (std::uint64_t faults = 1 + random.below(3); faults > 0 && !bytes.empty(); --faults) {
        const std::size_t at = random.below(bytes.size());
        const std::size_t length = std::min(bytes.size() - at, std::size_t(1 + random.below(40)));
        switch (random.below(6)) {
        case 0:
            bytes[at] = char(bytes[at] ^ (1 << random.below(8)));
            break;
        case 1:
            bytes.resize(at);
            break;
        case 2:
            bytes.erase(at, length);
            break;
        case 3:
            bytes.insert(at, bits[random.below(bits.size())]);
            break;
        case 4: // a piece twice
            bytes.insert(at, bytes.substr(at, length));
            break;
        default:
            for (std::size_t k = at; k < at + length; ++k)
                bytes[k] = char(random.below(256));
        }
    }
    return bytes;
}

/// Reads a path, or throws Error.
using Read = std::function<void(const fs::path&)>;

void readTensors(const fs::path& path) {
    const SafetensorsFile file = SafetensorsFile::open(path);
    for (const std::string& name : file.names())
        file.readFloat(name);
}

void readStore(const fs::path& path) {
    Store store(path);
    for (const RunSummary& run : store.runs())
        for (const MetricSummary& metric : run.metrics)
            store.metric(run.run.id, metric.name);
}

} // namespace

/// Files of strangers: whatever is wrong with one, the answer is a message, not a crash, and not an exception that
/// nobody expects. The sanitizer build makes the same test say more.
class HostileFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path path(const std::string& name) const { return fs::path(m_folder.path().toStdString()) / name; }

    /// Damages the file in many ways, always the same ones.
    void damageAndRead(const fs::path& file, const Read& read, int most = damages) {
        const std::string whole = readFile(file);
        read(file); // it is in order now
        int refused = 0;
        for (int k = 0; k < most; ++k) {
            Random random(RandomKey(0).with(std::uint64_t(k)));
            {
                QFile out(QString::fromStdString(file.string()));
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(QByteArray::fromStdString(damaged(whole, random)));
            }
            try {
                read(file);
            } catch (const Error& error) {
                ++refused;
                QVERIFY2(QString::fromUtf8(error.what()).size() > 10, error.what());
            } catch (const std::exception& error) {
                QFAIL(qPrintable(QStringLiteral("damage %1 of %2: %3")
                                     .arg(k)
                                     .arg(QString::fromStdString(file.filename().string()), error.what())));
            }
        }
        QVERIFY(refused > 0); // else nothing was tried
    }

private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void modelFolders() {
        const auto model = tinymodel::tiny("mtsa");
        for (const char* name : {"config.json", "model.safetensors", "vocab.txt"}) {
            saveModel(*model, path("model"));
            damageAndRead(path("model") / name, [&](const fs::path&) { loadModel(path("model")); });
            saveModel(*model, path("model"));
            damageAndRead(path("model") / name, [&](const fs::path&) {
                const auto opened = openModel(path("model"));
                opened->run(opened->read({"one sentence"}), {}, {});
            });
        }
    }

    void tensors() {
        const std::vector<float> numbers(24, 0.5f);
        writeSafetensors(path("t.safetensors"),
                         {{"a", {2, 3}, numbers.data()}, {"b.weight", {24}, numbers.data(), Dtype::F16}},
                         {{"made", "here"}});
        damageAndRead(path("t.safetensors"), readTensors);
    }

    void arrays() {
        NpzWriter writer;
        writer.add("maps", {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
        writer.add("counts", {2}, std::vector<std::int64_t>{1, 2});
        writer.addTexts("tokens", {"the", "river"});
        writer.save(path("a.npz"));
        damageAndRead(path("a.npz"), [](const fs::path& file) { readNpz(file); });
    }

    void wordVectors_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("GloVe") << QByteArray("the 0.5 -1 2e-3\nriver 1 2 3\nbridge 0 0 0.25\n");
        QTest::newRow("word2vec") << QByteArray("2 3\nthe 0.5 -1 2\nriver 1 2 3\n");
        QTest::newRow("word2vec binary") << QByteArray("2 2\nthe \0\0\0\0\0\0\x80\x3f\nriver \0\0\0\x40\0\0\0\0\n", 32);
    }
    void wordVectors() {
        QFETCH(QByteArray, bytes);
        writeFile(path("vectors"), bytes.toStdString());
        damageAndRead(path("vectors"), [](const fs::path& file) { readWordVectors(file.string()); });
    }

    void corpora_data() {
        QTest::addColumn<QString>("sample");
        for (const char* name : {"label_text/weather.all", "split/tea.train", "tables/answers.tsv",
                                 "tables/reviews.csv", "trees/train.txt"})
            QTest::newRow(name) << QString(name);
    }
    void corpora() {
        QFETCH(QString, sample);
        const fs::path source = fs::path(HEADLIGHT_SOURCE_DIR "/datasets/samples") / sample.toStdString();
        const fs::path copy = path("corpus" + source.extension().string());
        writeFile(copy, readFile(source));
        damageAndRead(copy, [](const fs::path& file) { openCorpus(file.string()); });
    }

    void stores() {
        {
            Store store(path("runs.sqlite"));
            NewRun run;
            run.name = "a run";
            const RunId id = store.createRun(run);
            store.addMetrics(id, {{"loss", 1, 0.5, 0.1, 2.5}, {"loss", 2, 1, 0.2, 2.25}});
        }
        damageAndRead(
            path("runs.sqlite"),
            [&](const fs::path& file) {
                for (const char* journal : {"runs.sqlite-wal", "runs.sqlite-shm"})
                    fs::remove(path(journal));
                readStore(file);
            },
            60);
    }

    void maskExpressions() {
        const std::string whole = "fw + window(2) + dist(0.5), block(4) x3, all";
        for (int k = 0; k < 2000; ++k) {
            Random random(RandomKey(0).with(std::uint64_t(k)));
            const std::string text = damaged(whole, random);
            try {
                const std::vector<Mask> masks = parseMasks(text);
                QVERIFY(parseMasks(printMasks(masks)) == masks);
            } catch (const MaskError&) { // says where; the mask's own test looks at that
            }
        }
    }
};

QTEST_GUILESS_MAIN(HostileFilesTest)
#include "hostile_files_test.moc"
