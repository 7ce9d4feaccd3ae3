#include "app/panels/attend/features_fixture.h"
#include "engine/results/head_scale.h"
#include "wording/number_text.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>

using namespace headlight;

/// What the features of a head do to the answer: their effects, and that they are switched off and scaled.
class FeatureChangesTest : public QObject, FeaturesFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void theFeatureThatDecidesMostComesFirst() {
        setOrder(FeatureOrder::Effect);
        QTRY_VERIFY(!features().effects().empty());
        QCOMPARE(features().effects().size(), std::size_t(8));
        const QStringList order = labels();
        const auto sizeOf = [&](const QString& label) { return std::abs(*features().effects()[label.toULong()]); };
        for (qsizetype k = 1; k < 8; ++k)
            QVERIFY(sizeOf(order[k - 1]) >= sizeOf(order[k]));
        // It is what switching the feature off does.
        const int first = order[0].toInt();
        const auto label = std::size_t(
            std::max_element(m_model->answer().rows().begin(), m_model->answer().rows().end(),
                             [](const AnswerRow& a, const AnswerRow& b) { return a.probability < b.probability; }) -
            m_model->answer().rows().begin());
        const double effect = *features().effects()[std::size_t(first)],
                     before = m_model->answer().rows()[label].logOdds;
        QCOMPARE(maps().notes()[0].text, changeText(effect, changeDecimals(std::abs(effect))));
        HeadChange off;
        off.features = {{Index(first), 0.0}};
        m_session->setHeadChange(at(0, 0), off, "off");
        QTRY_VERIFY(m_model->answer().rows()[label].logOddsWere);
        QVERIFY(std::abs(m_model->answer().rows()[label].logOdds - before - effect) < 1e-9);
        QTRY_VERIFY(!features().effects().empty() && !features().effects()[std::size_t(first)]); // it is off now
        setOrder(FeatureOrder::Number);
        QVERIFY(maps().notes().isEmpty());
        m_session->undo();
    }

    void theOrderByEffectStaysWhileOneTypes() {
        setOrder(FeatureOrder::Effect);
        const QString before = m_session->sentence();
        for (const char* sentence : {"who built", "who built the", "who built the bridge"}) {
            m_session->setSentence(sentence); // it may cancel the effects of the one before
            QTRY_VERIFY(features().isCurrent());
        }
        QTRY_VERIFY(!features().areEffectsPending());
        QCOMPARE(features().order(), FeatureOrder::Effect);
        QCOMPARE(features().effects().size(), std::size_t(8));
        m_session->setSentence(before);
        QTRY_VERIFY(features().isCurrent() && !features().areEffectsPending());
    }

    void theChosenFeatureStaysWhereItIsSeenInAnotherOrder() {
        m_session->addModel(opened("many", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "60"}})));
        auto* grid = find<MapGrid>("feature-maps");
        m_pane->resize(300, 520);
        setOrder(FeatureOrder::Effect);
        QTRY_VERIFY(features().effects().size() == 60);
        QTRY_VERIFY(grid->verticalScrollBar()->maximum() > 200);
        grid->choose(35); // scrolls there
        const QString chosen = maps().thumbnail(35).label;
        const auto top = [&] { return qRound(grid->thumbnailRect(grid->painter().current()).top()); };
        grid->verticalScrollBar()->setValue(grid->verticalScrollBar()->value() + top() - 30);
        QTest::qWait(20); // layouts answer later
        const int before = top();
        QVERIFY2(before > 0 && before < grid->viewport()->height() / 2, qPrintable(QString::number(before)));
        const QStringList order = labels();
        QStringList seen;
        QList<int> tops;
        connect(&features(), &FeaturesModel::changed, this, [&] {
            seen << maps().thumbnail(grid->painter().current()).label;
            tops << top();
        });
        HeadChange change;
        change.features = {{Index(chosen.toInt()), 0.0}};
        m_session->setHeadChange(at(0, 0), change, "off");
        QTRY_VERIFY(features().effects().size() == 60 && !features().effects()[chosen.toULong()]);
        QVERIFY(std::abs(labels().indexOf(chosen) - order.indexOf(chosen)) < 20); // it keeps the size that it had
        m_session->setSentence("the red bridge is near the river");
        QTRY_VERIFY(m_model->tokens().size() == 7 && features().isCurrent() && features().effects().size() == 60);
        QVERIFY(labels() != order);
        QVERIFY(seen.size() >= 3); // also while effects are computed
        QCOMPARE(seen, QStringList(seen.size(), chosen));
        for (const int now : tops) // lines may begin between two pixels
            QVERIFY2(std::abs(now - before) <= 1, qPrintable(QStringLiteral("%1, was %2").arg(now).arg(before)));
        disconnect(&features(), nullptr, this, nullptr);
        grid->verticalScrollBar()->setValue(0); // who looks elsewhere stays there
        setOrder(FeatureOrder::Number);
        QCOMPARE(grid->verticalScrollBar()->value(), 0);
        m_session->undo();
        setOrder(FeatureOrder::Effect);
        grid->verticalScrollBar()->setValue(grid->verticalScrollBar()->maximum());
        m_session->setHead(at(0, 1)); // of which one looks for the strongest
        QTRY_VERIFY(features().map()->address == at(0, 1) && features().effects().size() == 60);
        QCOMPARE(grid->verticalScrollBar()->value(), 0);
    }

    void whoCancelsTheEffectsHasTheNumbersBack() {
        setOrder(FeatureOrder::Effect);
        for (Job* job : m_jobs.running())
            job->cancel();
        QTRY_VERIFY(!features().areEffectsPending());
        QVERIFY(features().order() == FeatureOrder::Number || !features().effects().empty());
    }

    void aGroupIsOfItsHeadAndUndoneFromItsFactor() {
        m_session->setFeatures({FeatureChoice::Kind::Group, 0, {1, 4}});
        auto* factor = find<QDoubleSpinBox>("feature-scale");
        factor->setValue(0.5);
        QCOMPARE(m_session->headChange(at(0, 0)).features, (std::map<Index, double>{{1, 0.5}, {4, 0.5}}));
        QTest::keyClick(factor, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(m_session->headChange(at(0, 0)).isNothing());
        QCOMPARE(factor->value(), 1.0);
        m_session->setHead(at(0, 0));
        QVERIFY(m_session->focus().features.kind == FeatureChoice::Kind::Group);
        m_session->setHead(at(0, 1));
        QVERIFY(m_session->focus().features == meanOfFeatures);
    }

    void aFeatureIsSwitchedOffAndTheAnswerFollows() {
        setOrder(FeatureOrder::Number);
        QVERIFY(!find<QCheckBox>("feature-on")->isEnabled()); // none is chosen
        QVERIFY(find<QCheckBox>("feature-on")->toolTip().contains("Choose a feature"));
        clickMap(5);
        QCOMPARE(m_session->focus().features, (FeatureChoice{FeatureChoice::Kind::One, 5}));
        QTest::mouseClick(find<QCheckBox>("feature-on"), Qt::LeftButton);
        QCOMPARE(m_session->headChange(at(0, 0)).features, (std::map<Index, double>{{5, 0.0}}));
        QTRY_VERIFY(m_model->answer().rows()[0].was);
        QVERIFY2(m_model->alterations().contains("has feature 5 off"), qPrintable(m_model->alterations()));
        QVERIFY(*m_model->answer().rows()[0].was != m_model->answer().rows()[0].probability);
        QTRY_VERIFY(maps().thumbnail(5).off && !maps().thumbnail(4).off);
        m_session->undo();
        QVERIFY(m_session->headChange(at(0, 0)).features.empty());
    }

    void aClusterIsKeptAlone() {
        find<QSpinBox>("feature-clusters")->setValue(2);
        clickMap(1);
        QTest::mouseClick(find<QPushButton>("feature-alone"), Qt::LeftButton);
        std::map<Index, double> others;
        for (const Index feature : features().clusters()[0])
            others[feature] = 0;
        QCOMPARE(m_session->headChange(at(0, 0)).features, others);
        QTest::mouseClick(find<QPushButton>("feature-trained"), Qt::LeftButton);
        QVERIFY(m_session->headChange(at(0, 0)).features.empty());
    }

    void aFeatureTakesEveryScaleThatAHeadTakes() {
        setOrder(FeatureOrder::Number);
        clickMap(5);
        find<QDoubleSpinBox>("feature-scale")->setValue(-3);
        QCOMPARE(m_session->headChange(at(0, 0)).features, (std::map<Index, double>{{5, -3.0}}));
        QCOMPARE(find<QDoubleSpinBox>("feature-scale")->maximum(), mostHeadScale);
    }

    void featuresThatAreTooManyToBeShownAreSwitchedOneByOne() {
        m_session->addModel(opened("many", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "128"}})));
        m_session->setHead(at(0, 0));
        m_session->setFeatures({FeatureChoice::Kind::One, 0});
        m_session->setSentence(QString("the city ").repeated(300));
        QTRY_VERIFY_WITH_TIMEOUT(m_model->tokens().size() == 600 && !features().message().isEmpty(), 60000);
        QVERIFY(!features().map());
        const auto* said = find<QLabel>("features-none");
        QVERIFY2(said->isVisible() && said->text().contains("One feature"), qPrintable(said->text()));
        QVERIFY(said->contentsMargins().left() >= said->fontMetrics().height() / 2);
        QCOMPARE(find<QLabel>("feature-chosen")->text(), QString("Chosen: feature 0 of layer 0 · head 0"));
        auto* alone = find<QPushButton>("feature-alone");
        QVERIFY2(alone->isEnabled(), qPrintable(alone->toolTip()));
        QTest::mouseClick(alone, Qt::LeftButton);
        const auto changed = [this] { return m_session->headChange(at(0, 0)).features; };
        QCOMPARE(changed().size(), std::size_t(127));
        QVERIFY(!changed().contains(0));
        QTest::mouseClick(find<QPushButton>("feature-trained"), Qt::LeftButton);
        QVERIFY(changed().empty());
        find<QCheckBox>("feature-on")->click();
        QCOMPARE(changed(), (std::map<Index, double>{{0, 0.0}}));
    }

    void aPoolingSaysWhatItCanNot() {
        setOrder(FeatureOrder::Effect);
        m_session->setHead(at(1, 0, MapPart::Pooling));
        QTRY_VERIFY(features().map() && features().map()->queries == 1);
        m_session->setFeatures({FeatureChoice::Kind::One, 5});
        for (const char* name : {"feature-on", "feature-alone", "feature-scale"}) {
            const auto* control = find<QWidget>(name);
            QVERIFY(!control->isEnabled());
            QVERIFY2(control->toolTip().contains("layer 1 · pooling can be looked at"), qPrintable(control->toolTip()));
        }
        QCOMPARE(features().order(), FeatureOrder::Number);
        const auto* box = find<QComboBox>("feature-order");
        QCOMPARE(box->currentData().toInt(), int(FeatureOrder::Number)); // not what it isn't
        const int byEffect = box->findData(int(FeatureOrder::Effect));
        QVERIFY(!box->model()->index(byEffect, 0).flags().testFlag(Qt::ItemIsEnabled));
        QVERIFY(box->itemData(byEffect, Qt::ToolTipRole).toString().contains("no effects"));
        QCOMPARE(find<QLabel>("feature-chosen")->text(), QString("Chosen: feature 5 of layer 1 · pooling"));
        m_session->setFeatures(meanOfFeatures);
        QVERIFY(find<QLabel>("feature-chosen")->text().startsWith("Click a row "));
        m_session->setHead(at(0, 0)); // where there are effects
        QTRY_VERIFY(features().effects().size() == 8);
        QCOMPARE(box->currentData().toInt(), int(FeatureOrder::Effect));
    }
};

QTEST_MAIN(FeatureChangesTest)
#include "feature_changes_test.moc"
