#include "engine/models/golden_reference.h"
#include "gui/window_fixture.h"
#include "window/parity_badge.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QTabBar>
#include <QTimer>
#include <QTreeWidget>

using namespace headlight;
using namespace headlight::publishedgolden;

/// Whether the open model agrees with its reference, as the window says it.
class ParityBadgeTest : public QObject, WindowFixture {
    Q_OBJECT

    const fs::path m_golden = folderOf("published/gpt2");

    QString gpt2() const { return m_folder.filePath("gpt2"); }
    /// In what PyTorch made of the model one weight is changed by so much.
    QString writeReference(const QString& path, float off) const {
        ReferenceArrays arrays = referenceArraysOf(m_golden, "first");
        arrays.numbers.at("attentions").values[1] += off;
        arrays.save(path.toStdString());
        return path;
    }
    void openGpt2(std::optional<float> off) {
        fs::remove_all(gpt2().toStdString());
        fs::copy(m_golden, gpt2().toStdString());
        if (off)
            writeReference(gpt2() + "/headlight_reference.npz", *off);
        WindowOptions options;
        options.size = {1280, 820};
        options.model = gpt2();
        begin(options);
    }
    ParityDialog* dialog() {
        for (auto* open : m_window->findChildren<ParityDialog*>())
            if (open->isVisible())
                return open;
        return nullptr;
    }
    /// Clicks the button that asks for a file, and answers.
    void choose(const QString& file) {
        QTimer answer;
        answer.setInterval(20);
        connect(&answer, &QTimer::timeout, this, [&] {
            if (auto* asks = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                answer.stop();
                asks->findChild<QLineEdit*>("fileNameEdit")->setText(file);
                static_cast<QDialog*>(asks)->accept();
            }
        });
        answer.start();
        QTest::mouseClick(dialog()->findChild<QPushButton*>("parity.other"), Qt::LeftButton);
        settle();
    }

private slots:
    void cleanup() { end(); }

    void saysInAWordWhetherTheModelAgrees_data() {
        QTest::addColumn<float>("off");
        QTest::addColumn<QString>("word");
        QTest::newRow("green") << 0.0F << "Reference: agrees";
        QTest::newRow("yellow") << 0.004F << "Reference: nearly agrees";
        QTest::newRow("red") << 0.4F << "Reference: differs";
    }
    void saysInAWordWhetherTheModelAgrees() {
        QFETCH(float, off);
        QFETCH(QString, word);
        openGpt2(off);
        const auto* badge = find<ParityBadge>("parity");
        QVERIFY(badge->isVisible());
        QCOMPARE(badge->text(), word);
        QCOMPARE(badge->accessibleName(), word);
        const int frame = badge->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, nullptr, badge);
        QVERIFY(badge->height() - 2 * frame >= badge->fontMetrics().height()); // its letters have their feet
        for (const char* part : {"logits", "hidden_states", "attentions", "0.0001", "0.01"})
            QVERIFY2(badge->toolTip().contains(part), qPrintable(badge->toolTip()));
    }

    void coloursDiffer() {
        QList<QRgb> colours;
        for (const float off : {0.0F, 0.004F, 0.4F}) {
            openGpt2(off);
            const auto* badge = find<ParityBadge>("parity");
            const QImage disc = badge->icon().pixmap(badge->iconSize()).toImage();
            colours << disc.pixel(disc.rect().center());
            end();
        }
        QVERIFY(colours[0] != colours[1] && colours[1] != colours[2] && colours[0] != colours[2]);
    }

    void withoutAReferenceThereIsNoBadge() {
        begin({.size = {1280, 820}});
        QVERIFY(!find<ParityBadge>("parity")->isVisible());
        m_window->findChild<QAction*>("check-reference")->trigger();
        QVERIFY(dialog());
        QVERIFY(dialog()->findChild<QLabel*>("parity.state")->text().contains("no headlight_reference.npz is beside"));
    }

    /// It comes in a place where it moves nothing.
    void nothingMovesWhenItComes() {
        openGpt2({});
        const QSize window = m_window->size();
        const QRect tabs = find<QTabBar>("views")->geometry(), views = m_window->currentPanel()->geometry();
        m_window->findChild<QAction*>("check-reference")->trigger();
        choose(writeReference(m_folder.filePath("other.npz"), 0));
        QTRY_VERIFY(find<ParityBadge>("parity")->isVisible());
        QTest::qWait(50);
        QCOMPARE(m_window->size(), window);
        QCOMPARE(find<QTabBar>("views")->geometry(), tabs);
        QCOMPARE(m_window->currentPanel()->geometry(), views);
    }

    void aClickShowsAllFigures() {
        openGpt2(0.004F);
        QTest::mouseClick(find<ParityBadge>("parity"), Qt::LeftButton);
        QVERIFY(dialog());
        const auto* figures = dialog()->findChild<QTreeWidget*>("parity.figures");
        QCOMPARE(figures->topLevelItemCount(), 3);
        const QTreeWidgetItem* attentions = figures->topLevelItem(2);
        QCOMPARE(attentions->text(0), QString("attentions"));
        QCOMPARE(attentions->text(1), QString("2 × 3 × 11 × 11"));
        QCOMPARE(attentions->text(2), QString("4.0e-03"));
        QCOMPARE(attentions->text(4), QString("layer 0, head 0, query 0, key 1"));
        QCOMPARE(attentions->text(5), QString("nearly agrees"));
        QCOMPARE(attentions->childCount(), 2);
        QCOMPARE(attentions->child(1)->text(5), QString("agrees"));
        QCOMPARE(figures->topLevelItem(1)->childCount(), 3); // before the first layer, and behind each
        QVERIFY(dialog()->findChild<QLabel*>("parity.bounds")->text().contains("0.0001"));
    }

    void anotherFileIsComparedAsSoonAsItIsChosen() {
        openGpt2(0.0F);
        QTest::mouseClick(find<ParityBadge>("parity"), Qt::LeftButton);
        choose(writeReference(m_folder.filePath("other.npz"), 0.4F));
        QTRY_COMPARE(find<ParityBadge>("parity")->text(), QString("Reference: differs"));
        QVERIFY(dialog()->findChild<QLabel*>("parity.state")->text().contains("other.npz"));
        QFile damaged(m_folder.filePath("damaged.npz"));
        QVERIFY(damaged.open(QFile::WriteOnly) && damaged.write("PK\3\4") == 4);
        damaged.close();
        choose(damaged.fileName());
        QTRY_COMPARE(find<ParityBadge>("parity")->text(), QString("Reference: not compared"));
        QVERIFY(find<ParityBadge>("parity")->toolTip().contains("damaged.npz"));
        QCOMPARE(dialog()->findChild<QTreeWidget*>("parity.figures")->topLevelItemCount(), 0);
    }

    void theDialogFollowsTheModel() {
        openGpt2(0.0F);
        QTest::mouseClick(find<ParityBadge>("parity"), Qt::LeftButton);
        m_window->session().closeModel(m_window->session().current()->id);
        QVERIFY(!find<ParityBadge>("parity")->isVisible());
        QCOMPARE(dialog()->findChild<QLabel*>("parity.state")->text(), QString("No model is open."));
        QVERIFY(!dialog()->findChild<QPushButton*>("parity.other")->isEnabled());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(!dialog());
    }
};

QTEST_MAIN(ParityBadgeTest)
#include "parity_badge_test.moc"
