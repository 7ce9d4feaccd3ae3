#include "models/seen_changes.h"

#include "head_address.h"
#include "results/plain_zeros.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

/// What is kept of changes for a text, and how their numbers are written.
class SeenChangesTest : public QObject {
    Q_OBJECT

    static std::vector<Sequence> ofWords(std::initializer_list<const char*> words) {
        Sequence sequence;
        for (const char* word : words)
            sequence.tokens.emplace_back().text = word;
        return {sequence};
    }

private slots:
    void cellsThatTheTextHasNotAreNotSeen() {
        Intervention changes;
        changes[at(0, 0)].forbidden = {{1, 1}, {1, 2}};
        changes[at(0, 1)].forced = {{3, 0, 0.5}}; // nothing is left of it
        changes[at(0, 2)].scale = 0;
        const Intervention seen = seenIn(changes, ofWords({"old", "dog"}));
        QCOMPARE(seen.heads.size(), std::size_t(2));
        QVERIFY(seen.heads.at(at(0, 0)).forbidden == (std::vector<HeadCell>{{1, 1}}));
        QCOMPARE(seen.heads.at(at(0, 2)).scale, 0.0);
        QVERIFY(seenIn(changes, ofWords({"old", "dog", "is", "in"})).heads == changes.heads);
    }

    void tokensThatAreReadAllTheSameAreNotSeen() {
        Intervention changes;
        changes.leftOut = {{0, 0}, {0, 7}};
        QVERIFY(seenIn(changes, ofWords({"old", "dog"})).leftOut == (std::set<TokenPlace>{{0, 0}}));
        QVERIFY(seenIn(changes, ofWords({"dog"})).leftOut.empty()); // it is read whole
    }

    void noZeroHasAMinus() {
        Intervention changes;
        changes[at(0, 0)] = {-0.0, {}, {}, {{2, -0.0}}, {{1, 0, -0.0}}};
        const HeadChange plain = withPlainZeros(changes).heads.at(at(0, 0));
        QVERIFY(!std::signbit(plain.scale) && !std::signbit(plain.features.at(2)) &&
                !std::signbit(plain.forced.front().weight));
    }
};

QTEST_GUILESS_MAIN(SeenChangesTest)
#include "seen_changes_test.moc"
