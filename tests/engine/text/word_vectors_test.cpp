#include "core/error.h"
#include "message_of.h"
#include "text/embedding_table.h"
#include "text/word_vectors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <sys/stat.h>

using namespace headlight;

using Names = std::vector<std::string>;

namespace {

std::string shared(const char* path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/vectors/" + path;
}

QByteArray binary(const QByteArray& header, const std::vector<std::pair<QByteArray, std::vector<float>>>& rows) {
    QByteArray bytes = header;
    for (const auto& [word, numbers] : rows) {
        bytes += word + " ";
        for (const float number : numbers) {
            char raw[4];
            std::memcpy(raw, &number, 4);
            bytes.append(raw, 4);
        }
        bytes += "\n";
    }
    return bytes;
}

} // namespace

class WordVectorsTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const QByteArray& bytes) {
        const QString path = m_folder.filePath("vectors");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

private slots:
    void allFormsGiveTheSame_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("GloVe") << QByteArray("the 1 -2.5 3e-1\nfox 0.25 0 4\n");
        QTest::newRow("no last line end, CRLF") << QByteArray("the 1 -2.5 3e-1\r\nfox 0.25 0 4");
        QTest::newRow("word2vec text") << QByteArray("2 3\nthe 1 -2.5 0.3 \nfox 0.25 0 4 \n");
        QTest::newRow("word2vec binary") << binary("2 3\n", {{"the", {1, -2.5f, 0.3f}}, {"fox", {0.25f, 0, 4}}});
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBFthe 1 -2.5 3e-1\nfox 0.25 0 4\n");
        QTest::newRow("byte order mark and counts") << QByteArray("\xEF\xBB\xBF"
                                                                  "2 3\nthe 1 -2.5 3e-1\nfox 0.25 0 4\n");
        QTest::newRow("a word twice") << QByteArray("the 1 -2.5 .3\nfox 0.25 0 4\nthe 9 9 9\n");
        QTest::newRow("a word that is no UTF-8") << QByteArray("the 1 -2.5 .3\nfo\xFF 1 2 3\nfox 0.25 0 4\n");
    }

    void allFormsGiveTheSame() {
        QFETCH(QByteArray, bytes);
        const WordVectors vectors = readWordVectors(write(bytes));
        QCOMPARE(vectors.dimension, 3);
        QCOMPARE(readVectorWidth(write(bytes)), 3);
        QCOMPARE(vectors.words, (Names{"the", "fox"}));
        QCOMPARE(vectors.values()(1, 0), Real(-2.5));
        QCOMPARE(vectors.values()(2, 0), Real(0.3f));
        QCOMPARE(vectors.values()(2, 1), Real(4));
        QCOMPARE(readWordVectors(write(bytes), {"fox", "dog"}).words, Names{"fox"});
    }

    void binaryNumbersMayHoldLineBreaks() {
        const float broken = 0.01f; // its first byte is that of a line break, and none of them is a control character
        const std::vector<std::vector<float>> starts = {{broken, 2}, {broken, broken}, {0.3f, broken}};
        for (const std::vector<float>& start : starts) {
            const WordVectors vectors = readWordVectors(write(binary("2 2\n", {{"the", start}, {"fox", {3, 4}}})));
            QCOMPARE(vectors.words, (Names{"the", "fox"}));
            QCOMPARE(vectors.values()(0, 0), Real(start[0]));
            QCOMPARE(vectors.values()(1, 0), Real(start[1]));
        }
        QCOMPARE(readWordVectors(write(binary("1 1\n", {{"the", {broken}}}))).values()(0, 0), Real(broken));
        for (const char* text : {"1 1\nthe -1e-5\n", "1 1\n\nthe\t-1e-5\n", "1 1\nhippopotamus -1e-5"})
            QCOMPARE(readWordVectors(write(text)).values()(0, 0), Real(-1e-5));
    }

    void wordsMayHoldSpaces() {
        const WordVectors vectors = readWordVectors(write("the 1 2\n. . . 3 4\nat me@example.org 5 6\n"));
        QCOMPARE(vectors.words, (Names{"the", ". . .", "at me@example.org"}));
        QCOMPARE(vectors.values()(0, 1), Real(3));
    }

    void badFilesAreNamed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("message");
        const std::vector<std::pair<QByteArray, std::vector<float>>> rows = {{"the", {1, 2}}, {"fox", {3, 4}}};
        QTest::newRow("empty") << QByteArray() << "the file is empty";
        QTest::newRow("blank") << QByteArray("\n\n") << "no word is in it";
        QTest::newRow("few numbers") << QByteArray("the 1 2 3\nfox 1 2\n")
                                     << "line 2: expected a word and 3 numbers, got 2";
        QTest::newRow("many numbers") << QByteArray("the 1 2\nfox 1 2 3\n")
                                      << "line 2: expected a word and 2 numbers, got 3";
        QTest::newRow("no number") << QByteArray("the 1 2\nfox 1 two\n") << "line 2: expected a number, got \"two\"";
        QTest::newRow("infinite") << QByteArray("the 1 2\nfox 1 inf\n") << "line 2: expected a number, got \"inf\"";
        QTest::newRow("huge") << QByteArray("the 1 2\nfox 1 1e99\n") << "line 2: expected a number, got \"1e99\"";
        QTest::newRow("prose") << QByteArray("Once upon a time\n") << "line 1: expected a number, got \"upon\"";
        QTest::newRow("words alone") << QByteArray("the\nfox\n") << "line 1: expected a word and its numbers";
        QTest::newRow("short text") << QByteArray("3 2\nthe 1 2\n") << "the file ends after 1 of 3 words";
        QTest::newRow("long text") << QByteArray("1 2\nthe 1 2\nfox 1 2\n")
                                   << "more than the 1 words of its first line";
        QTest::newRow("huge header") << QByteArray("9000000000000000000 10000\nthe 1 2\n")
                                     << "expected a word and 10000 numbers";
        QTest::newRow("wide header") << QByteArray("2 99999999\nthe 1 2\n") << "line 1: expected the counts";
        QTest::newRow("negative header") << QByteArray("-2 3\nthe 1 2\n") << "line 1: expected the counts";
        QTest::newRow("long line") << QByteArray(3000000, 'x') << "line 1: the line has more than 1 MiB";
        QTest::newRow("truncated binary")
            << binary("2 2\n", rows).chopped(3) << "byte 17: the file ends after 1 of 2 words";
        QTest::newRow("short binary") << binary("9000000000000 2\n", rows) << "the file ends after 2 of";
        QTest::newRow("long binary") << binary("1 2\n", rows) << "expected the end of the file after 1 words";
        QTest::newRow("not a number in binary")
            << binary("2 2\n", {{"the", {1, 2}}, {"fox", {NAN, 4}}}) << "not finite";
        QTest::newRow("no space in binary")
            << "2 2\nthe \1\2\3\4\5\6\7\1" + QByteArray(5000, '\1') << "expected a word of 1";
        QTest::newRow("damaged gzip") << QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\x03garbage that is no deflate stream", 43)
                                      << "reading failed";
    }

    void badFilesAreNamed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, message);
        try {
            readWordVectors(write(bytes));
            QFAIL("expected an Error");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
            QVERIFY2(QString(error.what()).contains("vectors"), error.what());
        }
        QVERIFY_THROWS_EXCEPTION(Error, readWordVectors(m_folder.filePath("absent").toStdString()));
        QVERIFY_THROWS_EXCEPTION(Error, readWordVectors(m_folder.path().toStdString()));
    }

    void realFiles() {
        if (!std::filesystem::exists(shared("")))
            QSKIP("../shared/data is absent");
        const WordVectors glove = readWordVectors(shared("glove.6B.50d.top3k/glove.txt"));
        QCOMPARE(glove.dimension, 50);
        QCOMPARE(glove.words.size(), std::size_t(2987));
        QCOMPARE(glove.values()(1, 0), Real(0.24968f));
        const WordVectors compressed = readWordVectors(shared("glove.6B.300d.sample/glove.6B.300d.sample.txt.gz"));
        QCOMPARE(compressed.dimension, 300);
        QCOMPARE(compressed.words.size(), std::size_t(100));
        const WordVectors text = readWordVectors(shared("gensim_small/lee_fasttext.vec"));
        QCOMPARE(text.dimension, 10);
        QCOMPARE(text.words.size(), std::size_t(1762));
        const WordVectors words = readWordVectors(shared("gensim_small/euclidean_vectors.bin"));
        QCOMPARE(words.dimension, 10);
        QCOMPARE(words.words.size(), std::size_t(2747));
        QCOMPARE(words.words.back(), std::string("fly"));
        QCOMPARE(words.values()(9, 2746), Real(0.34151116f));
        QVERIFY_THROWS_EXCEPTION(Error, readWordVectors(shared("gensim_small/lee_fasttext.bin")));
        QVERIFY_THROWS_EXCEPTION(Error, readWordVectors(shared("glove.6B.300d.trimmed/glove.6B.300d.trimmed.npz")));
    }

    void whatIsNoFileIsNamed() {
        QVERIFY(messageOf([] { readWordVectors("/dev/zero"); }).contains("a device, expected a regular file"));
        QVERIFY(messageOf([this] { readWordVectors(m_folder.path().toStdString()); }).contains("this is a folder"));
        const std::string pipe = m_folder.filePath("pipe").toStdString();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(messageOf([&] { readWordVectors(pipe); }).contains("it is a pipe, expected a regular file"));
    }

    void aCompressedFileThatEndsEarly() {
        if (!std::filesystem::exists(shared("")))
            QSKIP("../shared/data is absent");
        QFile whole(QString::fromStdString(shared("glove.6B.100d.sample/glove.6B.100d.sample.txt.gz")));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QVERIFY_THROWS_EXCEPTION(Error, readWordVectors(write(whole.readAll().chopped(2000))));
    }

    void threeGroupsOfAnEmbedding() {
        Vocabulary trained;
        for (const char* token : {"fox", "Dog", "qwerty"})
            trained.add(token);
        const WordVectors vectors = readWordVectors(write("the 1 2\nfox 3 4\ndog 5 6\n<unk> 7 8\n"));
        EmbeddingOptions options;
        options.width = 2;
        Random random(RandomKey(1)), again(RandomKey(1)), other(RandomKey(2));
        const EmbeddingTable table = makeEmbeddingTable(trained, &vectors, options, random);
        QCOMPARE(table.vocabulary.tokens(), (Names{"<pad>", "<unk>", "fox", "Dog", "qwerty", "the", "dog"}));
        QCOMPARE(table.trainableBegin, 2);
        QCOMPARE(table.trainableEnd, 5);
        QCOMPARE(table.fromVectors, 2);
        QVERIFY(table.values.leftCols(2).isZero(0));
        QCOMPARE(table.values(1, 2), Real(4));
        QCOMPARE(table.values(0, 3), Real(5)); // "Dog" takes the vector of "dog"
        QVERIFY(!table.values.col(4).isZero(0) && table.values.col(4).cwiseAbs().maxCoeff() <= Real(0.05));
        QCOMPARE(table.values(1, 5), Real(2));
        QVERIFY(makeEmbeddingTable(trained, &vectors, options, again).values == table.values);
        QVERIFY(makeEmbeddingTable(trained, &vectors, options, other).values != table.values);
        options.width = 3;
        QVERIFY_THROWS_EXCEPTION(Error, makeEmbeddingTable(trained, &vectors, options, random));
    }

    void vectorsOfAnotherLanguageAreRefused() {
        Vocabulary trained;
        for (const char* token : {"fox", "Dog"})
            trained.add(token);
        const std::string path = write("le 1 2\nrenard 3 4\nchien 5 6\n<unk> 7 8\n");
        const WordVectors vectors = readWordVectors(path);
        EmbeddingOptions options;
        options.width = 2;
        Random random(RandomKey(1));
        try {
            makeEmbeddingTable(trained, &vectors, options, random);
            QFAIL("expected an error");
        } catch (const Error& error) {
            const QString message = QString::fromUtf8(error.what());
            QVERIFY2(message.startsWith(QString::fromStdString(path)), qPrintable(message));
            QVERIFY2(message.contains("none of the 2 words") && message.contains("renard"), qPrintable(message));
        }
    }

    void withoutVectorsEverythingIsTrained() {
        Vocabulary trained;
        for (int i = 0; i < 200; ++i)
            trained.add(std::to_string(i));
        EmbeddingOptions options;
        options.unknown = UnknownVectors::Normal;
        Random random(RandomKey(1));
        const EmbeddingTable table = makeEmbeddingTable(trained, nullptr, options, random);
        QVERIFY(table.vocabulary == trained);
        QCOMPARE(table.trainableEnd, 202);
        const auto drawn = table.values.rightCols(200).array();
        QVERIFY(std::abs(double(drawn.mean())) < 0.02); // 60,000 draws: 5 standard errors
        QVERIFY(std::abs(double(drawn.square().mean()) - 1) < 0.03);
    }
};

QTEST_GUILESS_MAIN(WordVectorsTest)
#include "word_vectors_test.moc"
