#include "panels/tensors_panel.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "engine/models/model_folder.h"
#include "plots/histogram_plot.h"
#include "viewmodels/tensor_table.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>

namespace headlight {

class TensorsPanelTest : public QObject, private PanelFixture<TensorsPanel> {
    Q_OBJECT

    void addSaved(const QString& name, float shift = 0) {
        const auto network = sampleClassifier();
        network->embedding().value.array() += shift;
        saveModel(*network, m_folder->filePath(name).toStdString());
        m_session->addModel(opened(name, network, m_folder->filePath(name)));
    }
    QTableView* table() { return find<QTableView>("tensors.table"); }
    QString text(int row, int column) { return table()->model()->index(row, column).data().toString(); }
    void clickRow(int row) {
        const QRect cell = table()->visualRect(table()->model()->index(row, 0));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, cell.center());
    }
    void waitForAll() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience); }
    /// Of the menu "Compare with".
    void compareWith(const QString& title) {
        QTimer::singleShot(0, this, [&] {
            auto* menu = find<QMenu>("tensors.comparisons");
            for (QAction* action : menu->actions())
                if (action->text().contains(title))
                    return QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            menu->close();
            QFAIL(qPrintable("the menu has no " + title));
        });
        QTest::mouseClick(find<QToolButton>("tensors.compare"), Qt::LeftButton);
        waitForAll();
    }

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void withoutAModelOneIsAskedFor() {
        open();
        QVERIFY(!table()->isVisible());
        QVERIFY(!find<QPushButton>("tensors.measure")->isEnabled());
        QSignalSpy asked(m_session.get(), &Session::modelRequested);
        QTest::mouseClick(find<QWidget>("tensors.empty")->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
    }

    void tensorsAreListedFilteredAndSorted() {
        addSaved("a");
        open();
        QVERIFY(table()->isVisible());
        const int all = table()->model()->rowCount();
        QVERIFY(all > 4);
        QVERIFY(find<QLabel>("tensors.count")->text().startsWith(QString("safetensors: %1 tensors").arg(all)));
        auto* header = table()->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(TensorTable::Size) + 20, header->height() / 2));
        const auto bytes = [&](int row) {
            return table()->model()->index(row, TensorTable::Size).data(TensorTable::SortRole).toDouble();
        };
        const bool rises = header->sortIndicatorOrder() == Qt::AscendingOrder;
        QVERIFY(rises ? bytes(0) <= bytes(all - 1) : bytes(0) >= bytes(all - 1));
        QTest::keyClicks(find<QLineEdit>("tensors.filter"), "embedding");
        QVERIFY(table()->model()->rowCount() > 0 && table()->model()->rowCount() < all);
        QVERIFY(find<QLabel>("tensors.count")->text().contains(QString("of %1 tensors").arg(all)));
        QVERIFY(find<QTreeWidget>("tensors.configuration")->topLevelItemCount() > 2);
    }

    void aChosenTensorIsDrawn() {
        addSaved("a");
        open();
        QVERIFY(find<HistogramPlot>("tensors.histogram")->values().rows.isEmpty());
        clickRow(0);
        waitForAll();
        QCOMPARE(find<HistogramPlot>("tensors.histogram")->values().rows.size(), 64);
        QVERIFY(find<QLabel>("tensors.figures")->text().contains("norm"));
        QVERIFY(text(0, 4) != "—"); // its norm
        QVERIFY(text(1, 4) == "—");
        QTest::mouseClick(find<QCheckBox>("tensors.logarithmic"), Qt::LeftButton, {}, QPoint(8, 8));
        QVERIFY(find<HistogramPlot>("tensors.histogram")->isLogarithmic(PlotWidget::Axis::Y));
        QTest::mouseClick(find<QPushButton>("tensors.measure"), Qt::LeftButton);
        waitForAll();
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            QVERIFY(text(row, 4) != "—");
        QCOMPARE(table()->selectionModel()->selectedRows().size(), 1); // it stays chosen
        const QAbstractItemView& view = *table();
        for (int column = 1; column < table()->model()->columnCount(); ++column) // no number without its middle
            QVERIFY2(view.sizeHintForColumn(column) <= table()->columnWidth(column),
                     qPrintable(QString::number(column)));
    }

    void anOpenModelIsCompared() {
        addSaved("other", 0.5f);
        addSaved("a");
        open();
        compareWith("other");
        const auto states = [&] {
            QStringList found;
            for (int row = 0; row < table()->model()->rowCount(); ++row)
                found << text(row, TensorTable::State);
            return found;
        };
        QCOMPARE(states().count("changed"), 1);
        QCOMPARE(states().count("equal"), states().size() - 1);
        QCOMPARE(states().front(), QString("changed")); // what differs comes first
        QVERIFY2(find<QLabel>("tensors.count")->text().contains("1 changed"),
                 qPrintable(find<QLabel>("tensors.count")->text()));
        compareWith("End");
        QCOMPARE(table()->model()->headerData(TensorTable::State, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("Norm"));
    }

    void aDroppedFolderIsComparedOnTheTableAlone() {
        addSaved("a");
        open();
        const QPoint onTable = table()->mapToGlobal(table()->rect().center());
        QVERIFY(m_panel->takeDropped(m_folder->filePath("a"), onTable));
        waitForAll();
        QCOMPARE(text(0, TensorTable::State), QString("equal"));
        const auto* tree = find<QTreeWidget>("tensors.configuration");
        QVERIFY(!m_panel->takeDropped(m_folder->filePath("a"), tree->mapToGlobal(tree->rect().center())));
    }

    void whatIsWrongIsTold() {
        addSaved("a");
        open();
        QSignalSpy posted(m_session.get(), &Session::noticePosted);
        m_panel->takeDropped(m_folder->filePath("nothing"), table()->mapToGlobal(table()->rect().center()));
        QTRY_COMPARE_WITH_TIMEOUT(posted.size(), 1, patience);
        QVERIFY(posted[0][0].value<Notice>().text.contains("nothing"));
        QVERIFY(table()->isVisible());
    }

    /// Where the pointer is, nothing moves when numbers come.
    void controlsKeepTheirPlaces() {
        addSaved("a");
        open();
        const auto names = {"tensors.measure", "tensors.compare", "tensors.stop", "tensors.filter", "tensors.table"};
        const auto before = places(names);
        QTest::mouseClick(find<QPushButton>("tensors.measure"), Qt::LeftButton);
        clickRow(0);
        waitForAll();
        QCOMPARE(places(names), before);
    }
};

} // namespace headlight

QTEST_MAIN(headlight::TensorsPanelTest)
#include "tensors_panel_test.moc"
