#include "views/map_page.h"

#include "app/sample_model.h"
#include "app/views/read_page.h"
#include "engine/models/recording.h"
#include "head_address.h"
#include "viewmodels/map_hover_text.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <random>

using namespace headlight;

/// A page of maps as Chromium shows it. Skipped where there is none; nothing else of the project needs one.
class MapPageBrowserTest : public QObject {
    Q_OBJECT

    QString m_browser;
    QTemporaryDir m_folder;

    /// The elements of a page after its scripts ran, or what went wrong.
    QByteArray shown(const QByteArray& html) const {
        QFile file(m_folder.filePath("page.html"));
        if (!file.open(QIODevice::WriteOnly) || file.write(html) != html.size())
            return "not written";
        file.close();
        QProcess process;
        process.start(m_browser, {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                                  "--user-data-dir=" + m_folder.filePath("profile"), "--virtual-time-budget=10000",
                                  "--dump-dom", QUrl::fromLocalFile(file.fileName()).toString()});
        return process.waitForFinished(120000) ? process.readAllStandardOutput() : QByteArray("the browser hangs");
    }

    static QByteArray page(const std::string& text, const Intervention& changes = {}) {
        const SentenceModel model(sampleClassifier());
        const std::vector<std::string> texts{text};
        const auto recording = model.run(model.read(texts), changes, {});
        AttendAnswer answer(recording);
        if (!changes.empty())
            answer.compareWith(model.run(model.read(texts), {}, {}));
        const MapOrigin origin{"a <b>model</b>", texts, *recording, changes};
        std::vector<MapRequest> requests;
        for (const MapAddress& address : recording->heads(0))
            requests.push_back({address});
        return htmlOf({origin, answer, requests, requests.front(), {}, {}});
    }

private slots:
    void initTestCase() {
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (m_browser.isEmpty())
                m_browser = QStandardPaths::findExecutable(name);
        if (m_browser.isEmpty())
            QSKIP("There is no Chromium here to look at a page with (Debian: apt-get install chromium).");
    }

    void allHeadsAreThereAndTheFirstIsLarge() {
        const QByteArray dom = shown(page("where is the <b>qqq</b> bridge"));
        QVERIFY2(dom.contains("data-ready=\"yes\""), dom.right(2000));
        const QByteArray grid = between(dom, "<nav", "</nav>");
        QCOMPARE(grid.count("aria-pressed=\"true\""), 1);
        QCOMPARE(grid.count("aria-pressed=\"false\""), 2);
        QVERIFY(dom.contains("<h1 id=\"title\">All maps</h1>"));
        QVERIFY(between(dom, "<h2 id=\"map-title\">", "</h2>").startsWith("layer 0 · head 0 · "));
        QVERIFY(dom.contains("<bdi>a &lt;b&gt;model&lt;/b&gt;</bdi>")); // words are words
        QVERIFY(dom.contains("<bdi>DESC</bdi>"));
    }

    void whatIsAlteredIsStruckOutAndTheAnswerSaysWhatItWas() {
        Intervention changes;
        changes[at(0, 0)].features = {{3, 0.0}};
        changes[at(0, 1)].scale = 0;
        changes.leftOut = {{0, 2}};
        const QByteArray dom = shown(page("where is the red bridge", changes));
        QVERIFY2(dom.contains("data-ready=\"yes\""), dom.right(2000));
        const QByteArray grid = between(dom, "<nav", "</nav>");
        QCOMPARE(grid.count("class=\"changed off\""), 1);
        QCOMPARE(grid.count("class=\"changed\""), 1);
        QVERIFY(grid.contains("Altered: layer 0 · head 1 is off"));
        QVERIFY(grid.contains("struck through: switched off; *: altered"));
        QVERIFY(dom.contains("Altered: layer 0 · head 0 has feature 3 off</p>"));
        const QByteArray answer = between(dom, "<table id=\"answer\">", "</table>");
        QVERIFY(answer.contains("<th>log-odds</th>"));
        QCOMPARE(answer.count(">was "), 2 * answer.count("<tr class"));
        QVERIFY(between(dom, "id=\"change\"", "/p>").contains(" → "));
        QVERIFY(!shown(page("where is the red bridge")).contains(">was "));
    }

    /// The page writes a number as the window does: the shortest text that reads back as the same float.
    void numbersAreWrittenAsTheWindowWritesThem() {
        QFile script(HEADLIGHT_SOURCE_DIR "/app/views/map_page_values.js");
        QVERIFY(script.open(QIODevice::ReadOnly));
        const QByteArray exact = "function exact" + between(script.readAll(), "function exact", "\n}\n") + "\n}\n";
        std::vector<float> numbers = {0,     -0.0f,  1,       -1,       0.1f, 1e-5f,     1.5e-5f, 1e10f,   123456792,
                                      1e20f, 1e-45f, 3.4e38f, 16777216, 1e5f, 100000.5f, 0.001f,  0.0001f, 2.5f};
        std::mt19937 random(5);
        while (numbers.size() < 3000)
            if (const auto value = std::bit_cast<float>(std::uint32_t(random())); std::isfinite(value))
                numbers.push_back(value);
        while (numbers.size() < 6000)
            numbers.push_back(float(random()) / float(std::mt19937::max()));
        QStringList bits, expected;
        for (const float number : numbers) {
            bits << QString::number(std::bit_cast<std::uint32_t>(number));
            expected << everyDigit(number);
        }
        const QByteArray dom = shown("<meta charset=utf-8><pre id=out></pre><script>" + exact +
                                     "const all = new Float32Array(new Uint32Array([" + bits.join(',').toLatin1() +
                                     "]).buffer);document.getElementById('out').textContent = "
                                     "Array.from(all, exact).join(' ');</script>");
        const QStringList written = QString::fromUtf8(between(dom, "<pre id=\"out\">", "</pre>")).split(' ');
        QCOMPARE(written.size(), expected.size());
        for (qsizetype k = 0; k < written.size(); ++k)
            QCOMPARE(written[k], expected[k]);
    }
};

QTEST_GUILESS_MAIN(MapPageBrowserTest)
#include "map_page_browser_test.moc"
