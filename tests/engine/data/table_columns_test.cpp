#include "data/table_columns.h"
#include "engine/data/corpus_files.h"

#include <QtTest>

using namespace headlight;

using Positions = std::vector<std::size_t>;

/// What a person is told of a table's columns before it is read.
class TableColumnsTest : public QObject, CorpusFiles {
    Q_OBJECT
private slots:
    void aHeaderSaysWhatIsWhat() {
        const auto table = tableColumns(write("a.csv", "id,title,text,label\n1,A,b c,x\n2,D,e f,y\n"));
        QVERIFY(table && table->format == "table" && table->hasHeader && !table->isPairHeader);
        QCOMPARE(table->lines.front(), (Names{"id", "title", "text", "label"}));
        QCOMPARE(table->lines.size(), std::size_t(3));
        QCOMPARE(table->text.columns, (Positions{1, 2}));
        QVERIFY(table->text.source == ColumnSource::Header && table->label.source == ColumnSource::Header);
        QCOMPARE(table->label.columns, (Positions{3}));
        QVERIFY(table->second.columns.empty() && table->second.source == ColumnSource::None);
    }

    void optionsGoBeforeTheHeader() {
        const auto table = tableColumns(write("b.csv", "text,label,mood\nb c,x,1\ne f,y,2\n") + "?label=mood&text=1");
        QVERIFY(table && table->hasHeader);
        QVERIFY(table->label.source == ColumnSource::Options && table->text.source == ColumnSource::Options);
        QCOMPARE(table->label.columns, (Positions{2}));
        QCOMPARE(table->label.byHeader, (Positions{1}));
    }

    void whatIsGuessedIsSaid() {
        const QByteArray rows = "good\ta b c\nbad\td e f\ngood\tg h i\nbad\tj k l\n";
        const auto single = tableColumns(write("c.tsv", rows));
        QVERIFY(single && single->format == "table" && !single->hasHeader);
        QVERIFY(single->text.source == ColumnSource::Guess && single->label.source == ColumnSource::Guess);
        QCOMPARE(single->text.columns, (Positions{1}));
        QCOMPARE(single->label.columns, (Positions{0}));

        const std::string pairs = write("d.txt", "a b\tc d\tyes\ne f\tg h\tno\ni j\tk l\tyes\n");
        const auto pair = tableColumns(pairs);
        QVERIFY(pair && pair->format == "pairs" && !pair->hasHeader);
        QVERIFY(pair->text.source == ColumnSource::Guess && pair->second.source == ColumnSource::Guess);
        QCOMPARE(pair->second.columns, (Positions{1}));
        QCOMPARE(pair->label.columns, (Positions{2}));
        const auto named = tableColumns(pairs + "?text=1&second=2&label=3");
        QVERIFY(named->text.source == ColumnSource::Options && named->label.source == ColumnSource::Options);
    }

    void aScoreTakesThePlaceOfTheLabel() {
        const auto table = tableColumns(write("e.tsv", "sentence1\tsentence2\tscore\tlabel\na b\tc d\t3.5\tx\n"));
        QVERIFY(table && table->format == "pairs" && table->isPairHeader && table->hasHeader);
        QCOMPARE(table->score.columns, (Positions{2}));
        QVERIFY(table->label.columns.empty());
        QCOMPARE(table->label.byHeader, (Positions{3}));
    }

    /// A table that is refused because nothing says what its columns are is shown all the same.
    void nothingIsTakenOfUnclearColumns_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("format");
        QTest::addColumn<bool>("hasHeader");
        QTest::newRow("sentences that might be pairs")
            << "wide.tsv" << QByteArray("x7\ta b\tc d\tyes\nx3\td e\tf g\tno\nx5\td e\tf h\tyes\nx7\td e\tf i\tno\n")
            << "pairs" << false;
        QTest::newRow("unusual names") << "names.csv" << QByteArray("opening,verdict\na b,c d\ne f,g h\n") << "table"
                                       << true;
        QTest::newRow("a text of tabs") << "lines.txt"
                                        << QByteArray("Some a\tx y\nAll b\tz u\nEach c\tv w\nNo d\tx y\n") << "text"
                                        << false;
    }
    void nothingIsTakenOfUnclearColumns() {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const std::string path = write(name, bytes);
        QVERIFY(messageOf(path) != "no error");
        const auto table = tableColumns(path);
        QVERIFY(table);
        QTEST(QString::fromStdString(table->format), "format");
        QTEST(table->hasHeader, "hasHeader");
        for (const TakenColumns& taken : {table->text, table->second, table->label, table->score})
            QVERIFY(taken.columns.empty() && taken.source == ColumnSource::None);
        QCOMPARE(qsizetype(table->lines.front().size()),
                 bytes.left(bytes.indexOf('\n')).count('\t') + bytes.left(bytes.indexOf('\n')).count(',') + 1);
    }

    void whatIsNamedOfUnclearColumnsIsKept() {
        const std::string path = write("wide.tsv", "x7\ta b\tc d\tyes\nx7\td e\tf g\tno\nx5\td e\tf h\tyes\n");
        const auto table = tableColumns(path + "?format=pairs&second=3");
        QVERIFY(table && table->format == "pairs" && !table->hasHeader);
        QCOMPARE(table->second.columns, (Positions{2}));
        QVERIFY(table->second.source == ColumnSource::Options);
        QVERIFY(table->text.columns.empty() && table->label.columns.empty());
        QVERIFY(tableColumns(path + "?text=9&label=1")->text.columns.empty()); // there is no such column
    }

    void otherCorporaAreNoTables() {
        for (const char* corpus : {"label_text", "trees", "tags", "parallel", "class_files"})
            QVERIFY2(!tableColumns(sample(corpus)), corpus);
        QVERIFY(!tableColumns(sample("nowhere")));
        QVERIFY(!tableColumns(sample("tables/reviews.csv?nonsense=1")));
        QVERIFY(tableColumns(sample("tables/reviews.csv")) && tableColumns(sample("pairs")));
    }
};

QTEST_GUILESS_MAIN(TableColumnsTest)
#include "table_columns_test.moc"
