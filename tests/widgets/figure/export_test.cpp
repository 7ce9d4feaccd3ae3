#include "figure/export.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <csignal>
#include <sys/resource.h>
#include <unistd.h>

using namespace headlight;

namespace {

Picture sample() {
    return {QSizeF(200, 120),
            [](QPainter& painter) {
                painter.fillRect(QRectF(0, 0, 200, 120), Qt::white);
                painter.setPen(QPen(Qt::red, 3));
                painter.drawLine(10, 10, 190, 110);
                painter.drawText(QPointF(20, 100), QStringLiteral("query"));
            },
            QStringLiteral("mtsa · head 1"),
            {{QStringLiteral("model"), QStringLiteral("question types")},
             {QStringLiteral("sentence"), QStringLiteral("Wer baute <das> & „jenes“ in 東京?")},
             {QStringLiteral("colour range"), QStringLiteral("0 … 0.83\n\n(as shown): all")}}};
}

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Runs without widgets, as on the command line.
class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void pngHasTheScaledSizeAndTheMetadata();
    void aCoarsePngHasAllOfThePicture();
    void svgIsVectorAndSaysWhatItShows();
    void svgHasOnlyWhatXmlAllows();
    void pdfIsVectorAndSaysWhatItShows();
    void wrongNamesGetOneClearMessage_data();
    void wrongNamesGetOneClearMessage();
    void readOnlyFolder();
    void closedFolder();
    void fullDiskKeepsTheOldFile_data();
    void fullDiskKeepsTheOldFile();
    void tooManyPixels();
    void foreignFilesHaveNoMetadata();
    void pngAndSvgHoldTheDocument();
    void clipboardHasImageAndDrawing();

private:
    QTemporaryDir m_folder;
};

void ExportTest::pngHasTheScaledSizeAndTheMetadata() {
    for (const int scale : {1, 2, 4}) {
        const QString path = m_folder.filePath(QStringLiteral("x%1.PNG").arg(scale));
        QCOMPARE(exportPicture(sample(), path, scale * dotsPerInch), QString());
        const QImage image(path);
        QCOMPARE(image.size(), QSize(200 * scale, 120 * scale));
        QCOMPARE(image.dotsPerMeterX(), qRound(scale * dotsPerInch / 0.0254));
        QCOMPARE(image.pixelColor(100 * scale, 60 * scale), QColor(Qt::red));
        const PictureMetadata read = readPictureMetadata(path);
        for (const auto& entry : sample().metadata)
            QVERIFY2(read.contains(entry), qPrintable(entry.first));
    }
}

void ExportTest::aCoarsePngHasAllOfThePicture() {
    const QString path = m_folder.filePath(QStringLiteral("coarse.png"));
    QCOMPARE(exportPicture(sample(), path, 72), QString());
    const QImage image(path);
    QCOMPARE(image.size(), QSize(150, 90));
    QCOMPARE(image.pixelColor(75, 45), QColor(Qt::red));
    QCOMPARE(image.pixelColor(149, 89), QColor(Qt::white)); // its last corner
    QVERIFY(image.pixelColor(141, 81).green() < 200);       // the end of the line
}

void ExportTest::svgIsVectorAndSaysWhatItShows() {
    const QString path = m_folder.filePath(QStringLiteral("x.svg"));
    QCOMPARE(exportPicture(sample(), path), QString());
    QXmlStreamReader xml(contents(path));
    QString title;
    QString description;
    QString drawn;
    int lines = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        QVERIFY(xml.name() != QLatin1String("image"));
        lines += xml.name() == QLatin1String("polyline") || xml.name() == QLatin1String("path");
        if (xml.name() == QLatin1String("title"))
            title = xml.readElementText();
        else if (xml.name() == QLatin1String("desc"))
            description = xml.readElementText();
        else if (xml.name() == QLatin1String("text"))
            drawn += xml.readElementText();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(title, sample().title);
    QVERIFY(description.contains(QStringLiteral("sentence: Wer baute <das> & „jenes“ in 東京?")));
    QVERIFY(description.indexOf(QStringLiteral("model")) < description.indexOf(QStringLiteral("colour range")));
    QVERIFY(drawn.contains(QStringLiteral("query")));
    QVERIFY(lines > 0);
}

void ExportTest::svgHasOnlyWhatXmlAllows() {
    const QString foreign = QStringLiteral("is") + QChar(2) + QChar(0x1B) + QChar(0xFFFE) + QChar(0xFFFF) + u'7';
    Picture picture = sample();
    picture.title = foreign;
    picture.metadata.append({QStringLiteral("sentence"), foreign});
    picture.paint = [foreign](QPainter& painter) { painter.drawText(10, 20, foreign); };
    const QString path = m_folder.filePath(QStringLiteral("foreign.svg"));
    QCOMPARE(exportPicture(picture, path), QString());
    const QString text = QString::fromUtf8(contents(path));
    for (const QChar c : text)
        QVERIFY2((c >= u' ' || c == u'\n' || c == u'\t') && c < QChar(0xFFFE),
                 qPrintable(QString::number(c.unicode())));
    QXmlStreamReader xml(text);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void ExportTest::pdfIsVectorAndSaysWhatItShows() {
    const QString path = m_folder.filePath(QStringLiteral("x.pdf"));
    QCOMPARE(exportPicture(sample(), path), QString());
    const QByteArray pdf = contents(path);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QVERIFY(!pdf.contains("/Subtype /Image"));
    QVERIFY(pdf.contains("/MediaBox [0 0 150 90]") || pdf.contains("/MediaBox [0 0 150.000000 90.000000]"));
    QVERIFY(pdf.contains("sentence: Wer baute &lt;das&gt; &amp; „jenes“ in 東京?"));
    QVERIFY(pdf.contains("model=question types; "));
    QVERIFY(pdf.size() < 100000);
}

void ExportTest::wrongNamesGetOneClearMessage_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("unknown extension") << "x.gif"
                                       << "Known are .png, .svg, .pdf.";
    QTest::newRow("no extension") << "x"
                                  << "no extension";
    QTest::newRow("missing folder") << "missing/x.png"
                                    << "does not exist";
    QTest::newRow("a folder") << "folder.png"
                              << "it is a folder";
}

