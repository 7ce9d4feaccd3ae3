#include "cli/csv_row.h"
#include "engine/core/csv.h"

#include <QtTest>

using namespace headlight;

/// A field is quoted where a reader would take it for several, and its bytes stay.
class CsvRowTest : public QObject {
    Q_OBJECT

private slots:
    void fieldsStayApart_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("plain") << QByteArray("the cup") << QByteArray("the cup");
        QTest::newRow("comma") << QByteArray("a,b") << QByteArray("\"a,b\"");
        QTest::newRow("quotes") << QByteArray("say \"tea\"") << QByteArray("\"say \"\"tea\"\"\"");
        QTest::newRow("lines") << QByteArray("a\nb") << QByteArray("\"a\nb\"");
        QTest::newRow("backslash") << QByteArray("C:\\new") << QByteArray("C:\\new");
        QTest::newRow("letters") << QByteArray("naïve 🫖") << QByteArray("naïve 🫖");
        QTest::newRow("formula") << QByteArray("=1+1") << QByteArray("'=1+1");
        QTest::newRow("formula with commas") << QByteArray("=SUM(A1,A2)") << QByteArray("\"'=SUM(A1,A2)\"");
        QTest::newRow("plus") << QByteArray("+cmd") << QByteArray("'+cmd");
        QTest::newRow("at") << QByteArray("@name") << QByteArray("'@name");
        QTest::newRow("bracket") << QByteArray("-LRB-") << QByteArray("'-LRB-");
        QTest::newRow("two numbers") << QByteArray("-1+1") << QByteArray("'-1+1");
        QTest::newRow("tab") << QByteArray("\t=1") << QByteArray("'\t=1");
        QTest::newRow("return") << QByteArray("\r=1") << QByteArray("\"'\r=1\"");
        QTest::newRow("apostrophe and formula") << QByteArray("'=1") << QByteArray("''=1");
        QTest::newRow("apostrophe") << QByteArray("'tis") << QByteArray("'tis");
        QTest::newRow("sign alone") << QByteArray("-") << QByteArray("-");
        for (const char* number : {"-0.5", "-1e-05", "+3", "-inf", "'-0.5"})
            QTest::newRow(number) << QByteArray(number) << QByteArray(number);
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }

    void fieldsStayApart() {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, written);
        const std::vector<std::string> fields{"1", field.toStdString(), "2"};
        QCOMPARE(QByteArray::fromStdString(csvRow(fields)), "1," + written + ",2\n");
        const std::vector<CsvRow> read = readCsv(csvRow(fields), "rows.csv"); // by our own reader of corpora
        QCOMPARE(read.size(), std::size_t(1));
        QCOMPARE(read[0].fields, fields);
    }
};

QTEST_GUILESS_MAIN(CsvRowTest)
#include "csv_row_test.moc"
