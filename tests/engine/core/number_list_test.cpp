#include "core/number_list.h"

#include "core/error.h"

#include <QtTest>

using namespace headlight;

class NumberListTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAndBlanks() {
        QCOMPARE(numbersOf("3, 4 ,5", list), (std::vector<std::int64_t>{3, 4, 5}));
        QCOMPARE(numbersOf("64", list), std::vector<std::int64_t>{64});
        QVERIFY(numbersOf("  ", list, true).empty());
    }

    void othersAreRefused() {
        for (const char* text :
             {"", " ", "0", "65", "3,", ",3", "3,,4", "3.5", "x", "3 4", "1,2,3,4,5", "99999999999999999999", "-1"})
            QVERIFY_THROWS_EXCEPTION(Error, numbersOf(text, list));
        try {
            numbersOf("3;4", list);
            QFAIL("taken");
        } catch (const Error& error) {
            QCOMPARE(std::string(error.what()), std::string("expected 4 widths, got \"3;4\""));
        }
    }

private:
    const NumberList list{1, 64, 4, "4 widths"};
};

QTEST_GUILESS_MAIN(NumberListTest)
#include "number_list_test.moc"
