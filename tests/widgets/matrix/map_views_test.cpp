#include "matrix/bar_list.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"
#include "matrix/token_strip.h"
#include "style/appearance.h"
#include "widgets/matrix/map_samples.h"

#include <QLineEdit>
#include <QTest>
#include <QVBoxLayout>
#include <cmath>

using namespace headlight;

namespace {

/// How often a widget is painted.
class PaintCounter : public QObject {
public:
    explicit PaintCounter(QWidget* watched) { watched->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

std::unique_ptr<QWidget> viewOf(const QString& name) {
    if (name == "grid") {
        auto grid = std::make_unique<MapGrid>();
        grid->setThumbnails(sampleThumbnails(1, 2));
        return grid;
    }
    if (name == "lines") {
        auto lines = std::make_unique<LineView>();
        lines->setView(sampleMap(3, 3));
        return lines;
    }
    if (name == "map") {
        auto heatMap = std::make_unique<HeatMap>();
        heatMap->setView(sampleMap(3, 3));
        return heatMap;
    }
    if (name == "strip") {
        auto strip = std::make_unique<TokenStrip>();
        TokenStripView view;
        view.tokens = {"a", "b"};
        view.values = {0.4f, 0.2f};
        strip->setView(view);
        return strip;
    }
    auto bars = std::make_unique<BarList>();
    bars->setBars({{"location", 0.75, std::nan(""), true}});
    return bars;
}

} // namespace

/// What the views of maps have in common.
class MapViewsTest : public QObject {
    Q_OBJECT

private slots:
    void ringsAppearAndGoWithTheFocus();
    void coloursFollowTheTheme_data() { addViews(); }
    void coloursFollowTheTheme();
    void wordsFollowTheFont_data() { addViews(); }
    void wordsFollowTheFont();

private:
    static void addViews() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"grid", "lines", "map", "strip", "bars"})
            QTest::newRow(name) << name;
    }
};

void MapViewsTest::ringsAppearAndGoWithTheFocus() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* other = new QLineEdit;
    auto* grid = new MapGrid;
    auto* lines = new LineView;
    grid->setThumbnails(sampleThumbnails(1, 2));
    lines->setView(sampleMap(3, 3));
    const QList<QAbstractScrollArea*> views{grid, lines};
    layout->addWidget(other);
    for (QAbstractScrollArea* view : views)
        layout->addWidget(view);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QAbstractScrollArea* view : views) {
        const PaintCounter paints(view->viewport());
        other->setFocus();
        QTest::qWait(50); // what is still to be painted
        const int without = paints.count;
        view->setFocus();
        QTRY_VERIFY(paints.count > without);
        QTest::qWait(50);
        const int with = paints.count;
        other->setFocus();
        QTRY_VERIFY(paints.count > with);
    }
}

void MapViewsTest::coloursFollowTheTheme() {
    QFETCH(QString, name);
    const auto pictureOf = [](QWidget& view) {
        view.resize(300, 200);
        return view.grab().toImage();
    };
    Appearance appearance(ThemeChoice::Light);
    const auto view = viewOf(name);
    const QImage light = pictureOf(*view);
    appearance.setChoice(ThemeChoice::Dark);
    QVERIFY(pictureOf(*view) != light);
    QCOMPARE(pictureOf(*view), pictureOf(*viewOf(name))); // of one that was dark from the start
    appearance.setChoice(ThemeChoice::Light);
    QCOMPARE(pictureOf(*view), light);
}

void MapViewsTest::wordsFollowTheFont() {
    QFETCH(QString, name);
    const auto view = viewOf(name);
    view->resize(300, 200);
    const QImage before = view->grab().toImage();
    QFont larger = view->font();
    larger.setPointSizeF(larger.pointSizeF() * 2);
    view->setFont(larger);
    QVERIFY(view->grab().toImage() != before);
}

QTEST_MAIN(MapViewsTest)
#include "map_views_test.moc"
