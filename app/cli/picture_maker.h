#pragma once

#include <QGuiApplication>
#include <QPainter>
#include <memory>

#include "figure/export.h"
#include "style/colors.h"

namespace headlight {

/// What drawing needs (fonts), without a display. One at a time.
class PictureMaker {
public:
    PictureMaker();

    /// Writes the picture, PNG at twice its size where so many pixels can be drawn, else as it is. Error with file and
    /// reason.
    static void save(const Picture& picture, const std::string& path);

private:
    int m_argc = 1;
    char m_name[14] = "headlight-cli";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

/// A picture of the size that the painter finds natural, with a margin in the colour of its own ground.
template <class Painter>
Picture pictureOf(const Painter& painter, Theme theme, ColorRole ground = ColorRole::Surface) {
    constexpr double margin = 12;
    Picture picture;
    picture.size = painter.naturalSize() + QSizeF(2 * margin, 2 * margin);
    picture.paint = [painter, theme, ground, size = picture.size](QPainter& canvas) {
        canvas.fillRect(QRectF(QPointF(), size), color(ground, theme));
        painter.paint(canvas, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin));
    };
    return picture;
}

} // namespace headlight
