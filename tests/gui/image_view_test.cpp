// A model that sees images, in the window.

#include "gui/window_fixture.h"
#include "matrix/heat_map.h"
#include "matrix/patch_map.h"

#include <QDropEvent>
#include <QImage>
#include <QMimeData>
#include <QSlider>
#include <QToolButton>

using namespace headlight;

class ImageViewTest : public QObject, WindowFixture {
    Q_OBJECT

    static QString vit() { return QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/vit-classifier"); }
    QString image(const QString& name, const QColor& color) const {
        QImage picture(30, 20, QImage::Format_RGB32);
        picture.fill(color);
        picture.setPixelColor(3, 3, Qt::white);
        if (!picture.save(m_images.filePath(name)))
            qFatal("can't write an image");
        return m_images.filePath(name);
    }
    static WindowOptions ofVit(const QString& text) {
        WindowOptions options;
        options.model = vit();
        options.text = text;
        options.view = QStringLiteral("attend");
        return options;
    }
    void openVit(const QString& text = {}) {
        begin(ofVit(text));
        settle();
    }
    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(m_window->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(m_window->rect().center()), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        settle();
    }
    void clickToken(int token) {
        auto* map = find<PatchMap>("image-map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->painter().itemRect(map->rect(), token).center().toPoint());
        settle();
    }

    QTemporaryDir m_images;

private slots:
    void cleanup() { end(); }

    void anImageThatIsDroppedIsSeen() {
        openVit();
        QVERIFY(!find<PatchMap>("image-map")->isVisible());
        QVERIFY(find<QLineEdit>("sentence")->isHidden() && find<QToolButton>("image-button")->isVisible());
        drop(image("red.png", Qt::red));
        auto* map = find<PatchMap>("image-map");
        QVERIFY(map->isVisible());
        QCOMPARE(map->painter().view().rows, 3);
        QCOMPARE(map->painter().view().query, 0); // the class token
        QCOMPARE(find<QToolButton>("image-button")->text(), QStringLiteral("red.png"));
        QCOMPARE(map->painter().view().image.pixelColor(10, 10), QColor(Qt::red));
        drop(image("blue.png", Qt::blue));
        QCOMPARE(map->painter().view().image.pixelColor(10, 10), QColor(Qt::blue));
    }

    void aClickOnAPatchShowsWhatItLooksAt() {
        openVit(image("red.png", Qt::red));
        auto* map = find<PatchMap>("image-map");
        const QList<float> ofClass = map->painter().view().row.values;
        clickToken(5);
        QCOMPARE(map->painter().view().query, 5);
        QVERIFY(map->painter().view().row.values != ofClass);
        QCOMPARE(m_window->session().marks().pinnedQueries, std::set<int>{5});
        const MatrixView& matrix = find<HeatMap>("map")->view();
        QCOMPARE(map->painter().view().row.values, matrix.values.mid(5 * matrix.columns, matrix.columns));
        clickToken(0); // the mark
        QCOMPARE(map->painter().view().query, 0);
        QCOMPARE(map->painter().view().row.values, ofClass);
    }

    void theSliderChangesTheColoursAndIsRemembered() {
        openVit(image("red.png", Qt::red));
        auto* map = find<PatchMap>("image-map");
        const QImage before = map->grab().toImage();
        auto* slider = find<QSlider>("image-overlay");
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(slider->value(), 0);
        QVERIFY(map->grab().toImage() != before);
        const QPoint patch = map->painter().itemRect(map->rect(), 5).center().toPoint();
        QCOMPARE(map->grab().toImage().pixelColor(patch), QColor(Qt::red));
        closeWindow();
        openWindow(ofVit(image("red.png", Qt::red)));
        QCOMPARE(find<QSlider>("image-overlay")->value(), 0);
    }

    void textsAndImagesEachComeBackWithTheirModel() {
        begin();
        type("the red river");
        const QString text = m_window->session().current()->id;
        m_window->session().requestModel(vit());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().seesImages(), patience);
        settle();
        QVERIFY(m_window->session().sentence().isEmpty());
        const QString red = image("red.png", Qt::red);
        drop(red);
        const QString images = m_window->session().current()->id;
        m_window->session().setCurrentModel(text);
        settle();
        QCOMPARE(m_window->session().sentence(), QStringLiteral("the red river"));
        QVERIFY(!find<PatchMap>("image-map")->isVisible() && find<QLineEdit>("sentence")->isVisible());
        m_window->session().setCurrentModel(images);
        settle();
        QCOMPARE(m_window->session().sentence(), red);
        QVERIFY(find<PatchMap>("image-map")->isVisible());
    }
};

QTEST_MAIN(ImageViewTest)
#include "image_view_test.moc"
