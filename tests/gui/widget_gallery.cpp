// Draws every widget with realistic content into PNG files, in light and dark, at three sizes: for people to look at.
//   widget_gallery FOLDER [name-part] [scale]
#include <QApplication>
#include <QDir>
#include <QImage>
#include <QPainter>
#include <QWidget>

#include "gallery.h"
#include "style/appearance.h"

using namespace headlight;

namespace {

bool save(const GalleryItem& item, const QString& folder, const QString& theme, double scale) {
    for (const QSize& size : item.sizes) {
        const std::unique_ptr<QWidget> widget = item.make();
        widget->resize(size);
        widget->ensurePolished();
        QImage image((QSizeF(size) * scale).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(scale);
        image.fill(widget->palette().color(QPalette::Window));
        widget->render(&image);
        const QString file =
            QStringLiteral("%1-%2x%3-%4.png").arg(item.name).arg(size.width()).arg(size.height()).arg(theme);
        if (!image.save(QDir(folder).filePath(file)))
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        qWarning("usage: widget_gallery FOLDER [name-part] [scale]");
        return 2;
    }
    const QString folder = arguments[1];
    QDir().mkpath(folder);
    const double scale = arguments.size() > 3 ? arguments[3].toDouble() : 1.0;
    Appearance appearance(ThemeChoice::Light);
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        appearance.setChoice(choice);
        for (const GalleryItem& item : matrixGallery()) {
            if (arguments.size() > 2 && !item.name.contains(arguments[2]))
                continue;
            if (!save(item, folder, choice == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light"),
                      scale)) {
                qWarning("can't write into %s", qPrintable(folder));
                return 1;
            }
        }
    }
    return 0;
}
