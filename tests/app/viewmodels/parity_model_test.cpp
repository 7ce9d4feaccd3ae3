#include "viewmodels/parity_model.h"

#include "app/sample_model.h"
#include "engine/models/formats.h"
#include "engine/models/golden_reference.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::publishedgolden;

/// The current model beside its reference.
class ParityModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ParityModel> m_parity;
    const fs::path m_golden = folderOf("published/gpt2");

    fs::path pathOf(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    static QString textOf(const fs::path& path) { return QString::fromStdString(path.string()); }

    /// A GPT-2 in a folder of its own, with what PyTorch made of it; the first score is `off` by so much.
    fs::path folderWith(const char* name, std::optional<float> off) const {
        const fs::path folder = pathOf(name);
        fs::remove_all(folder);
        fs::copy(m_golden, folder);
        if (off)
            reference(*off, folder / "headlight_reference.npz");
        return folder;
    }
    fs::path reference(float off, const fs::path& path) const {
        ReferenceArrays arrays = referenceArraysOf(m_golden, "first");
        arrays.numbers.at("logits").values[0] += off;
        return arrays.save(path);
    }
    void open(const fs::path& folder) {
        m_session->addModel(std::make_shared<OpenModel>(textOf(folder), textOf(folder), "gpt2", openModel(folder)));
    }
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(!m_parity->isBusy(), 60000); }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_parity = std::make_unique<ParityModel>(*m_session, m_jobs);
    }
    void cleanup() {
        m_parity.reset();
        m_session.reset();
    }

    void aReferenceBesideTheModelIsChecked() {
        QCOMPARE(m_parity->state(), ParityModel::State::None);
        const QSignalSpy changed(m_parity.get(), &ParityModel::changed);
        open(folderWith("right", 0));
        QCOMPARE(m_parity->state(), ParityModel::State::Checking);
        QVERIFY(m_parity->reference().endsWith("headlight_reference.npz"));
        settle();
        QCOMPARE(m_parity->state(), ParityModel::State::Known);
        QCOMPARE(m_parity->report().verdict(), ParityVerdict::Green);
        QCOMPARE(m_parity->report().texts.front().parts.size(), std::size_t(3));
        QCOMPARE(changed.size(), 2);
    }

    void withoutAReferenceThereIsNothing() {
        open(folderWith("bare", {}));
        QVERIFY(!m_parity->isBusy());
        QCOMPARE(m_parity->state(), ParityModel::State::None);
        m_session->addModel(sampleModel());
        QCOMPARE(m_parity->state(), ParityModel::State::None);
        m_session->closeModel(m_session->current()->id);
        QCOMPARE(m_parity->state(), ParityModel::State::None);
    }

    /// What was found of a model is there at once when it is current again.
    void eachModelHasItsOwn() {
        const fs::path right = folderWith("right", 0), wrong = folderWith("wrong", 1000.0F);
        open(right);
        settle();
        open(wrong);
        QCOMPARE(m_parity->state(), ParityModel::State::Checking);
        settle();
        QCOMPARE(m_parity->report().verdict(), ParityVerdict::Red);
        m_session->setCurrentModel(textOf(right));
        QVERIFY(!m_parity->isBusy());
        QCOMPARE(m_parity->state(), ParityModel::State::Known);
        QCOMPARE(m_parity->report().verdict(), ParityVerdict::Green);
        // Read again, its folder may have changed.
        reference(1000.0F, right / "headlight_reference.npz");
        open(right);
        QCOMPARE(m_parity->state(), ParityModel::State::Checking);
        settle();
        QCOMPARE(m_parity->report().verdict(), ParityVerdict::Red);
    }

    void aModelThatIsLeftBeforeItIsCheckedIsCheckedWhenItComesBack() {
        const fs::path right = folderWith("right", 0);
        open(right);
        m_session->addModel(sampleModel());
        QVERIFY(!m_parity->isBusy());
        m_session->setCurrentModel(textOf(right));
        QCOMPARE(m_parity->state(), ParityModel::State::Checking);
        settle();
        QCOMPARE(m_parity->state(), ParityModel::State::Known);
    }

    void anotherFileCanBeNamed() {
        open(folderWith("bare", {}));
        const fs::path other = reference(1000.0F, pathOf("other.npz"));
        m_parity->check(textOf(other));
        QCOMPARE(m_parity->state(), ParityModel::State::Checking);
        settle();
        QCOMPARE(m_parity->report().verdict(), ParityVerdict::Red);
        QCOMPARE(m_parity->reference(), textOf(other));
        writeFile(other, "no archive");
        m_parity->check(textOf(other));
        settle();
        QCOMPARE(m_parity->state(), ParityModel::State::Failed);
        QVERIFY2(m_parity->problem().contains("other.npz"), qPrintable(m_parity->problem()));
    }

    void aModelOfAnotherKindIsNotCompared() {
        m_session->addModel(sampleModel());
        m_parity->check(textOf(reference(0, pathOf("gpt2.npz"))));
        settle();
        QCOMPARE(m_parity->state(), ParityModel::State::Failed);
        QVERIFY2(m_parity->problem().contains("only published models"), qPrintable(m_parity->problem()));
    }
};

QTEST_GUILESS_MAIN(ParityModelTest)
#include "parity_model_test.moc"
