#include "panels/runs/run_texts.h"

#include "app/panels/runs/runs_fixture.h"
#include "viewmodels/runs_load.h"

#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

/// Names, notes and tags.
class RunTextsTest : public QObject, RunsFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void aRunIsRenamedByTyping() {
        openFilled();
        choose({"mtsa seed 2"});
        QTest::keyClick(table(), Qt::Key_F2);
        auto* editor = table()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, "the good one");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(names().contains("the good one"), patience);
        QCOMPARE(loadRuns(m_session->storePath())[1].name, QStringLiteral("the good one"));
    }

    void whatTheStoreRefusesIsOfferedAgain() {
        openFilled();
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        SQLite::Database other(m_session->storePath().toStdString(), SQLite::OPEN_READWRITE);
        other.exec("BEGIN IMMEDIATE"); // another program that writes for long
        choose({"mtsa seed 2"});
        QTest::keyClick(table(), Qt::Key_F2);
        QTest::keyClicks(table()->findChild<QLineEdit*>(), "the good one");
        QTest::keyClick(table()->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(notices.size(), 1, patience);
        QVERIFY2(notices[0][0].value<Notice>().text.contains("the good one"),
                 qPrintable(notices[0][0].value<Notice>().text));
        QTRY_VERIFY(table()->findChild<QLineEdit*>());
        QCOMPARE(table()->findChild<QLineEdit*>()->text(), QStringLiteral("the good one"));
        other.exec("COMMIT");
        QTest::keyClick(table()->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(names().contains("the good one"), patience);

        other.exec("BEGIN IMMEDIATE");
        QStringList offered;
        const auto answer = [&](const QString& text) {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return false;
            offered << dialog->textValue();
            dialog->setTextValue(text);
            dialog->accept();
            return true;
        };
        QTimer::singleShot(0, this, [&] { answer("two\nlines"); });
        click<QToolButton>("runs.note.button");
        QTimer again;
        connect(&again, &QTimer::timeout, this, [&] {
            if (QApplication::activeModalWidget())
                other.exec("COMMIT");
            if (answer("two\nlines"))
                again.stop();
        });
        again.start(20);
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].notes, QStringLiteral("two\nlines"), patience);
        QCOMPARE(offered, QStringList({"", "two\nlines"}));
    }

    void notesAreTypedWithTheKeyboardAlone() {
        openFilled();
        choose({"mtsa seed 2"});
        bool tabLedOn = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            auto* text = dialog->findChild<QPlainTextEdit*>();
            text->setFocus();
            QTest::keyClicks(text, "two");
            QTest::keyClick(text, Qt::Key_Return);
            QTest::keyClicks(text, "lines");
            QTest::keyClick(text, Qt::Key_Tab);
            tabLedOn = qobject_cast<QPushButton*>(dialog->focusWidget());
            text->setFocus();
            QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
            if (dialog->result() != QDialog::Accepted)
                dialog->reject(); // the notes are not kept then
        });
        QTest::keyClick(table(), Qt::Key_N, Qt::ControlModifier);
        QVERIFY(tabLedOn);
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].notes, QStringLiteral("two\nlines"), patience);
    }

    void tagsAreTypedIntoADialog() {
        openFilled();
        choose({"mtsa seed 2"});
        QTimer::singleShot(0, this, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue("paper, kept");
            dialog->accept();
        });
        click<QToolButton>("runs.tag.button");
        QTRY_COMPARE_WITH_TIMEOUT(loadRuns(m_session->storePath())[1].tags, QStringList({"kept", "paper"}), patience);
        type("tags ~ paper");
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 1, patience);
    }
};

QTEST_MAIN(RunTextsTest)
#include "run_texts_test.moc"
