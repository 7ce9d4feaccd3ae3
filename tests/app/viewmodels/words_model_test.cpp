#include "viewmodels/words_model.h"

#include "app/sample_model.h"
#include "session/session.h"
#include "session/settings.h"
#include "viewmodels/word_table.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// Words of a corpus, weighed by the open model in a job, and the table of them.
class WordsModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<WordsModel> m_model;

    static QString ratings() {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/datasets/samples/ratings/stays.csv?label=rating&text=text");
    }
    QString write(const QByteArray& text) {
        QFile file(m_folder.filePath("words.csv"));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("can't write");
        return file.fileName();
    }
    void weigh(const WordsQuestion& question) {
        m_model->start(question);
        QVERIFY(m_model->isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!m_model->isBusy(), 60000);
    }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_model = std::make_unique<WordsModel>(*m_session, m_jobs);
    }
    void cleanup() {
        m_model.reset();
        m_session.reset();
    }

    void asksOnlyAModelOfOneText() {
        QCOMPARE(m_model->obstacle(), QString("No model is open."));
        QSignalSpy other(m_model.get(), &WordsModel::modelChanged);
        m_session->addModel(sampleModel());
        QCOMPARE(other.size(), 1);
        QVERIFY(m_model->obstacle().isEmpty());
        QVERIFY(m_model->headChoices().size() > 1);
        QVERIFY(m_model->headChoices()[0].first.isEmpty());
        m_session->addModel(opened("pair", sampleClassifier("mtsa", {}, "pair")));
        QVERIFY(m_model->obstacle().startsWith("This model reads a first and a second"));
        QVERIFY(m_model->headChoices().isEmpty());
        m_model->start({ratings(), {}, {}});
        QVERIFY(!m_model->isBusy());
        m_session->addModel(opened("avg", sampleClassifier("avg", {})));
        QVERIFY2(m_model->obstacle().contains("no head that attends to words"), qPrintable(m_model->obstacle()));
    }

    void weighsACorpus() {
        m_session->addModel(sampleModel());
        weigh({ratings(), {}, {}});
        const auto result = m_model->result();
        QVERIFY(result);
        QCOMPARE(result->classes(), (QStringList{"1", "2", "3", "4", "5"}));
        QVERIFY(result->texts.isOrdered);
        QCOMPARE(result->split, QString("train"));
        QCOMPARE(result->weights.texts, std::size_t(50));
        QCOMPARE(result->words.size(), result->weights.weights.size());
        QVERIFY2(result->summary().contains("50 texts, train of stays"), qPrintable(result->summary()));
        QVERIFY(result->textWith("amazing").contains("amazing"));
        QVERIFY(result->textWith("zebra").isEmpty());
    }

    void tellsWhatIsWrong() {
        m_session->addModel(sampleModel());
        QSignalSpy failed(m_model.get(), &WordsModel::failed);
        weigh({m_folder.filePath("nothing"), {}, {}});
        QCOMPARE(failed.size(), 1);
        weigh({ratings(), "dev", {}});
        QCOMPARE(failed.size(), 2);
        QVERIFY2(failed[1][0].toString().contains("dev"), qPrintable(failed[1][0].toString()));
        QVERIFY(!m_model->result());
    }

    void stopsAtOnce() {
        m_session->addModel(sampleModel());
        QSignalSpy stopped(m_model.get(), &WordsModel::stopped);
        m_model->start({"diagnostic:first?length=200&train=20000&dev=10&test=10", "train", {}});
        m_model->stop();
        QTRY_COMPARE_WITH_TIMEOUT(stopped.size(), 1, 60000);
        QVERIFY(!m_model->isBusy() && !m_model->result());
    }

    void theTableHasARowForEachWord() {
        m_session->addModel(sampleModel());
        weigh({write("label,text\na,the book is red\na,the book\nb,the zebra אבג\n"), {}, {}});
        WordTable table;
        WordFilter rows(table);
        table.setResult(m_model->result());
        QCOMPARE(table.rowCount(), 6);
        QCOMPARE(table.columnCount(), 5); // word, times, two classes, p
        const auto words = [&] {
            QStringList found;
            for (int row = 0; row < rows.rowCount(); ++row)
                found << rows.index(row, 0).data().toString();
            return found.join(' ');
        };
        rows.sort(WordTable::timesColumn, Qt::DescendingOrder);
        QVERIFY2(words().startsWith("the book "), qPrintable(words()));
        QCOMPARE(rows.index(0, 1).data().toString(), QString("3"));
        QVERIFY(words().contains("‹zebra›"));
        rows.setFewest(2);
        QCOMPARE(words(), QString("the book"));
        rows.setFewest(1);
        rows.setText(" E");
        rows.sort(WordTable::wordColumn, Qt::AscendingOrder);
        QCOMPARE(words(), QString("red the ‹zebra›"));
        rows.setText({});
        rows.sort(WordTable::firstClassColumn + 1, Qt::AscendingOrder); // "book" is in no text of b
        QCOMPARE(rows.index(rows.rowCount() - 1, 3).data().toString(), QString("—"));
        rows.sort(WordTable::firstClassColumn + 1, Qt::DescendingOrder);
        QCOMPARE(rows.index(rows.rowCount() - 1, 3).data().toString(), QString("—"));
        QVERIFY(rows.index(rows.rowCount() - 1, 3).data(Qt::ToolTipRole).toString().contains("does not occur"));
        QCOMPARE(table.headerData(table.shiftColumn(), Qt::Horizontal, Qt::DisplayRole).toString(),
                 QString("p of shift"));
        QCOMPARE(table.exactText(0, table.shiftColumn()), QString("1"));
        QCOMPARE(table.columnOf("times"), WordTable::timesColumn);
        QCOMPARE(table.columnOf("mean, b"), WordTable::firstClassColumn + 1);
        QCOMPARE(table.columnOf("mean, of another corpus"), table.shiftColumn());
    }
};

QTEST_GUILESS_MAIN(WordsModelTest)
#include "words_model_test.moc"
