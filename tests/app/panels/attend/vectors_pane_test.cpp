#include "panels/attend/vectors_pane.h"

#include "app/panels/attend/attend_fixture.h"
#include "figure/export.h"
#include "figure/figure_menu.h"
#include "matrix/vector_strips.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QTabBar>
#include <QtTest>

using namespace headlight;

/// The dock "Vectors" of the Attend view.
class VectorsPaneTest : public QObject, AttendFixture {
    Q_OBJECT
    VectorStrips* strips() { return find<VectorStrips>("vectors"); }
    const VectorStripsView& shown() { return strips()->painter().view(); }
    void clickCell(int index) {
        QTest::mouseClick(strips(), Qt::LeftButton, {},
                          strips()->painter().cellRect(strips()->rect(), index).center().toPoint());
    }
    void clickBox(const char* name) {
        auto* box = find<QCheckBox>(name);
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(box->height() / 2, box->height() / 2));
    }

private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void itsTabShowsWhatTheScoresAreMadeOf() {
        showGolden("published/llama", "5 9 7");
        QVERIFY(shown().isEmpty()); // nobody looks
        for (auto* tabs : m_panel->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabText(tab) == "Vectors")
                    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
        QTRY_VERIFY(strips()->isVisible() && !shown().isEmpty());
        QCOMPARE(shown().rows, QStringList({"5", "9", "7"}));
        QCOMPARE(shown().query, QString("5"));

        const int features = int(shown().queryValue.size());
        QVERIFY(features == 4 && strips()->painter().rowOf(features) == 0);
        int ofLastRow = features;
        while (strips()->painter().rowOf(ofLastRow) < 2)
            ++ofLastRow;
        clickCell(ofLastRow); // the token becomes the query, pinned as in the map
        QCOMPARE(m_session->marks(0).pinnedQueries, std::set<int>{2});
        QCOMPARE(shown().query, QString("7"));

        const auto before = shown().strips.size();
        clickBox("vectors-values");
        QCOMPARE(shown().strips.size(), before + 1);
        clickBox("vectors-by-frequency");
        QCOMPARE(shown().strips[0].columnNames[1], QString("feature 2"));
        QVERIFY(find<QLabel>("vectors-remark")->text().contains("the same keys and values as 0.1"));
    }

    void itFollowsTheHeadAndSaysWhereThereAreNone() {
        showGolden("published/gpt2", "5 9 7");
        auto* dock = find<QDockWidget>("vectors");
        dock->show();
        dock->raise();
        QTRY_VERIFY(!shown().isEmpty());
        QVERIFY(!find<QCheckBox>("vectors-by-frequency")->isEnabled());
        const QList<float> keys = shown().strips[0].values;
        m_session->setHead(at(1, 1));
        settle();
        QVERIFY(shown().strips[0].values != keys);
        show("the red river", sampleModel());
        QTRY_VERIFY(find<QLabel>("vectors-none")->isVisible());
        QVERIFY(find<QLabel>("vectors-none")->text().contains("no products"));
    }

    void itIsWrittenAsAFigureAndATable() {
        showGolden("published/deberta-masked", "5 9 7");
        auto* dock = find<QDockWidget>("vectors");
        dock->show();
        dock->raise();
        QTRY_VERIFY(!shown().isEmpty());
        auto* menu = strips()->findChild<FigureMenu*>();
        for (const char* file : {"vectors.png", "vectors.svg", "vectors.pdf", "vectors.csv"})
            QCOMPARE(menu->exportTo(m_folder->filePath(file)), QString());
        QMap<QString, QString> metadata;
        for (const auto& [key, text] : readPictureMetadata(m_folder->filePath("vectors.png")))
            metadata[key] = text;
        QCOMPARE(metadata["query"], QString("0"));
        QVERIFY(metadata.contains("scale"));
        QFile table(m_folder->filePath("vectors.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QString first = QString::fromUtf8(table.readLine()).trimmed();
        QVERIFY2(first.startsWith("vector,token,0,") &&
                     first.endsWith("dot,content-position,position-content,score,weight"),
                 qPrintable(first));
    }
};

QTEST_MAIN(VectorsPaneTest)
#include "vectors_pane_test.moc"
