#include "core/csv.h"

#include "core/error.h"
#include "message_of.h"

#include <QtTest>

using namespace headlight;

using Fields = std::vector<std::string>;

class CsvTest : public QObject {
    Q_OBJECT

private slots:
    void quotesHoldCommasLineBreaksAndQuotes() {
        const auto rows = readCsv("a,\"b, c\",\"say \"\"no\"\"\"\n\n\"two\nlines\",,x\r\nlast", "t.csv");
        QCOMPARE(rows.size(), std::size_t(3)); // an empty line is none
        QCOMPARE(rows[0].fields, (Fields{"a", "b, c", "say \"no\""}));
        QCOMPARE(rows[1].fields, (Fields{"two\nlines", "", "x"}));
        QCOMPARE(rows[2].fields, (Fields{"last"}));
    }

    void rowsKnowTheirLines() {
        const auto rows = readCsv("a\n\"b\nb\nb\",1\n\nc,2\n", "t.csv");
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[1].line, std::size_t(2));
        QCOMPARE(rows[2].line, std::size_t(6));
    }

    void aBackslashIsACharacter() {
        const auto rows = readCsv("C:\\new,\"D:\\table\\\"\n", "t.csv");
        QCOMPARE(rows.front().fields, (Fields{"C:\\new", "D:\\table\\"}));
    }

    void aQuoteWithinAFieldIsACharacter() {
        QCOMPARE(readCsv("5\" nails,a \"b\"", "t.csv").front().fields, (Fields{"5\" nails", "a \"b\""}));
    }

    void whatIsNoTableIsToldWithItsLine() {
        QCOMPARE(messageOf([] { readCsv("a,b\n\"c,d\n", "t.csv"); }),
                 QString("t.csv, line 2: the quote that is opened here is never closed"));
        QCOMPARE(messageOf([] { readCsv("a\n\"b\"c\n", "t.csv"); }),
                 QString("t.csv, line 2: expected a comma or the end of the line after the closing quote"));
    }

    void nothingHasNoRows() {
        QVERIFY(readCsv("", "t.csv").empty());
        QVERIFY(readCsv("\n\r\n", "t.csv").empty());
    }
};

QTEST_GUILESS_MAIN(CsvTest)
#include "csv_test.moc"
