#include "viewmodels/attend_model.h"

#include "app/sample_model.h"
#include "app/viewmodels/probabilities_of.h"
#include "viewmodels/attend_session.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// What AttendModel shows while something is altered.
class AttendAlteredTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

private slots:
    void aTextThatIsLeftOutWholeIsReadWholeAndSaysSo() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        Intervention changes;
        changes.leftOut = {{0, 0}, {0, 1}, {0, 2}};
        session.setIntervention(changes, "left out");
        session.setSentence("the book");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(model.alterations(), QString("all words of this text are left out: it is read whole"));
        QTest::qWait(100); // a comparison would be made behind the answer
        QVERIFY(!model.answer().rows()[0].was);
        changes.leftOut = {{0, 9}}; // no place of this text
        session.setIntervention(changes, "left out");
        QTRY_VERIFY(model.state() == AttendModel::State::Ready && model.alterations().isEmpty());
        QTest::qWait(100);
        QVERIFY(!model.answer().rows()[0].was);
        changes.leftOut = {{0, 1}};
        session.setIntervention(changes, "left out");
        QTRY_VERIFY(model.alterations() == "“book” is left out" && model.answer().rows()[0].was);
    }

    /// An export in the meantime must not have the maps of one with the name of another.
    void whatIsShownKnowsWhatItIsOf() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the book in the city");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        session.setSentence("who wrote the book");
        HeadChange change;
        change.scale = 0;
        session.setHeadChange(at(0, 0), change, "off");
        QCOMPARE(model.tokens().size(), 5); // until the next result is there
        QCOMPARE(model.shown().texts, std::vector<std::string>{"the book in the city"});
        QCOMPARE(model.alterations(), QString());
        QTRY_COMPARE(model.tokens().size(), 4);
        QCOMPARE(model.shown().texts, std::vector<std::string>{"who wrote the book"});
        QVERIFY(model.alterations().contains("is off"));

        session.addModel(sampleModel());
        QVERIFY(model.isEmpty() && model.heads().empty() && model.answer().rows().empty());
        QVERIFY(!model.shown().open);
        QTRY_VERIFY(!model.isEmpty());
        QCOMPARE(model.shown().open, session.current());
    }

    void aHeadSwitchedOffChangesTheAnswerAndUndoRestoresItsBits() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const std::vector<double> before = probabilitiesOf(model);
        QCOMPARE(model.alterations(), QString());

        HeadChange off;
        off.scale = 0;
        session.setHeadChange(at(0, 0), off, "off");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY(probabilitiesOf(model) != before);
        QCOMPARE(model.alterations(), QString("layer 0 · head 0 is off"));
        QVERIFY(model.answer().change().contains("→"));
        for (std::size_t k = 0; k < before.size(); ++k)
            QCOMPARE(*model.answer().rows()[k].was, before[k]);
        session.undo();
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(probabilitiesOf(model), before);
        QVERIFY(!model.answer().rows()[0].was);
    }

    void aReplacedMaskHidesItsCells() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        HeadChange change;
        change.mask = "fw";
        session.setHeadChange(at(0, 1), change, "mask");
        session.setHead(at(0, 1));
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY(!model.focusedMap()->isVisible(1, 3));
        QVERIFY(model.focusedMap()->isVisible(3, 1));
        QVERIFY(model.hoverText(1, 3).contains("not visible"));
        QCOMPARE(model.focusedHead()->mask, QString("fw"));
        QVERIFY(model.focusedHead()->altered);
    }

    /// A text that is typed while something is altered is answered before the unaltered model has read it.
    void whatTheAnswerWasFollowsBehindIt() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the red river");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const std::vector<double> before = probabilitiesOf(model);
        session.setHeadChange(at(0, 0), {0, std::nullopt, {}}, "off");
        QTRY_VERIFY(model.answer().rows()[0].was); // it was read: there is no second pass
        QCOMPARE(*model.answer().rows()[0].was, before[0]);
        session.setSentence("where is the red bridge");
        QTRY_COMPARE(model.tokens().size(), 5);
        QTRY_VERIFY(model.answer().rows()[0].was);
        const Model& opened = *session.current()->model;
        QCOMPARE(*model.answer().rows()[0].was,
                 classesOf(opened.run(opened.read({"where is the red bridge"}), {}, {})->answer()).probabilities[0]);
    }
};

QTEST_GUILESS_MAIN(AttendAlteredTest)
#include "attend_altered_test.moc"
