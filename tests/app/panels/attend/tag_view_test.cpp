#include "app/sample_model.h"
#include "panels/attend/tag_view.h"
#include "viewmodels/tag_lines.h"

#include <QtTest>
#include <set>

using namespace headlight;

/// The labels of a text as the Attend view shows them, those of the model's answer.
class TagViewTest : public QObject {
    Q_OBJECT
    Jobs m_jobs;
    std::shared_ptr<OpenModel> m_tagger;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<TagLines> m_lines;
    std::unique_ptr<TagView> m_view;

    void show(const std::string& text, const Intervention& changes = {}) { showTexts({text}, changes); }
    void showTexts(const std::vector<std::string>& texts, const Intervention& changes = {}) {
        m_model->show({m_tagger, texts, changes});
        QTRY_VERIFY_WITH_TIMEOUT(
            m_model->state() == AttendModel::State::Ready && !m_model->isBusy() && !m_lines->isBusy(), 60000);
        m_view->refresh();
    }

private slots:
    void init() {
        m_tagger = opened("tagger", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "tag"));
        m_view.reset();
        m_lines.reset();
        m_model = std::make_unique<AttendModel>(m_jobs);
        m_lines = std::make_unique<TagLines>(*m_model, m_jobs);
        m_view = std::make_unique<TagView>(*m_model, *m_lines);
    }

    void spansAreThoseOfTheAnswer() {
        show("who wrote the quiet book in the city");
        const TagAnswer& answer = *m_model->answer().tags();
        QCOMPARE(m_view->painter().lines(), 1);
        const SpanLine& line = m_view->painter().line(0);
        QCOMPARE(line.words, QString("who wrote the quiet book in the city").split(' '));
        QCOMPARE(std::size_t(line.spans.size()), answer.spans.size());
        QVERIFY(!answer.spans.empty());
        for (std::size_t i = 0; i < answer.spans.size(); ++i) {
            const TextSpan& span = line.spans[qsizetype(i)];
            QCOMPARE(span.begin, answer.spans[i].begin);
            QCOMPARE(span.end, answer.spans[i].end);
            QCOMPARE(span.label.toStdString(), answer.spans[i].label);
            QCOMPARE(span.color, span.label == "NP" ? 1 : 2); // by the order of the model's labels, after O
        }
    }

    void aWordTellsItsLikeliestLabels() {
        show("who wrote the book");
        const TagAnswer& answer = *m_model->answer().tags();
        m_view->setHover(2);
        const QString note = m_view->spokenValue();
        QVERIFY2(note.startsWith("the: ") && note.count(", ") >= 2 && !note.contains("was"), qPrintable(note));
        const std::vector<double>& probabilities = answer.tokens[2].tags.probabilities;
        const double most = *std::max_element(probabilities.begin(), probabilities.end());
        QVERIFY2(note.contains(QString(" %1,").arg(most, 0, 'f', 3)), qPrintable(note));
    }

    void changesAreTold() {
        show("who wrote the quiet book");
        const TagAnswer before = *m_model->answer().tags();
        Intervention off;
        off[at(0, 0)].scale = off[at(0, 1)].scale = -3; // so that labels change
        show("who wrote the quiet book", off);
        const TagAnswer& now = *m_model->answer().tags();
        const ValueTable table = m_view->values();
        QCOMPARE(table.rows.size(), 5);
        int changed = 0;
        for (std::size_t t = 0; t < 5; ++t) {
            const QStringList& row = table.rows[qsizetype(t)];
            QCOMPARE(row[1].toStdString(), now.tag(t));
            QCOMPARE(row[2].toDouble(), now.tokens[t].tags.probabilities[now.tokens[t].best]);
            QCOMPARE(row[3].toStdString(), before.tag(t));
            QCOMPARE(row[4].toDouble(), before.tokens[t].tags.probabilities[before.tokens[t].best]);
            m_view->setHover(int(t));
            const bool differs = now.tag(t) != before.tag(t);
            changed += differs;
            QCOMPARE(m_view->spokenValue().contains("; was " + QString::fromStdString(before.tag(t))), differs);
        }
        QVERIFY(changed > 0);
    }

    /// Of a sentence of the corpus, which the model has as an example.
    void rightLabelsStandBelowTheOthers() {
        const auto model = sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "tag",
                                            {{"who wrote the book", {"B-NP", "B-VP", "B-NP", "I-NP"}}});
        m_tagger = opened("tagger", model);
        show("who wrote the book");
        const SpanLine& line = m_view->painter().line(0);
        QVERIFY(line.right);
        QCOMPARE(line.right->size(), 3);
        QCOMPARE(line.right->at(2).begin, 2);
        QCOMPARE(line.right->at(2).end, 4);
        QCOMPARE(line.right->at(2).label, QString("NP"));
        QCOMPARE(m_view->values().rows[1].last(), QString("B-VP"));
        show("who wrote the book in the city");
        QVERIFY(!m_view->painter().line(0).right);
    }

    /// Of a model of roles: those that are likely, those of the corpus, and the one that is asked about.
    void eachPredicateHasALine() {
        const auto model =
            sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "roles",
                             {{"who wrote the book near the bridge\t#6", {"O", "O", "O", "O", "O", "B-VP", "I-VP"}}});
        m_tagger = opened("roles", model);
        const auto predicates = [this] {
            QList<int> places;
            for (const TagLine& line : m_lines->lines())
                places << line.predicate;
            return places;
        };
        showTexts({"who wrote the book near the bridge"}); // "wrote" is likely, the sixth the corpus's
        QCOMPARE(predicates(), (QList<int>{1, 5}));
        QCOMPARE(m_lines->shown(), 0);
        QVERIFY(!m_lines->lines()[0].right && m_lines->lines()[1].right);
        QCOMPARE(m_lines->lines()[0].predicateText, QString("wrote"));
        QCOMPARE(m_lines->lines()[1].predicateText, QString("#6")); // "the" is there twice
        showTexts({"who wrote the book near the bridge", "#2"});
        QCOMPARE(m_lines->lines()[0].predicateText, QString("wrote"));
        showTexts({"who wrote the book near the bridge", "book"});
        QCOMPARE(predicates(), (QList<int>{1, 3, 5}));
        QCOMPARE(m_lines->shown(), 1);
        QCOMPARE(m_view->painter().lines(), 3);
        QVERIFY(m_view->painter().line(1).isChosen && !m_view->painter().line(0).isChosen);
        for (int line = 0; line < 3; ++line) // whether or not the answer has it for the predicate
            QCOMPARE(m_view->painter().line(line).subject, predicates()[line]);

        // Each line is what the model answers when it is asked about that predicate.
        const QList<TagLine> lines = m_lines->lines();
        for (const TagLine& line : lines) {
            showTexts({"who wrote the book near the bridge", line.predicateText.toStdString()});
            const TagAnswer& answer = *m_model->answer().tags();
            for (std::size_t t = 0; t < answer.tokens.size(); ++t)
                QCOMPARE(line.answer.tokens[t].tags.probabilities, answer.tokens[t].tags.probabilities);
        }
        QCOMPARE(m_view->values().columns.first(), QString("predicate"));
        QCOMPARE(m_view->values().rows.size(), 21);
        QCOMPARE(m_view->values().rows[7].first(), QString("book"));

        Intervention off;
        off[at(0, 0)].scale = -3;
        showTexts({"who wrote the book near the bridge", "book"}, off);
        for (const TagLine& line : m_lines->lines())
            QVERIFY(line.was); // the others as well
    }

    /// Also those that the corpus has and the model has not.
    void kindsOfOneTextHaveColoursOfTheirOwn() {
        const auto model = sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "tag",
                                            {{"who wrote the book", {"B-A", "B-B", "B-NP", "B-C"}}});
        m_tagger = opened("tagger", model);
        show("who wrote the book");
        std::set<int> colors;
        for (const TextSpan& span : *m_view->painter().line(0).right)
            colors.insert(span.color % seriesColorCount);
        QCOMPARE(colors.size(), std::size_t(4));
    }

    void anotherAnswerHasNoLabels() {
        show("who wrote the book");
        m_tagger = sampleModel();
        show("who wrote the book");
        QVERIFY(m_view->isHidden() && m_view->painter().lines() == 0 && m_view->values().rows.isEmpty());
    }
};

QTEST_MAIN(TagViewTest)
#include "tag_view_test.moc"
