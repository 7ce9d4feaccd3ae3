#include "viewmodels/attend_model.h"

#include "app/sample_model.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/map_hover_text.h"
#include "viewmodels/map_names.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// Maps of a model that reads two sentences.
class AttendPairTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

private slots:
    void aMapOfAPairSaysOfWhichSentenceItIs() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(opened("pair", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair")));
        session.setExample("who wrote the book\twhere is");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QTRY_COMPARE(model.tokens().size(), 4);
        QVERIFY(model.isPair());
        QCOMPARE(model.sequence(), 0);
        QVERIFY2(titleOfMap(*model.focusedMap(), *model.recording()).endsWith(" · first sentence"),
                 qPrintable(titleOfMap(*model.focusedMap(), *model.recording())));
        const auto entropy = model.heads()[0].statistics->entropy;
        QVERIFY(model.focusedMap(1)->keys == 2 && model.focusedMap()->keys == 4); // both are there
        QVERIFY2(model.hoverText(1, 0, 1).startsWith("query 1 “is” → key 0 “where”"),
                 qPrintable(model.hoverText(1, 0, 1)));
        QSignalSpy changed(&model, &AttendModel::changed);
        session.setSequence(1);
        QCOMPARE(changed.size(), 1);
        QVERIFY(!model.isBusy()); // the model need not run for it
        QCOMPARE(model.tokens().size(), 2);
        QCOMPARE(model.sequence(), 1);
        QVERIFY(titleOfMap(*model.focusedMap(1), *model.recording()).endsWith(" · second sentence"));
        QVERIFY(model.focusedMap() == model.focusedMap(1) && model.focusedMap(0)->keys == 4);
        QVERIFY(model.heads()[0].statistics->entropy != entropy);
        // Of both sentences, whichever is shown.
        const QString path = m_folder.filePath("pair.npz");
        model.saveMaps(path.toStdU16String());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray archive = file.readAll();
        QVERIFY(archive.contains("heads.entropy.npy") && archive.contains("second.heads.entropy.npy"));
        QVERIFY(!model.knowsNoWord(0));
        session.setExample("zzq vvx\twhere is");
        QTRY_COMPARE(model.unknownWords(0), (QStringList{"zzq", "vvx"}));
        QVERIFY(model.knowsNoWord(0) && model.unknownWords(1).isEmpty());
        QVERIFY(!model.isFullyMasked(1));
        session.setExample("zzq vvx\twhere");
        QTRY_VERIFY(model.isFullyMasked(1) && !model.isFullyMasked(0)); // a single token under fw and bw
        session.setExample("where is\tthe river");
        session.toggleForbidden(at(0, 0), {0, 1, 1});
        QTRY_VERIFY2(model.alterations().endsWith("1 forbidden cell: “the” → “river” · second sentence"),
                     qPrintable(model.alterations()));
        QCOMPARE(model.focusedMap(1)->markAt(0, 1), CellMark::Forbidden);
        QCOMPARE(model.focusedMap(0)->markAt(0, 1), CellMark::None); // its own sentence alone
        session.undo();
    }

    void ofAPairOnlyTheSentenceThatIsTooLongHasNoMap() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(opened("pair", sampleClassifier("mtsa", {{"heads", "4"}, {"head_features", "8"}}, "pair")));
        const QString tooLong = QString("river ").repeated(4200);
        for (const int sequence : {0, 1}) {
            session.setExample(sequence == 0 ? "the red river\t" + tooLong : tooLong + "\tthe red river");
            QTRY_VERIFY_WITH_TIMEOUT(model.state() == AttendModel::State::Ready && model.focusedMap(sequence), 60000);
            QVERIFY(!model.focusedMap(1 - sequence));
            QVERIFY2(model.remark().contains("a sentence has 4,200"), qPrintable(model.remark()));
        }
        // Of a long one that still is drawn the map of another head follows, also while the short one is in focus.
        session.setExample(QString("river ").repeated(1700) + "\tthe red river");
        QTRY_VERIFY_WITH_TIMEOUT(model.focusedMap(0) && model.focusedMap(1) && model.remark().isEmpty(), 60000);
        session.setSequence(1);
        session.setHead(at(0, 3));
        QTRY_VERIFY_WITH_TIMEOUT(model.focusedMap(0) && model.focusedMap(1), 60000);
    }
};

QTEST_GUILESS_MAIN(AttendPairTest)
#include "attend_pair_test.moc"
