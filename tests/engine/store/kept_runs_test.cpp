#include "engine/core/json_text.h"
#include "engine/store/kept_runs.h"

#include <QTemporaryDir>
#include <QtTest>

namespace headlight {

/// Which run of a store stands for a configuration.
class KeptRunsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store.emplace(m_folder->filePath("runs.sqlite").toStdString());
    }

    void theSameConfigurationIsFound() {
        const RunId id = add(configuration("/data/cr"), RunStatus::Finished);
        QCOMPARE(find(configuration("/data/cr")), id);
        QCOMPARE(find(configuration("cr")), id); // wherever the folder is
        QCOMPARE(find(configuration("r")), RunId(0));
        QCOMPARE(find(configuration("/other/cr")), RunId(0));
        QCOMPARE(find(configuration("cr?limit=3")), RunId(0));
    }

    void anyOptionTellsRunsApart() {
        add(configuration("/data/cr"), RunStatus::Finished);
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
                 {"seed", "2"}, {"epochs", "3"}, {"heads", "2"}, {"hidden", "7"}}) {
            RunConfig other = configuration("/data/cr");
            other.set(name, value);
            QVERIFY2(find(other) == 0, name);
        }
        RunConfig other = configuration("/data/cr");
        other.task = "pair";
        QCOMPARE(find(other), RunId(0));
    }

    /// A program that gets a new option, of an encoder or of training, still has all its runs.
    void anOptionThatIsNotStoredIsItsDefault() {
        const RunConfig config = configuration("/data/cr");
        nlohmann::ordered_json older = config.toJson();
        QVERIFY(older["encoder_options"].erase("heads") == 1);
        QVERIFY(older["train"].erase("label_smoothing") == 1);
        QVERIFY(older.erase("translation") == 1);
        const RunId id = add(config, RunStatus::Finished, jsonText(older));
        QCOMPARE(find(config), id);
        for (const auto& [name, value] :
             std::initializer_list<std::pair<const char*, const char*>>{{"heads", "2"}, {"label_smoothing", "0.1"}}) {
            RunConfig other = config;
            other.set(name, value);
            QVERIFY2(find(other) == 0, name);
        }
    }

    void aFinishedOneStandsBeforeOthersAndALaterBeforeAnEarlier() {
        const RunConfig config = configuration("/data/cr");
        const RunId stopped = add(config, RunStatus::Stopped);
        QCOMPARE(find(config), stopped);
        const RunId failed = add(config, RunStatus::Failed);
        QCOMPARE(find(config), failed);
        const RunId first = add(config, RunStatus::Finished);
        add(config, RunStatus::Stopped);
        QCOMPARE(find(config), first);
        const RunId second = add(config, RunStatus::Finished);
        QCOMPARE(find(config), second);
    }

    void deletedOnesAndThoseOfNoConfigurationAreNot() {
        const RunConfig config = configuration("/data/cr");
        m_store->remove({add(config, RunStatus::Finished)});
        NewRun other;
        other.datasetSpec = config.data;
        m_store->setStatus(m_store->createRun(other), RunStatus::Finished);
        QCOMPARE(find(config), RunId(0));
    }

private:
    static RunConfig configuration(const std::string& data) {
        RunConfig config = RunConfig::forEncoder("multihead");
        config.task = "classify";
        config.data = data;
        return config;
    }

    RunId add(const RunConfig& config, RunStatus status) { return add(config, status, jsonText(config.toJson())); }

    RunId add(const RunConfig& config, RunStatus status, const std::string& stored) {
        NewRun run;
        run.model = config.encoder;
        run.datasetSpec = config.data;
        run.configuration = stored;
        const RunId id = m_store->createRun(run);
        m_store->setStatus(id, status);
        return id;
    }

    RunId find(const RunConfig& config) const {
        const KeptRuns kept(*m_store);
        const RunSummary* found = kept.find(config);
        return found ? found->run.id : 0;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<Store> m_store;
};

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::KeptRunsTest)
#include "kept_runs_test.moc"
