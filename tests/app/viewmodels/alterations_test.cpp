#include "viewmodels/alterations.h"

#include "app/sample_model.h"
#include "engine/models/model.h"

#include <QtTest>

using namespace headlight;

/// What a user changed, in words.
class AlterationsTest : public QObject {
    Q_OBJECT

    std::shared_ptr<OpenModel> m_open = sampleModel();

    /// Of a text that was read with these changes.
    QString textOf(const std::string& text, const Intervention& changes) const {
        const auto recording = m_open->model->run(m_open->model->read({text}), changes, {});
        return alterationsText(changes, recording.get());
    }

private slots:
    void fewCellsAreNamedAndManyAreCounted() {
        Intervention changes;
        HeadChange& change = changes[at(0, 1)];
        change.forbidden = {{3, 0}, {1, 2}};
        change.forced = {{4, 4, 0.25}};
        QCOMPARE(textOf("the book in the city", changes),
                 QString("layer 0 · head 1 has 2 forbidden cells: “the (2)” → “the”, “book” → “in”; "
                         "layer 0 · head 1 has 1 forced cell: “city” → “city” = 0.25"));
        QCOMPARE(alterationsText(changes), QString("layer 0 · head 1 has 2 forbidden cells: 3 → 0, 1 → 2; "
                                                   "layer 0 · head 1 has 1 forced cell: 4 → 4 = 0.25"));
        change.forced.clear();
        change.forbidden = {{3, 0}, {1, 2}, {2, 2}, {2, 3}};
        QCOMPARE(textOf("the book in the city", changes), QString("layer 0 · head 1 has 4 forbidden cells"));
    }

    void forcedCellsThatAreMoreThanOneTogetherSayWhatTheyGet() {
        Intervention changes;
        HeadChange& change = changes[at(0, 1)];
        change.forced = {{4, 4, 0.8}, {4, 1, 0.8}, {2, 1, 0.8}};
        QCOMPARE(textOf("the book in the city", changes),
                 QString("layer 0 · head 1 has 3 forced cells: “city” → “city” = 0.8, scaled to 0.5, "
                         "“city” → “book” = 0.8, scaled to 0.5, “in” → “book” = 0.8"));
        change.forced.push_back({3, 1, 0.8});
        QCOMPARE(textOf("the book in the city", changes),
                 QString("layer 0 · head 1 has 4 forced cells: rows above 1 are scaled to 1"));
        change.forced[0].weight = 0.1;
        QCOMPARE(textOf("the book in the city", changes), QString("layer 0 · head 1 has 4 forced cells"));
    }

    /// They wait for a text that has them.
    void cellsThatTheTextHasNotAreNotSpokenOf() {
        Intervention changes;
        changes[at(0, 1)].forbidden = {{1, 0}, {0, 40}};
        QCOMPARE(textOf("the book", changes), QString("layer 0 · head 1 has 1 forbidden cell: “book” → “the”"));
        changes[at(0, 1)].forbidden = {{0, 40}};
        QCOMPARE(textOf("the book", changes), QString());
    }
};

QTEST_GUILESS_MAIN(AlterationsTest)
#include "alterations_test.moc"
