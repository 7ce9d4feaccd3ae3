#include "views/image_file.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "wording/shown_text.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QLoggingCategory>
#include <QObject>

namespace headlight {

namespace {

constexpr qint64 mostImagePixels = 64'000'000;
constexpr std::uint64_t mostImageBytes = std::uint64_t(256) << 20; ///< of a file

/// Qt's readers take an image as large as that, 4 bytes a pixel, and keep to themselves what they would write to the
/// terminal, for it is told in one message.
void prepareReaders() {
    static const bool once = [] {
        QImageReader::setAllocationLimit(int(4 * mostImagePixels >> 20) + 1);
        QLoggingCategory::setFilterRules(QStringLiteral("qt.gui.imageio*=false"));
        return true;
    }();
    static_cast<void>(once);
}

/// Pixels only: what is drawn anew at any size has none, and its readers do more than decode.
const QList<QByteArray>& rasterFormats() {
    static const QList<QByteArray> formats = {"png", "jpeg", "jpg", "webp", "bmp", "gif", "tiff", "tif", "ppm", "pgm"};
    return formats;
}

} // namespace

bool isImageFile(const QString& path) {
    return QFileInfo(path).isFile() && rasterFormats().contains(QImageReader::imageFormat(path));
}

Image decodedImage(const std::string& path) {
    const QString file = QFile::decodeName(path.c_str());
    const auto refuse = [&](const QString& what) { throw Error((shownText(file) + ": " + what).toStdString()); };
    if (!QFileInfo::exists(file))
        refuse(QObject::tr("there is no such file; this model sees images, give the path of one"));
    prepareReaders();
    const std::string content = readFile(path, mostImageBytes);
    QByteArray bytes = QByteArray::fromRawData(content.data(), qsizetype(content.size()));
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::ReadOnly) || !rasterFormats().contains(QImageReader::imageFormat(&buffer)))
        refuse(QObject::tr("this is no image that can be read; PNG, JPEG, WebP, BMP, GIF and TIFF are"));
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    const QSize size = reader.size();
    if (qint64(size.width()) * size.height() > mostImagePixels)
        refuse(QObject::tr("the image has %1 × %2 pixels, at most 64 million are read: make it smaller")
                   .arg(size.width())
                   .arg(size.height()));
    QImage decoded = reader.read();
    if (decoded.isNull())
        refuse(QObject::tr("the image can't be read: %1").arg(reader.errorString()));
    decoded.convertTo(QImage::Format_ARGB32);
    Image image{decoded.height(), decoded.width(), {}};
    image.pixels.reserve(std::size_t(image.height * image.width * 3));
    for (int row = 0; row < decoded.height(); ++row) {
        const auto* line = reinterpret_cast<const QRgb*>(decoded.constScanLine(row));
        for (int column = 0; column < decoded.width(); ++column)
            for (const int channel : {qRed(line[column]), qGreen(line[column]), qBlue(line[column])})
                image.pixels.push_back(std::uint8_t(channel));
    }
    return image;
}

QString imageFilePatterns() {
    QStringList patterns;
    for (const QByteArray& format : rasterFormats())
        patterns << QStringLiteral("*.") + QString::fromLatin1(format);
    return patterns.join(QLatin1Char(' '));
}

} // namespace headlight
