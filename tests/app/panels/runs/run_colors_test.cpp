#include "app/panels/runs/runs_fixture.h"
#include "panels/runs/run_color_menu.h"
#include "viewmodels/runs_model.h"

#include <QStyle>
#include <QStyledItemDelegate>
#include <QtTest>

using namespace headlight;

/// Colours that runs are given by hand.
class RunColorsTest : public QObject, RunsFixture {
    Q_OBJECT

    QString ownColor(int row) { return table()->model()->index(row, 0).data(RunsModel::OwnColorRole).toString(); }
    int place(int row) { return table()->model()->index(row, 0).data(RunsModel::ColorRole).toInt(); }
    QString m_menu;
    QAction* entry(const QString& name) { return find<RunColorMenu>(m_menu)->findChild<QAction*>(name); }

private slots:
    void init() {
        m_menu = "runs.dotcolor";
        begin();
    }
    void cleanup() { end(); }

    /// By the dot in front of the name, as one would expect to click it.
    void aClickOnTheDotOffersColours() {
        openFilled();
        const QRect cell = table()->visualRect(table()->model()->index(0, 0));
        const auto click = [&] {
            QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                              QPoint(cell.left() + table()->fontMetrics().height() / 2 + 3, cell.center().y()));
        };
        auto* menu = find<RunColorMenu>(m_menu);
        const qint64 run = table()->model()->index(0, 0).data(RunsModel::IdRole).toLongLong();
        table()->selectAll();
        click();
        QTRY_VERIFY(menu->isVisible());
        QVERIFY(m_session->chosenRuns().size() > 1); // they stay chosen and keep their colours
        entry("color.7")->trigger();
        menu->hide();
        QCOMPARE(m_session->runColors(), (QMap<qint64, QString>{{run, "7"}}));
        QCOMPARE(place(0), 7);
        click();
        QVERIFY(entry("color.7")->isChecked());
        menu->hide();
        emit menu->chosen("#1872a6"); // as the dialog of any colour answers
        QCOMPARE(ownColor(0), QString("#1872a6"));
        m_panel.reset();
        open(); // kept
        QCOMPARE(ownColor(0), QString("#1872a6"));
        table()->selectRow(0);
        m_menu = "runs.color";
        emit find<RunColorMenu>(m_menu)->aboutToShow();
        entry("color.")->trigger(); // automatic
        QCOMPARE(ownColor(0), QString());
        QVERIFY(m_session->runColors().isEmpty());
    }

    void aClickOnTheDotChoosesNothing() {
        openFilled();
        choose({cell(1, 0)});
        const QStringList before = m_session->chosenRuns();
        QCOMPARE(before.size(), 1);
        const QRect name = table()->visualRect(table()->model()->index(0, 0));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          QPoint(name.left() + table()->fontMetrics().height() / 2 + 3, name.center().y()));
        auto* menu = find<RunColorMenu>(m_menu);
        QTRY_VERIFY(menu->isVisible());
        menu->hide();
        QCOMPARE(m_session->chosenRuns(), before);
        QCOMPARE(table()->selectionModel()->selectedRows().size(), 1);
    }

    void theMenuSaysWhoseColourItChangesAndUndoTakesItBack() {
        openFilled();
        m_menu = "runs.color";
        table()->selectAll();
        const int count = table()->model()->rowCount();
        emit find<RunColorMenu>(m_menu)->aboutToShow();
        QCOMPARE(entry("color.whose")->text(), QString("Colour of %1 runs").arg(count));
        m_session->setRunColors({1}, "2");
        entry("color.7")->trigger();
        QCOMPARE(m_session->runColors().values(), QStringList(count, "7"));
        find<QAction>("runs.undo")->trigger();
        QCOMPARE(m_session->runColors(), (QMap<qint64, QString>{{1, "2"}}));
        find<QAction>("runs.redo")->trigger();
        QCOMPARE(m_session->runColors().size(), count);
    }

    void noRunKeepsAColourThatAnotherWasGiven() {
        openFilled();
        const auto places = [&] {
            QMap<qint64, int> all;
            for (int row = 0; row < table()->model()->rowCount(); ++row)
                all.insert(table()->model()->index(row, 0).data(RunsModel::IdRole).toLongLong(), place(row));
            return all.values();
        };
        QCOMPARE(places(), QList<int>({0, 1, 2, 3, 4}));
        m_session->setRunColors({4}, "0");
        QCOMPARE(places(), QList<int>({3, 1, 2, 0, 4})); // they have changed places, the others stay
        m_session->setRunColors({5}, "3");
        QCOMPARE(places(), QList<int>({4, 1, 2, 0, 3}));
        m_session->setRunColors({2}, "0"); // two by hand alike, as was wanted
        QCOMPARE(places(), QList<int>({1, 0, 2, 0, 3}));
        m_session->setRunColors({2, 4, 5}, {});
        QCOMPARE(places(), QList<int>({0, 1, 2, 3, 4}));
    }

    void coloursBelongToTheStore() {
        openFilled();
        m_session->setRunColors({1, 2}, "3");
        m_session->setRunColors({1}, "rainbow"); // none
        QCOMPARE(m_session->runColors(), (QMap<qint64, QString>{{1, "3"}, {2, "3"}}));
        const QString path = m_session->storePath();
        m_session->setStorePath(m_folder->filePath("other.sqlite"));
        QVERIFY(m_session->runColors().isEmpty()); // its run 1 is another run
        m_session->setStorePath(path);
        QCOMPARE(m_session->runColors().size(), 2);
    }
};

QTEST_MAIN(RunColorsTest)
#include "run_colors_test.moc"
