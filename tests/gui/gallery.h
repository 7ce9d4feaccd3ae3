#pragma once

#include <QList>
#include <QSize>
#include <QString>
#include <functional>
#include <memory>

class QWidget;

namespace headlight {

/// One widget with realistic content, to be looked at.
struct GalleryItem {
    QString name;
    std::function<std::unique_ptr<QWidget>()> make;
    QList<QSize> sizes; ///< small, medium, large
};

QList<GalleryItem> matrixGallery();

} // namespace headlight
