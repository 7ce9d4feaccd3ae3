#include "app/panels/attend/features_fixture.h"
#include "engine/core/npz.h"
#include "figure/figure_menu.h"
#include "matrix/heat_map.h"
#include "matrix/histogram_view.h"
#include "panels/attend/feature_pair.h"
#include "viewmodels/map_names.h"

#include <QFile>
#include <QLabel>
#include <QScrollBar>
#include <QSpinBox>

using namespace headlight;

/// What is seen of the features of a head: their maps, orders, clusters and differences, and the rows of a pooling.
class FeaturesPaneTest : public QObject, FeaturesFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

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

    void aHeadOfOneNumberSaysSo() {
        m_session->addModel(opened("dots", sampleClassifier("multihead", {{"heads", "2"}, {"head_features", "8"}})));
        QTRY_VERIFY(!features().message().isEmpty());
        QVERIFY(!features().map());
    }

    void allAreSeenAtOnceAndThatIsRemembered() {
        auto* grid = find<MapGrid>("feature-maps");
        auto* all = find<QToolButton>("features-all");
        const double side = grid->thumbnailRect(0).width();
        m_pane->resize(420, 300);
        QVERIFY(!all->isChecked() && grid->verticalScrollBar()->maximum() > 0);
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(grid->verticalScrollBar()->maximum() == 0 && grid->thumbnailRect(0).width() < side);
        clickMap(3); // still a button for each
        QCOMPARE(grid->current(), 3);
        QVERIFY(m_settings.flag("features-all"));
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(grid->verticalScrollBar()->maximum() > 0);
    }

    /// Nothing is in focus that could keep its place.
    void anotherOrderBeginsWithItsFirst() {
        auto* grid = find<MapGrid>("feature-maps");
        m_pane->resize(420, 300);
        QTRY_VERIFY(grid->verticalScrollBar()->maximum() > 0);
        grid->verticalScrollBar()->setValue(grid->verticalScrollBar()->maximum());
        setOrder(FeatureOrder::Disagreement);
        QTRY_COMPARE(grid->verticalScrollBar()->value(), 0);
    }
};

QTEST_MAIN(FeaturesPaneTest)
#include "features_pane_test.moc"
