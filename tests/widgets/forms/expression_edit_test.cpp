#include "forms/expression_edit.h"
#include "style/appearance.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace headlight;

namespace {

std::optional<TextProblem> check(const QString& text) {
    const auto bad = text.indexOf(u'?');
    return bad < 0 ? std::nullopt : std::optional(TextProblem{"unknown term “?”", int(bad)});
}

} // namespace

class ExpressionEditTest : public QObject {
    Q_OBJECT

private slots:
    void expressionUnderlinesAndCompletes();
    void aLongMessageIsNotCutAndMovesNothing();
    void theMessageFollowsTheTheme();
};

void ExpressionEditTest::expressionUnderlinesAndCompletes() {
    ExpressionEdit edit;
    edit.line()->setWords({"fw", "bw", "window("});
    edit.line()->setCheck(check);
    edit.show();
    edit.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&edit));
    edit.line()->setFocus();
    QSignalSpy edited(&edit, &ExpressionEdit::edited);
    QTest::keyClicks(edit.line(), "fw+?");
    QCOMPARE(edit.message(), QString("unknown term “?”"));
    QVERIFY(edit.findChild<QLabel*>("message")->isVisible());
    QCOMPARE(edit.text(), QString("fw+?")); // underlining changes nothing of the text
    QCOMPARE(edit.line()->cursorPosition(), 4);
    QCOMPARE(edited.last()[0].toString(), QString("fw+"));
    QTest::keyClick(edit.line(), Qt::Key_Backspace);
    QVERIFY(edit.message().isEmpty());
    QTest::keyClicks(edit.line(), "wi");
    auto* popup = edit.line()->findChild<QCompleter*>()->popup();
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(edit.text(), QString("fw+window()"));
    QTest::keyClicks(edit.line(), "3");
    QCOMPARE(edit.text(), QString("fw+window(3)"));
    // Brackets that stand there already are not doubled.
    for (const auto& [text, completed] : {std::pair("fw+wi)", "fw+window()"), std::pair("fw+wi(3)", "fw+window(3)"),
                                          std::pair("fw+wi+bw", "fw+window()+bw")}) {
        edit.setText(text);
        edit.line()->setCursorPosition(4);
        QTest::keyClicks(edit.line(), "i"); // the list comes with what is typed
        QTest::keyClick(edit.line(), Qt::Key_Delete);
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(edit.text(), QString(completed));
        QCOMPARE(edit.line()->cursorPosition(), 10); // where the argument goes
    }
    edit.setText("fw+window(3)");
    QSignalSpy accepted(&edit, &ExpressionEdit::accepted);
    QTest::keyClick(edit.line(), Qt::Key_Return);
    QCOMPARE(accepted.size(), 1);
}

void ExpressionEditTest::aLongMessageIsNotCutAndMovesNothing() {
    QWidget window;
    auto* layout = new QFormLayout(&window);
    auto* edit = new ExpressionEdit;
    edit->line()->setCheck([](const QString& text) {
        const QString words = QString("a message that does not fit into one line of a narrow dock. ").repeated(3);
        return text.isEmpty() ? std::nullopt : std::optional(TextProblem{words, 0});
    });
    auto* below = new QLineEdit;
    layout->addRow("Mask", edit);
    layout->addRow("Below", below);
    window.resize(260, 400);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QRect before = below->geometry();
    QTest::keyClicks(edit->line(), "x");
    auto* message = window.findChild<QLabel*>("message");
    const auto isWhole = [&] {
        return message->isVisible() && message->height() >= message->heightForWidth(message->width()) &&
               message->width() == edit->line()->width() &&
               message->y() == edit->mapTo(&window, edit->line()->geometry().bottomLeft()).y() + 1;
    };
    QTRY_VERIFY(isWhole());
    QCOMPARE(below->geometry(), before);
    window.resize(220, 400);
    QTRY_VERIFY(isWhole());
    const int high = message->height(), line = message->fontMetrics().height();
    window.resize(800, 400); // it takes no more lines than it needs now
    QTRY_VERIFY(message->height() < high - line && isWhole());
    edit->line()->setCheck([](const QString&) { return std::optional(TextProblem{"short", 0}); });
    QTRY_VERIFY(message->height() < 2 * line + 4);
    edit->hide();
    QTRY_VERIFY(!message->isVisible());
}

void ExpressionEditTest::theMessageFollowsTheTheme() {
    Appearance appearance(ThemeChoice::Light);
    ExpressionEdit edit;
    edit.line()->setCheck(check);
    edit.show();
    QTest::keyClicks(edit.line(), "?");
    const auto shows = [&](Theme theme) {
        return edit.findChild<QLabel*>("message")->palette().color(QPalette::WindowText) ==
               color(ColorRole::Error, theme);
    };
    QTRY_VERIFY(shows(Theme::Light));
    appearance.setChoice(ThemeChoice::Dark);
    QTRY_VERIFY(shows(Theme::Dark));
    appearance.setChoice(ThemeChoice::Light);
    QTRY_VERIFY(shows(Theme::Light));
}

QTEST_MAIN(ExpressionEditTest)
#include "expression_edit_test.moc"
