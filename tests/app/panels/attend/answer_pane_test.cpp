#include "app/panels/attend/attend_fixture.h"

#include <QLabel>

using namespace headlight;

/// What the model answers, in its dock.
class AnswerPaneTest : public QObject, AttendFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    /// In a presentation the dock is as high as the window.
    void labelsBeginAtTheTop() {
        show("who wrote the book near the bridge\tbook",
             opened("roles", sampleClassifier("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "roles")));
        auto* note = find<QLabel>("answer-note");
        auto* labels = find<QWidget>("answer-tags");
        QTRY_VERIFY(note->isVisible() && labels->isVisible());
        note->parentWidget()->setMinimumHeight(2000);
        QTRY_VERIFY(note->parentWidget()->height() >= 2000);
        QTRY_VERIFY2(labels->y() < 300, qPrintable(QString::number(labels->y())));
    }
};

QTEST_MAIN(AnswerPaneTest)
#include "answer_pane_test.moc"
