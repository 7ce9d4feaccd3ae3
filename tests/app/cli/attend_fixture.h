#pragma once

#include "app/cli/cli_runner.h"
#include "app/sample_model.h"
#include "engine/models/model_folder.h"

namespace headlight {

/// A model that was trained a little, and a sentence of its corpus, for tests of `attend`.
struct AttendFixture {
    Cli m_cli;
    QString m_model, m_sentence;

    void train() {
        const CliResult trained = m_cli.run(Cli::tiny() << "--out"
                                                        << "run"
                                                        << "--set"
                                                        << "masks=fw, bw");
        QVERIFY2(trained.code == 0, trained.err);
        m_model = m_cli.path("run/best");
        const QStringList words = QString::fromUtf8(Cli::read(m_model + "/vocab.txt")).split('\n', Qt::SkipEmptyParts);
        m_sentence = QStringList(words.mid(2, 4)).join(' ');
    }
    void trainDisa() {
        QCOMPARE(m_cli
                     .run(Cli::tiny("disa") << "--out"
                                            << "disa")
                     .code,
                 0);
    }

    /// The document of the sentence.
    QJsonObject attend(const QStringList& more) const {
        const CliResult result = m_cli.run(QStringList{"attend", m_model, m_sentence, "--json"} + more);
        if (result.code != 0)
            qWarning("%s", result.err.constData());
        return result.object();
    }
};

} // namespace headlight
