#include "panels/attend/features_pane.h"

#include "app/sample_model.h"
#include "engine/core/npz.h"
#include "engine/results/head_scale.h"
#include "figure/figure_menu.h"
#include "matrix/heat_map.h"
#include "matrix/histogram_view.h"
#include "matrix/map_grid.h"
#include "panels/attend/feature_pair.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/map_names.h"
#include "wording/number_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// The features of a head as objects: seen, grouped, chosen and switched off.
class FeaturesPaneTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<FeaturesPane> m_pane;

    template <class T>
    T* find(const char* name) const {
        T* const found = m_pane->findChild<T*>(name);
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    const FeaturesModel& features() const { return m_pane->features(); }
    const MapGridPainter& maps() const { return find<MapGrid>("feature-maps")->painter(); }
    QStringList labels() const {
        QStringList labels;
        for (const int index : maps().order())
            labels << maps().thumbnail(index).label;
        return labels;
    }
    void clickMap(int index) const {
        auto* grid = find<MapGrid>("feature-maps");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(index).center().toPoint());
    }
    void setOrder(FeatureOrder order) const {
        auto* box = find<QComboBox>("feature-order");
        box->setCurrentIndex(box->findData(int(order)));
        emit box->activated(box->currentIndex());
    }

private slots:
    void init() {
        m_session = std::make_unique<Session>(m_settings);
        m_model = std::make_unique<AttendModel>(m_jobs);
        follow(*m_session, *m_model);
        m_session->addModel(sampleModel());
        m_session->setSentence("who wrote the quiet book near the river");
        m_pane = std::make_unique<FeaturesPane>(*m_session, *m_model, m_jobs);
        m_pane->resize(420, 700);
        m_pane->show();
        m_pane->setWatched(true);
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
        QTRY_VERIFY(features().map());
    }
    void cleanup() {
        m_pane.reset();
        m_session.reset();
    }

    void everyFeatureHasItsMap() {
        QCOMPARE(features().map()->features, Index(8));
        setOrder(FeatureOrder::Number);
        QCOMPARE(labels(), QString("0 1 2 3 4 5 6 7").split(' '));
        const AttentionMap& all = *features().map();
        for (int feature = 0; feature < 8; ++feature) {
            const MatrixView& view = maps().thumbnail(feature).view;
            for (int row = 0; row < view.rows; ++row)
                for (int column = 0; column < view.columns; ++column)
                    if (!view.isMasked(row, column))
                        QCOMPARE(view.value(row, column), all.at(row, column, feature));
        }
    }

    void ordersAreThoseOfTheProfiles() {
        const auto valueOf = [this](const QString& label) { return features().profiles()[label.toULong()]; };
        setOrder(FeatureOrder::Disagreement);
        const QStringList far = labels();
        setOrder(FeatureOrder::Entropy);
        const QStringList sharp = labels();
        for (qsizetype k = 1; k < 8; ++k) {
            QVERIFY(valueOf(far[k - 1]).disagreement >= valueOf(far[k]).disagreement);
            QVERIFY(valueOf(sharp[k - 1]).entropy <= valueOf(sharp[k]).entropy);
        }
    }

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

    void whoCancelsTheEffectsHasTheNumbersBack() {
        setOrder(FeatureOrder::Effect);
        for (Job* job : m_jobs.running())
            job->cancel();
        QTRY_VERIFY(!features().areEffectsPending());
        QVERIFY(features().order() == FeatureOrder::Number || !features().effects().empty());
    }

    void twoFeaturesStandSideBySide() {
        setOrder(FeatureOrder::Number);
        clickMap(5);
        auto* grid = find<MapGrid>("feature-maps");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                          grid->thumbnailRect(2).center().toPoint());
        auto* pair = find<FeaturePair>("feature-pair");
        QVERIFY(pair->isVisible());
        QCOMPARE(m_session->focus().features, (FeatureChoice{FeatureChoice::Kind::One, 5}));
        const AttentionMap& all = *features().map();
        const auto* difference = pair->findChild<HeatMap*>("feature-difference");
        QCOMPARE(pair->findChild<HeatMap*>("feature-second")->view().value(3, 1), all.at(3, 1, 2));
        QCOMPARE(difference->view().value(3, 1), all.at(3, 1, 5) - all.at(3, 1, 2));
        QCOMPARE(difference->view().range.low, -difference->view().range.high);
        QTest::keyClick(pair, Qt::Key_Right);
        QCOMPARE(pair->second().feature, Index(3));
        QTest::keyClick(pair, Qt::Key_Up);
        QCOMPARE(pair->first().feature, Index(4));
        QCOMPARE(difference->view().value(3, 1), all.at(3, 1, 4) - all.at(3, 1, 3));
        QTest::keyClick(pair, Qt::Key_Escape);
        QVERIFY(!pair->isVisible());
    }

    void aClusterIsComparedWithAFeature() {
        find<QSpinBox>("feature-clusters")->setValue(3);
        const std::vector<std::vector<Index>> clusters = features().clusters();
        clickMap(0);
        const Index feature = clusters[1][0];
        auto* grid = find<MapGrid>("feature-maps");
        const auto item = 3 + clusters[0].size(); // behind the means and the first cluster
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                          grid->thumbnailRect(int(item)).center().toPoint());
        auto* pair = find<FeaturePair>("feature-pair");
        QVERIFY(pair->isVisible());
        const MatrixView& first = pair->findChild<HeatMap*>("feature-first")->view();
        QCOMPARE(first.title, QString("mean of %1 features, weights").arg(clusters[0].size()));
        QCOMPARE(first.value(3, 1), features().mapOf({FeatureChoice::Kind::Group, 0, clusters[0]}).at(3, 1));
        const MatrixView& difference = pair->findChild<HeatMap*>("feature-difference")->view();
        QCOMPARE(difference.title,
                 QString("mean of %1 features − feature %2, weights").arg(clusters[0].size()).arg(feature));
        QCOMPARE(difference.value(3, 1), first.value(3, 1) - features().map()->at(3, 1, feature));
        QTest::keyClick(pair, Qt::Key_Down); // the next cluster
        QCOMPARE(pair->first().group, clusters[1]);
        QCOMPARE(pair->second().feature, feature);
        m_session->setHead(at(0, 1)); // of which these are no clusters
        QTRY_VERIFY(!pair->isVisible());
    }

    void whoHasChosenNothingChoosesWithShiftToo() {
        auto* grid = find<MapGrid>("feature-maps");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, Qt::ShiftModifier,
                          grid->thumbnailRect(0).center().toPoint());
        QCOMPARE(m_session->focus().features.kind, FeatureChoice::Kind::Group);
    }

    void theDifferenceIsOverTheQueriesThatSeeAnything() {
        setOrder(FeatureOrder::Number);
        clickMap(5);
        find<FeaturePair>("feature-pair")->compare({FeatureChoice::Kind::One, 5}, {FeatureChoice::Kind::One, 2});
        const AttentionMap& all = *features().map();
        double sum = 0;
        int seeing = 0;
        for (Index query = 0; query < all.queries; ++query) {
            bool sees = false;
            for (Index key = 0; key < all.keys; ++key)
                if (all.isVisible(query, key)) {
                    sees = true;
                    sum += std::abs(double(all.at(query, key, 5) - all.at(query, key, 2)));
                }
            seeing += sees;
        }
        QCOMPARE(seeing, int(all.queries) - 1); // the first of a forward mask sees nothing
        const QString note = find<QLabel>("feature-difference-note")->text();
        QVERIFY2(note.contains(QString("other tokens %L1 %").arg(50 * sum / seeing, 0, 'f', 1)), qPrintable(note));
    }

    void clustersAreLedByTheirMeans() {
        find<QSpinBox>("feature-clusters")->setValue(3);
        QCOMPARE(features().clusters().size(), std::size_t(3));
        QCOMPARE(labels().size(), 3 + 8);
        for (int cluster = 0; cluster < 3; ++cluster) {
            const std::vector<Index>& group = features().clusters()[std::size_t(cluster)];
            QCOMPARE(labels()[cluster],
                     group.size() == 1 ? QString("feature %1").arg(group[0]) : QString("mean of %1").arg(group.size()));
        }
        clickMap(0);
        QCOMPARE(m_session->focus().features, (FeatureChoice{FeatureChoice::Kind::Group, 0, features().clusters()[0]}));
        const AttentionMap* large = m_model->focusedMap();
        QVERIFY(large);
        double sum = 0;
        for (const Index feature : features().clusters()[0])
            sum += double(features().map()->at(3, 1, feature));
        QCOMPARE(large->at(3, 1), float(sum / double(features().clusters()[0].size())));
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

    void theCellTellsHowItsFeaturesDiffer() {
        m_session->hover(3, 1);
        const HistogramView* cell = find<HistogramView>("feature-cell");
        const QList<int>& counts = cell->counts();
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), 0), 8);
        QVERIFY2(cell->spokenValue().contains(" of 8 above "), qPrintable(cell->spokenValue()));
        m_session->hover(1, 3); // masked
        QVERIFY(cell->counts().isEmpty());
    }

    void aLowPaneHasALowHistogram() {
        const auto* cell = find<HistogramView>("feature-cell");
        const int line = m_pane->fontMetrics().height(), high = cell->height();
        m_pane->resize(310, 19 * line); // as in a window of 1024 × 700
        m_session->hover(3, 1);
        QTest::qWait(20); // layouts answer later
        QVERIFY(cell->isVisible() && !cell->counts().isEmpty());
        QVERIFY(cell->height() < high);
        const QRect before = find<MapGrid>("feature-maps")->geometry();
        QVERIFY(before.height() >= 6 * line);
        m_session->hover(-1, -1); // nothing moves then
        QTest::qWait(20);
        QCOMPARE(find<MapGrid>("feature-maps")->geometry(), before);
    }

    void whatIsSeenOfTheFeaturesIsExported() {
        setOrder(FeatureOrder::Entropy);
        auto* menu = find<MapGrid>("feature-maps")->findChild<FigureMenu*>();
        const auto path = [this](const char* name) { return m_folder.filePath(name); };
        const auto textOf = [&](const char* name) {
            QFile file(path(name));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        for (const char* name : {"features.svg", "features.csv", "features.npz"})
            QCOMPARE(menu->exportTo(path(name)), QString());
        QVERIFY(textOf("features.svg").contains("Features of layer 0"));
        const QStringList rows = textOf("features.csv").trimmed().split('\n');
        QCOMPARE(rows.size(), 1 + 8);
        for (qsizetype k = 0; k < 8; ++k) // in the order that is seen
            QCOMPARE(rows[k + 1].section(',', 0, 0), labels()[k]);
        const auto arrays = readNpz(path("features.npz").toStdString());
        QCOMPARE(arrays.at("L0.H0.weight").shape, (std::vector<std::int64_t>{8, 8, 8}));
        QVERIFY(!arrays.contains("L0.H1.weight"));
        QCOMPARE(arrays.at("L0.H0.weight").values, features().map()->values);
    }

    void aFeatureTakesEveryScaleThatAHeadTakes() {
        setOrder(FeatureOrder::Number);
        clickMap(5);
        find<QDoubleSpinBox>("feature-scale")->setValue(-3);
        QCOMPARE(m_session->headChange(at(0, 0)).features, (std::map<Index, double>{{5, -3.0}}));
        QCOMPARE(find<QDoubleSpinBox>("feature-scale")->maximum(), mostHeadScale);
    }

    void aPoolingHasARowForEachFeature() {
        m_session->setHead(at(1, 0, MapPart::Pooling));
        QTRY_VERIFY(features().map() && features().map()->queries == 1);
        setOrder(FeatureOrder::Number);
        const auto* strips = find<HeatMap>("feature-strips");
        QVERIFY(strips->isVisible());
        QCOMPARE(strips->view().rows, 16);
        QCOMPARE(strips->view().columns, 8);
        QCOMPARE(strips->view().value(7, 2), features().map()->at(0, 2, 7));
    }

    void aRowIsCalledByItsFeature() {
        m_session->setHead(at(1, 0, MapPart::Pooling));
        QTRY_VERIFY(features().map() && features().map()->queries == 1);
        const auto* strips = find<HeatMap>("feature-strips");
        setOrder(FeatureOrder::Entropy);
        const Index third = features().ordered()[2];
        const QString words = strips->readOutAt(2, 1);
        QVERIFY2(words.startsWith(QString("feature %1 → key 1 “wrote”\n").arg(third)), qPrintable(words));
        setOrder(FeatureOrder::Clusters);
        find<QSpinBox>("feature-clusters")->setValue(3);
        const auto size = features().clusters()[1].size();
        const QString ofCluster = strips->readOutAt(1, 1);
        QVERIFY2(ofCluster.startsWith(QString("cluster 2, mean of %1 features → key 1 “wrote”\n").arg(size)) ||
                     (size == 1 && ofCluster.startsWith("cluster 2, ")),
                 qPrintable(ofCluster));
        if (size > 1) // as maps of clusters are called
            QCOMPARE(strips->view().rowLabels[1], QString("mean of %1").arg(size));
        const QList<PlacedLabel> placed = strips->painter().rowLabels(strips->mapGeometry());
        QVERIFY(!placed.isEmpty());
        for (const PlacedLabel& label : placed)
            QVERIFY2(!label.text.contains(u'␣'), qPrintable(label.text)); // they are words, no tokens
    }

    void aClusterOfOneIsThatFeature() {
        find<QSpinBox>("feature-clusters")->setValue(8); // as many as features
        QCOMPARE(maps().thumbnail(0).label, QString("feature %1").arg(features().clusters()[0][0]));
        m_session->setFeatures({FeatureChoice::Kind::Group, 0, {3}});
        QTRY_VERIFY(!m_model->isBusy() && m_model->focusedMap());
        const QString title = titleOfMap(*m_model->focusedMap());
        QVERIFY2(title.endsWith("· feature 3 / 7"), qPrintable(title));
        QCOMPARE(featuresName(m_session->focus().features), QString("feature 3"));
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

    void rowsOfAPoolingAreReadAndComparedInALowPane() {
        m_session->addModel(opened("many", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "60"}})));
        m_session->setHead(at(1, 0, MapPart::Pooling));
        QTRY_VERIFY(features().map() && features().map()->features == 120);
        setOrder(FeatureOrder::Number);
        auto* strips = find<HeatMap>("feature-strips");
        const int line = strips->fontMetrics().height();
        m_pane->resize(310, 20 * line);
        auto* bar = find<QScrollBar>("feature-strips-scroll");
        QTRY_VERIFY(bar->isVisible());
        QVERIFY(strips->mapGeometry().rowHeight >= line);
        const auto* cell = find<HistogramView>("feature-cell");
        QTest::qWait(20); // layouts answer later
        const int height = strips->height();
        m_session->hover(0, 2);
        QTest::qWait(20);
        QVERIFY(!cell->isVisible() && strips->height() == height); // rows have its room, and nothing moves
        m_session->hover(-1, -1);
        QTest::qWait(20);
        const auto click = [&](int row, Qt::KeyboardModifiers keys) {
            QTest::mouseClick(strips, Qt::LeftButton, keys, strips->mapGeometry().cellRect(row, 1).center().toPoint());
        };
        bar->setValue(50);
        click(52, {});
        QCOMPARE(m_session->focus().features, (FeatureChoice{FeatureChoice::Kind::One, 52}));
        QCOMPARE(qRound(strips->viewport().row), 50); // what was clicked stays there
        click(51, Qt::ShiftModifier);
        const auto* pair = find<FeaturePair>("feature-pair");
        QVERIFY(pair->isVisible());
        QCOMPARE(pair->second(), (FeatureChoice{FeatureChoice::Kind::One, 51}));
        QCOMPARE(strips->pins().rows, QList<int>{52});
        m_session->setFeatures({FeatureChoice::Kind::One, 110}); // chosen elsewhere
        const QRectF part = strips->mapGeometry().part();
        QVERIFY(part.top() <= 110 && part.bottom() >= 111);
        QCOMPARE(bar->value(), qRound(part.top()));
        m_pane->findChild<FeaturePair*>()->hide();
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

    void aHeadOfOneNumberSaysSo() {
        m_session->addModel(opened("dots", sampleClassifier("multihead", {{"heads", "2"}, {"head_features", "8"}})));
        QTRY_VERIFY(!features().message().isEmpty());
        QVERIFY(!features().map());
    }
};

QTEST_MAIN(FeaturesPaneTest)
#include "features_pane_test.moc"
