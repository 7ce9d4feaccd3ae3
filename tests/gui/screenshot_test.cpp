#include "gui/window_fixture.h"

#include "engine/models/model_files_hash.h"
#include "engine/models/saved_view.h"
#include "panels/registry.h"

#include <QImage>
#include <QProcess>

using namespace headlight;

/// Pictures of the window that the program makes by itself.
class ScreenshotTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void screenshotsAreMadeByTheProgram_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("theme");
        for (const PanelRow& row : panelRows())
            for (const char* theme : {"light", "dark"})
                QTest::addRow("%s %s", qPrintable(row.id), theme) << row.id << QString(theme);
    }

    void screenshotsAreMadeByTheProgram() {
        QFETCH(QString, view);
        QFETCH(QString, theme);
        const QString file = m_folder.filePath(view + theme + ".png");
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", modelFolder(), "--text", "where is the red bridge", "--view", view, "--theme", theme,
                       "--size", "1000x700", "--store", m_folder.filePath("runs.sqlite"), "--screenshot", file});
        QVERIFY(program.waitForFinished(60000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        const QImage image(file);
        QCOMPARE(image.size(), QSize(1000, 700));
        QCOMPARE(image.pixelColor(2, 697).lightness() < 128, theme == "dark");
    }

    void aScreenshotLeavesTheSettingsAsTheyWere() {
        const QString folder = m_folder.filePath("configuration"), file = folder + "/headlight/headlight.ini";
        const QByteArray settings = "[General]\nmodel=/models/mine\nsentence=the red river\n";
        QDir().mkpath(folder + "/headlight");
        QFile kept(file);
        QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write(settings) == settings.size());
        kept.close();
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CONFIG_HOME", folder);
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", modelFolder(), "--store", m_folder.filePath("runs.sqlite"), "--screenshot",
                       m_folder.filePath("settings.png")});
        QVERIFY(program.waitForFinished(60000));
        QVERIFY2(program.exitCode() == 0, program.readAllStandardError().constData());
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), settings);
    }

    void wrongUsageIsToldInOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("view") << QStringList{"--view", "atend"}
                              << QByteArray(", got \"atend\". Did you mean \"attend\"?");
        QTest::newRow("theme") << QStringList{"--theme", "pink"}
                               << QByteArray("--theme: expected light or dark, got \"pink\"");
        QTest::newRow("size") << QStringList{"--size", "10"} << QByteArray("--size: expected WIDTHxHEIGHT");
        QTest::newRow("no picture of ours") << QStringList{"--screenshot", m_folder.filePath("z.jpg")}
                                            << QByteArray("--screenshot: expected a file name that ends in .png");
        QTest::newRow("no value") << QStringList{"--text"} << QByteArray("--text: a value is missing behind it");
        QTest::newRow("option") << QStringList{"--them", "dark"} << QByteArray("Did you mean \"--theme\"?");
    }

    void wrongUsageIsToldInOneLine() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"), arguments);
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitCode(), 2);
        const QByteArray told = program.readAllStandardError();
        QVERIFY2(told.startsWith("headlight: ") && told.endsWith("(headlight --help explains)\n"), told);
        QVERIFY2(told.contains(says), told);
        QCOMPARE(told.count('\n'), 1);
    }

    void saysItsVersion() {
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"), {"--version"});
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardOutput(), QByteArray("headlight " HEADLIGHT_VERSION "\n"));
    }

    /// By the file itself, by what the model has not, and by a model that is not there.
    void aScreenshotOfARefusedViewFailsWithOneLine_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("file") << QByteArray("weight") << QByteArray("wait") << QByteArray("focus.stage: expected");
        QTest::newRow("open model") << QByteArray("0.0") << QByteArray("7.7")
                                    << QByteArray("the model has no head 7.7");
        QTest::newRow("model") << QByteArray("\"hash\": \"")
                               << QByteArray("\"hash\": \"0000000000000000\", \"was\": \"")
                               << QByteArray("is no longer what it was");
        QTest::newRow("none") << QByteArray("{") << QByteArray("{{") << QByteArray("no valid JSON");
    }
    void aScreenshotOfARefusedViewFailsWithOneLine() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, says);
        SavedView view;
        view.folder = modelFolder().toStdString();
        view.hash = modelFilesHash(view.folder);
        view.texts = {"where is the red bridge"};
        view.focus = {at(0, 0)};
        view.colorMap = "blues";
        view.range = "automatic";
        QByteArray text = QByteArray::fromStdString(savedViewText(view));
        QVERIFY(text.contains(from));
        text.replace(text.indexOf(from), from.size(), to);
        const QString file = m_folder.filePath("refused.headlight"), picture = m_folder.filePath("refused.png");
        QFile document(file);
        QVERIFY(document.open(QIODevice::WriteOnly) && document.write(text) == text.size());
        document.close();
        QProcess program;
        program.start(
            QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
            {file, "--model", modelFolder(), "--store", m_folder.filePath("runs.sqlite"), "--screenshot", picture});
        QVERIFY(program.waitForFinished(60000));
        const QByteArray told = program.readAllStandardError();
        QCOMPARE(program.exitCode(), 1);
        QVERIFY2(told.startsWith("headlight: ") && told.contains("refused.headlight") && told.contains(says), told);
        QCOMPARE(told.count('\n'), 1);
        QVERIFY(!QFile::exists(picture));
    }

    /// Also where the view shows no run.
    void aStoreThatCantBeUsedIsTold() {
        const QString store = m_folder.filePath("letter.txt"), picture = m_folder.filePath("letter.png");
        QFile letter(store);
        QVERIFY(letter.open(QIODevice::WriteOnly));
        letter.write("Dear reader, this is no store at all, and it has to stay as it is.");
        letter.close();
        for (const char* view : {"attend", "runs"}) {
            QFile::remove(picture);
            QProcess program;
            program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                          {"--model", modelFolder(), "--view", view, "--store", store, "--screenshot", picture});
            QVERIFY(program.waitForFinished(60000));
            const QByteArray told = program.readAllStandardError();
            QVERIFY2(program.exitCode() == 0 && QFile::exists(picture), told);
            QVERIFY2(told.startsWith("headlight: " + store.toUtf8() + ": "), told);
            QCOMPARE(told.count('\n'), 1);
        }
    }

    void aScreenshotOfAMissingModelFailsWithOneLine() {
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_BINARY_DIR "/headlight"),
                      {"--model", m_folder.filePath("none"), "--screenshot", m_folder.filePath("none.png")});
        QVERIFY(program.waitForFinished(60000));
        QCOMPARE(program.exitCode(), 1);
        QCOMPARE(program.readAllStandardError().count('\n'), 1);
        QVERIFY(!QFile::exists(m_folder.filePath("none.png")));
    }
};

QTEST_MAIN(ScreenshotTest)
#include "screenshot_test.moc"
