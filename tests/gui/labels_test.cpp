#include "gui/window_fixture.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QTabBar>

using namespace headlight;

/// A small window, of 1024 × 700 or of twice that at 200 %, shows every word.
class LabelsTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin({.size = {1024, 700}}); }
    void cleanup() { end(); }

    void noLabelIsCutInASmallWindow_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"attend", "masks", "train", "runs", "scaling", "words", "tensors"})
            QTest::newRow(view) << view;
    }

    void noLabelIsCutInASmallWindow() {
        QFETCH(QString, view);
        m_window->showView(view);
        settle();
        QTest::qWait(20);
        QCOMPARE(m_window->size(), QSize(1024, 700));
        QStringList cut;
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && !label->visibleRegion().isEmpty() && isCut(*label)) // not behind a tab
                cut << QStringLiteral("label %1 “%2”").arg(label->objectName(), label->text());
        for (const QComboBox* box : m_window->findChildren<QComboBox*>())
            if (box->isVisible() && box->sizeAdjustPolicy() == QComboBox::AdjustToContents &&
                box->width() < box->sizeHint().width())
                cut << QStringLiteral("choice %1 “%2”").arg(box->objectName(), box->currentText());
        for (const QAbstractButton* button : m_window->findChildren<QAbstractButton*>())
            if (button->isVisible() && !button->text().isEmpty() && isCut(*button))
                cut << QStringLiteral("button %1 “%2”").arg(button->objectName(), button->text());
        for (const QTabBar* bar : m_window->findChildren<QTabBar*>())
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
                if (!bar->rect().contains(bar->tabRect(tab)))
                    cut << QStringLiteral("tab “%1”").arg(bar->tabText(tab));
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    }

    void theGalleryOfMasksNamesEachWhole_data() {
        QTest::addColumn<QString>("first");
        for (const char* view : {"attend", "masks"})
            QTest::newRow(view) << view;
    }

    /// From whatever view one comes to it.
    void theGalleryOfMasksNamesEachWhole() {
        QFETCH(QString, first);
        end();
        begin({.view = first, .size = {1024, 700}});
        m_window->showView("masks");
        settle();
        QTest::qWait(20);
        const auto* gallery = find<MapGrid>("mask-gallery");
        const QRectF width(0, 0, gallery->viewport()->width(), 0);
        for (int card = 0; card < gallery->painter().count(); ++card) {
            const QString label = gallery->painter().labelText(width, card);
            QVERIFY2(!label.contains(u'…'), qPrintable(label));
        }
    }

    /// Whoever reads a model's name cut has the whole of it in the tooltip.
    void whatIsCutByItselfHasATooltip() {
        m_window->showView("attend");
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->text().endsWith(QChar(0x2026)))
                QVERIFY2(!label->toolTip().isEmpty(), qPrintable(label->text()));
    }

private:
    static bool isCut(const QLabel& label) {
        if (label.text().isEmpty() || label.objectName() == "hover-text") // follows the pointer, and is also beside it
            return false;
        return label.wordWrap()
                   ? label.heightForWidth(label.width()) > label.height()
                   : label.sizeHint().width() > label.width() || label.sizeHint().height() > label.height();
    }

    static bool isCut(const QAbstractButton& button) {
        const int words = button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width();
        return words > button.width() || button.fontMetrics().height() > button.height();
    }
};

QTEST_MAIN(LabelsTest)
#include "labels_test.moc"
