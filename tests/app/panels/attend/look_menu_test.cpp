#include "panels/attend_panel.h"

#include "app/panels/attend/attend_fixture.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"
#include "panels/attend/limits_dialog.h"
#include "panels/attend/line_pane.h"
#include "panels/attend/look_menu.h"

#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>
#include <QtTest>

using namespace headlight;

/// How the maps of the Attend view are coloured, and which lines are drawn, as the user chooses it.
class LookMenuTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void allMapsHaveOneRangeUnlessEachHasItsOwn() {
        openSample("the red river where is the bridge");
        runCommand("range.map");
        const auto ranges = [&] {
            QStringList texts;
            for (int head = 0; head < 2; ++head) {
                texts << rangeText(find<MapGrid>("overview")->painter().thumbnail(head).view.range);
                m_session->setHead(at(0, head));
                settle();
                texts << rangeText(view().range);
            }
            return texts;
        };
        QStringList shared = ranges();
        QVERIFY2(shared.removeDuplicates() == 3, qPrintable(shared.join("; ")));
        QVERIFY(m_panel->findChild<LineView*>("lines-view")->painter().view().range.isShared);
        runCommand("own-range");
        QVERIFY(m_settings->flag("color-own-range"));
        QStringList own = ranges();
        QVERIFY2(own.removeDuplicates() == 2, qPrintable(own.join("; "))); // each thumbnail is as its large map
    }

    /// Or the colours of both would change with a click into one of them.
    void bothSentencesOfAPairHaveOneRange() {
        m_session->setExample("who build the bridge\tthe red river");
        m_session->addModel(opened("mtsa", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair")));
        m_session->setHead(m_session->current()->heads().front().address);
        settle();
        runCommand("range.map");
        QStringList texts;
        for (const int sequence : {0, 1}) {
            m_session->setSequence(sequence);
            settle();
            for (const char* map : {"map", "second-map"})
                texts << rangeText(find<HeatMap>(map)->view().range);
        }
        QVERIFY2(texts.removeDuplicates() == 3, qPrintable(texts.join("; ")));
    }

    void typedLimitsAreCheckedAndReset() {
        openSample("the red river");
        QString problem;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<LimitsDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto *low = dialog->findChild<QLineEdit*>("limit.low"), *high = dialog->findChild<QLineEdit*>("limit.high");
            auto* buttons = dialog->findChild<QDialogButtonBox*>();
            const auto* ok = buttons->button(QDialogButtonBox::Ok);
            QVERIFY(ok->isEnabled());
            for (const char* wrong : {"", "high", "nan", "1e999", "1", "1.5"}) {
                low->setText(wrong);
                QVERIFY2(!ok->isEnabled(), wrong);
                QVERIFY(!dialog->findChild<QLabel*>("limit.problem")->text().isEmpty());
            }
            low->setText("0,05");
            problem = dialog->findChild<QLabel*>("limit.problem")->text();
            QVERIFY(!ok->isEnabled());
            QTest::mouseClick(buttons->button(QDialogButtonBox::Reset), Qt::LeftButton);
            QVERIFY(ok->isEnabled() && low->text() == "0" && high->text() == "1");
            low->setText("−0.05");
            high->setText(" 0.25 ");
            QTest::mouseClick(buttons->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
        runCommand("ask.limits");
        QVERIFY2(problem.contains("write 0.05, with a point"), qPrintable(problem));
        QCOMPARE(rangeText(view().range), QString("−0.05…0.25, typed limits"));
        QCOMPARE(m_settings->text("color-range"), QString("limits"));
        QTest::keyClick(m_panel.get(), Qt::Key_R); // goes on without asking
        QVERIFY(view().range.choice != RangeChoice::Fixed);
        QCOMPARE(LookMenu(*m_settings).look().high, 0.25); // is remembered
        QTimer::singleShot(0, this, [] { qobject_cast<QDialog*>(QApplication::activeModalWidget())->reject(); });
        const RangeChoice before = view().range.choice;
        runCommand("ask.limits");
        QCOMPARE(view().range.choice, before);
    }

    /// What is chosen last is seen, and the other is given up.
    void percentilesAndTypedLimitsExcludeEachOther() {
        openSample("the red river");
        const auto typeLimits = [&] {
            QTimer::singleShot(0, this, [] {
                auto* dialog = qobject_cast<LimitsDialog*>(QApplication::activeModalWidget());
                dialog->findChild<QLineEdit*>("limit.low")->setText("0.05");
                dialog->findChild<QLineEdit*>("limit.high")->setText("0.25");
                dialog->accept();
            });
            runCommand("ask.limits");
        };
        typeLimits();
        runCommand("scale.percentile");
        QCOMPARE(m_settings->text("color-scale"), QString("percentile"));
        QCOMPARE(m_settings->text("color-range"), QString("automatic"));
        QVERIFY(view().range.choice != RangeChoice::Fixed);
        typeLimits();
        QCOMPARE(m_settings->text("color-scale"), QString("linear"));
        QCOMPARE(rangeText(view().range), QString("0.05…0.25, typed limits"));
    }

    void linesAreChosenAndTheChoiceIsRemembered() {
        openSample("the red river where is the bridge");
        const LineViewPainter& lines = find<LineView>("lines-view")->painter();
        auto* kind = find<QComboBox>("line-choice");
        auto* count = find<QSpinBox>("line-count");
        auto* least = find<QDoubleSpinBox>("line-least");
        QVERIFY(!count->isVisibleTo(m_panel.get()) && !least->isVisibleTo(m_panel.get()));
        kind->setCurrentIndex(2);
        count->setValue(1);
        QVERIFY(count->isVisibleTo(m_panel.get()));
        QCOMPARE(lines.lineCount(), 6); // the first query sees none
        QVERIFY2(lines.note().startsWith("the strongest key of each query, 15 weaker"), qPrintable(lines.note()));
        kind->setCurrentIndex(1);
        least->setValue(0.9);
        QVERIFY2(lines.note().endsWith("below 0.9 hidden"), qPrintable(lines.note()));
        LinePane again(*m_settings);
        QCOMPARE(again.view()->painter().choice(), (LineChoice{LineChoice::Kind::Threshold, 0.9, 1}));
    }

    void aScaleIsLeftOpenUntilOneIsChosen() {
        openSample("the red river");
        QVERIFY(!LookMenu(*m_settings).look().scale);
        runCommand("scale.linear");
        QCOMPARE(m_settings->text("color-scale"), QString("linear"));
        QCOMPARE(LookMenu(*m_settings).look().scale, std::optional(ColorScale::Linear));
        runCommand("scale.automatic");
        QVERIFY(!LookMenu(*m_settings).look().scale);
    }

    void coloursAreCommandsAndKeys() {
        openSample("the red river");
        runCommand("color-map.viridis");
        QCOMPARE(view().colorMap, ColorMapId::Viridis);
        runCommand("range.row");
        QCOMPARE(view().range.choice, RangeChoice::Row);
        QTest::keyClick(m_panel.get(), Qt::Key_R); // from the last to the first
        QCOMPARE(view().range.choice, RangeChoice::Automatic);
        runCommand("scale.sqrt");
        QCOMPARE(view().range.scale, ColorScale::SquareRoot);
        QTest::keyClick(m_panel.get(), Qt::Key_C);
        QCOMPARE(view().colorMap, ColorMapId::Cividis);
        QCOMPARE(m_settings->text("color-map"), QStringLiteral("cividis")); // as from the menu
        QStringList checked;
        for (const QAction* choice : find<QToolButton>("look")->menu()->actions())
            if (choice->isChecked())
                checked << choice->text();
        QCOMPARE(checked, QStringList({"Cividis", "Automatic range", "Square root"}));
    }

private:
    void openSample(const QString& example) { show(example, opened("mtsa", sampleClassifier())); }
};

QTEST_MAIN(LookMenuTest)
#include "look_menu_test.moc"
