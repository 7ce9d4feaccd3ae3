#include "panels/scaling/curve_legend.h"

#include <QHeaderView>
#include <QtTest>

using namespace headlight;

namespace {

const QString longName = QStringLiteral("mtsa:preset=paper:heads=8:masks=fw x4, bw x4, reference (sweep 3, batch 64)");

QColor sampleColor(const QTreeWidgetItem& item, const QSize& size) {
    const QImage image = item.icon(0).pixmap(size).toImage();
    return image.pixelColor(image.width() / 2, image.height() / 2);
}

} // namespace

class CurveLegendTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_legend = std::make_unique<CurveLegend>();
        m_legend->setPalette(paletteOf(Theme::Light));
        m_legend->setRows({{{2}, longName, "n^1.98 ± 0.03", "n^2.00 ± 0.01", "n^2.00 ± 0.00"},
                           {{0}, "avg, train", "", "n^1.00 ± 0.00"}});
        m_legend->resize(500, 200);
        m_legend->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_legend.get()));
    }

    void everyCurveHasARow() {
        QCOMPARE(rows(), QStringList({longName + "|n^1.98 ± 0.03|n^2.00 ± 0.01", "avg, train||n^1.00 ± 0.00"}));
        const int height = m_legend->sizeHint().height();
        m_legend->setRows({{{0}, "avg", "", ""}});
        QCOMPARE(rows(), QStringList("avg||"));
        QVERIFY(m_legend->sizeHint().height() < height);
    }

    void everyWordIsSeenInANarrowWindow() {
        QTreeWidgetItem& item = *m_legend->topLevelItem(0);
        m_legend->resize(300, 400);
        QTRY_COMPARE(m_legend->header()->length(), m_legend->viewport()->width());
        QTRY_VERIFY(m_legend->visualItemRect(&item).height() > 4 * m_legend->fontMetrics().height());
        QVERIFY(m_legend->visualItemRect(&item).bottom() < m_legend->heightOf(2));
        m_legend->resize(2700, 400);
        QTRY_VERIFY(m_legend->visualItemRect(&item).height() < 2 * m_legend->fontMetrics().height());
        QCOMPARE(item.toolTip(0), longName);
        QCOMPARE(item.toolTip(2), QStringLiteral("n^2.00 ± 0.01. Attention alone: n^2.00 ± 0.00"));
        QCOMPARE(m_legend->topLevelItem(1)->toolTip(2), QStringLiteral("n^1.00 ± 0.00"));
    }

    /// It is no standard error of the fit alone.
    void theHeadSaysWhatIsBehindPlusMinus() {
        const QString text = m_legend->headerItem()->toolTip(1);
        QVERIFY2(text.contains("about the fit") && text.contains("repetitions") && text.contains("whichever is more"),
                 qPrintable(text));
    }

    void samplesFollowTheTheme() {
        for (const Theme theme : {Theme::Dark, Theme::Light}) {
            m_legend->setPalette(paletteOf(theme));
            QCOMPARE(sampleColor(*m_legend->topLevelItem(0), m_legend->iconSize()), SeriesLook{2}.in(theme));
            QCOMPARE(sampleColor(*m_legend->topLevelItem(1), m_legend->iconSize()), SeriesLook{0}.in(theme));
        }
        QVERIFY(SeriesLook{2}.in(Theme::Dark) != SeriesLook{2}.in(Theme::Light));
    }

private:
    QStringList rows() const {
        QStringList texts;
        for (int row = 0; row < m_legend->topLevelItemCount(); ++row) {
            const QTreeWidgetItem& item = *m_legend->topLevelItem(row);
            texts << QStringList({item.text(0), item.text(1), item.text(2)}).join('|');
        }
        return texts;
    }
    std::unique_ptr<CurveLegend> m_legend;
};

QTEST_MAIN(CurveLegendTest)
#include "curve_legend_test.moc"
