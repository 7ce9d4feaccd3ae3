#include "engine/models/golden_reference.h"
#include "models/formats.h"
#include "models/reference/parity.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::publishedgolden;

/// datasets/headlight_reference.py writes what the engine reads.
class HeadlightReferenceTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString python(const QString& program) const {
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.start("/usr/bin/python3", {"-B", "-c",
                                           "import sys; sys.path.insert(0, '" HEADLIGHT_SOURCE_DIR "/datasets')\n"
                                           "import numpy as np\n" +
                                               program});
        if (!process.waitForStarted() || !process.waitForFinished())
            return "no python";
        return QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError()).trimmed();
    }
    fs::path pathOf(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void init() {
        if (python("print('ok')") != "ok")
            QSKIP("python3 with numpy is not installed");
    }

    void itsExampleIsAsItSays() { QCOMPARE(python("import headlight_reference as h; h.example('e.npz')"), QString()); }

    /// As transformers gives them: a list with an entry for each layer, and a batch of 1.
    void theEngineReadsWhatItWrites() {
        const fs::path gpt2 = folderOf("published/gpt2");
        referenceArraysOf(gpt2, "first").save(pathOf("golden.npz"));
        QCOMPARE(python("from headlight_reference import write_reference, write_references\n"
                        "a = dict(np.load('golden.npz'))\n"
                        "maps = [layer[None] for layer in np.float64(a['attentions'])]\n"
                        "states = tuple(layer[None] for layer in a['hidden_states'])\n"
                        "write_reference('one.npz', a['ids'][None], a['logits'][None], states, maps)\n"
                        "write_references('two.npz', [dict(ids=a['ids'].tolist(), logits=a['logits']),\n"
                        "                             dict(ids=a['ids'], attentions=maps)])\n"),
                 QString());
        const auto model = openModel(gpt2);
        const ParityReport one = checkParity(*model, pathOf("one.npz"), {});
        QCOMPARE(one.texts.front().parts.size(), std::size_t(3));
        QCOMPARE(one.verdict(), ParityVerdict::Green);
        const ParityReport two = checkParity(*model, pathOf("two.npz"), {});
        QCOMPARE(two.texts.size(), std::size_t(2));
        QCOMPARE(two.texts.back().name, std::string("1"));
        QCOMPARE(two.verdict(), ParityVerdict::Green);
    }

    void itRefusesWhatTheEngineWould() {
        for (const char* arguments : {"ids=[[1, 2], [3, 4]], logits=[1.0]", "ids=[1, 2]", "ids=[1.5], logits=[1.0]",
                                      "ids=[1], attentions=(None, None)", "ids=[1], logits=[float('nan')]"}) {
            const QString said = python(QStringLiteral("import headlight_reference as h\n"
                                                       "try: h.write_reference('bad.npz', %1)\n"
                                                       "except ValueError: print('refused')\n")
                                            .arg(QLatin1String(arguments)));
            QVERIFY2(said == "refused", qPrintable(arguments + QStringLiteral(": ") + said));
            QVERIFY(!fs::exists(pathOf("bad.npz")));
        }
    }
};

QTEST_GUILESS_MAIN(HeadlightReferenceTest)
#include "headlight_reference_test.moc"
