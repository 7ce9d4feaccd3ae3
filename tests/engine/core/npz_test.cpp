#include "core/error.h"
#include "core/npz.h"
#include "core/random.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace headlight;

namespace {

NpzWriter sample() {
    NpzWriter writer;
    writer.add("L0.H1.weight", {2, 3}, std::vector<float>{1.5f, -2, 0.1f, 0, 1e30f, 7});
    writer.add("vector", {2}, std::vector<float>{3, 4});
    writer.add("scalar", {}, std::vector<float>{5});
    writer.add("empty", {0, 4}, std::vector<float>{});
    writer.add("ids", {3}, std::vector<std::int64_t>{-1, 0, std::int64_t(1) << 40});
    writer.add("shares", {2}, std::vector<double>{0.1, 1e300});
    writer.addFlags("hidden", {2, 2}, {0, 1, 1, 0});
    writer.addTexts("tokens", {"what", "näive", "😀 ok", ""});
    writer.addTexts("none", {});
    return writer;
}

} // namespace

class NpzTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    QString python(const QString& program) {
        QProcess process;
        process.start("/usr/bin/python3", {"-c", program, m_folder.path()});
        if (!process.waitForStarted() || !process.waitForFinished())
            return "no python";
        return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError()).trimmed();
    }

private slots:
    void readsWhatWasWritten() {
        sample().save(at("a.npz"));
        const auto arrays = readNpz(at("a.npz"));
        QCOMPARE(arrays.size(), std::size_t(4)); // the float32 arrays
        QCOMPARE(arrays.at("L0.H1.weight").shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(arrays.at("L0.H1.weight").values, (std::vector<float>{1.5f, -2, 0.1f, 0, 1e30f, 7}));
        QCOMPARE(arrays.at("vector").shape, std::vector<std::int64_t>{2});
        QVERIFY(arrays.at("scalar").shape.empty());
        QCOMPARE(arrays.at("empty").shape, (std::vector<std::int64_t>{0, 4}));
        QCOMPARE(sample().bytes(), sample().bytes());
    }

    void numpyReadsIt() {
        if (python("import numpy; print('ok')") != "ok")
            QSKIP("python3 with numpy is not installed");
        sample().save(at("a.npz"));
        QCOMPARE(
            python("import numpy as n, sys, zipfile\n"
                   "assert zipfile.ZipFile(sys.argv[1] + '/a.npz').testzip() is None\n"
                   "a = n.load(sys.argv[1] + '/a.npz')\n"
                   "w = a['L0.H1.weight']\n"
                   "assert w.dtype == n.float32 and w.shape == (2, 3) and w[0, 1] == -2 and w[1, 2] == 7\n"
                   "assert a['vector'].tolist() == [3, 4] and a['scalar'] == 5 and a['empty'].shape == (0, 4)\n"
                   "assert a['ids'].dtype == n.int64 and a['ids'].tolist() == [-1, 0, 2**40]\n"
                   "assert a['tokens'].tolist() == ['what', 'n\\u00e4ive', '\\U0001f600 ok', '']\n"
                   "assert a['shares'].dtype == n.float64 and a['shares'].tolist() == [0.1, 1e300]\n"
                   "assert a['hidden'].dtype == n.bool_ and a['hidden'].tolist() == [[False, True], [True, False]]\n"
                   "assert a['none'].tolist() == [] and len(a.files) == 9\n"
                   "print('ok')"),
            QString("ok"));
    }

    void readsWhatNumpyWrites() {
        if (python("import numpy as n, sys\n"
                   "n.savez(sys.argv[1] + '/b.npz', x=n.arange(6, dtype=n.float32).reshape(2, 3), y=n.zeros(2))\n"
                   "n.savez_compressed(sys.argv[1] + '/c.npz', x=n.zeros(2, dtype=n.float32))\n"
                   "print('ok')") != "ok")
            QSKIP("python3 with numpy is not installed");
        const auto arrays = readNpz(at("b.npz"));
        QCOMPARE(arrays.size(), std::size_t(1));
        QCOMPARE(arrays.at("x").values, (std::vector<float>{0, 1, 2, 3, 4, 5}));
        QVERIFY_THROWS_EXCEPTION(Error, readNpz(at("c.npz")));
    }

    void wrongCallsAreRefused() {
        NpzWriter writer;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, writer.add("a", {2}, std::vector<float>{1}));
        writer.add("a", {1}, std::vector<float>{1});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, writer.add("a", {1}, std::vector<float>{1}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, writer.add("", {1}, std::vector<float>{1}));
    }

    void damagedArchivesNeverCrash() {
        const std::string bytes = sample().bytes();
        const auto refused = [this](const std::string& content) {
            std::ofstream(at("d.npz"), std::ios::binary) << content;
            try {
                readNpz(at("d.npz"));
            } catch (const Error&) {
                return true;
            }
            return false;
        };
        for (std::size_t length = 0; length < bytes.size(); length += 7)
            QVERIFY(refused(bytes.substr(0, length)));
        Random random(RandomKey(3));
        int refusals = 0;
        for (int round = 0; round < 1000; ++round) {
            std::string damaged = bytes;
            damaged[std::size_t(random.below(damaged.size()))] ^= char(1 << random.below(8));
            refusals += refused(damaged);
        }
        QVERIFY(refusals > 500); // the checksum finds every change of the data
    }
};

QTEST_GUILESS_MAIN(NpzTest)
#include "npz_test.moc"
