#include "figure/export.h"

#include <QBuffer>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <stdexcept>

namespace headlight {
namespace {

constexpr int largestSide = 32000;          // QImage and the usual viewers stop near 32768
constexpr qint64 largestArea = 200'000'000; // pixels; 0.8 GB as ARGB, and some seconds

void paintWith(QPainter& painter, const Picture& picture) {
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    picture.paint(painter);
}

void paintOn(QPaintDevice& device, const Picture& picture) {
    QPainter painter(&device);
    paintWith(painter, picture);
}

/// XML 1.0 knows no control characters, not even escaped ones, nor U+FFFE and U+FFFF.
QString forXml(QString text) {
    for (QChar& c : text)
        if ((c < u' ' && c != u'\n' && c != u'\t') || c >= QChar(0xFFFE))
            c = QChar::ReplacementCharacter;
    return text;
}

QString asLines(const PictureMetadata& metadata) {
    QStringList lines;
    for (const auto& [key, value] : metadata)
        lines += key + QStringLiteral(": ") + value;
    return lines.join(u'\n');
}

void describe(QImage& image, const Picture& picture) {
    if (!picture.title.isEmpty())
        image.setText(QStringLiteral("Title"), picture.title);
    for (const auto& [key, value] : picture.metadata)
        image.setText(key, value);
    if (!picture.document.first.isEmpty())
        image.setText(picture.document.first, picture.document.second);
}

QByteArray toPng(const Picture& picture, int dpi) {
    QImage image = renderPicture(picture, dpi / qreal(dotsPerInch));
    image.setDevicePixelRatio(1);
    image.setDotsPerMeterX(qRound(dpi / 0.0254));
    image.setDotsPerMeterY(qRound(dpi / 0.0254));
    describe(image, picture);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// Qt writes whole pixels as millimetres, and one family of fonts, which another machine may not have.
QString asOnPaper(QString svg, const QSizeF& size) {
    static const QRegularExpression sizes(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    const auto mm = [](double pixels) { return QString::number(pixels * 25.4 / dotsPerInch, 'f', 3); };
    if (const auto found = sizes.match(svg); found.hasMatch())
        svg.replace(found.capturedStart(), found.capturedLength(),
                    QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"").arg(mm(size.width()), mm(size.height())));
    static const QRegularExpression families(QStringLiteral("font-family=\"([^\"']*)\""));
    return svg.replace(families, QStringLiteral("font-family=\"'\\1', sans-serif\""));
}

QByteArray toSvg(const Picture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dotsPerInch);
    generator.setSize(QSize(int(std::ceil(picture.size.width())), int(std::ceil(picture.size.height()))));
    generator.setViewBox(QRectF(QPointF(0, 0), picture.size));
    // Words are put in afterwards: not every version of Qt escapes them.
    const QByteArray title = "headlight-title";
    const QByteArray description = "headlight-description";
    generator.setTitle(QString::fromLatin1(title));
    generator.setDescription(QString::fromLatin1(description));
    paintOn(generator, picture);
    bytes = asOnPaper(forXml(QString::fromUtf8(bytes)), picture.size).toUtf8(); // Qt writes all that texts hold
    const auto put = [&](const QByteArray& mark, const QString& text) {
        const qsizetype at = bytes.indexOf(mark);
        bytes.replace(at, mark.size(), forXml(text).toHtmlEscaped().toUtf8());
    };
    if (!picture.document.first.isEmpty()) {
        const QByteArray behind = "</desc>";
        const QString element = QStringLiteral("\n<metadata id=\"%1\">%2</metadata>")
                                    .arg(picture.document.first, forXml(picture.document.second).toHtmlEscaped());
        bytes.insert(bytes.indexOf(behind) + behind.size(), element.toUtf8());
    }
    put(description, asLines(picture.metadata)); // from the back, so that no text is taken for a mark
    put(title, picture.title);
    return bytes;
}

QByteArray xmpPacket(const Picture& picture) {
    QStringList keywords;
    for (const auto& [key, value] : picture.metadata)
        keywords += key + u'=' + value;
    const QString packet =
        QStringLiteral("<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?>\n"
                       "<x:xmpmeta xmlns:x='adobe:ns:meta/'>\n"
                       "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n"
                       "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'"
                       " xmlns:pdf='http://ns.adobe.com/pdf/1.3/'>\n"
                       "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>%1</rdf:li></rdf:Alt></dc:title>\n"
                       "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>%2</rdf:li></rdf:Alt></dc:description>\n"
                       "<pdf:Keywords>%3</pdf:Keywords>\n"
                       "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end='w'?>");
    return packet
        .arg(forXml(picture.title).toHtmlEscaped(), forXml(asLines(picture.metadata)).toHtmlEscaped(),
             forXml(keywords.join(QStringLiteral("; "))).toHtmlEscaped())
        .toUtf8();
}

QByteArray toPdf(const Picture& picture) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(dotsPerInch);
    const qreal points = 72.0 / dotsPerInch;
    const QSizeF page(qMax(1, qRound(picture.size.width() * points)), qMax(1, qRound(picture.size.height() * points)));
    // A QPageSize taller than wide is portrait by definition, so a wide picture is the landscape of its turned page.
    const bool wide = page.width() > page.height();
    const QPageSize size(wide ? page.transposed() : page, QPageSize::Point, {}, QPageSize::ExactMatch);
    writer.setPageLayout(
        QPageLayout(size, wide ? QPageLayout::Landscape : QPageLayout::Portrait, QMarginsF(0, 0, 0, 0)));
    writer.setTitle(picture.title);
    writer.setCreator(QStringLiteral("Headlight"));
    writer.setDocumentXmpMetadata(xmpPacket(picture));
    paintOn(writer, picture);
    return bytes;
}

QString problem(const QString& path, const QString& what, const QString& todo) {
    return QStringLiteral("Can't write “%1”: %2. %3").arg(path, what, todo);
}

} // namespace

