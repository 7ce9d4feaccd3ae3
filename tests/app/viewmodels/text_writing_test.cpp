#include "viewmodels/text_writing.h"

#include "engine/models/continuing.h"
#include "engine/models/formats.h"
#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/text_chances.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// Going on with a typed text, and how likely it is, on a small GPT-2 without a tokenizer: ids are typed.
class TextWritingTest : public QObject {
    Q_OBJECT
    const QString m_text = "5 9 2";
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AttendModel> m_attend;
    std::unique_ptr<TextWriting> m_writing;
    std::unique_ptr<TextChances> m_chances;

    void show(const QString& sentence) {
        m_session->setSentence(sentence);
        QTRY_COMPARE(m_attend->state(), AttendModel::State::Ready);
    }
    void open(const char* golden) {
        m_session->addModel(std::make_shared<OpenModel>(
            golden, "", golden, openModel(std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + golden)));
    }
    const Model& model() { return *m_session->current()->model; }
    QString candidate(int number) {
        const auto& answer = std::get<TokenAnswer>(m_attend->recording()->answer());
        return QString::fromStdString(answer.places.front().candidates.labels[std::size_t(number)]);
    }
    /// What the engine writes behind the text by itself.
    QString written(const QString& text, int tokens) {
        QString all = text;
        ContinueOptions options;
        options.tokens = tokens;
        continuingModel(model())->continueText(
            text.toStdString(), options,
            [&](const ContinuedToken& token) { all += QString::fromStdString(token.text); }, {});
        return all;
    }
    void write(const TextWriting::Options& options) {
        m_writing->start(options);
        QVERIFY(m_writing->isWriting());
        QTRY_VERIFY(!m_writing->isWriting());
        QTRY_COMPARE(m_attend->state(), AttendModel::State::Ready);
    }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_attend = std::make_unique<AttendModel>(m_jobs);
        follow(*m_session, *m_attend);
        m_writing = std::make_unique<TextWriting>(*m_session, *m_attend);
        m_chances = std::make_unique<TextChances>(*m_attend, m_jobs);
        open("gpt2");
        show(m_text);
    }
    void cleanup() {
        m_chances.reset();
        m_writing.reset();
        m_attend.reset();
        m_session.reset();
    }

    void aChosenCandidateIsWrittenAndTakenBack() {
        QVERIFY(m_writing->isPossible());
        const QString first = m_text + ' ' + candidate(1);
        m_writing->append(1);
        QCOMPARE(m_session->sentence(), first);
        QTRY_COMPARE(m_attend->state(), AttendModel::State::Ready);
        QCOMPARE(m_attend->tokens().size(), qsizetype(4));
        const QString second = first + ' ' + candidate(0);
        m_writing->append(0);
        QCOMPARE(m_session->sentence(), second);
        m_session->undo();
        QCOMPARE(m_session->sentence(), first);
        m_session->undo();
        QCOMPARE(m_session->sentence(), m_text);
        m_session->redo();
        QCOMPARE(m_session->sentence(), first);
        show("7 4"); // of which nothing was chosen
        m_session->undo();
        QCOMPARE(m_session->sentence(), QString("7 4"));
    }

    /// Token by token it is what the engine writes, and one step to undo.
    void writesWhatIsLikeliest() {
        QList<qsizetype> shown; // tokens of the maps that are shown meanwhile
        connect(m_attend.get(), &AttendModel::changed, this, [&] {
            if (shown.isEmpty() || shown.last() != m_attend->tokens().size())
                shown << m_attend->tokens().size();
        });
        TextWriting::Options options;
        options.tokens = 3;
        write(options);
        disconnect(m_attend.get(), nullptr, this, nullptr);
        QCOMPARE(m_session->sentence(), written(m_text, 3));
        QVERIFY(m_session->sentence() != m_text);
        QVERIFY(shown.contains(4) && shown.contains(5)); // the map grows
        write(options);
        m_session->undo();
        QCOMPARE(m_session->sentence(), written(m_text, 3));
        m_session->undo();
        QCOMPARE(m_session->sentence(), m_text);
    }

    void hearsChangesOfTheModel() {
        const QString before = candidate(0);
        HeadChange louder;
        louder.scale = 50;
        int head = 0;
        for (const HeadInfo& info : m_session->current()->heads()) {
            m_session->setHeadChange(info.address, louder, "louder");
            QTRY_VERIFY(m_attend->state() == AttendModel::State::Ready &&
                        m_attend->shown().intervention == m_session->intervention());
            if (candidate(0) != before)
                break;
            ++head;
        }
        QVERIFY2(head < int(m_session->current()->heads().size()), "no head matters for the next token");
        TextWriting::Options options;
        options.tokens = 1;
        const QString expected = m_text + ' ' + candidate(0);
        write(options);
        QCOMPARE(m_session->sentence(), expected);
    }

    void draws() {
        TextWriting::Options options;
        options.tokens = 6;
        options.temperature = 30;
        write(options);
        const QString drawn = m_session->sentence();
        QVERIFY(drawn != written(m_text, 6));
        m_session->undo();
        QCOMPARE(m_session->sentence(), m_text);
        QTRY_COMPARE(m_attend->state(), AttendModel::State::Ready);
        options.top = 1; // among one there is nothing to draw
        write(options);
        QCOMPARE(m_session->sentence(), written(m_text, 6));
    }

    void stopsWhereThereIsNoMore() {
        TextWriting::Options options;
        options.tokens = 1000; // of 16 positions
        options.temperature = 30;
        write(options);
        QVERIFY2(m_writing->remark().contains("positions for 16") || m_writing->remark().contains("ends the text"),
                 qPrintable(m_writing->remark()));
        QVERIFY(m_attend->message().isEmpty()); // what was written can be read
    }

    void stopsWhenTheUserTypes() {
        TextWriting::Options options;
        options.tokens = 1000;
        m_writing->start(options);
        m_session->setSentence("7 4");
        QTRY_VERIFY(!m_writing->isWriting());
        QTRY_COMPARE(m_attend->state(), AttendModel::State::Ready);
        QCOMPARE(m_session->sentence(), QString("7 4"));
        m_writing->start(options);
        m_writing->stop();
        QVERIFY(!m_writing->isWriting());
    }

    void ofOtherModelsThereIsNothing() {
        open("roberta-masked");
        show("5 9");
        QTRY_VERIFY(m_attend->shown().open == m_session->current());
        QVERIFY(!m_writing->isPossible());
        m_writing->start({});
        QVERIFY(!m_writing->isWriting());
        QTRY_VERIFY(!m_chances->isBusy());
        QVERIFY(!m_chances->likelihood());
    }

    /// Of each token what the model expected before it, also of an altered model.
    void tellsHowLikelyTheTextIs() {
        QTRY_VERIFY(m_chances->likelihood() && !m_chances->isBusy());
        const TextLikelihood plain = *m_chances->likelihood();
        QCOMPARE(plain.counted(), 2);
        QCOMPARE(plain.logProbability(), likelihoodOf(model(), {m_text.toStdString()}).logProbability());
        HeadChange off;
        off.scale = 0;
        m_session->setHeadChange(m_session->current()->heads().front().address, off, "off");
        QTRY_VERIFY(!m_chances->isBusy() && m_attend->state() == AttendModel::State::Ready &&
                    m_chances->likelihood()->logProbability() != plain.logProbability());
    }
};

QTEST_MAIN(TextWritingTest)
#include "text_writing_test.moc"
