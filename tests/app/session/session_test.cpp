#include "session/session.h"

#include "app/sample_model.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class SessionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};

private slots:
    void everySetterEmitsOnceAndOnlyOnChange() {
        Session session(m_settings);
        QSignalSpy sentence(&session, &Session::sentenceChanged), focus(&session, &Session::focusChanged);
        session.setSentence("a b");
        session.setSentence("a b");
        QCOMPARE(sentence.count(), 1);
        session.setStage(MapStage::Score);
        session.setStage(MapStage::Score);
        QCOMPARE(focus.count(), 1);
        QCOMPARE(session.focus().stage, MapStage::Score);
    }

    void undoGivesBackExactlyWhatWasThere() {
        Session session(m_settings);
        session.addModel(sampleModel());
        QSignalSpy changed(&session, &Session::interventionChanged);
        HeadChange off;
        off.scale = 0;
        session.setHeadChange(0, 1, off, "off");
        HeadChange masked;
        masked.mask = Mask::parse("fa(2)");
        session.setHeadChange(0, 0, masked, "mask");
        QCOMPARE(session.intervention().size(), std::size_t(2));
        session.undo();
        QCOMPARE(session.intervention().size(), std::size_t(1));
        QCOMPARE(double(session.headChange(0, 1).scale), 0.0);
        session.undo();
        QVERIFY(!session.isAltered());
        session.undo();
        QCOMPARE(changed.count(), 4);
        session.redo();
        session.redo();
        QCOMPARE(session.headChange(0, 0).mask->text(), std::string("fa(2)"));
        session.undoAllChanges();
        QVERIFY(!session.isAltered());
        session.undo();
        QCOMPARE(session.intervention().size(), std::size_t(2));
    }

    void aDraggedSliderIsOneStep() {
        Session session(m_settings);
        session.addModel(sampleModel());
        for (const double scale : {0.9, 0.8, 0.7}) {
            HeadChange change;
            change.scale = Real(scale);
            session.setHeadChange(0, 0, change, "scale", "scale 0.0");
        }
        session.undo();
        QVERIFY(!session.isAltered());
        QVERIFY(!session.current()->changes.canUndo());
    }

    void changesBelongToTheirModel() {
        Session session(m_settings);
        session.addModel(sampleModel("one"));
        HeadChange off;
        off.scale = 0;
        session.setHeadChange(0, 0, off, "off");
        session.addModel(sampleModel("two"));
        QVERIFY(!session.isAltered());
        session.setCurrentModel("one");
        QVERIFY(session.isAltered());
        session.closeModel("one");
        QCOMPARE(session.current()->id, QString("two"));
        session.closeModel("two");
        QVERIFY(!session.current());
        QVERIFY(!session.isAltered());
    }

    void pinsAndPointerBelongToTheSentence() {
        Session session(m_settings);
        QSignalSpy marks(&session, &Session::marksChanged);
        session.setPins({3, 4}, {1});
        session.hover(2, 0);
        QCOMPARE(session.marks().pinnedQueries, (std::set<int>{3, 4}));
        QCOMPARE(marks.count(), 2);
        session.setSentence("other words");
        QCOMPARE(session.marks(), Marks());
    }

    void aForbiddenCellIsForbiddenOnce() {
        Session session(m_settings);
        session.addModel(sampleModel());
        session.toggleForbidden(0, 1, 2, 3);
        QCOMPARE(session.headChange(0, 1).forbidden.size(), std::size_t(1));
        session.toggleForbidden(0, 1, 2, 3);
        QVERIFY(!session.isAltered());
    }

    void theFocusStaysInsideAModel() {
        Session session(m_settings);
        session.setLayerAndHead(7, 9);
        session.addModel(sampleModel());
        QCOMPARE(session.focus().layer, 1); // the pooling after one layer
        QCOMPARE(session.focus().head, 0);
    }

    void settingsKnowTheirNamesAndDefaults() {
        QCOMPARE(m_settings.text("theme"), QString("system"));
        m_settings.set("layout/attend", QByteArray("x"));
        QCOMPARE(m_settings.bytes("layout/attend"), QByteArray("x"));
        QVERIFY(m_settings.bytes("layout/runs").isEmpty());
        QVERIFY_EXCEPTION_THROWN(m_settings.set("thema", 1), std::invalid_argument);
        for (const SettingRow& row : Settings::rows())
            QVERIFY2(qstrlen(row.help) > 10, row.name);
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