QStringList pictureExtensions() {
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
}

QImage renderPicture(const Picture& picture, qreal scale) {
    QImage image(qMax(1, qRound(picture.size.width() * scale)), qMax(1, qRound(picture.size.height() * scale)),
                 QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        throw std::invalid_argument("renderPicture: expected a size that fits into memory");
    image.fill(Qt::transparent);
    if (scale < 1) { // a painter takes no ratio below 1 from its device
        QPainter painter(&image);
        painter.scale(scale, scale);
        paintWith(painter, picture);
    } else {
        image.setDevicePixelRatio(scale);
        paintOn(image, picture);
    }
    image.setDevicePixelRatio(scale);
    return image;
}

void copyPicture(const Picture& picture, int dpi) {
    auto* data = new QMimeData;
    QImage image = renderPicture(picture, dpi / qreal(dotsPerInch));
    image.setDotsPerMeterX(qRound(dpi / 0.0254));
    image.setDotsPerMeterY(qRound(dpi / 0.0254));
    describe(image, picture); // the PNG that other programs are given has the texts
    data->setImageData(image);
    data->setData(QStringLiteral("image/svg+xml"), toSvg(picture));
    QGuiApplication::clipboard()->setMimeData(data);
}

QString writeWholeFile(const QString& path, const QByteArray& bytes) {
    const QFileInfo info(path);
    if (info.isDir())
        return problem(path, QStringLiteral("it is a folder"), QStringLiteral("Give a file name."));
    std::error_code code;
    if (!std::filesystem::exists(QFile::encodeName(info.dir().path()).toStdString(), code))
        return code == std::errc::permission_denied
                   ? problem(path, QStringLiteral("the folder “%1” is closed to you").arg(info.dir().path()),
                             QStringLiteral("Choose a folder you may write to."))
                   : problem(path, QStringLiteral("the folder “%1” does not exist").arg(info.dir().path()),
                             QStringLiteral("Create it or choose another one."));
    QSaveFile file(path);
    errno = 0;
    const auto reason = [&file] { // Qt does not say of a full disk that it is full
        return errno == ENOSPC || errno == EDQUOT ? QStringLiteral("the disk is full") : file.errorString();
    };
    if (!file.open(QIODevice::WriteOnly))
        return problem(path, reason(), QStringLiteral("Choose a folder you may write to."));
    // commit() does not notice that the last bytes, which wait in the file's buffer, can't be written: flush() does.
    if (file.write(bytes) != bytes.size() || !file.flush() || !file.commit())
        return problem(path, reason(),
                       QStringLiteral("Free some space or choose another folder; nothing was changed."));
    return {};
}

QSize pixelsOf(const Picture& picture, int dpi) {
    const qreal scale = dpi / qreal(dotsPerInch);
    const auto pixels = [scale](qreal side) { return int(qMin(qreal(1 << 24), qMax(qreal(1), side * scale + 0.5))); };
    return {pixels(picture.size.width()), pixels(picture.size.height())};
}

bool fitsPng(const Picture& picture, int dpi) {
    const QSize pixels = pixelsOf(picture, dpi);
    return qMax(pixels.width(), pixels.height()) <= largestSide &&
           qint64(pixels.width()) * pixels.height() <= largestArea;
}

QString exportPicture(const Picture& picture, const QString& path, int dpi) {
    if (!picture.paint || picture.size.isEmpty() || dpi < 1)
        throw std::invalid_argument("exportPicture: expected a paint function, a size and at least 1 dot per inch");
    const QString extension = QFileInfo(path).suffix().toLower();
    if (extension == QLatin1String("svg"))
        return writeWholeFile(path, toSvg(picture));
    if (extension == QLatin1String("pdf"))
        return writeWholeFile(path, toPdf(picture));
    if (extension != QLatin1String("png")) {
        const QString what = extension.isEmpty() ? QStringLiteral("its name has no extension")
                                                 : QStringLiteral("“.%1” is no known kind of picture").arg(extension);
        return problem(path, what,
                       QStringLiteral("Known are .%1.").arg(pictureExtensions().join(QStringLiteral(", ."))));
    }
    const QSize pixels = pixelsOf(picture, dpi);
    if (!fitsPng(picture, dpi))
        return problem(path, QStringLiteral("%1 × %2 pixels are too many").arg(pixels.width()).arg(pixels.height()),
                       QStringLiteral("Choose a smaller size, fewer dots per inch, or SVG or PDF."));
    return writeWholeFile(path, toPng(picture, dpi));
}

PictureMetadata readPictureMetadata(const QString& pngPath) {
    // QImageReader's own list of texts takes keys apart at blanks and joins lines: the image has them as they are.
    const QImage image(pngPath, "png");
    PictureMetadata metadata;
    for (const QString& key : image.textKeys())
        metadata.append({key, image.text(key)});
    return metadata;
}

} // namespace headlight
