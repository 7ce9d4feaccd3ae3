#include "viewmodels/attend_model.h"

#include "app/sample_model.h"
#include "app/viewmodels/probabilities_of.h"
#include "engine/models/formats.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/map_hover_text.h"
#include "viewmodels/map_names.h"

#include <QTemporaryDir>
#include <QtTest>
#include <numeric>

using namespace headlight;

class AttendModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

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
        QCOMPARE(probabilitiesOf(model), classesOf(expected->answer()).probabilities);
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
        QVERIFY(titleOfMap(*model.focusedMap(), *model.recording()).endsWith("feature 5 / 7"));
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

    /// Of very many cells; none of them waits for the maps of all heads.
    void thumbnailsOfTheLayerInFocusComeFirst() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(
            opened("layers",
                   sampleClassifier("transformer",
                                    {{"layers", "3"}, {"features", "32"}, {"heads", "16"}, {"feed_forward", "16"}})));
        session.setHead(at(2, 5));
        const auto isThere = [&](int layer) { return model.thumbnail(at(layer, 15)) != nullptr; };
        QStringList rounds;
        connect(&model, &AttendModel::changed, this, [&] {
            QString layers;
            for (const int layer : {0, 1, 2})
                layers += isThere(layer) ? QString::number(layer) : QString();
            if (rounds.isEmpty() || rounds.last() != layers)
                rounds << layers;
        });
        session.setSentence(QString("river ").repeated(850));
        QTRY_VERIFY_WITH_TIMEOUT(isThere(0) && !model.isBusy(), 60000);
        QCOMPARE(rounds.mid(rounds.size() - 3), (QStringList{"2", "12", "012"}));
        for (const HeadEntry& head : model.heads())
            QVERIFY2(model.thumbnail(head.address), head.address.text().c_str());
        QVERIFY(model.headAt(at(0, 0))->statistics && model.headAt(at(2, 0))->statistics);
        const int before = model.thumbnailRounds();
        session.setStage(MapStage::Score); // the former ones give way at the first line
        QTRY_VERIFY_WITH_TIMEOUT(!model.isBusy() && model.thumbnail(at(0, 0))->stage == MapStage::Score, 60000);
        QCOMPARE(model.thumbnail(at(2, 15))->stage, MapStage::Score);
        QCOMPARE(model.thumbnailRounds(), before + 2); // one range for the first line, and one for all
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
};

QTEST_GUILESS_MAIN(AttendModelTest)
#include "attend_model_test.moc"
