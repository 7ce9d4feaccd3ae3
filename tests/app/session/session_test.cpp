#include "session/session.h"

#include "app/sample_model.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <sys/stat.h>

using namespace headlight;

class SessionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};

    static std::shared_ptr<OpenModel> modelOf(const QString& folder) {
        return opened(folder, sampleClassifier(), folder);
    }

private slots:
    void whatCannotBeRememberedIsSaid() {
        QTemporaryDir folder;
        Settings settings(folder.filePath("here.ini"));
        settings.set("sentence", "a");
        settings.save();
        QCOMPARE(settings.problem(), QString());
        QFile(folder.filePath("file")).open(QIODevice::WriteOnly);
        Settings lost(folder.filePath("file/under.ini")); // below a file, for root may write into any folder
        lost.set("sentence", "a");
        lost.save();
        QVERIFY2(lost.problem().contains("under.ini can't be written"), qPrintable(lost.problem()));
    }

    void aFileThatCanBeNoSettingsIsLeftAlone() {
        QTemporaryDir folder;
        const QString sparse = folder.filePath("sparse.ini");
        QVERIFY(QFile(sparse).open(QIODevice::WriteOnly) && QFile::resize(sparse, qint64(3) << 30));
        for (const QString& file : {sparse, folder.path(), QString("/dev/zero")}) {
            Settings settings(file);
            QCOMPARE(settings.text("color-map"), QString("blues"));
            settings.set("color-map", "grey");
            settings.save();
            QVERIFY2(settings.problem().contains("were not read, and are not kept: " + file),
                     qPrintable(settings.problem()));
        }
        QCOMPARE(QFileInfo(sparse).size(), qint64(3) << 30);
    }

    /// The window stayed black for half a minute, or for ever.
    void aLockThatNobodyHoldsIsNotWaitedFor() {
        QTemporaryDir folder;
        const QString file = folder.filePath("here.ini"), lock = file + ".lock";
        const auto begin = [&](const QString& problem) {
            QElapsedTimer clock;
            clock.start();
            Settings settings(file);
            settings.set("color-map", "grey");
            settings.save();
            QVERIFY2(settings.problem().contains(problem) && settings.problem().isEmpty() == problem.isEmpty(),
                     qPrintable(settings.problem()));
            QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
        };
        for (const QByteArray text : {"", "77\nheadlight\nelsewhere\n"}) {
            QFile left(lock);
            QVERIFY(left.open(QIODevice::WriteOnly) && left.write(text) == text.size());
            left.close();
            begin({});
            QVERIFY(!QFileInfo::exists(lock));
        }
        QCOMPARE(mkfifo(lock.toUtf8().constData(), 0600), 0);
        begin("here.ini.lock is in the way");
        QVERIFY(QFile::remove(lock) && QDir().mkdir(lock));
        begin("here.ini.lock is in the way");
    }

    void aDamagedFileIsPutAsideAndWhatCanBeReadOfItIsKept() {
        QTemporaryDir folder;
        const QString file = folder.filePath("here.ini");
        const auto write = [&](const QByteArray& text) {
            QFile damaged(file);
            QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(text) == text.size());
        };
        const QByteArray mistyped = "[General]\nsentence=the red river\nnonsense\nstranger=1\n";
        const QByteArray noise = QByteArray::fromHex("7f454c4602010100ff00ff0a00fe5b0a8000100a");
        for (const auto& [text, aside] : {std::pair(mistyped, ".damaged"), std::pair(noise, ".damaged-2")}) {
            QFile::remove(file);
            write(text);
            Settings settings(file);
            QCOMPARE(settings.text("sentence"), QString(text == noise ? "" : "the red river"));
            QVERIFY2(settings.remark().contains("here.ini is damaged, or no file of settings. It is kept as " + file +
                                                aside),
                     qPrintable(settings.remark()));
            settings.set("color-map", "grey");
            settings.save();
            QCOMPARE(settings.problem(), QString());
            QFile kept(file + aside), now(file);
            QVERIFY(kept.open(QIODevice::ReadOnly) && now.open(QIODevice::ReadOnly));
            QCOMPARE(kept.readAll(), text);
            QVERIFY(!now.readAll().contains("stranger"));
        }
        const Settings next(file);
        QCOMPARE(next.remark(), QString());
        QCOMPARE(next.text("color-map"), QString("grey"));
    }

    void tokensThatAreLeftOutAreRemembered() {
        Settings settings(m_folder.filePath("left-out.ini"));
        {
            Session session(settings);
            session.addModel(modelOf("a"));
            session.toggleLeftOut({0, 3}, "book");
            session.toggleLeftOut({0, 1}, "the");
            session.toggleLeftOut({0, 1}, "the");
            session.remember();
        }
        Session session(settings);
        session.recall();
        session.addModel(modelOf("a"));
        QVERIFY(session.isAltered() && session.intervention().heads.empty());
        QVERIFY(session.intervention().leftOut == std::set<TokenPlace>({{0, 3}}));
        session.undoAllChanges();
        QVERIFY(!session.isAltered());
    }

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
        session.setHeadChange(at(0, 1), off, "off");
        HeadChange masked;
        masked.mask = "fa(2)";
        session.setHeadChange(at(0, 0), masked, "mask");
        QCOMPARE(session.intervention().heads.size(), std::size_t(2));
        session.undo();
        QCOMPARE(session.intervention().heads.size(), std::size_t(1));
        QCOMPARE(double(session.headChange(at(0, 1)).scale), 0.0);
        session.undo();
        QVERIFY(!session.isAltered());
        session.undo();
        QCOMPARE(changed.count(), 4);
        session.redo();
        session.redo();
        QCOMPARE(session.headChange(at(0, 0)).mask.value(), std::string("fa(2)"));
        session.undoAllChanges();
        QVERIFY(!session.isAltered());
        session.undo();
        QCOMPARE(session.intervention().heads.size(), std::size_t(2));
    }

    /// What a text goes on with is a step like a change of a head; steps of one kind that follow each other are one.
    void aTextThatGoesOnIsTakenBack() {
        Session session(m_settings);
        session.goOn(" c", "no model");
        QVERIFY(session.sentence().isEmpty());
        session.addModel(sampleModel());
        session.setSentence("a");
        session.goOn(" b", "a candidate");
        session.goOn(" c", "written", "writing");
        session.goOn(" d", "written", "writing");
        session.settleChange();
        session.goOn(" e", "written", "writing");
        QCOMPARE(session.sentence(), QString("a b c d e"));
        session.undo();
        QCOMPARE(session.sentence(), QString("a b c d"));
        session.undo();
        QCOMPARE(session.sentence(), QString("a b"));
        session.undo();
        QCOMPARE(session.sentence(), QString("a"));
        session.redo();
        session.redo();
        QCOMPARE(session.sentence(), QString("a b c d"));
        session.setSentence("another"); // which did not go on so
        session.undo();
        QCOMPARE(session.sentence(), QString("another"));
        QVERIFY(!session.isAltered());
    }

    void minusZeroIsZero() {
        Session session(m_settings);
        session.addModel(sampleModel());
        session.setHeadChange(at(0, 0), {-0.0, std::nullopt, {}, {{2, -0.0}}, {{1, 0, -0.0}}}, "typed");
        const HeadChange change = session.headChange(at(0, 0));
        QVERIFY(!std::signbit(change.scale) && !std::signbit(change.features.at(2)));
        QVERIFY(!std::signbit(change.forced[0].weight));
    }

    void aDraggedSliderIsOneStep() {
        Session session(m_settings);
        session.addModel(sampleModel());
        for (const double scale : {0.9, 0.8, 0.7}) {
            HeadChange change;
            change.scale = Real(scale);
            session.setHeadChange(at(0, 0), change, "scale", "scale 0.0");
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
        session.setHeadChange(at(0, 0), off, "off");
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

    void pinsStayWithTheirSentenceOfAPair() {
        Session session(m_settings);
        session.setPins({3}, {1});
        session.hover(2, 0);
        session.setSequence(1);
        QCOMPARE(session.marks(), Marks());
        QCOMPARE(session.marks(0).pinnedQueries, std::set<int>{3});
        QCOMPARE(session.marks(0).hoveredQuery, -1); // the pointer has left it
        session.setPins({0}, {});
        session.hoverIn(0, 2, 2);
        QCOMPARE(session.marks(1).hoveredQuery, -1); // it is in one of them
        session.setSequence(0);
        QCOMPARE(session.marks().pinnedKeys, std::set<int>{1});
        session.setSentence("other words");
        QCOMPARE(session.marks(), Marks());
        QCOMPARE(session.marks(1).pinnedQueries, std::set<int>{0});
        session.setPins({4}, {});
        session.setSecond("other words, too");
        QCOMPARE(session.marks(1), Marks());
        QCOMPARE(session.marks().pinnedQueries, std::set<int>{4});
        session.setPinsIn(1, {2}, {});
        session.clearPins();
        QVERIFY(session.marks(0).pinnedQueries.empty() && session.marks(1).pinnedQueries.empty());
    }

    void aForbiddenCellIsForbiddenOnce() {
        Session session(m_settings);
        session.addModel(sampleModel());
        session.toggleForbidden(at(0, 1), {2, 3});
        QCOMPARE(session.headChange(at(0, 1)).forbidden.size(), std::size_t(1));
        session.toggleForbidden(at(0, 1), {2, 3});
        QVERIFY(!session.isAltered());
    }

    void theFocusStaysInsideAModel() {
        Session session(m_settings);
        session.setHead(at(7, 9));
        session.addModel(sampleModel());
        QCOMPARE(session.focus().address, at(0, 1)); // a head again, not the pooling that is in the next layer
    }

    /// A passage is no beginning of a translation, and neither is a predicate.
    void aSecondTextThatWouldMeanSomethingElseGoes() {
        const auto other = [](const QString& id, const std::string& task) {
            return opened(id, sampleClassifier("multihead", {{"heads", "2"}, {"head_features", "8"}}, task), id);
        };
        Session session(m_settings);
        session.addModel(other("/select", "select"));
        session.setExample("who wrote the book\tthe engineer . the city");
        session.addModel(other("/select-2", "select"));
        session.addModel(sampleModel()); // which has no field for it
        session.addModel(other("/select-3", "select"));
        QCOMPARE(session.second(), QString("the engineer . the city"));
        session.remember();
        m_settings.set("second", session.second());
        QSignalSpy spy(&session, &Session::sentenceChanged);
        session.addModel(sampleTranslation());
        QVERIFY(session.second().isEmpty() && spy.count() == 1);
        session.setSecond("der");
        session.addModel(other("/roles", "roles"));
        QVERIFY(session.second().isEmpty());
        session.setSecond("wrote");
        session.setCurrentModel("/select");
        QVERIFY(session.second().isEmpty());

        Session later(m_settings); // as the window begins
        later.setSecond("the engineer . the city");
        later.recall();
        later.addModel(other("/roles", "roles"));
        QVERIFY(later.second().isEmpty());
        m_settings.set("second", QString());
    }

    void aChosenPredicateGoesWithItsToken() {
        Session session(m_settings);
        session.addModel(
            opened("/roles", sampleClassifier("multihead", {{"heads", "2"}, {"head_features", "8"}}, "roles"), "/r"));
        session.setSentence("who wrote the book");
        session.choosePredicate("book");
        session.setSentence("who wrote the quiet book");
        QCOMPARE(session.second(), QString("book"));
        session.setSentence("who wrote it");
        QVERIFY(session.second().isEmpty() && !session.lostPredicate());
        session.setSentence("the book is the book");
        session.choosePredicate("#2");
        session.setSentence("a red book is the book"); // the second is another word
        QVERIFY(session.second().isEmpty());
        session.setSecond("book"); // what is typed stays, and is told of
        QCOMPARE(session.lostPredicate(), std::optional(2));
        session.setSentence("who wrote it");
        QCOMPARE(session.second(), QString("book"));
        QCOMPARE(session.lostPredicate(), std::optional(0));
    }

    void aRestartBringsBackWhatWasChangedPinnedAndChosen() {
        m_settings.set("sentence", QString("who wrote the book"));
        const auto begin = [](Session& session) {
            session.setStorePath("/store.sqlite");
            session.setSentence("who wrote the book");
            session.recall();
        };
        {
            Session session(m_settings);
            begin(session);
            session.addModel(modelOf("/runs/1/best"));
            HeadChange change;
            change.scale = Real(0.7);
            change.mask = "fa(2)";
            session.setHeadChange(at(0, 1), change, "mask");
            session.toggleForbidden(at(0, 1), {3, 0});
            session.markCells(at(0, 1), {{2, 1}, {2, 2}}, CellMark::Forced);
            session.setPins({3}, {0, 2});
            session.setChosenRuns({"4", "2"});
            session.remember();
        }
        Session session(m_settings);
        begin(session);
        QCOMPARE(session.chosenRuns(), QStringList({"4", "2"}));
        session.addModel(modelOf("/runs/1/best"));
        QCOMPARE(session.marks().pinnedQueries, std::set<int>{3});
        QCOMPARE(session.marks().pinnedKeys, (std::set<int>{0, 2}));
        QCOMPARE(session.intervention().heads.size(), std::size_t(1));
        const HeadChange change = session.headChange(at(0, 1));
        QCOMPARE(change.scale, Real(0.7));
        QCOMPARE(change.mask.value(), std::string("fa(2)"));
        QCOMPARE(change.forbidden.size(), std::size_t(1));
        QVERIFY(change.forbidden.front() == (HeadCell{3, 0}));
        QCOMPARE(change.forced, (std::vector<ForcedCell>{{2, 1, 1}, {2, 2, 1}}));
        session.undo();
        QVERIFY(!session.isAltered());
        session.redo();
        QVERIFY(session.isAltered());
        session.addModel(modelOf("/runs/1/last")); // another model
        QVERIFY(!session.isAltered());
        QCOMPARE(session.marks(), Marks());
        session.addModel(modelOf("/runs/1/best")); // read again: as it is in the folder
        QVERIFY(!session.isAltered());
    }

    void pinsOfTheSecondSentenceStayThere() {
        m_settings.set("sentence", QString("who wrote the book"));
        m_settings.set("second", QString("where is the city"));
        const auto begin = [](Session& session) {
            session.setSentence("who wrote the book");
            session.setSecond("where is the city");
            session.recall();
        };
        const auto pair = [] {
            return opened("/p", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair"), "/p");
        };
        {
            Session session(m_settings);
            begin(session);
            session.addModel(pair());
            session.setPins({2}, {});
            session.setSequence(1);
            session.setPins({3}, {1});
            session.remember();
        }
        Session session(m_settings);
        begin(session);
        session.addModel(pair());
        QCOMPARE(session.focus().sequence, 1);
        QCOMPARE(session.marks().pinnedQueries, std::set<int>{3});
        QCOMPARE(session.marks(0).pinnedQueries, std::set<int>{2});
        Session other(m_settings);
        begin(other);
        other.addModel(modelOf("/m")); // of one sentence
        QCOMPARE(other.focus().sequence, 0);
        QCOMPARE(other.marks().pinnedQueries, std::set<int>{2}); // its own
        m_settings.set("second", QString());
    }

    void thePartOfTheMapsIsKept() {
        for (const std::optional<TextPair>& between : {std::optional(TextPair{1, 0}), std::optional<TextPair>()}) {
            Session before(m_settings);
            before.setBetween(between);
            before.remember();
            Session session(m_settings);
            session.recall();
            QCOMPARE(session.focus().between, between);
        }
        m_settings.set("focus", QVariantList{0, 0, 2, 1, 0, 0, "0.0", QVariantList{7, -3}});
        Session session(m_settings);
        session.recall();
        QCOMPARE(session.focus().between, (TextPair{1, 0})); // of two texts
    }

    void howTokensStandIsKeptAndPinsGoWithTheirRows() {
        const TokenDisplay words{PieceDisplay::Words, MarkDisplay::Hidden};
        Session before(m_settings);
        before.setPins({1}, {});
        before.setDisplay({PieceDisplay::Pretty, MarkDisplay::Shown});
        QCOMPARE(before.marks().pinnedQueries, std::set<int>{1}); // of the same tokens
        before.setDisplay(words);
        QVERIFY(before.marks().pinnedQueries.empty());
        before.remember();
        Session session(m_settings);
        session.recall();
        QVERIFY(session.focus().display == words);
    }

    void changesWaitUntilTheirModelIsOpened() {
        {
            Session session(m_settings);
            session.addModel(modelOf("/a"));
            HeadChange off;
            off.scale = 0;
            session.setHeadChange(at(0, 0), off, "off");
            session.remember();
        }
        {
            Session session(m_settings);
            session.recall();
            session.addModel(modelOf("/b"));
            session.remember();
        }
        Session session(m_settings);
        session.recall();
        session.addModel(modelOf("/a"));
        QCOMPARE(session.headChange(at(0, 0)).scale, 0.0);
        session.undoAllChanges();
        session.remember();
        Session later(m_settings);
        later.recall();
        later.addModel(modelOf("/a"));
        QVERIFY(!later.isAltered());
    }

    void pinsOfAnotherSentenceAndRunsOfAnotherStoreStayAway() {
        m_settings.set("sentence", QString("a b c"));
        Session before(m_settings);
        before.setSentence("a b c");
        before.setStorePath("/one.sqlite");
        before.setPins({1}, {});
        before.setChosenRuns({"1"});
        before.remember();
        Session session(m_settings);
        session.setSentence("c b");
        session.setStorePath("/two.sqlite");
        session.recall();
        QCOMPARE(session.marks(), Marks());
        QVERIFY(session.chosenRuns().isEmpty());
    }

    void settingsThatMakeNoSenseChangeNothing() {
        m_settings.set("sentence", QString());
        m_settings.set("focus", QString("nonsense"));
        m_settings.set("pins/queries", QStringList{"x", "-3", "2"});
        m_settings.set("pins/keys", QString("y"));
        m_settings.set("chosen-runs", QString("7"));
        for (const char* changes :
             {"", "nonsense", "[1]", R"({"/m": 3})",
              R"({"/m": [{"layer": 9, "head": 0, "scale": 0}, {"layer": 1, "head": 0, "scale": 0}, 7, {},
                 {"layer": 0, "head": 1, "scale": "x", "mask": "fw+", "forbidden": [[1], "y", [-1, 2]],
                  "forced": [[1, 2], 3, [0, 1, 2]]}]})"}) {
            m_settings.set("changes", QByteArray(changes));
            Session session(m_settings);
            session.recall();
            QCOMPARE(session.focus(), Focus());
            QCOMPARE(session.marks().pinnedQueries, std::set<int>{2});
            QVERIFY(session.marks().pinnedKeys.empty());
            QVERIFY(session.chosenRuns().isEmpty());
            session.addModel(modelOf("/m"));
            QVERIFY2(!session.isAltered(), changes);
            QVERIFY(!session.current()->changes.canUndo());
        }
        m_settings.set("changes", QByteArray(R"({"/m": [{"layer": 0, "head": 1, "scale": -500, "mask": "fw"}]})"));
        Session session(m_settings);
        session.recall();
        session.addModel(modelOf("/m"));
        QCOMPARE(session.headChange(at(0, 1)).scale, -100.0);
        QCOMPARE(session.headChange(at(0, 1)).mask.value(), std::string("fw"));

        m_settings.set("changes", QByteArray(R"({"/m": [{"left_out": 0, "sequence": 7},
            {"layer": 0, "head": 1, "forbidden": [[1, 2], [1, 2], [0, 2], [0, 1, 7]], "forced": [[0, 2, 0.5]]}]})"));
        Session twice(m_settings);
        twice.recall();
        twice.addModel(modelOf("/m"));
        QVERIFY(twice.intervention().leftOut.empty()); // the model reads one sequence
        QVERIFY(twice.headChange(at(0, 1)).forbidden == (std::vector<HeadCell>{{1, 2}}));
        QVERIFY(twice.headChange(at(0, 1)).forced == (std::vector<ForcedCell>{{0, 2, 0.5}}));
    }

    void settingsKnowTheirNamesAndDefaults() {
        QCOMPARE(m_settings.text("theme"), QString("system"));
        m_settings.set("layout/attend", QByteArray("x"));
        QCOMPARE(m_settings.bytes("layout/attend"), QByteArray("x"));
        QVERIFY(m_settings.bytes("layout/runs").isEmpty());
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, m_settings.set("thema", 1));
        for (const SettingRow& row : Settings::rows())
            QVERIFY2(qstrlen(row.help) > 10, row.name);
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
