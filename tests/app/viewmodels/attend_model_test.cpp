#include "viewmodels/attend_model.h"

#include "app/sample_model.h"
#include "engine/core/npz.h"
#include "engine/models/formats.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_hover_text.h"
#include "viewmodels/map_names.h"
#include "viewmodels/mask_gallery.h"
#include "viewmodels/sentence_history.h"

#include <QTemporaryDir>
#include <QtTest>
#include <numeric>

using namespace headlight;

class AttendModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

    static std::vector<double> probabilities(const AttendModel& model) {
        std::vector<double> values;
        for (const AnswerRow& answer : model.answer().rows())
            values.push_back(answer.probability);
        return values;
    }

private slots:
    void mapsAndAnswersAreThoseOfTheEngine() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        QCOMPARE(model.state(), AttendModel::State::NoModel);
        session.addModel(sampleModel());
        QCOMPARE(model.state(), AttendModel::State::NoSentence);
        QVERIFY(model.isEmpty() && model.tokens().isEmpty() &&
                model.answer().rows().empty()); // nothing of the one before
        session.setSentence("the book in the city");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(model.tokens(), (QStringList{"the", "book", "in", "the (2)", "city"}));

        const Model& opened = *session.current()->model;
        const auto expected = opened.run(opened.read({"the book in the city"}), {}, {});
        QCOMPARE(probabilities(model), classesOf(expected->answer()).probabilities);
        QCOMPARE(model.heads().size(), std::size_t(3)); // two heads and the pooling
        session.setHead(at(0, 1));
        const AttentionMap* map = model.focusedMap();
        QVERIFY(map);
        for (Index query = 0; query < map->queries; ++query) {
            double sum = 0;
            for (Index key = 0; key < map->keys; ++key)
                sum += double(map->at(query, key));
            QVERIFY(sum < 1e-9 || std::abs(sum - 1) < 1e-5);
        }
        QVERIFY2(titleOfMap(*map, *model.recording()).startsWith("layer 0 · head 1 · "),
                 qPrintable(titleOfMap(*map, *model.recording())));
        QVERIFY(titleOfMap(*map, *model.recording()).endsWith("weight · mean of 8 features"));
        session.setStage(MapStage::Score);
        QVERIFY(titleOfMap(*model.focusedMap(), *model.recording()).contains("· score ·"));
        QVERIFY(*model.focusedHead()->statistics->entropy >= 0);
    }

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

    void theReadingHasBothTokensAndEveryDigit() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("who wrote the book");
        session.setHead(at(1, 0, MapPart::Pooling));
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const float weight = model.focusedMap()->at(0, 3);
        QVERIFY2(model.hoverText(0, 3).startsWith("key 3 “book”   weight " + everyDigit(weight)),
                 qPrintable(model.hoverText(0, 3)));
        QCOMPARE(everyDigit(weight).toFloat(), weight);
        QCOMPARE(model.hoverText(0, 4), QString());
    }

    void atTheStageMaskedTheReadingHasTheMaskedValue() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        HeadChange change;
        change.mask = "fw+dist(0.5)";
        session.setHeadChange(at(0, 0), change, "mask");
        session.setStage(MapStage::Masked);
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const QString masked = "   masked " + everyDigit(model.focusedMap()->at(3, 1));
        QVERIFY2(model.hoverText(3, 1).contains(masked), qPrintable(model.hoverText(3, 1)));
        QVERIFY(model.hoverText(3, 1).contains("   score "));
        QVERIFY2(model.hoverText(1, 3).contains(", hidden by the mask   masked not visible"),
                 qPrintable(model.hoverText(1, 3)));
        QVERIFY2(model.hoverText(1, 3).contains("masked not visible"), qPrintable(model.hoverText(1, 3)));
        session.setStage(MapStage::Weight);
        QVERIFY(!model.hoverText(3, 1).contains("masked"));
    }

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
        QTRY_VERIFY2(model.alterations().endsWith("1 forbidden cell"), qPrintable(model.alterations()));
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

    void aSensitivityHasOutputsAndInputs() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(opened("bilstm", sampleClassifier("bilstm", {{"features", "4"}})));
        session.setSentence("the red river");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY2(model.hoverText(1, 0).startsWith("output token 1 “red” → input token 0 “the”   sensitivity "),
                 qPrintable(model.hoverText(1, 0)));
        session.setSentence(QString("river ").repeated(201));
        QTRY_VERIFY_WITH_TIMEOUT(model.remark().contains("up to 200 tokens; this text has 201"), 60000);
        QVERIFY(!model.focusedMap());
    }

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
        const std::string bytes = alone.bytes();
        const std::string member = bytes.substr(0, bytes.find("PK\x01\x02")); // before the directory
        QVERIFY(one.contains(QByteArray::fromStdString(member)));
    }

    void anArchiveSaysWhatIsAltered() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the quiet engineer");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const QString path = m_folder.filePath("altered.npz");
        const auto archive = [&] {
            model.saveMaps(path.toStdU16String());
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(!archive().contains("altered.npy"));
        session.setHeadChange(at(0, 0), {0, std::nullopt, {}}, "off");
        session.setHeadChange(at(0, 1), {1, "all", {}}, "mask");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        NpzWriter alone;
        alone.addTexts("altered", {"layer 0 · head 0 is off", "layer 0 · head 1 has the mask all"});
        const std::string bytes = alone.bytes();
        QVERIFY(archive().contains(QByteArray::fromStdString(bytes.substr(0, bytes.find("PK\x01\x02")))));
        QCOMPARE(readNpz(path.toStdString()).count("L0.H0.weight"), std::size_t(1)); // others read it as before
    }

    void anArchiveHoldsTheAnswerAndTheHeads() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        session.setHeadChange(at(0, 1), {0, std::nullopt, {}}, "off");
        QTRY_VERIFY(!model.answer().rows().empty() && model.answer().rows()[0].was);
        const QString path = m_folder.filePath("answer.npz");
        model.saveMaps(path.toStdU16String());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray archive = file.readAll();
        const auto holds = [&](NpzWriter alone) {
            const std::string bytes = alone.bytes();
            return archive.contains(QByteArray::fromStdString(bytes.substr(0, bytes.find("PK\x01\x02"))));
        };
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
        NpzWriter texts;
        texts.addTexts("prediction.labels", labels);
        QVERIFY(holds(texts));
        QVERIFY(holds(numbers("prediction.probabilities", probabilities)));
        QVERIFY(holds(numbers("prediction.unaltered", unaltered)));
        QVERIFY(holds(numbers("heads.entropy", entropies)));
        QVERIFY(holds(numbers("heads.distance", distances)));
        QVERIFY(holds(numbers("heads.self", selves)));
        QVERIFY(archive.contains("prediction.logits.npy") && archive.contains("heads.mask.npy"));
    }

    void aHeadSwitchedOffChangesTheAnswerAndUndoRestoresItsBits() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("where is the red bridge");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const std::vector<double> before = probabilities(model);
        QCOMPARE(model.alterations(), QString());

        HeadChange off;
        off.scale = 0;
        session.setHeadChange(at(0, 0), off, "off");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY(probabilities(model) != before);
        QCOMPARE(model.alterations(), QString("layer 0 · head 0 is off"));
        QVERIFY(model.answer().change().contains("was"));
        for (std::size_t k = 0; k < before.size(); ++k)
            QCOMPARE(*model.answer().rows()[k].was, before[k]);
        session.undo();
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(probabilities(model), before);
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

    void oneFeatureIsThatFeature() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the quiet engineer");
        session.setFeatures({FeatureChoice::Kind::One, 5});
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const Model& opened = *session.current()->model;
        const AttentionMap all =
            opened.run(opened.read({"the quiet engineer"}), {}, {})->map({at(0, 0), 0, MapStage::Weight, {}});
        QCOMPARE(model.focusedMap()->at(2, 1), all.at(2, 1, 5));
        QVERIFY(titleOfMap(*model.focusedMap(), *model.recording()).endsWith("feature 5 of 8"));
    }

    void aTextThatIsCutIsSaidToBe() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        const auto classifier = sampleClassifier();
        ModelDescription description = classifier->description();
        description.classifier.maxTokens = 3;
        session.addModel(
            opened("cut", std::make_shared<TaskNetwork>(std::move(description), classifier->vocabulary(), 7)));
        session.setSentence("who wrote the");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(model.cutRemark(), QString());
        session.setSentence(QString("who wrote the book in paris ").repeated(5000));
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QTRY_COMPARE(model.cutRemark(), QString("The model reads the first 3 of 30,000 tokens."));
        QCOMPARE(model.tokens(), (QStringList{"who", "wrote", "the"}));
        QVERIFY(model.focusedMap());
    }

    void hardSentencesAreAnsweredClearly() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("zyx vwu");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(model.unknownWords(0), (QStringList{"zyx", "vwu"}));
        session.setSentence("   ");
        QCOMPARE(model.state(), AttendModel::State::NoSentence);
        session.setSentence(QString("word ").repeated(10000));
        QTRY_COMPARE_WITH_TIMEOUT(model.state(), AttendModel::State::Ready, 60000);
        QVERIFY2(model.remark().contains("4,096"), qPrintable(model.remark()));
        QVERIFY(!model.focusedMap());
        QTRY_VERIFY(!model.isBusy()); // soon, for what is too large is not made small either
        QVERIFY(!model.thumbnail(at(0, 0)) && model.thumbnail(at(1, 0, MapPart::Pooling)));
        QCOMPARE(std::lround(std::accumulate(model.answer().rows().begin(), model.answer().rows().end(), 0.0,
                                             [](double s, const AnswerRow& a) { return s + a.probability; }) *
                             1000),
                 1000L);
        session.setSentence(QString("word ").repeated(20001));
        QTRY_COMPARE(model.state(), AttendModel::State::Failed);
        QVERIFY(model.message().contains("20001 tokens"));
    }

    void whereThereIsNoAnswerItIsSaidWhatToType() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(std::make_shared<OpenModel>("masked", "", "masked",
                                                     openModel(HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked")));
        session.setSentence("the cat sat");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QVERIFY2(model.answerRemark().contains("Type [MASK]"), qPrintable(model.answerRemark()));
        QVERIFY(model.remark().isEmpty()); // of the maps there is nothing to say
        session.setSentence("the [MASK] sat");
        QTRY_VERIFY(model.state() == AttendModel::State::Ready && !model.answer().rows().empty());
        QVERIFY(model.answerRemark().isEmpty());
    }

    void everyHeadOfALongTextHasItsThumbnailAndStatistics() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(opened("mpsan", sampleClassifier("mpsan", {})));
        session.setSentence(QString("river ").repeated(1600));
        session.setHead(at(0, 1)); // while the maps for another focus are computed
        QTRY_VERIFY_WITH_TIMEOUT(model.focusedMap(), 60000);
        QCOMPARE(model.focusedMap()->queries, Index(1600));
        QVERIFY(model.remark().isEmpty());
        QCOMPARE(model.heads().size(), std::size_t(6)); // four attentions, their weights, the pooling
        QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy(), 60000);
        for (const HeadEntry& head : model.heads()) {
            QVERIFY2(model.thumbnail(head.address), head.address.text().c_str());
            QVERIFY(model.thumbnail(head.address)->keys <= thumbnailSize);
            QVERIFY(head.statistics && head.statistics->entropy);
        }
        QVERIFY(model.headAt(at(0, 0))->changeable && !model.headAt(at(0, 0, MapPart::Groups))->changeable);
        session.setHead(at(0, 0)); // its map follows, and the model does not run for it
        QCOMPARE(model.state(), AttendModel::State::Ready);
        QTRY_VERIFY_WITH_TIMEOUT(model.focusedMap() && !model.isFocusPending(), 60000);
        session.setSentence("the red river");
        QTRY_VERIFY_WITH_TIMEOUT(model.tokens().size() == 3, 60000);
    }

    /// A text that is typed while something is altered is answered before the unaltered model has read it.
    void whatTheAnswerWasFollowsBehindIt() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(sampleModel());
        session.setSentence("the red river");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        const std::vector<double> before = probabilities(model);
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

    void theFocusMovesInside() {
        const std::vector<HeadEntry> heads = headEntries({sampleModel(), {}, {}});
        const MapAddress right = neighbourOf(heads, at(0, 0), 0, 5);
        QCOMPARE(right.text(), at(0, 1).text());
        const MapAddress below = neighbourOf(heads, right, 1, 0);
        QCOMPARE(below.text(), at(1, 0, MapPart::Pooling).text());
        QCOMPARE(neighbourOf(heads, below, -9, 0).layer, 0);
    }

    /// Beside the session's, as a comparison wants them: each with its own model, text, change and focus.
    void twoStandSideBySide() {
        const auto first = sampleModel(), second = sampleModel();
        AttendModel left(m_jobs), right(m_jobs);
        left.show({first, {"who wrote the book"}, {}});
        Focus focus;
        focus.address = at(0, 1);
        right.setFocus(focus);
        Intervention off;
        off[at(0, 0)].scale = 0;
        right.show({second, {"where is the red bridge"}, off});
        QTRY_VERIFY(left.state() == AttendModel::State::Ready && right.state() == AttendModel::State::Ready);
        QTRY_VERIFY(!right.isBusy());
        QCOMPARE(left.tokens().size(), 4);
        QCOMPARE(right.tokens().size(), 5);
        QCOMPARE(left.focusedMap()->address.text(), at(0, 0).text());
        QCOMPARE(right.focusedMap()->address.text(), at(0, 1).text());
        QVERIFY(left.alterations().isEmpty() && right.alterations().contains("is off"));
        QVERIFY(!left.answer().rows()[0].was && right.answer().rows()[0].was);
        left.show({first, {}, {}}, "no text");
        QVERIFY(left.isEmpty() && left.message() == "no text" && !right.isEmpty());
    }

    void historyIsWalkedLikeAShell() {
        SentenceHistory history({"b", "a"});
        QCOMPARE(history.older("typing"), QString("b"));
        QCOMPARE(history.older("b"), QString("a"));
        QCOMPARE(history.older("a"), QString("a"));
        QCOMPARE(history.newer("a"), QString("b"));
        QCOMPARE(history.newer("b"), QString("typing"));
        history.add("a");
        QCOMPARE(history.sentences(), (QStringList{"a", "b"}));
        QCOMPARE(history.older("a"), QString("b"));
    }

    void theGalleryShowsEveryTerm() {
        const std::vector<MaskShape> shapes = maskGallery(6);
        QCOMPARE(shapes.size(), maskTerms().size());
        for (const MaskShape& shape : shapes) {
            const Mask mask = Mask::parse(shape.expression.toStdString());
            for (int query = 0; query < 6; ++query)
                for (int key = 0; key < 6; ++key)
                    QCOMPARE(bool(shape.visible[std::size_t(query * 6 + key)]), mask.visible(key, query));
        }
        QVERIFY(!checkMask("fw+logdist"));
        QCOMPARE(checkMask("fw + fo")->position, 5);
        QVERIFY(checkMask("fw, bw"));
        QVERIFY(!checkMasks("fw x2, bw"));
    }
};

QTEST_GUILESS_MAIN(AttendModelTest)
#include "attend_model_test.moc"
