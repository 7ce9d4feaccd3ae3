#include "app/sample_model.h"
#include "panels/attend/tag_view.h"
#include "viewmodels/attend_model.h"

#include <QtTest>

using namespace headlight;

/// The labels of a text as the Attend view shows them, those of the model's answer.
class TagViewTest : public QObject {
    Q_OBJECT
    Jobs m_jobs;
    std::shared_ptr<OpenModel> m_tagger;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<TagView> m_view;

    void show(const std::string& text, const Intervention& changes = {}) {
        m_model->show({m_tagger, {text}, changes});
        QTRY_VERIFY(m_model->state() == AttendModel::State::Ready && !m_model->isBusy());
        m_view->refresh();
    }

private slots:
    void init() {
        m_tagger = opened("tagger", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "tag"));
        m_model = std::make_unique<AttendModel>(m_jobs);
        m_view = std::make_unique<TagView>(*m_model);
    }

    void spansAreThoseOfTheAnswer() {
        show("who wrote the quiet book in the city");
        const TagAnswer& answer = *m_model->answer().tags();
        const SpanTextPainter& painter = m_view->painter();
        QCOMPARE(painter.words(), QString("who wrote the quiet book in the city").split(' '));
        QCOMPARE(std::size_t(painter.spans().size()), answer.spans.size());
        QVERIFY(!answer.spans.empty());
        for (std::size_t i = 0; i < answer.spans.size(); ++i) {
            const TextSpan& span = painter.spans()[qsizetype(i)];
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

    void anotherAnswerHasNoLabels() {
        show("who wrote the book");
        m_tagger = sampleModel();
        show("who wrote the book");
        QVERIFY(m_view->isHidden() && m_view->painter().words().isEmpty() && m_view->values().rows.isEmpty());
    }
};

QTEST_MAIN(TagViewTest)
#include "tag_view_test.moc"
