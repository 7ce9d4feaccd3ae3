#pragma once

#include "figure/figure_options.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QPair>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <functional>

class QPainter;

namespace headlight {

/// What a picture shows, in the order in which it is to be read: model, sentence, layer, head, stage, range, version.
using PictureMetadata = QList<QPair<QString, QString>>;

/// Anything that can be drawn: a size in device-independent pixels and a function that paints exactly that area, its
/// background included. The same function serves the screen, the files and the clipboard, so they can't differ.
struct Picture {
    QSizeF size;
    std::function<void(QPainter&)> paint;
    QString title;
    PictureMetadata metadata;
    /// What a program makes the same again of, under a key (letters and hyphens): a text chunk of a PNG, a <metadata>
    /// with this id of an SVG. A PDF has none.
    QPair<QString, QString> document = {};
    QString remark = {};    ///< what whoever makes the picture should know of it
    FigureParts parts = {}; ///< that it has, drawn or not
};

/// Extensions that exportPicture writes, without dot: png, svg, pdf.
QStringList pictureExtensions();

/// What a device-independent pixel means where paper is concerned: so many are an inch.
inline constexpr int dotsPerInch = 96;

/// Writes the picture as what the extension of `path` says, in its size: to the nearest pixel as PNG, in which the size
/// stands too, to the nearest point as PDF. PNG carries the metadata as text chunks; SVG in its title and description;
/// PDF (vector, fonts embedded) in its title and XMP subject and keywords. The file appears whole or not at all. Needs
/// a QGuiApplication only. Returns an empty string, or one sentence that says what went wrong, with which file, and
/// what to do.
[[nodiscard]] QString exportPicture(const Picture& picture, const QString& path, int dpi = dotsPerInch);

/// The size of the picture as PNG, in pixels, and whether exportPicture can draw so many.
QSize pixelsOf(const Picture& picture, int dpi);
bool fitsPng(const Picture& picture, int dpi);

/// Puts bytes into a file that appears whole or not at all; the old file stays when that fails. Returns an empty string
/// or one sentence, as exportPicture does.
[[nodiscard]] QString writeWholeFile(const QString& path, const QByteArray& bytes);

/// The picture as an image of `scale` times its size, with that device pixel ratio.
QImage renderPicture(const Picture& picture, qreal scale);

/// To the clipboard, as an image and as SVG: the receiving program takes what it knows.
void copyPicture(const Picture& picture, int dpi);

/// The metadata in a PNG that exportPicture wrote, by key in alphabetical order; empty when it has none or can't be
/// read.
PictureMetadata readPictureMetadata(const QString& pngPath);

} // namespace headlight
