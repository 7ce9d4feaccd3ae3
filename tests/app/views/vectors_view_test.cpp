#include "views/vectors_view.h"

#include "app/sample_model.h"
#include "engine/models/formats.h"
#include "head_address.h"
#include "session/settings.h"
#include "viewmodels/attend_session.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace headlight;

class VectorsViewTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Jobs> m_jobs;
    std::unique_ptr<AttendModel> m_attend;
    std::unique_ptr<VectorsModel> m_vectors;

    void show(const QString& folder, const QString& text) {
        const QString path = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + folder;
        m_session->addModel(std::make_shared<OpenModel>(folder, "", folder, openModel(path.toStdString())));
        m_session->setSentence(text);
        m_session->setHead(m_session->current()->heads().front().address);
        QTRY_VERIFY(!m_attend->isBusy() && m_attend->state() == AttendModel::State::Ready);
    }
    static const VectorStrip& stripNamed(const VectorStripsView& view, const QString& title) {
        for (const VectorStrip& strip : view.strips)
            if (strip.title == title)
                return strip;
        qFatal("no strip %s", qPrintable(title));
    }

private slots:
    void init() {
        m_settings = std::make_unique<Settings>(m_folder.filePath("settings.conf"));
        m_session = std::make_unique<Session>(*m_settings);
        m_jobs = std::make_unique<Jobs>();
        m_attend = std::make_unique<AttendModel>(*m_jobs);
        follow(*m_session, *m_attend);
        m_vectors = std::make_unique<VectorsModel>(*m_session, *m_attend);
    }
    void cleanup() {
        m_vectors.reset();
        m_attend.reset();
        m_jobs.reset();
    }

    void theQueryIsThePinnedOneElseTheOnePointedAtLast() {
        show("llama", "5 9 7 5");
        QVERIFY(m_vectors->vectors().has_value());
        QCOMPARE(m_vectors->query(), 0);
        QSignalSpy changed(m_vectors.get(), &VectorsModel::changed);
        m_session->hover(2, 1);
        QCOMPARE(m_vectors->query(), 2);
        QCOMPARE(changed.count(), 1);
        m_session->hover(-1, -1);
        QCOMPARE(m_vectors->query(), 2); // it stays
        m_session->setPins({3}, {});
        m_session->hover(1, 1);
        QCOMPARE(m_vectors->query(), 3);
        QCOMPARE(m_vectors->queryTokens(), QStringList({"5", "9", "7", "5 (2)"}));
        QVERIFY2(m_vectors->remark().contains("the same keys and values as 0.1"), qPrintable(m_vectors->remark()));
    }

    void productsComeToTheWeightOfTheMap() {
        show("t5", "5 9 7");
        m_session->setPins({1}, {});
        m_session->setHead({Stack::Encoder, 0, MapPart::Self, 2});
        QTRY_VERIFY(!m_attend->isBusy() && m_vectors->address().head == 2);
        const VectorStripsView view = viewOf(*m_vectors, {});
        const VectorStrip &products = stripNamed(view, "q × k"), &dot = stripNamed(view, "q·k"),
                          &bias = stripNamed(view, "bias"), &score = stripNamed(view, "score"),
                          &weight = stripNamed(view, "weight");
        for (int key = 0; key < view.rows.size(); ++key) {
            float sum = 0;
            for (int feature = 0; feature < products.columns; ++feature)
                sum += products.values[key * products.columns + feature];
            QVERIFY(std::abs(sum - dot.values[key]) < 1e-4f);
            QVERIFY(std::abs(dot.values[key] + bias.values[key] - score.values[key]) < 1e-4f); // its factor is 1
            QCOMPARE(weight.values[key], m_attend->focusedMap()->at(1, key));
        }
        QCOMPARE(weight.colorMap, ColorMapId::Blues);
    }

    void planesStandTogetherAndSayTheirAngles() {
        show("llama", "5 9 7 5");
        m_session->setPins({3}, {});
        const VectorStripsView plain = viewOf(*m_vectors, {}), ordered = viewOf(*m_vectors, {.byFrequency = true});
        QCOMPARE(plain.strips[0].columnNames, QStringList({"feature 0", "feature 1", "feature 2", "feature 3"}));
        QCOMPARE(ordered.strips[0].columnNames, QStringList({"feature 0", "feature 2", "feature 1", "feature 3"}));
        QCOMPARE(ordered.strips[0].values[1], plain.strips[0].values[2]);
        QCOMPARE(plain.note(0, 2, 0), QString(" · plane 0, 1 rad a token, turned by 2 rad"));
        QCOMPARE(plain.note(0, -1, 0), QString(" · plane 0, 1 rad a token, turned by 3 rad"));
        QCOMPARE(plain.note(1, 2, 1), QString(" · plane 1, 0.01 rad a token, 0.01 rad from key to query"));
        QCOMPARE(plain.note(2, 2, 0), QString());
    }

    void whatHasNoneSaysSo() {
        m_session->addModel(sampleModel()); // feature-wise
        m_session->setSentence("the red river");
        m_session->setHead(at(0, 0));
        QTRY_VERIFY(!m_attend->isBusy() && m_attend->state() == AttendModel::State::Ready);
        QVERIFY(!m_vectors->vectors() && m_vectors->message().contains("no products"));
        QVERIFY(viewOf(*m_vectors, {}).isEmpty());
        show("gpt2", "5 9");
        QVERIFY(m_vectors->vectors() && m_vectors->message().isEmpty());
        QVERIFY(!viewOf(*m_vectors, {}).note);
    }

    void wordsHaveNoneAndSayWhere() {
        show("llama", "5 9 7");
        m_session->setDisplay({PieceDisplay::Words, MarkDisplay::Shown});
        QTRY_VERIFY(!m_attend->isBusy() && !m_vectors->vectors());
        QVERIFY2(m_vectors->message().contains("choose those in Tokens"), qPrintable(m_vectors->message()));
        m_session->setDisplay({PieceDisplay::Pretty, MarkDisplay::Shown}); // the same tokens, read
        QTRY_VERIFY(!m_attend->isBusy() && m_vectors->vectors());
        QVERIFY(m_vectors->message().isEmpty());
    }

    void theTableHasEveryVector() {
        show("gpt2", "5 9");
        const ValueTable table = vectorTable(*m_vectors);
        QCOMPARE(table.rows.size(), qsizetype(1 + 2 * 3)); // the query; key, value and product of each key
        for (const QStringList& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
        QCOMPARE(table.columns.mid(0, 3), QStringList({"vector", "token", "0"}));
        QCOMPARE(table.columns.last(), QString("weight"));
        QVERIFY(table.rows[1].last().isEmpty() && !table.rows[3].last().isEmpty());
        // While nobody looks the vectors of the former head stay.
        m_vectors->setWatched(false);
        m_session->setHead(at(0, 1));
        QTRY_VERIFY(!m_attend->isBusy());
        QCOMPARE(m_vectors->address(), at(0, 0));
        m_vectors->setWatched(true);
        QCOMPARE(m_vectors->address(), at(0, 1));
    }
};

QTEST_MAIN(VectorsViewTest)
#include "vectors_view_test.moc"
