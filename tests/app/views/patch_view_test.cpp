#include "engine/models/formats.h"
#include "head_address.h"
#include "views/map_view.h"
#include "views/patch_view.h"

#include <QtTest>

#include <stdexcept>

using namespace headlight;

/// A row of a map as it is drawn over an image.
class PatchViewTest : public QObject {
    Q_OBJECT

    static std::shared_ptr<const Recording> recorded(const Intervention& changes = {}) {
        const auto model =
            openModel(HEADLIGHT_SOURCE_DIR "/tests/golden/published/deit-classifier", [](const std::string&) {
                Image image{12, 12, std::vector<std::uint8_t>(12 * 12 * 3, 40)};
                image.pixels[0] = 250; // of the first pixel, red
                return image;
            });
        return model->run(model->read({"image"}), changes, {});
    }

private slots:
    void itHasTheValuesOfItsQuery() {
        const auto recording = recorded();
        const AttentionMap map = recording->map({at(1, 0)});
        const PatchMapView view = patchesOf(map, *recording, 4);
        QVERIFY(view.rows == 3 && view.columns == 3 && view.query == 4);
        QCOMPARE(view.row.tokens.mid(0, 3), QStringList({"[CLS]", "[DIST]", "1,1"}));
        for (int key = 0; key < 11; ++key)
            QCOMPARE(view.row.values[key], map.at(4, key));
        QVERIFY2(view.row.title.endsWith("from patch 1,3"), qPrintable(view.row.title));
        QVERIFY(patchesOf(map, *recording, 0).row.title.endsWith("from [CLS]"));
        QCOMPARE(view.image.pixelColor(0, 0), QColor(250, 40, 40));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, patchesOf(map, *recording, 11));
    }

    void aPatchThatIsLeftOutIsHidden() {
        Intervention changes;
        changes.leftOut = {{0, 6}};
        const auto recording = recorded(changes);
        const PatchMapView view = patchesOf(recording->map({at(0, 0)}), *recording, 0);
        QVERIFY(view.row.masked[6] != 0 && view.row.masked[5] == 0);
    }
};

QTEST_GUILESS_MAIN(PatchViewTest)
#include "patch_view_test.moc"
