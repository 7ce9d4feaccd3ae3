#include "viewmodels/effects_model.h"

#include "app/sample_model.h"
#include "engine/analysis/decision.h"
#include "viewmodels/attend_session.h"
#include "wording/number_text.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// What decides the answer that is shown, computed behind it.
class EffectsModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<EffectsModel> m_effects;

    using State = EffectsModel::State;

    void show(const QString& sentence) {
        m_session->setSentence(sentence);
        QTRY_COMPARE(m_model->state(), AttendModel::State::Ready);
    }
    double decisionWith(const Intervention& changes, const Answer& reference) {
        const Model& model = *m_session->current()->model;
        return *decisionOf(model.run(model.read({m_session->sentence().toStdString()}), changes, {})->answer(),
                           reference);
    }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_model = std::make_unique<AttendModel>(m_jobs);
        follow(*m_session, *m_model);
        m_effects = std::make_unique<EffectsModel>(*m_model, m_jobs);
        m_session->addModel(sampleModel());
    }
    void cleanup() {
        m_effects.reset();
        m_model.reset();
        m_session.reset();
    }

    void theyAreThoseOfPassesWithoutThePart() {
        QList<State> states; // as a view reads them with each answer
        connect(m_model.get(), &AttendModel::changed, this, [&] { states << m_effects->state(); });
        show("who wrote the quiet book");
        QTRY_COMPARE(m_effects->state(), State::Known);
        disconnect(m_model.get(), nullptr, this, nullptr);
        QCOMPARE(states.last(), State::Pending);
        const Answer answer = m_model->recording()->answer();
        Intervention off;
        off[at(0, 1)].scale = 0;
        QCOMPARE(m_effects->ofHead(at(0, 1)),
                 std::optional(decisionWith(off, answer) - decisionWith(Intervention(), answer)));
        QVERIFY(!m_effects->ofHead(at(1, 0, MapPart::Pooling))); // it can't be switched off
        QVERIFY(m_effects->ofToken(0, 4) && !m_effects->ofToken(0, 5) && !m_effects->ofToken(1, 0));
        QCOMPARE(m_effects->largestOfHeads(),
                 std::max(std::abs(*m_effects->ofHead(at(0, 0))), std::abs(*m_effects->ofHead(at(0, 1)))));
        const ClassAnswer& classes = std::get<ClassAnswer>(answer);
        QCOMPARE(m_effects->decision(), "log-odds of " + QString::fromStdString(classes.labels[classes.best()]));
    }

    void noNumberIsOfAnAnswerBefore() {
        show("who wrote the quiet book");
        QTRY_COMPARE(m_effects->state(), State::Known);
        const std::shared_ptr<const Recording> before = m_model->recording();
        m_session->setSentence("where is the city");
        while (m_model->recording() == before) { // they are of the sentence that is still shown
            QVERIFY(m_effects->ofToken(0, 4));
            QTest::qWait(0);
        }
        QCOMPARE(m_effects->state(), State::Pending);
        QVERIFY(!m_effects->ofToken(0, 0));
        QTRY_VERIFY(m_effects->ofToken(0, 3) && !m_effects->ofToken(0, 4));
    }

    void aHeadThatIsOffHasNone() {
        show("who wrote the quiet book");
        HeadChange off;
        off.scale = 0;
        m_session->setHeadChange(at(0, 0), off, "off");
        QTRY_VERIFY(m_effects->state() == State::Known &&
                    m_model->shown().intervention.begin() != m_model->shown().intervention.end());
        QVERIFY(!m_effects->ofHead(at(0, 0)) && m_effects->ofHead(at(0, 1)));
    }

    void whoTypesOnGetsThoseOfTheLastText() {
        for (const char* text : {"who", "who wrote", "who wrote the", "who wrote the book"})
            m_session->setSentence(text);
        QTRY_COMPARE(m_effects->state(), State::Known);
        QVERIFY(m_effects->ofToken(0, 3));
        QTRY_VERIFY(!m_effects->isBusy());
    }

    void ofAScoreTheyAreOfTheScore() {
        m_session->addModel(
            opened("score", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "relatedness")));
        m_session->setSecond("where is the city");
        show("who wrote the book");
        QTRY_COMPARE(m_effects->state(), State::Known);
        QCOMPARE(m_effects->decision(), QString("score"));
        QVERIFY(m_effects->ofToken(1, 3) && !m_effects->ofToken(1, 4));
    }

    void ofALongTextThoseOfHeadsComeFirst() {
        QList<bool> pending;
        connect(m_effects.get(), &EffectsModel::changed, this, [&] {
            QVERIFY(m_effects->ofHead(at(0, 0)));
            QCOMPARE(m_effects->ofToken(0, 0).has_value(), !m_effects->areTokensPending());
            pending << m_effects->areTokensPending();
        });
        show(QStringList(300, "book").join(' '));
        QTRY_COMPARE_WITH_TIMEOUT(pending, (QList<bool>{true, false}), 60000);
        QVERIFY(m_effects->ofToken(0, 299) && !m_effects->ofToken(0, 300));
        QVERIFY(m_effects->largestOfTokens() > 0 && m_effects->remark().isEmpty() && !m_effects->isBusy());
    }

    void whileNobodyLooksNothingIsComputed() {
        m_effects->setWatched(false);
        show("who wrote the book");
        QVERIFY(!m_effects->isBusy());
        m_effects->setWatched(true);
        QTRY_COMPARE(m_effects->state(), State::Known);
    }

    void aCancelledJobIsOver() {
        show("who wrote the quiet book");
        QTRY_VERIFY(!m_jobs.running().isEmpty() || m_effects->state() == State::Known);
        for (Job* job : m_jobs.running())
            job->cancel();
        QTRY_VERIFY(!m_effects->isBusy());
        QVERIFY(m_effects->state() != State::Pending);
    }

    void aChangeKeepsItsSizeInWords() {
        QCOMPARE(changeText(0.1234), QString("+0.123"));
        QCOMPARE(changeText(-12.34), QString("−12.3"));
        QCOMPARE(changeText(0), QString("0"));
        QCOMPARE(changeText(-0.00002), QString("−2e−05"));
        QCOMPARE(changeText(0.00021), QString("+0.0002"));
        QCOMPARE(changeText(-std::numeric_limits<double>::infinity()), QString("−∞"));
        QCOMPARE(changeText(std::nan("")), QString());
    }

    void theChangesOfAColumnHaveOneForm() {
        const auto column = [](const QList<double>& changes) {
            double largest = 0;
            for (const double change : changes)
                largest = std::max(largest, std::abs(change));
            QStringList texts;
            for (const double change : changes)
                texts << changeText(change, changeDecimals(largest));
            return texts.join(' ');
        };
        QCOMPARE(column({0.0031, -0.00005, 0.12345, 0}), QString("+0.003 <0.001 +0.123 0"));
        QCOMPARE(column({-12.341, 0.2}), QString("−12.34 +0.20"));
        QCOMPARE(column({0.00034, -0.00002}), QString("+0.00034 −0.00002")); // else nothing would be told
        QCOMPARE(changeText(std::nan(""), 3), QString());
        QCOMPARE(shortChangeText(-0.0231, 2), QString("−.02"));
        QCOMPARE(shortChangeText(0.0004, 2), QString("<.01"));
        QCOMPARE(shortChangeText(-10.02, 1), QString("−10.0"));
    }
};

QTEST_GUILESS_MAIN(EffectsModelTest)
#include "effects_model_test.moc"
