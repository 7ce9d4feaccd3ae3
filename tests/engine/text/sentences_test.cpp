#include "text/sentences.h"

#include <QtTest>

using namespace headlight;

namespace {

QStringList cut(const std::string& text) {
    QStringList sentences;
    for (const ByteSpan& span : sentencesOf(text))
        sentences << QString::fromStdString(text.substr(span.begin, span.end - span.begin));
    return sentences;
}

} // namespace

class SentencesTest : public QObject {
    Q_OBJECT

private slots:
    void sentencesOfTexts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("sentences"); // between bars
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("white space") << " \t\n\u00a0\u3000 "
                                     << "";
        QTest::newRow("one") << "No end"
                             << "No end";
        QTest::newRow("two") << "It rained. We stayed."
                             << "It rained.|We stayed.";
        QTest::newRow("white space around") << "  It rained.\u00a0  We stayed. \n"
                                            << "It rained.|We stayed.";
        QTest::newRow("without a space") << "It rained.We stayed."
                                         << "It rained.We stayed.";
        QTest::newRow("lines") << "A heading\n\nWe stayed."
                               << "A heading|We stayed.";
        QTest::newRow("marks") << "Really? Yes! Well… maybe."
                               << "Really?|Yes!|Well… maybe.";
        QTest::newRow("quotes") << "\"Go!\" he said. (She did.) Then rest."
                                << "\"Go!\"|he said.|(She did.)|Then rest.";
        QTest::newRow("numbers") << "It grew 3.5 % in 1.2 years. Then 4."
                                 << "It grew 3.5 % in 1.2 years.|Then 4.";
        QTest::newRow("small letter behind") << "It took approx. three days."
                                             << "It took approx. three days.";
        QTest::newRow("initials") << "The U.S. army left."
                                  << "The U.S. army left.";
        QTest::newRow("abbreviations are not known") << "Mr. Smith came."
                                                     << "Mr.|Smith came.";
        QTest::newRow("letters of two bytes") << "Äpfel für Ö. Übel? Ja."
                                              << "Äpfel für Ö.|Übel?|Ja.";
        QTest::newRow("letters of four bytes") << "Nice 😀. 👩‍🚀 Flew! 🎉"
                                               << "Nice 😀.|👩‍🚀 Flew!|🎉";
        QTest::newRow("other full stops") << "雨だった。家にいた。"
                                          << "雨だった。|家にいた。";
    }
    void sentencesOfTexts() {
        QFETCH(QString, text);
        QFETCH(QString, sentences);
        QCOMPARE(cut(text.toStdString()).join('|'), sentences);
    }

    void placesAreBytes() {
        QCOMPARE(sentencesOf(" Ä. Ö"), (std::vector<ByteSpan>{{1, 4}, {5, 7}}));
        QCOMPARE(sentencesOf("😀! Ja."), (std::vector<ByteSpan>{{0, 5}, {6, 9}}));
    }

    /// Bytes that are no text are part of a sentence, and none is lost or read twice.
    void whatIsNoUtf8IsKept() {
        using namespace std::string_literals;
        for (const std::string& text : {"\xFF\xFE. A"s, "a\xC3"s, "\x80\x80\x80"s, "One. \xF0\x9F\x98"s, "\0. B"s}) {
            std::size_t end = 0;
            for (const ByteSpan& span : sentencesOf(text)) {
                QVERIFY(span.begin >= end && span.end > span.begin && span.end <= text.size());
                end = span.end;
            }
            QCOMPARE(end, text.size());
        }
    }
};

QTEST_GUILESS_MAIN(SentencesTest)
#include "sentences_test.moc"
