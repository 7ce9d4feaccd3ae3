#pragma once

#include "engine/results/image.h"

#include <QString>
#include <string>

namespace headlight {

/// Whether the file begins as an image of a kind that is read.
bool isImageFile(const QString& path);

/// An image file for a model (ImageDecoder): turned as its EXIF data says; of a transparent one the colours alone, as
/// Pillow gives them. Error when there is no such file, it can't be read (readFile()), is no image, damaged, or of more
/// than 64 million pixels. From any thread.
Image decodedImage(const std::string& path);

/// What "Open image" offers: "*.png *.jpg".
QString imageFilePatterns();

} // namespace headlight
