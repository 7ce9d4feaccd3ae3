#include "panels/scaling_panel.h"

#include "app/panels/panel_fixture.h"
#include "plots/curve_plot.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeWidget>

namespace headlight {

class ScalingPanelTest : public QObject, private PanelFixture<ScalingPanel> {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aSweepIsMeasuredAndDrawn() {
        QVERIFY(!QFile::exists(m_session->storePath())); // looking makes no store
        fill("disa:features=8,avg", "4,8,16");
        click("scaling.start");
        QVERIFY(find<QPushButton>("scaling.stop")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(12));
        QCOMPARE(find<QLabel>("scaling.status")->text(), QStringLiteral("Sweep 1 is complete."));
        const auto* list = find<QTreeWidget>("scaling.sweeps");
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->checkState(0), Qt::Checked);
        const QStringList training = names();
        QCOMPARE(training.size(), 2);
        QVERIFY2(training[0].startsWith("disa:features=8, fused   n^"), qPrintable(training[0]));
        pick("scaling.mode", "infer");
        QCOMPARE(names().size(), 2);
        pick("scaling.mode", "");
        QCOMPARE(names().size(), 4);
        QVERIFY(names()[0].startsWith("disa:features=8, fused, infer"));
        find<QCheckBox>("scaling.log")->click();
        QVERIFY(find<CurvePlot>("scaling.time")->isLogarithmic(PlotWidget::Axis::Y));
        list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
        QTRY_VERIFY(names().isEmpty());
        list->topLevelItem(0)->setCheckState(0, Qt::Checked);
        QTRY_COMPARE(names().size(), 4);
    }

    void whatDoesNotFitIsDrawnAsForetold() {
        find<QCheckBox>("scaling.reference")->click();
        find<QCheckBox>("scaling.fused")->click();
        find<QCheckBox>("scaling.infer")->click();
        find<QDoubleSpinBox>("scaling.memory")->setValue(0.01);
        fill("disa:features=8", "4,1024");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        const QStringList memory = find<CurvePlot>("scaling.memoryPlot")->legendNames();
        QCOMPARE(memory.size(), 2);
        QVERIFY2(memory[1].endsWith("would need"), qPrintable(memory[1]));
        QCOMPARE(names().size(), 1); // of time nothing is foretold
    }

    void aSweepGoesOn() {
        fill("avg", "4,8");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QVERIFY(!find<QPushButton>("scaling.goOn")->isEnabled());
        auto* list = find<QTreeWidget>("scaling.sweeps");
        list->setCurrentItem(list->topLevelItem(0));
        QVERIFY(find<QPushButton>("scaling.goOn")->isEnabled());
        QCOMPARE(find<QLineEdit>("scaling.lengths")->text(), QStringLiteral("4,8"));
        find<QLineEdit>("scaling.lengths")->setText("4,8,12");
        click("scaling.goOn");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(6));
        list->setCurrentItem(list->topLevelItem(0));
        click("scaling.remove");
        QVERIFY(Store(path()).sweeps().empty());
        QCOMPARE(list->topLevelItemCount(), 0);
    }

    void mistakesAreTold_data() {
        QTest::addColumn<QString>("models");
        QTest::addColumn<QString>("lengths");
        QTest::addColumn<QString>("message");
        QTest::newRow("model") << "dsia"
                               << "8"
                               << "disa";
        QTest::newRow("option") << "disa:feature=8"
                                << "8"
                                << "features";
        QTest::newRow("lengths") << "disa"
                                 << "8:4:1"
                                 << "from ≤ to";
    }
    void mistakesAreTold() {
        QFETCH(QString, models);
        QFETCH(QString, lengths);
        QFETCH(QString, message);
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        fill(models, lengths);
        click("scaling.start");
        QCOMPARE(notices.size(), 1);
        const QString text = notices[0][0].value<Notice>().text;
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY(m_panel->isComplete());
    }

    void theFormIsRemembered() {
        fill("san", "32");
        emit find<QLineEdit>("scaling.models")->editingFinished();
        m_panel.reset();
        open();
        QCOMPARE(find<QLineEdit>("scaling.models")->text(), QStringLiteral("san"));
        QCOMPARE(find<QLineEdit>("scaling.lengths")->text(), QStringLiteral("32"));
    }

private:
    void fill(const QString& models, const QString& lengths) {
        find<QLineEdit>("scaling.models")->setText(models);
        find<QLineEdit>("scaling.lengths")->setText(lengths);
        find<QSpinBox>("scaling.batch")->setValue(2);
        find<QSpinBox>("scaling.features")->setValue(8);
        find<QSpinBox>("scaling.repetitions")->setValue(1);
    }
    void click(const QString& name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    QStringList names() { return find<CurvePlot>("scaling.time")->legendNames(); }
    std::filesystem::path path() const { return m_session->storePath().toStdString(); }
};

} // namespace headlight

QTEST_MAIN(headlight::ScalingPanelTest)
#include "scaling_panel_test.moc"
