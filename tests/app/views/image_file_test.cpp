#include "message_of.h"
#include "views/image_file.h"

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// Image files as models get them.
class ImageFileTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString write(const QString& name, const QByteArray& content) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("can't write a file");
        return file.fileName();
    }
    static QString problemOf(const QString& path) {
        return messageOf([&] { decodedImage(path.toStdString()); });
    }

private slots:
    void pixelsAreRowByRowFromTheTop() {
        QImage image(2, 3, QImage::Format_ARGB32);
        image.fill(QColor(1, 2, 3));
        image.setPixelColor(1, 0, QColor(200, 100, 50));
        image.setPixelColor(0, 2, QColor(9, 8, 7, 0)); // whose colours Pillow keeps
        const QString path = m_folder.filePath("a.png");
        QVERIFY(image.save(path) && isImageFile(path));
        const Image found = decodedImage(path.toStdString());
        QVERIFY(found.height == 3 && found.width == 2);
        const std::vector<std::uint8_t> wanted = {1, 2, 3, 200, 100, 50, 1, 2, 3, 1, 2, 3, 9, 8, 7, 1, 2, 3};
        QVERIFY(found.pixels == wanted);
    }

    void whatIsNoImageIsRefused() {
        QVERIFY(problemOf(m_folder.filePath("absent.png")).contains("no such file"));
        QVERIFY2(problemOf(m_folder.path()).contains("folder"), qPrintable(problemOf(m_folder.path())));
        QVERIFY(problemOf(write("words.png", "no image")).contains("no image"));
        const QByteArray drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>";
        QVERIFY(problemOf(write("drawing.svg", drawing)).contains("no image"));
        QImage whole(40, 40, QImage::Format_RGB32);
        whole.fill(Qt::green);
        QVERIFY(whole.save(m_folder.filePath("whole.png")));
        QFile file(m_folder.filePath("whole.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString cut = write("cut.png", file.read(30)); // before the first pixel
        QVERIFY2(problemOf(cut).contains("cut.png"), qPrintable(problemOf(cut)));
    }

    void aPointerOfGitLfsIsTold() {
        const QString path =
            write("photo.png",
                  "version https://git-lfs.github.com/spec/v1\noid sha256:" + QByteArray(64, 'a') + "\nsize 123456\n");
        QVERIFY2(problemOf(path).contains("Git LFS"), qPrintable(problemOf(path)));
    }

    /// 8064 × 6048 as telephones take them, which is more than Qt's own limit.
    void aPhotoOf48MillionPixelsIsRead() {
        QImage photo(8064, 6048, QImage::Format_Grayscale8);
        photo.fill(Qt::white);
        const QString path = m_folder.filePath("photo.png");
        QVERIFY(photo.save(path, "PNG", 100)); // the quickest
        const Image found = decodedImage(path.toStdString());
        QVERIFY(found.width == 8064 && found.height == 6048 && found.pixels.back() == 255);
    }

    /// Told by its header, before anything is unpacked.
    void aLargeImageIsRefusedByItsSize() {
        const QString path = write("large.ppm", "P6\n20000 20000\n255\nabc");
        QVERIFY2(problemOf(path).contains("20000 × 20000"), qPrintable(problemOf(path)));
    }
};

QTEST_MAIN(ImageFileTest)
#include "image_file_test.moc"
