#include "forms/command_palette.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>

using namespace headlight;

class CommandPaletteTest : public QObject {
    Q_OBJECT

private slots:
    void paletteFindsRunsAndLeaves();
    void paletteScores();
};

void CommandPaletteTest::paletteFindsRunsAndLeaves() {
    QWidget window;
    window.resize(700, 500);
    auto* line = new QLineEdit(&window);
    QAction open("&Open model…");
    open.setShortcut(QKeySequence("Ctrl+O"));
    QAction theme("Dark theme");
    QAction head("Switch head off");
    QAction undo("Undo");
    undo.setEnabled(false);
    QSignalSpy opened(&open, &QAction::triggered);
    QSignalSpy off(&head, &QAction::triggered);
    QSignalSpy undone(&undo, &QAction::triggered);
    CommandPalette palette(&window);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    line->setFocus();

    palette.open({&open, &theme, &head, &undo});
    auto* search = palette.findChild<QLineEdit*>("commandSearch");
    QCOMPARE(QApplication::focusWidget(), search);
    QCOMPARE(palette.shown().first(), QString("Open model…"));
    QTest::keyClicks(search, "om");
    QCOMPARE(palette.shown().first(), QString("Open model…"));
    QCOMPARE(palette.findChild<QListWidget*>()->item(0)->data(Qt::UserRole).toString(), QString("Ctrl+O"));
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QVERIFY(!palette.isVisible());
    QCOMPARE(QApplication::focusWidget(), line);

    palette.open({&open, &theme, &head, &undo});
    QTest::keyClicks(search, "he");
    QTest::keyClick(search, Qt::Key_Down); // from "Switch head off" to "Dark theme"
    QTest::keyClick(search, Qt::Key_Up);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(off.size(), 1);

    palette.open({&undo});
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(undone.size(), 0);
    QTest::keyClicks(search, "zzz");
    QVERIFY(palette.shown().isEmpty());
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(!palette.isVisible());
}

void CommandPaletteTest::paletteScores() {
    QCOMPARE(fuzzyScore("xyz", "Open model"), 0);
    QVERIFY(fuzzyScore("om", "Open model") > fuzzyScore("om", "Show thumbnails of maps"));
    QVERIFY(fuzzyScore("open", "Open model") > fuzzyScore("open", "Reopen last"));
    QVERIFY(fuzzyScore("", "anything") > 0);
}

QTEST_MAIN(CommandPaletteTest)
#include "command_palette_test.moc"
