#include "analysis/feature_profiles.h"
#include "analysis/feature_tree.h"

#include <QtTest>
#include <cmath>
#include <random>

using namespace headlight;

namespace {

AttentionMap mapOf(Index queries, Index keys, Index features) {
    AttentionMap map;
    map.queries = queries;
    map.keys = keys;
    map.features = map.mechanismFeatures = features;
    map.values.assign(std::size_t(queries * keys * features), 0);
    map.visible.assign(std::size_t(queries * keys), 1);
    return map;
}

float& at(AttentionMap& map, Index query, Index key, Index feature) {
    return map.values[std::size_t((query * map.keys + key) * map.features + feature)];
}

/// Each feature looks at one key; which one is its group.
AttentionMap groups(const std::vector<Index>& keyOf, double noise = 0) {
    AttentionMap map = mapOf(3, 4, Index(keyOf.size()));
    std::mt19937 random(5);
    for (Index query = 0; query < 3; ++query)
        for (Index feature = 0; feature < map.features; ++feature)
            for (Index key = 0; key < 4; ++key)
                at(map, query, key, feature) = float((key == keyOf[std::size_t(feature)] ? 1 : 0) +
                                                     noise * double(random()) / double(std::mt19937::max()));
    return map;
}

double distance(const AttentionMap& map, Index a, Index b) {
    double sum = 0;
    for (Index query = 0; query < map.queries; ++query)
        for (Index key = 0; key < map.keys; ++key)
            sum += std::pow(double(map.at(query, key, a)) - double(map.at(query, key, b)), 2);
    return std::sqrt(sum / double(map.queries));
}

/// As the book says it: the two clusters whose features are nearest on average become one, again and again.
std::vector<std::vector<Index>> byTheBook(const AttentionMap& map, std::size_t count) {
    std::vector<std::vector<Index>> clusters;
    for (Index feature = 0; feature < map.features; ++feature)
        clusters.push_back({feature});
    while (clusters.size() > count) {
        std::size_t first = 0, second = 1;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t a = 0; a < clusters.size(); ++a)
            for (std::size_t b = a + 1; b < clusters.size(); ++b) {
                double sum = 0;
                for (const Index i : clusters[a])
                    for (const Index j : clusters[b])
                        sum += distance(map, i, j);
                if (const double mean = sum / double(clusters[a].size() * clusters[b].size()); mean < least) {
                    least = mean;
                    first = a;
                    second = b;
                }
            }
        clusters[first].insert(clusters[first].end(), clusters[second].begin(), clusters[second].end());
        clusters.erase(clusters.begin() + std::ptrdiff_t(second));
        std::sort(clusters[first].begin(), clusters[first].end());
    }
    std::sort(clusters.begin(), clusters.end(), [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
    });
    return clusters;
}

} // namespace

/// Which features of a head attend alike, and how each one attends.
class FeatureTreeTest : public QObject {
    Q_OBJECT

private slots:
    void featuresThatAttendAlikeAreOneCluster() {
        const FeatureTree tree(groups({0, 1, 0, 2, 1, 0, 0}, 0.05));
        QCOMPARE(tree.suggested(), Index(3));
        using Clusters = std::vector<std::vector<Index>>;
        QCOMPARE(tree.clusters(3), (Clusters{{0, 2, 5, 6}, {1, 4}, {3}}));
        QCOMPARE(tree.clusters(1), (Clusters{{0, 1, 2, 3, 4, 5, 6}}));
        QCOMPARE(tree.clusters(100).size(), std::size_t(7));
        QCOMPARE(tree.clusters(0).size(), std::size_t(1));
        QVERIFY(tree.silhouette(3) > 0.7 && tree.silhouette(3) < 1); // the lonely one counts 0
        QCOMPARE(tree.silhouette(1), 0.0);
    }

    void everyCutIsThatOfTheBook() {
        AttentionMap map = mapOf(4, 5, 24);
        std::mt19937 random(9);
        for (float& value : map.values)
            value = float(double(random()) / double(std::mt19937::max()));
        const FeatureTree tree(map);
        for (std::size_t count = 1; count <= 24; ++count)
            QCOMPARE(tree.clusters(Index(count)), byTheBook(map, count));
    }

    void theSilhouetteIsThatOfTheFormula() {
        const AttentionMap map = groups({0, 0, 1, 1}, 0.3);
        double sum = 0;
        for (const auto& [own, mate, one, two] :
             {std::array<Index, 4>{0, 1, 2, 3}, {1, 0, 2, 3}, {2, 3, 0, 1}, {3, 2, 0, 1}}) {
            const double inside = distance(map, own, mate),
                         outside = (distance(map, own, one) + distance(map, own, two)) / 2;
            sum += (outside - inside) / std::max(outside, inside);
        }
        QVERIFY(std::abs(FeatureTree(map).silhouette(2) - sum / 4) < 1e-5);
    }

    void featuresAllAlikeAreOne() {
        QCOMPARE(FeatureTree(groups({2, 2, 2, 2})).suggested(), Index(1));
        QCOMPARE(FeatureTree(mapOf(0, 0, 3)).suggested(), Index(1)); // nothing was read
        QCOMPARE(FeatureTree(groups({1})).clusters(5).size(), std::size_t(1));
    }

    void numbersThatAreNoneEndAllTheSame() {
        AttentionMap map = groups({0, 1, 2, 3, 0});
        at(map, 0, 0, 1) = at(map, 1, 2, 3) = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(FeatureTree(map).clusters(2).size(), std::size_t(2));
    }

    void onlyWeightsOfAllFeaturesAreTaken() {
        AttentionMap mean = mapOf(2, 2, 1);
        mean.mechanismFeatures = 8;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, FeatureTree{mean});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, featureProfiles(mean));
        AttentionMap scores = mapOf(2, 2, 3);
        scores.stage = MapStage::Score;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, FeatureTree{scores});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, featureProfiles(scores));
    }

    void profilesAreMeansOverTheQueriesThatSee() {
        AttentionMap map = mapOf(3, 2, 2); // the last query sees nothing
        for (const Index key : {0, 1})
            map.visible[std::size_t(2 * 2 + key)] = 0;
        at(map, 0, 0, 0) = 1; // feature 0 is sure, feature 1 is not
        at(map, 0, 0, 1) = at(map, 0, 1, 1) = 0.5f;
        for (const Index feature : {0, 1}) // both alike
            at(map, 1, 1, feature) = 1;
        const std::vector<FeatureProfile> profiles = featureProfiles(map);
        QCOMPARE(profiles[0].entropy, 0.0);
        QCOMPARE(profiles[1].entropy, std::log(2.0) / 2);
        for (const FeatureProfile& profile : profiles)
            QCOMPARE(profile.disagreement, 0.25 / 2); // |1 − 0.75|, |0 − 0.25| of the first query, halved
    }
};

QTEST_GUILESS_MAIN(FeatureTreeTest)
#include "feature_tree_test.moc"
