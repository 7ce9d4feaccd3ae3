#include "panels/attend/head_list.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "panels/attend_panel.h"

#include <QFile>

using namespace headlight;

/// The table of heads as a figure for a paper.
class HeadListFigureTest : public QObject, PanelFixture<AttendPanel> {
    Q_OBJECT

    HeadList* list() { return find<HeadList>("head-list"); }
    QStringList listed() {
        QStringList names;
        for (int row = 0; row < list()->topLevelItemCount(); ++row)
            names << list()->topLevelItem(row)->text(0);
        return names;
    }
    Picture figure(FigureParts parts, double widthMm = 160) {
        FigureOptions options;
        options.widthMm = widthMm;
        options.parts = parts;
        return list()->picture(options, {});
    }
    static bool hasColor(const QImage& image, QRgb wanted) {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, y) == wanted)
                    return true;
        return false;
    }

private slots:
    void init() {
        begin();
        open();
        m_session->setExample("the red river");
        m_session->addModel(opened("blocks", sampleClassifier("biblosa", {{"features", "4"}}))); // with gates
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 9, patience);
    }
    void cleanup() { end(); }

    void anExportChangesNothingOnTheScreen() {
        HeadList* list = this->list();
        list->sortByColumn(3, Qt::AscendingOrder);
        const QStringList order = listed();
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            list->setCurrentItem(list->topLevelItem(row));
            const Focus before = m_session->focus();
            for (const FigureParts parts : {FigureParts(), FigureParts(FigurePart::Marks)})
                QVERIFY(!figure(parts).size.isEmpty());
            QVERIFY2(m_session->focus() == before, qPrintable(order[row]));
            QCOMPARE(list->currentItem(), list->topLevelItem(row));
        }
        QCOMPARE(listed(), order);
    }

    void theFigureMarksTheChosenHeadIfMarksAreAskedFor() {
        const QRgb marked = color(ColorRole::Selection, Theme::Light).rgb();
        QVERIFY(hasColor(renderPicture(figure(FigurePart::Marks), 1), marked));
        QVERIFY(!hasColor(renderPicture(figure({}), 1), marked));
        QVERIFY(figure({}).parts.testFlag(FigurePart::Marks)); // so the dialog offers them
    }

    void theFigureHasMarginsAndTheWidthThatWasAskedFor() {
        for (const double mm : {60.0, 85.0, 180.0}) {
            const Picture picture = figure({}, mm);
            QCOMPARE(picture.size.width(), mm / 25.4 * 96);
            const QImage drawn = renderPicture(picture, 2);
            const QRgb ground = drawn.pixel(0, 0);
            int left = drawn.width(), right = -1;
            // The last pixels are cut in two by the size on paper.
            for (int y = 0; y < drawn.height() - 2; ++y)
                for (int x = 0; x < drawn.width() - 2; ++x)
                    if (drawn.pixel(x, y) != ground) {
                        left = std::min(left, x);
                        right = std::max(right, x);
                    }
            const int rest = drawn.width() - 1 - right;
            QVERIFY2(left >= 4 && rest >= 4,
                     qPrintable(QStringLiteral("%1 and %2 at %3 mm").arg(left).arg(rest).arg(mm)));
            QVERIFY2(std::abs(left - rest) <= 3,
                     qPrintable(QStringLiteral("%1 and %2 at %3 mm").arg(left).arg(rest).arg(mm)));
        }
    }

    void theFigureIsMadeOfWordsAndLinesAlone() {
        list()->sortByColumn(2, Qt::DescendingOrder); // with an arrow in its heading
        const QString path = m_folder->filePath("heads.svg");
        QCOMPARE(exportPicture(figure(FigurePart::Title | FigurePart::Marks), path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(!svg.contains("<image"));
        for (const QString& name : listed())
            QVERIFY2(svg.contains('>' + name.toUtf8() + '<'), qPrintable(name));
        QVERIFY(svg.contains(">Entropy<") && !svg.contains(">Prev.<")); // the columns that are seen
    }
};

QTEST_MAIN(HeadListFigureTest)
#include "head_list_figure_test.moc"
