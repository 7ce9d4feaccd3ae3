#include "figure/figure_dialog.h"

#include "figure/figure_preview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <memory>

using namespace headlight;

/// What a user finds in the dialog of figures, by clicks and keys.
class FigureDialogTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup() { delete m_dialog; }
    void widthsOfColumnsAreChosen();
    void heightIsAutomaticOrMillimetres();
    void theFigureIsSeenAsItWillBe();
    void whatAFigureHasNotCantBeChosen();
    void aTableHasNoLook();
    void everyControlSaysWhatItIs();
    void escapeClosesAndEnterExports();
    void aRemarkMovesNothing();

private:
    template <class Widget>
    Widget* find(const char* name) {
        auto* widget = m_dialog->findChild<Widget*>(name);
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }
    void choose(const char* name, int row) {
        auto* box = find<QComboBox>(name);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            QTest::keyClick(box, Qt::Key_Down);
    }
    QPointer<FigureDialog> m_dialog;
    QList<FigureOptions> m_asked;
};

void FigureDialogTest::init() {
    m_asked.clear();
    const auto picture = [this](const FigureOptions& options) {
        m_asked << options;
        Picture made{
            QSizeF(options.widthMm / 25.4 * 96, 200), [](QPainter& p) { p.fillRect(0, 0, 40, 40, Qt::red); }, {}, {}};
        made.parts = FigurePart::Title | FigurePart::Values;
        made.remark = options.heightMm > 0 ? QStringLiteral("smaller") : QString();
        return made;
    };
    m_dialog = new FigureDialog(picture, {{"PNG", "png"}, {"SVG", "svg"}, {"CSV", "csv"}}, nullptr);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_dialog));
}

void FigureDialogTest::widthsOfColumnsAreChosen() {
    QCOMPARE(m_dialog->options(), FigureOptions());
    choose("figure-preset", 2);
    QCOMPARE(m_dialog->options().widthMm, 180.0);
    find<QDoubleSpinBox>("figure-width")->setValue(100);
    QCOMPARE(find<QComboBox>("figure-preset")->currentIndex(), 3); // another width
    find<QDoubleSpinBox>("figure-width")->setValue(120);
    QCOMPARE(find<QComboBox>("figure-preset")->currentIndex(), 1);
}

void FigureDialogTest::heightIsAutomaticOrMillimetres() {
    auto* height = find<QDoubleSpinBox>("figure-height");
    QCOMPARE(height->text(), QStringLiteral("automatic"));
    QTest::keyClick(height, Qt::Key_Up);
    QCOMPARE(m_dialog->options().heightMm, 10.0); // the least there is
    height->setFocus();
    height->selectAll();
    QTest::keyClicks(height, "60");
    QTest::keyClick(height, Qt::Key_Tab);
    QCOMPARE(m_dialog->options().heightMm, 60.0); // as it was typed
    height->setValue(10);
    QTRY_COMPARE(find<QLabel>("figure-remark")->text(), QStringLiteral("smaller"));
    QTest::keyClick(height, Qt::Key_Down);
    QCOMPARE(m_dialog->options().heightMm, 0.0);
}

void FigureDialogTest::theFigureIsSeenAsItWillBe() {
    const auto asked = m_asked.size();
    auto* width = find<QDoubleSpinBox>("figure-width");
    for (int mm = 90; mm < 100; ++mm)
        width->setValue(mm);
    QTRY_COMPARE(find<QLabel>("figure-measures")->text().section('\n', 0, 0), QString::fromUtf8("99.0 × 52.9 mm"));
    QVERIFY(m_asked.size() <= asked + 2); // drawn once for all that was typed
    QVERIFY(find<QLabel>("figure-measures")->text().contains("1,169 "));
    QCOMPARE(find<FigurePreview>("figure-preview")->image().pixelColor(3, 3), QColor(Qt::red));
}

void FigureDialogTest::whatAFigureHasNotCantBeChosen() {
    QVERIFY(find<QCheckBox>("figure-title")->isEnabled() && find<QCheckBox>("figure-values")->isEnabled());
    QVERIFY(!find<QCheckBox>("figure-legend")->isEnabled() && !find<QCheckBox>("figure-legend")->isChecked());
    QVERIFY(m_dialog->options().has(FigurePart::Legend)); // of figures that have one it is still wanted
    QVERIFY(!find<QSpinBox>("figure-digits")->isEnabled());
    QTest::mouseClick(find<QCheckBox>("figure-values"), Qt::LeftButton, {}, QPoint(6, 8));
    QTRY_VERIFY(find<QSpinBox>("figure-digits")->isEnabled());
    QVERIFY(m_dialog->options().has(FigurePart::Values));
}

void FigureDialogTest::aTableHasNoLook() {
    choose("figure-format", 2);
    QTRY_VERIFY(!find<QDoubleSpinBox>("figure-width")->isEnabled());
    QTRY_VERIFY(!find<QPushButton>("figure-copy")->isEnabled());
    QVERIFY(find<QPushButton>("figure-export")->isEnabled());
    choose("figure-format", 1);
    QVERIFY(find<QDoubleSpinBox>("figure-width")->isEnabled());
    QVERIFY(!find<QComboBox>("figure-dpi")->isEnabled()); // an SVG has no pixels
}

void FigureDialogTest::everyControlSaysWhatItIs() {
    int controls = 0;
    for (const QWidget* widget : m_dialog->findChildren<QWidget*>())
        if (widget->objectName().startsWith("figure-") && widget->focusPolicy() != Qt::NoFocus) {
            ++controls;
            QVERIFY2(!widget->accessibleName().isEmpty() && !widget->toolTip().isEmpty(),
                     qPrintable(widget->objectName()));
        }
    QVERIFY(controls > 15);
}

void FigureDialogTest::escapeClosesAndEnterExports() {
    QSignalSpy asked(m_dialog, &FigureDialog::exportAsked);
    QTest::keyClick(find<QDoubleSpinBox>("figure-width"), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QVERIFY(!m_dialog || !m_dialog->isVisible());
}

void FigureDialogTest::aRemarkMovesNothing() {
    auto* remark = find<QLabel>("figure-remark");
    for (const bool isSmall : {false, true}) {
        if (isSmall)
            m_dialog->resize(m_dialog->minimumSizeHint());
        const QSize size = m_dialog->size();
        const QPoint exporting = find<QPushButton>("figure-export")->pos();
        const QPoint height = find<QDoubleSpinBox>("figure-height")->mapTo(m_dialog, QPoint());
        m_dialog->showProblem(
            QStringLiteral("The folder can't be written to: choose another one, in which files may be "
                           "made, or ask who owns it whether you may write there."));
        QTest::qWait(50);
        QVERIFY(remark->isVisible());
        QVERIFY2(remark->height() >= remark->heightForWidth(remark->width()), "the remark is cut");
        QCOMPARE(m_dialog->size(), size);
        QCOMPARE(find<QPushButton>("figure-export")->pos(), exporting);
        QCOMPARE(find<QDoubleSpinBox>("figure-height")->mapTo(m_dialog, QPoint()), height);
        m_dialog->showProblem({});
        QTest::qWait(50);
    }
}

QTEST_MAIN(FigureDialogTest)
#include "figure_dialog_test.moc"
