#include "viewmodels/mask_gallery.h"

#include <QtTest>

using namespace headlight;

class MaskGalleryTest : public QObject {
    Q_OBJECT

private slots:
    void theGalleryShowsEveryTerm() {
        const std::vector<MaskShape> shapes = maskGallery(6);
        QCOMPARE(shapes.size(), maskTerms().size());
        for (const MaskShape& shape : shapes) {
            const Mask mask = Mask::parse(shape.expression.toStdString());
            for (int query = 0; query < 6; ++query)
                for (int key = 0; key < 6; ++key)
                    QCOMPARE(bool(shape.visible[std::size_t(query * 6 + key)]), mask.visible(key, query));
        }
        QVERIFY(!checkMask("fw+logdist"));
        QCOMPARE(checkMask("fw + fo")->position, 5);
        QVERIFY(checkMask("fw, bw"));
        QVERIFY(!checkMasks("fw x2, bw"));
    }
};

QTEST_GUILESS_MAIN(MaskGalleryTest)
#include "mask_gallery_test.moc"
