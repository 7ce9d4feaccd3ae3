#include "views/image_file.h"

#include "engine/core/error.h"
#include "wording/shown_text.h"

#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <QObject>

namespace headlight {

namespace {

constexpr qint64 mostImagePixels = 64'000'000; ///< 256 MB while it is read, which is Qt's limit, too

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
    if (!isImageFile(file))
        refuse(QObject::tr("this is no image that can be read; PNG, JPEG, WebP, BMP, GIF and TIFF are"));
    QImageReader reader(file);
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
