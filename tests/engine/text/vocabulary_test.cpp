#include "core/error.h"
#include "message_of.h"
#include "text/vocabulary.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <stdexcept>
#include <sys/stat.h>

using namespace headlight;

using Names = std::vector<std::string>;

class VocabularyTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const QByteArray& text) {
        const QString path = m_folder.filePath("vocab.txt");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

private slots:
    void theMostFrequentComesFirst() {
        TokenCounts counts;
        for (const char* token : {"b", "a", "c", "a", "c", "d", "<unk>", "<pad>"})
            counts.add(token);
        QCOMPARE(counts.total(), std::int64_t(8));
        QCOMPARE(counts.count("c"), std::int64_t(2));
        QCOMPARE(counts.count("absent"), std::int64_t(0));
        const Vocabulary all = Vocabulary::fromCounts(counts);
        QCOMPARE(all.tokens(), (Names{"<pad>", "<unk>", "a", "c", "b", "d"}));
        QCOMPARE(Vocabulary::fromCounts(counts, 2).tokens(), (Names{"<pad>", "<unk>", "a", "c"}));
    }

    /// Or a model would be saved that its reader refuses.
    void whatIsTooLongForAFileIsUnknown() {
        TokenCounts counts;
        counts.add(std::string(1000, 'x'));
        counts.add(std::string(1001, 'y'));
        QCOMPARE(Vocabulary::fromCounts(counts).tokens(), (Names{"<pad>", "<unk>", std::string(1000, 'x')}));
    }

    void unknownTokens() {
        Vocabulary vocabulary;
        QCOMPARE(vocabulary.add("fox"), 2);
        QCOMPARE(vocabulary.add("fox"), 2);
        QCOMPARE(vocabulary.ids({"fox", "dog", "<pad>", "<unk>"}), (std::vector<int>{2, 1, 1, 1}));
        QVERIFY(vocabulary.contains("fox") && !vocabulary.contains("dog"));
        QCOMPARE(vocabulary.token(2), std::string("fox"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, vocabulary.token(3));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, vocabulary.token(-1));
    }

    void oneTokenALine() {
        Vocabulary vocabulary;
        vocabulary.add("naïve");
        vocabulary.add("''");
        QVERIFY(readVocabulary(write("<pad>\n<unk>\nnaïve\n''\n")) == vocabulary);
        QVERIFY(readVocabulary(write("<pad>\r\n<unk>\r\nnaïve\r\n''")) ==
                vocabulary); // CRLF, no end of line at the end
    }

    void whatIsNoFileIsNamed() {
        QVERIFY(messageOf([] { readVocabulary("/dev/zero"); }).contains("a device, expected a regular file"));
        QVERIFY(messageOf([this] { readVocabulary(m_folder.path().toStdString()); }).contains("this is a folder"));
        const std::string pipe = m_folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(messageOf([&] {
                    readVocabulary(pipe);
                }).contains("it is a pipe, and nobody has written anything into it; give a regular file"));
    }

    void badFilesAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << QByteArray() << "the first two lines must be <pad> and <unk>";
        QTest::newRow("one special") << QByteArray("<pad>\n") << "the file has 1";
        QTest::newRow("no specials") << QByteArray("a\nb\n") << "line 1: expected <pad>, got \"a\"";
        QTest::newRow("order") << QByteArray("<unk>\n<pad>\n") << "line 1: expected <pad>";
        QTest::newRow("twice") << QByteArray("<pad>\n<unk>\na\nb\na\n") << "line 5: the token \"a\" is there twice";
        QTest::newRow("special twice") << QByteArray("<pad>\n<unk>\na\n<unk>\n") << "line 4: the token \"<unk>\"";
        QTest::newRow("empty line") << QByteArray("<pad>\n<unk>\na\n\nb\n") << "line 4: the line is empty";
        QTest::newRow("not UTF-8") << QByteArray("<pad>\n<unk>\nna\xEFve\n") << "line 3: the token is not UTF-8";
        QTest::newRow("long") << "<pad>\n<unk>\na\n" + QByteArray(5000, 'x') << "line 4: the token has more than 1000";
        QTest::newRow("long first") << QByteArray(50000000, 'x') << "line 1: the token has more than 1000";
    }

    void badFilesAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        try {
            readVocabulary(write(text));
            QFAIL("expected an Error");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY2(QString(error.what()).contains("vocab.txt"), error.what());
        }
    }

    void missingFiles() {
        QVERIFY_THROWS_EXCEPTION(Error, readVocabulary(m_folder.filePath("absent.txt").toStdString()));
        QVERIFY_THROWS_EXCEPTION(Error, readVocabulary(m_folder.path().toStdString()));
    }
};

QTEST_GUILESS_MAIN(VocabularyTest)
#include "vocabulary_test.moc"
