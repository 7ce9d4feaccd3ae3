#include "text/detokenized.h"

#include <QtTest>

using namespace headlight;

class DetokenizedTest : public QObject {
    Q_OBJECT
private slots:
    void textsOfPeople_data() {
        QTest::addColumn<QString>("tokens");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* tokens, const char* text) { QTest::newRow(tokens) << tokens << text; };
        row("a man , in a hat .", "a man, in a hat.");
        row("the man &apos;s hat", "the man's hat");
        row("he says &quot; stop &quot; and goes", "he says \"stop\" and goes");
        row("( a dog ) runs !", "(a dog) runs!");
        row("a red @-@ haired girl", "a red-haired girl");
        row("&amp;lt; &lt; b", "&lt; < b");
        row("kinder &apos; eis &apos; essen", "kinder 'eis' essen");
        row("  a   b ", "a b");
        row("", "");
        row("„ ja “ sagt er", "„ja“ sagt er");
        row("“ yes ” he says", "“yes” he says"); // what closes in one language opens in another
    }
    void textsOfPeople() {
        QFETCH(QString, tokens);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(detokenized(tokens.toStdString())), text);
    }
};

QTEST_APPLESS_MAIN(DetokenizedTest)
#include "detokenized_test.moc"
