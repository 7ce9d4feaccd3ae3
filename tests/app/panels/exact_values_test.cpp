// What a table that is filtered and sorted has for files.

#include "panels/exact_values.h"

#include "viewmodels/exact_table.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

/// Three rows; what is seen of a number is rounded.
class SmallTable : public ExactTable {
public:
    int rowCount(const QModelIndex& = {}) const override { return 3; }
    int columnCount(const QModelIndex& = {}) const override { return 2; }
    QString key(int column) const override { return column == 0 ? "name" : "norm"; }
    QString exactText(int row, int column) const override {
        return column == 0 ? QString(QChar(u'c' - row)) : QString::number(row + 0.125);
    }
    QVariant data(const QModelIndex& index, int role) const override {
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == 0 ? exactText(index.row(), 0) : QString::number(index.row());
    }
};

} // namespace

class ExactValuesTest : public QObject {
    Q_OBJECT

private slots:
    void allRowsThatAreShownInTheirOrder() {
        SmallTable table;
        QSortFilterProxyModel shown;
        shown.setSourceModel(&table);
        shown.sort(0);
        const ValueTable all = exactValues(table, shown);
        QCOMPARE(all.columns, (QStringList{"name", "norm"}));
        QCOMPARE(all.rows, (QList<QStringList>{{"a", "2.125"}, {"b", "1.125"}, {"c", "0.125"}}));
        shown.setFilterFixedString("b");
        QCOMPARE(exactValues(table, shown).rows, (QList<QStringList>{{"b", "1.125"}}));
    }

    void theMenuWritesThem() {
        SmallTable table;
        QSortFilterProxyModel shown;
        shown.setSourceModel(&table);
        QTableView view;
        view.setModel(&shown);
        FigureSource source;
        source.name = [] { return QStringLiteral("small"); };
        FigureMenu* const menu = addTableFigure(view, table, shown, source);
        QCOMPARE(menu->widget(), &view);
        QVERIFY(menu->isSecondary());
        const QTemporaryDir folder;
        const QString path = folder.filePath("small.csv");
        QCOMPARE(menu->exportTo(path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), exactValues(table, shown).toCsv());
    }
};

QTEST_MAIN(ExactValuesTest)
#include "exact_values_test.moc"
