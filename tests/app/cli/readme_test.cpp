#include "cli/command.h"
#include "engine/data/formats.h"
#include "engine/tasks/metric.h"
#include "engine/train/run_config.h"
#include "papers/paper_figure.h"

#include <QFile>
#include <QtTest>

using namespace headlight;

/// What has a row in a table of the program is in the document that lists such things.
class ReadmeTest : public QObject {
    Q_OBJECT

    static QByteArray document(const char* path) {
        QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR "/%1").arg(QLatin1String(path)));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s can't be read", path);
        return file.readAll();
    }

    /// "`id`", or "`id …`": a command with its arguments.
    static bool names(const QByteArray& text, const std::string& id) {
        const QByteArray begin = "`" + QByteArray::fromStdString(id);
        return text.contains(begin + "`") || text.contains(begin + " ");
    }

private slots:
    void namesEveryRow_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("id");
        const auto rows = [](const char* kind, const char* path, const auto& table, const auto& idOf) {
            const QByteArray text = document(path);
            for (const auto& row : table)
                QTest::addRow("%s %s", kind, idOf(row).c_str()) << text << QString::fromStdString(idOf(row));
        };
        const auto id = [](const auto& row) { return row.id; };
        const auto name = [](const auto& row) { return row.name; };
        rows("command", "app/cli/README.md", commands(), name);
        rows("figure", "app/cli/README.md", paperFigures(), id);
        rows("recipe", "app/cli/README.md", recipes(), id);
        rows("metric", "app/cli/README.md", metricRows(), name);
        rows("format", "datasets/README.md", corpusFormats(), id);
        rows("option of a corpus", "datasets/README.md", corpusFields().rows(), name);
    }
    void namesEveryRow() {
        QFETCH(QByteArray, text);
        QFETCH(QString, id);
        QVERIFY(names(text, id.toStdString()));
    }
};

QTEST_GUILESS_MAIN(ReadmeTest)
#include "readme_test.moc"
