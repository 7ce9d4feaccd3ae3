#include "viewmodels/attend_model.h"

#include "app/sample_model.h"
#include "engine/core/npz.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/map_archive.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// The arrays that the window saves.
class AttendArchiveTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

    /// The archive that the window saves.
    QByteArray savedOf(const AttendModel& model) const {
        const QString path = m_folder.filePath("maps.npz");
        model.saveMaps(path.toStdU16String());
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Whether the one array of `alone` is in it.
    static bool holds(const QByteArray& archive, const NpzWriter& alone) {
        const std::string bytes = alone.bytes();
        const std::string member = bytes.substr(0, bytes.find("PK\x01\x02")); // before the directory
        return archive.contains(QByteArray::fromStdString(member));
    }
    static NpzWriter texts(const std::string& name, const std::vector<std::string>& values) {
        NpzWriter alone;
        alone.addTexts(name, values);
        return alone;
    }

private slots:
    void anArchiveOfOneFeatureSaysWhich() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the quiet engineer");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const auto archive = [&](const FeatureChoice& features) {
            const Recording& recording = *model.recording();
            const auto requests = allMapsOf(recording, features, std::nullopt, longestMap);
            return QByteArray::fromStdString(mapArchive(recording, requests, {}).bytes());
        };
        const QByteArray mean = archive(meanOfFeatures), one = archive({FeatureChoice::Kind::One, 5});
        QVERIFY(mean.contains("L0.H0.weight.npy"));
        QVERIFY(!mean.contains("features.npy"));
        QVERIFY(mean.contains("reduction.npy"));
        QVERIFY(!one.contains("reduction.npy"));
        NpzWriter alone;
        alone.add("features", {1}, std::vector<std::int64_t>{5});
        QVERIFY(holds(one, alone));
    }

    void anArchiveSaysWhatIsAltered() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the quiet engineer");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY(!savedOf(model).contains("altered.npy"));
        session.setHeadChange(at(0, 0), {0, std::nullopt, {}}, "off");
        session.setHeadChange(at(0, 1), {1, "all", {}}, "mask");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY(
            holds(savedOf(model), texts("altered", {"layer 0 · head 0 is off", "layer 0 · head 1 has the mask all"})));
        QCOMPARE(readNpz(m_folder.filePath("maps.npz").toStdString()).count("L0.H0.weight"),
                 std::size_t(1)); // others read it as before
    }

    void anArchiveHoldsTheAnswerAndTheHeads() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        session.setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        QTRY_VERIFY(!model.answer().rows().empty() && model.answer().rows()[0].was);
        const QByteArray archive = savedOf(model);
        const auto numbers = [](const std::string& name, const std::vector<double>& values) {
            NpzWriter alone;
            alone.add(name, {std::int64_t(values.size())}, values);
            return alone;
        };
        std::vector<std::string> labels;
        std::vector<double> probabilities, unaltered, entropies, distances, selves;
        for (const AnswerRow& answer : model.answer().rows()) {
            labels.push_back(answer.label.toStdString());
            probabilities.push_back(answer.probability);
            unaltered.push_back(*answer.was);
        }
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        for (const HeadEntry& head : model.heads()) {
            entropies.push_back(head.statistics ? head.statistics->entropy.value_or(none) : none);
            distances.push_back(head.statistics ? head.statistics->meanDistance.value_or(none) : none);
            selves.push_back(head.statistics ? head.statistics->selfShare.value_or(none) : none);
        }
        QVERIFY(holds(archive, texts("prediction.labels", labels)));
        QVERIFY(holds(archive, numbers("prediction.probabilities", probabilities)));
        QVERIFY(holds(archive, numbers("prediction.unaltered", unaltered)));
        QVERIFY(holds(archive, numbers("heads.entropy", entropies)));
        QVERIFY(holds(archive, numbers("heads.distance", distances)));
        QVERIFY(holds(archive, numbers("heads.self", selves)));
        QVERIFY(archive.contains("prediction.logits.npy") && archive.contains("heads.mask.npy"));
    }

    void anArchiveHoldsTheChangesExactly() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the quiet engineer");
        session.setHeadChange(at(0, 1), {-0.0, std::nullopt, {{2, 0}, {40, 1}}, {}, {{1, 1, 0.1}}}, "cells");
        session.toggleLeftOut({0, 0}, "the");
        QTRY_VERIFY(model.state() == AttendModel::State::Ready && model.alterations().contains("left out"));
        const std::string changes = R"({"changes":[{"address":"0.1","scale":0.0,"forbidden":[[2,0]],)"
                                    R"("forced":[[1,1,0.1]]}],"left_out":[[0,0]]})";
        QVERIFY(holds(savedOf(model), texts("changes", {changes}))); // the cell 40,1 is of another text
        session.undoAllChanges();
        QTRY_VERIFY(model.state() == AttendModel::State::Ready && model.alterations().isEmpty());
        QVERIFY(!savedOf(model).contains("changes.npy"));
    }
};

QTEST_GUILESS_MAIN(AttendArchiveTest)
#include "attend_archive_test.moc"
