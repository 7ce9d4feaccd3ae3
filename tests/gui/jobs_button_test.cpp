#include "window/jobs_button.h"

#include "jobs/job.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QtTest>

namespace headlight {

namespace {

constexpr int patience = 10000;

void workUntilCancelled(JobControl& control) {
    control.setProgress(0.25);
    while (!control.isCancelled())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace

class JobsButtonTest : public QObject {
    Q_OBJECT
private slots:
    void theTabsKeepTheirPlaceWhateverIsComputed() {
        Jobs jobs;
        QWidget row;
        auto* layout = new QHBoxLayout(&row);
        auto* tabs = new QLabel("tabs");
        auto* button = new JobsButton(jobs);
        layout->addStretch();
        layout->addWidget(tabs);
        layout->addWidget(button);
        row.resize(600, 60);
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        const QRect before = tabs->geometry();
        const QString title = "Training of a model with a long name on everything that there is";
        jobs.start(title, workUntilCancelled, &row, [] {});
        QTRY_VERIFY2_WITH_TIMEOUT(button->text().contains("… · 25\u00a0%, "), qPrintable(button->text()), patience);
        QVERIFY2(button->toolTip().contains(title), qPrintable(button->toolTip()));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QCOMPARE(tabs->geometry(), before);
    }

    void aPausedJobSaysSoAndGoesOn() {
        Jobs jobs;
        JobsButton button(jobs);
        Job* job = jobs.start("Training", workUntilCancelled, &button, [] {});
        QTRY_VERIFY2_WITH_TIMEOUT(button.text().startsWith("Training · 25\u00a0%, "), qPrintable(button.text()),
                                  patience);
        QVERIFY2(button.text().endsWith("left"), qPrintable(button.text()));
        int goneOn = 0;
        job->setPaused([&] {
            ++goneOn;
            job->setPaused({});
        });
        QTRY_COMPARE_WITH_TIMEOUT(button.text(), QString("Training, paused at 25\u00a0%"), patience);
        emit button.menu()->aboutToShow();
        QCOMPARE(button.menu()->actions().size(), 2);
        QCOMPARE(button.menu()->actions()[0]->text(), QString("Resume: Training"));
        button.menu()->actions()[0]->trigger();
        QCOMPARE(goneOn, 1);
        emit button.menu()->aboutToShow();
        QCOMPARE(button.menu()->actions().size(), 1);
        QTRY_VERIFY2_WITH_TIMEOUT(!button.text().contains("paused"), qPrintable(button.text()), patience);
        jobs.start("Another", workUntilCancelled, &button, [] {});
        job->setPaused([] {});
        QTRY_COMPARE_WITH_TIMEOUT(button.text(), QString("2 jobs, 1 paused"), patience);
    }
};

} // namespace headlight

QTEST_MAIN(headlight::JobsButtonTest)
#include "jobs_button_test.moc"
