#include "viewmodels/tensors_model.h"

#include "app/sample_model.h"
#include "engine/models/model_folder.h"
#include "engine/models/safetensors.h"
#include "session/session.h"
#include "session/settings.h"
#include "viewmodels/tensor_table.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace headlight;

/// The tensors of the open model: their list, their figures, another model beside them, and the table of it all.
class TensorsModelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<TensorsModel> m_model;

    static constexpr int patience = 60000;

    /// A saved model, and the same as if it had been opened.
    std::shared_ptr<OpenModel> saved(const QString& name) {
        const auto network = sampleClassifier();
        saveModel(*network, m_folder.filePath(name).toStdString());
        return opened(name, network, m_folder.filePath(name));
    }
    QString written(const QString& name, const std::vector<TensorView>& tensors) {
        writeSafetensors(m_folder.filePath(name).toStdString(), tensors);
        return m_folder.filePath(name);
    }
    void show(const QString& name) {
        m_session->addModel(saved(name));
        QTRY_VERIFY_WITH_TIMEOUT(m_model->content(), patience);
    }
    void waitForWork() { QTRY_VERIFY_WITH_TIMEOUT(!m_model->isBusy(), patience); }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_model = std::make_unique<TensorsModel>(*m_session, m_jobs);
    }
    void cleanup() {
        m_model.reset();
        m_session.reset();
    }

    void listsTheOpenModel() {
        QCOMPARE(m_model->obstacle(), QString("No model is open."));
        QVERIFY(m_model->entries().empty());
        show("a");
        QVERIFY(m_model->obstacle().isEmpty());
        QCOMPARE(m_model->content()->format, QString("safetensors"));
        QCOMPARE(m_model->entries().size(), m_model->content()->tensors.size());
        bool hasFormat = false, hasNested = false;
        for (const ConfigurationRow& row : m_model->content()->configuration) {
            hasFormat = hasFormat || (row.depth == 0 && row.name == "format" && row.value == "headlight");
            hasNested = hasNested || row.depth == 1;
        }
        QVERIFY(hasFormat && hasNested);
        m_session->addModel(sampleModel("without a folder"));
        QVERIFY(!m_model->content());
        QVERIFY2(m_model->obstacle().contains("no folder"), qPrintable(m_model->obstacle()));
    }

    void aFolderThatIsGoneIsTold() {
        m_session->addModel(opened("gone", sampleClassifier(), m_folder.filePath("gone")));
        QTRY_VERIFY_WITH_TIMEOUT(!m_model->obstacle().isEmpty(), patience);
        QVERIFY2(m_model->obstacle().contains("gone"), qPrintable(m_model->obstacle()));
    }

    void theChosenTensorHasFigures() {
        show("a");
        const QString name = QString::fromStdString(m_model->content()->tensors.front().name);
        m_model->choose(name);
        QVERIFY(!m_model->figures() && m_model->isWorking());
        waitForWork();
        QVERIFY(m_model->figures());
        QCOMPARE(m_model->figures()->name, name);
        QVERIFY(m_model->figures()->statistics.norm > 0);
        QVERIFY(!m_model->figures()->histogram.counts.empty());
        QVERIFY(m_model->entries().front().statistics); // the table has them, too
        m_model->choose({});
        QVERIFY(!m_model->figures());
    }

    void allAreMeasured() {
        show("a");
        QSignalSpy told(m_model.get(), &TensorsModel::entriesChanged);
        m_model->measureAll();
        waitForWork();
        QCOMPARE(told.size(), 1);
        for (const TensorEntry& entry : m_model->entries())
            QVERIFY(entry.statistics && entry.statistics->numbers == entry.tensor.info.elements());
    }

    void whatIsStoppedCanBeChosenAgain() {
        show("a");
        const QString name = QString::fromStdString(m_model->content()->tensors.front().name);
        m_model->choose(name);
        m_model->stop();
        QVERIFY(m_model->chosen().isEmpty() && !m_model->isWorking());
        m_model->choose(name);
        waitForWork();
        QVERIFY(m_model->figures());
    }

    void anotherModelIsCompared() {
        show("a");
        const auto& tensors = m_model->content()->tensors;
        const std::vector<float> one = {1};
        m_model->compareWith(
            written("other.safetensors", {{tensors[0].name, {1}, one.data()}, {"new", {1}, one.data()}}));
        waitForWork();
        QVERIFY(m_model->comparison());
        QVERIFY(m_model->comparison()->other.endsWith("other.safetensors"));
        const auto entries = m_model->entries();
        QCOMPARE(entries.size(), tensors.size() + 1);
        QVERIFY(entries.front().difference->state == TensorState::OtherShape);
        QVERIFY(entries[1].difference->state == TensorState::OnlyHere);
        QCOMPARE(entries.back().tensor.name, std::string("new"));
        m_model->choose("new"); // only the other one has it
        QVERIFY(!m_model->isBusy() && !m_model->figures());
        m_model->endComparison();
        QCOMPARE(m_model->entries().size(), tensors.size());
        m_model->compareWith(m_folder.filePath("a"));
        waitForWork();
        for (const TensorEntry& entry : m_model->entries())
            QVERIFY(entry.difference->state == TensorState::Equal);
        show("b"); // of another model, another comparison
        QVERIFY(!m_model->comparison());
    }

    void whatCannotBeComparedIsTold() {
        show("a");
        QSignalSpy failed(m_model.get(), &TensorsModel::failed);
        m_model->compareWith(m_folder.filePath("nowhere"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, patience);
        QVERIFY2(failed[0][0].toString().contains("nowhere"), qPrintable(failed[0][0].toString()));
        QVERIFY(!m_model->comparison());
    }

    void theTableSortsAsPeopleCount() {
        const auto entry = [](const char* name, std::vector<std::int64_t> shape, std::optional<double> norm) {
            TensorEntry made;
            made.tensor.name = name;
            made.tensor.info.shape = std::move(shape);
            made.tensor.bytes = made.tensor.info.elements() * 4;
            if (norm) {
                made.statistics = TensorStatistics();
                made.statistics->norm = *norm;
            }
            return made;
        };
        TensorTable table;
        TensorRows rows(table);
        table.setEntries({entry("layers.10.weight", {2, 3}, 2), entry("layers.2.weight", {1200}, std::nullopt),
                          entry("bias", {}, 0.5)},
                         false);
        QCOMPARE(table.columnCount(), 9);
        const auto names = [&] {
            QStringList found;
            for (int row = 0; row < rows.rowCount(); ++row)
                found << rows.index(row, 0).data().toString();
            return found.join(' ');
        };
        rows.sort(TensorTable::Name, Qt::AscendingOrder);
        QCOMPARE(names(), QString("bias layers.2.weight layers.10.weight"));
        rows.sort(-1);
        QCOMPARE(names(), QString("layers.10.weight layers.2.weight bias"));
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            rows.sort(4, order); // norms: what has none is last
            QVERIFY2(names().endsWith("layers.2.weight"), qPrintable(names()));
        }
        rows.setText(" LAYERS ");
        QCOMPARE(rows.rowCount(), 2);
        QCOMPARE(table.text(0, TensorTable::Shape), QString("2 × 3"));
        QCOMPARE(table.text(2, TensorTable::Shape), QString("number"));
        QCOMPARE(table.exactText(0, TensorTable::Shape), QString("2x3"));
        QCOMPARE(table.exactText(1, TensorTable::Size), QString("4800"));
        QCOMPARE(table.text(1, 4), QString("—"));
        QVERIFY(table.exactText(1, 4).isEmpty());

        QSignalSpy reset(&table, &QAbstractItemModel::modelReset);
        table.setEntries(table.entries(), false);
        QCOMPARE(reset.size(), 0); // what is chosen stays chosen
        std::vector<TensorEntry> compared = table.entries();
        for (TensorEntry& one : compared)
            one.difference = TensorDifference{TensorState::Equal, one.tensor, one.tensor};
        compared[1].difference->state = TensorState::Changed;
        compared[1].difference->largest = std::numeric_limits<double>::infinity();
        table.setEntries(compared, true);
        QCOMPARE(reset.size(), 1);
        QCOMPARE(table.columnCount(), 13);
        rows.setText({});
        rows.sort(TensorTable::State, Qt::AscendingOrder);
        QCOMPARE(rows.index(0, TensorTable::State).data().toString(), QString("changed"));
        QCOMPARE(rows.index(0, TensorTable::Largest).data().toString(), QString("∞"));
        QVERIFY(rows.index(0, 0).data(TensorTable::NameRole).toString() == "layers.2.weight");
    }
};

QTEST_GUILESS_MAIN(TensorsModelTest)
#include "tensors_model_test.moc"