void ExportTest::wrongNamesGetOneClearMessage() {
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QDir(m_folder.path()).mkdir(QStringLiteral("folder.png"));
    const QString path = m_folder.filePath(name);
    const QString message = exportPicture(sample(), path);
    QVERIFY2(message.contains(expected), qPrintable(message));
    QVERIFY(message.contains(path));
    QVERIFY(!message.contains(u'\n'));
}

void ExportTest::readOnlyFolder() {
    QString folder = QStringLiteral("/proc"); // not even the administrator writes there
    if (geteuid() != 0) {
        folder = m_folder.filePath(QStringLiteral("closed"));
        QDir().mkdir(folder);
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner);
    }
    const QString message = exportPicture(sample(), folder + QStringLiteral("/x.png"));
    QVERIFY2(message.contains(QStringLiteral("Choose a folder you may write to")), qPrintable(message));
}

void ExportTest::closedFolder() {
    const QString closed = m_folder.filePath(QStringLiteral("closed to all"));
    const QString folder = closed + QStringLiteral("/inner");
    QDir().mkpath(folder);
    QFile::setPermissions(closed, {});
    const uid_t self = geteuid();
    if (self == 0)
        QCOMPARE(seteuid(65534), 0); // the administrator may look into every folder
    const QString message = exportPicture(sample(), folder + QStringLiteral("/x.png"));
    QCOMPARE(seteuid(self), 0);
    QFile::setPermissions(closed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    QVERIFY2(message.contains(QStringLiteral("is closed to you")), qPrintable(message));
}

void ExportTest::fullDiskKeepsTheOldFile_data() {
    QTest::addColumn<int>("size");
    QTest::newRow("written at once") << 200000;
    QTest::newRow("as small as a buffer") << 12000;
}

void ExportTest::fullDiskKeepsTheOldFile() {
    QFETCH(int, size);
    const QString path = m_folder.filePath(QStringLiteral("old.txt"));
    QCOMPARE(writeWholeFile(path, "old"), QString());
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{1000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    const QString message = writeWholeFile(path, QByteArray(size, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY2(message.contains(QStringLiteral("nothing was changed")), qPrintable(message));
    QCOMPARE(contents(path), QByteArray("old"));
    QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("old.txt*")}).size(), 1);
}

void ExportTest::tooManyPixels() {
    Picture picture = sample();
    picture.size = QSizeF(20000, 20000);
    const QString message = exportPicture(picture, m_folder.filePath(QStringLiteral("big.png")), 300);
    QVERIFY2(message.contains(QStringLiteral("Choose a smaller size")), qPrintable(message));
    picture.size = QSizeF(10136, 10174); // the map of 10,000 tokens
    QVERIFY(fitsPng(picture, 96) && !fitsPng(picture, 192));
}

void ExportTest::foreignFilesHaveNoMetadata() {
    const QString path = m_folder.filePath(QStringLiteral("broken.png"));
    QCOMPARE(writeWholeFile(path, "\x89PNG\r\n\x1a\nrubbish"), QString());
    QVERIFY(readPictureMetadata(path).isEmpty());
    QVERIFY(readPictureMetadata(m_folder.filePath(QStringLiteral("absent.png"))).isEmpty());
}

void ExportTest::pngAndSvgHoldTheDocument() {
    Picture picture = sample();
    picture.document = {QStringLiteral("a-key"), QStringLiteral("{\"text\": \"</metadata> “&amp;”\"}")};
    for (const char* name : {"d.png", "d.svg"})
        QCOMPARE(exportPicture(picture, m_folder.filePath(name)), QString());
    QCOMPARE(QImage(m_folder.filePath("d.png")).text("a-key"), picture.document.second);
    QFile svg(m_folder.filePath("d.svg"));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&svg);
    QString found;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("metadata") &&
            xml.attributes().value("id") == QLatin1String("a-key"))
            found = xml.readElementText();
    QCOMPARE(xml.errorString(), QString());
    QCOMPARE(found, picture.document.second);
}

void ExportTest::clipboardHasImageAndDrawing() {
    copyPicture(sample(), 192);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasImage());
    const QImage image = qvariant_cast<QImage>(data->imageData());
    QCOMPARE(image.size(), QSize(400, 240));
    QCOMPARE(image.text(QStringLiteral("Title")), sample().title); // and so has what is made of it elsewhere
    for (const auto& [key, value] : sample().metadata)
        QCOMPARE(image.text(key), value);
    QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
}

int main(int argc, char** argv) {
    QGuiApplication app(argc, argv);
    ExportTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "export_test.moc"
