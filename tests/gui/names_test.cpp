#include "gui/window_fixture.h"

#include "app/sample_runs.h"
#include "matrix/heat_map.h"
#include "panels/attend/cell_brush.h"
#include "panels/attend/limits_dialog.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>

using namespace headlight;

/// Everything that one can click or type into says what it is, to the eye and to a screen reader.
class NamesTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin({.size = {1280, 820}}); }
    void cleanup() { end(); }

    void everyControlHasANameAndATooltip_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"attend", "masks", "train", "runs", "scaling", "words", "tensors"})
            QTest::newRow(view) << view;
    }

    void everyControlHasANameAndATooltip() {
        QFETCH(QString, view);
        m_window->showView(view);
        settle();
        const QStringList lacking = lackingIn(*m_window);
        QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
    }

    void everyTabOfAView() {
        keepSampleRuns();
        for (const char* view : {"runs", "scaling"}) {
            m_window->showView(view);
            settle();
            for (auto* tabs : m_window->currentPanel()->findChildren<QTabWidget*>())
                for (int tab = 0; tab < tabs->count(); ++tab) {
                    tabs->setCurrentIndex(tab);
                    settle();
                    const QStringList lacking = lackingIn(*m_window);
                    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
                }
        }
    }

    void everyDialogThatAsks() {
        QStringList lacking;
        const auto lookAndLeave = [&] {
            QTimer::singleShot(0, this, [&] {
                QWidget* dialog = QApplication::activeModalWidget();
                QVERIFY(dialog);
                lacking += lackingIn(*dialog);
                dialog->close();
            });
        };
        lookAndLeave();
        askCellWeight(0.5, QStringLiteral("“a” → “b”"), 0.2, m_window.get());
        LimitsDialog limits(0, 1, m_window.get());
        lookAndLeave();
        limits.exec();
        QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
    }

    void alsoWhatIsShownAtTimes() {
        openModel("mtsa", {}, "pair"); // two sentences
        HeadChange off;
        off.scale = 0;
        m_window->session().setHeadChange(m_window->session().focus().address, off, "off");
        m_window->session().post({"test", Notice::Kind::Error, "Something went wrong", "why"});
        m_window->findChild<QAction*>("first-steps")->trigger();
        settle();
        for (QDockWidget* part : m_window->currentPanel()->findChildren<QDockWidget*>()) { // one is before others' tabs
            part->raise();
            settle();
            const QStringList lacking = lackingIn(*m_window);
            QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
        }
        m_window->findChild<QAction*>("commands")->trigger();
        const QStringList lacking = lackingIn(*m_window);
        QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join(QLatin1Char('\n'))));
    }

private:
    void keepSampleRuns() {
        Store store(m_folder.filePath("runs.sqlite").toStdString());
        for (const int seed : {1, 2})
            addRun(store, sampleRun("mtsa", "trec", seed), pointsOf({{"best.accuracy", 0.8 + 0.01 * seed}}));
    }

    /// Parts of other controls, which speak for them.
    static bool isInner(const QWidget* widget) {
        const QWidget* parent = widget->parentWidget();
        return qobject_cast<const QScrollBar*>(widget) || qobject_cast<const QHeaderView*>(widget) ||
               qobject_cast<const QTabWidget*>(widget) || qobject_cast<const QMenu*>(widget) ||
               qobject_cast<const QMenuBar*>(widget) || qobject_cast<const QAbstractSpinBox*>(parent) ||
               qobject_cast<const QComboBox*>(parent) || qobject_cast<const QTabBar*>(parent) ||
               qobject_cast<const QMenuBar*>(parent) || widget->inherits("QTableCornerButton") ||
               widget->objectName().startsWith(QLatin1String("qt_scrollarea"));
    }

    static bool isControl(const QWidget* widget) {
        return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
               qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSlider*>(widget) ||
               qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QAbstractItemView*>(widget) ||
               qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTabBar*>(widget) ||
               (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
    }

    static bool hasTooltip(const QWidget* widget) {
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->tabToolTip(tab).isEmpty())
                    return false;
            return true;
        }
        // What draws says what is pointed at; a table says so for every cell.
        const bool tellsItself =
            dynamic_cast<const SpokenWidget*>(widget) || widget->inherits("headlight::PlotWidget") ||
            widget->inherits("headlight::ParallelPlot") || qobject_cast<const QAbstractItemView*>(widget);
        return !widget->toolTip().isEmpty() || tellsItself;
    }

    static QStringList lackingIn(const QWidget& window) {
        QStringList lacking;
        for (QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !isControl(widget) || isInner(widget))
                continue;
            const auto* spoken = QAccessible::queryAccessibleInterface(widget);
            const QString what =
                QStringLiteral("%1 “%2” in %3")
                    .arg(widget->metaObject()->className(), widget->objectName(), widget->parentWidget()->objectName());
            if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty())
                lacking << what + QStringLiteral(" has no name");
            // On Unix the name of a choice is what is chosen: what it is about is said by the label that belongs to it.
            if (qobject_cast<const QComboBox*>(widget) && spoken && spoken->relations(QAccessible::Label).isEmpty())
                lacking << what + QStringLiteral(" has no label");
            if (!hasTooltip(widget))
                lacking << what + QStringLiteral(" has no tooltip");
        }
        return lacking;
    }
};

QTEST_MAIN(NamesTest)
#include "names_test.moc"
