#include "viewmodels/column_choice.h"

#include <QtTest>

using namespace headlight;

/// From what a person says of a table's columns to its specification.
class ColumnChoiceTest : public QObject {
    Q_OBJECT
private slots:
    void whatTheHeaderSaysIsLeftOut() {
        const TableColumns table = reviews();
        ColumnChoice choice = choiceOf(table);
        QCOMPARE(withColumns("a.csv?text=text&lower=true&dev=0.1", table, choice),
                 QStringLiteral("a.csv?lower=true&dev=0.1"));
        choice.label = 0;
        QCOMPARE(withColumns("a.csv", table, choice), QStringLiteral("a.csv?text=text&label=mood"));
        choice.hasHeader = false;
        QCOMPARE(withColumns("a.csv?limit=9", table, choice), QStringLiteral("a.csv?limit=9&text=2&label=1"));
    }

    void aGuessIsWrittenOutAsSoonAsAPartOfItIsChosen() {
        TableColumns table{"a.txt", "pairs"};
        table.lines = {{"7", "a b", "c d", "yes"}};
        table.text = {{1}, ColumnSource::Guess};
        table.second = {{2}, ColumnSource::Guess};
        table.label = {{3}, ColumnSource::Guess};
        ColumnChoice choice = choiceOf(table);
        choice.text = {0};
        QCOMPARE(withColumns("a.txt", table, choice), QStringLiteral("a.txt?text=1&second=3&label=4"));
        choice.second.reset();
        QCOMPARE(withColumns("a.txt", table, choice), QStringLiteral("a.txt?format=table&text=1&label=4"));
    }

    void aPairOfATableIsSaid() {
        const TableColumns table = reviews();
        ColumnChoice choice = choiceOf(table);
        choice.second = 0;
        choice.label.reset();
        choice.score = 2;
        QCOMPARE(withColumns("a.csv", table, choice),
                 QStringLiteral("a.csv?format=pairs&text=text&second=mood&score=label"));
        choice.text = {0, 1};
        QCOMPARE(withColumns("a.csv", table, choice),
                 QStringLiteral("a.csv?format=pairs&text=text&second=mood&score=label")); // a side is one column
    }

    void oneTextOfAPairIsSaid() {
        TableColumns table{"a.tsv", "pairs", true, true};
        table.lines = {{"sentence1", "sentence2", "score", "label"}};
        table.text = {{0}, ColumnSource::Header, {0}};
        table.second = {{1}, ColumnSource::Header, {1}};
        table.label.byHeader = {3};
        table.score = {{2}, ColumnSource::Header, {2}};
        ColumnChoice choice = choiceOf(table);
        QCOMPARE(withColumns("a.tsv?format=pairs", table, choice), QStringLiteral("a.tsv"));
        choice.score.reset();
        choice.label = 3; // the score would go before it
        QCOMPARE(withColumns("a.tsv", table, choice),
                 QStringLiteral("a.tsv?text=sentence1&second=sentence2&label=label"));
        choice.second.reset();
        QCOMPARE(withColumns("a.tsv", table, choice), QStringLiteral("a.tsv?format=table&text=sentence1&label=label"));
    }

    void whatIsNotSaidYetIsLeftOpen() {
        TableColumns table{"a?.txt", "text"};
        table.lines = {{"Some a", "x y"}};
        ColumnChoice choice;
        choice.label = 1;
        QCOMPARE(withColumns("a?.txt?seed=2", table, choice), QStringLiteral("a?.txt?seed=2&format=table&label=2"));
        QCOMPARE(withColumns("a?.txt?seed", table, choice), QStringLiteral("a?.txt?format=table&label=2"));
    }

    void aNameThatAnOptionCannotHoldIsANumber() {
        TableColumns table{"a.csv", "table"};
        table.hasHeader = true;
        table.lines = {{"good?", "q&a", "c+d", "2", "same", "same", "", "fine"}};
        ColumnChoice choice;
        choice.hasHeader = true;
        for (std::size_t column = 0; column < 7; ++column) {
            choice.label = column;
            QCOMPARE(withColumns("a.csv", table, choice), QStringLiteral("a.csv?label=%1").arg(column + 1));
        }
        choice.label = 7;
        QCOMPARE(withColumns("a.csv", table, choice), QStringLiteral("a.csv?label=fine"));
    }

    void columnsHaveTheirNameOrWhatStandsThereFirst() {
        TableColumns table = reviews();
        table.lines.push_back({"glad", "How did the very long first line of this table ever begin?", "1"});
        QCOMPARE(columnTitles(table, true), QStringList({"mood", "text", "label"}));
        QCOMPARE(columnTitles(table, false)[1], QStringLiteral("2: “text”"));
        QVERIFY(columnExamples(table, 1, true).startsWith("How did"));
        table.lines.erase(table.lines.begin());
        QCOMPARE(columnTitles(table, false)[1], QStringLiteral("2: “How did the very long first l…”"));
    }

    void aGuessIsToldInWords() {
        TableColumns table = reviews();
        QCOMPARE(columnsNote(table), QString());
        table.label.source = table.text.source = ColumnSource::Guess;
        QCOMPARE(columnsNote(table), QStringLiteral("Text and label: guessed; choose if it is wrong."));
        table.text = table.label = {};
        QVERIFY(columnsNote(table).contains("choose them"));
    }

private:
    static TableColumns reviews() {
        TableColumns table{"a.csv", "table", false, true};
        table.lines = {{"mood", "text", "label"}};
        table.text = {{1}, ColumnSource::Header, {1}};
        table.label = {{2}, ColumnSource::Header, {2}};
        return table;
    }
};

QTEST_GUILESS_MAIN(ColumnChoiceTest)
#include "column_choice_test.moc"
