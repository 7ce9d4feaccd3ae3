#include "forms/message_bar.h"
#include "forms/wrapped_text.h"
#include "style/appearance.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace headlight;

class MessageBarTest : public QObject {
    Q_OBJECT

private slots:
    void messagesQueue();
    void aLongWordMakesNoWideBar();
    void whatIsTooLongForOneLineEndsWithAnEllipsis();
    void theEndOfALineIsNeverCut();
    void aShortenedMessageIsWholeInItsTooltipAndDetails();
    void messagesNeverTakeTheFocus();
    void textFollowsTheTheme();
};

void MessageBarTest::messagesQueue() {
    MessageBar bar;
    QVERIFY(bar.isHidden());
    int undone = 0;
    bar.post({"mask", BarMessage::Kind::Altered, "head 1: mask replaced", {}, {{"Undo all", [&] {
                                                                                    ++undone;
                                                                                    bar.withdraw("mask");
                                                                                }}}});
    bar.post({{}, BarMessage::Kind::Error, "Can't read x.safetensors.", "byte 12: …"});
    QVERIFY(bar.isVisible());
    QCOMPARE(bar.text(), QString("Can't read x.safetensors."));
    QTest::mouseClick(bar.findChild<QToolButton*>("messageDetails"), Qt::LeftButton);
    QTest::mouseClick(bar.findChild<QToolButton*>("messageDismiss"), Qt::LeftButton);
    QCOMPARE(bar.text(), QString("head 1: mask replaced"));
    bar.post({"mask", BarMessage::Kind::Altered, "2 heads: mask replaced", {}, {{"Undo all", [&] {
                                                                                     ++undone;
                                                                                     bar.withdraw("mask");
                                                                                 }}}});
    QCOMPARE(bar.count(), 1);
    QTest::mouseClick(bar.findChildren<QPushButton*>().last(), Qt::LeftButton);
    QCOMPARE(undone, 1);
    QVERIFY(bar.isHidden());
}

void MessageBarTest::aLongWordMakesNoWideBar() {
    MessageBar bar;
    const QString path = "/data/" + QString(300, 'y');
    bar.post({{}, BarMessage::Kind::Error, path + ": there is no such folder"});
    QVERIFY2(bar.minimumSizeHint().width() < 600, qPrintable(QString::number(bar.minimumSizeHint().width())));
    QCOMPARE(bar.text(), path + ": there is no such folder");
    QCOMPARE(breakable("short words stay"), QString("short words stay"));
}

void MessageBarTest::whatIsTooLongForOneLineEndsWithAnEllipsis() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* bar = new MessageBar;
    bar->setOneLine();
    layout->addWidget(bar);
    window.resize(500, 200);
    window.show();
    const QString text = QString("layer 0 · head 1 is off; ").repeated(10);
    auto* shown = bar->findChild<QLabel*>("messageText");
    auto* details = bar->findChild<QToolButton*>("messageDetails");
    for (const int width : {500, 700, 400}) {
        window.resize(width, 200);
        bar->post({"altered", BarMessage::Kind::Altered, text, {}, {{"Undo all", [] {}}}, false});
        const auto fits = [&] { return shown->fontMetrics().horizontalAdvance(shown->text()) <= shown->width(); };
        QTRY_VERIFY(fits() && shown->text().endsWith(u'…') && details->isVisible());
        QCOMPARE(shown->toolTip(), inLines(text));
    }
    bar->post({"altered", BarMessage::Kind::Altered, "short", {}, {{"Undo all", [] {}}}, false});
    QTRY_VERIFY(shown->text() == "short" && !details->isVisible());

    // What is nearly too long is not cut by the link to what there is besides.
    window.resize(900, 200);
    for (QString nearly = "layer 0"; shown->fontMetrics().horizontalAdvance(nearly) < 850; nearly += " off") {
        bar->post({"altered", BarMessage::Kind::Altered, nearly, {}, {{"Undo all", [] {}}}, false, nearly + " more"});
        QTRY_VERIFY(shown->fontMetrics().horizontalAdvance(shown->text()) <= shown->width() && details->isVisible());
    }
}

void MessageBarTest::theEndOfALineIsNeverCut() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* bar = new MessageBar;
    bar->setOneLine();
    layout->addWidget(bar);
    window.resize(1000, 200);
    window.show();
    const QString text = QString("layer 0 · head 1 is off; ").repeated(10), end = "LOC 0.9996 → 0.9995";
    auto* shown = bar->findChild<QLabel*>("messageText");
    auto* details = bar->findChild<QToolButton*>("messageDetails");
    const auto post = [&](const QString& text) {
        BarMessage message{"altered", BarMessage::Kind::Altered, text, {}, {{"Undo all", [] {}}}, false};
        message.end = end;
        bar->post(message);
    };
    const auto isSeen = [&] { // whole lines, in their room
        return shown->sizeHint().width() <= shown->width() && shown->sizeHint().height() <= shown->height();
    };
    int width = 1000;
    for (bool hasDetails = true; hasDetails; width -= 20) {
        QVERIFY2(width > 200, "the link to the details takes the end's room");
        window.resize(width, 200);
        post(text);
        QTRY_VERIFY(isSeen() && shown->text().endsWith("…\n" + end));
        QCOMPARE(shown->toolTip(), inLines(text + " — " + end));
        QTest::qWait(10); // layouts answer later
        hasDetails = details->isVisible();
    }
    post("layer 0 · head 1 is off");
    window.resize(1000, 200);
    QTRY_COMPARE(shown->text(), "layer 0 · head 1 is off — " + end);
    QCOMPARE(bar->text(), shown->text());
}

void MessageBarTest::aShortenedMessageIsWholeInItsTooltipAndDetails() {
    MessageBar bar;
    const QString whole = "/data/" + QString(300, 'y') + ": there is no such folder";
    bar.post({{}, BarMessage::Kind::Error, "/data/…y: there is no such folder", "more", {}, true, whole});
    QCOMPARE(bar.findChild<QLabel*>("messageText")->toolTip(), inLines(whole));
    QVERIFY(!bar.findChild<QToolButton*>("messageDetails")->isHidden());
    QCOMPARE(bar.findChild<QPlainTextEdit*>()->toPlainText(), whole + "\nmore");
    bar.post({{}, BarMessage::Kind::Error, "short"});
    QVERIFY(bar.findChild<QLabel*>("messageText")->toolTip().isEmpty());
}

void MessageBarTest::messagesNeverTakeTheFocus() {
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* bar = new MessageBar(&window);
    auto* line = new QLineEdit(&window);
    layout->addWidget(bar);
    layout->addWidget(line);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    line->setFocus();
    bar->post({{}, BarMessage::Kind::Error, "something", "more", {{"Retry", [] {}}}});
    QTest::qWait(10);
    QCOMPARE(QApplication::focusWidget(), line);
    QVERIFY(bar->isVisible());
    QTest::mouseClick(bar->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(QApplication::focusWidget(), line);
}

void MessageBarTest::textFollowsTheTheme() {
    Appearance appearance(ThemeChoice::Light);
    MessageBar bar;
    bar.post({{}, BarMessage::Kind::Error, "something"});
    const auto shows = [&](Theme theme) {
        const auto* text = bar.findChild<QLabel*>("messageText");
        return bar.grab().toImage().pixelColor(1, 1) == color(ColorRole::ErrorSurface, theme) &&
               text->palette().color(QPalette::WindowText) == color(ColorRole::Error, theme);
    };
    QTRY_VERIFY(shows(Theme::Light));
    appearance.setChoice(ThemeChoice::Dark);
    QTRY_VERIFY(shows(Theme::Dark));
    appearance.setChoice(ThemeChoice::Light);
    QTRY_VERIFY(shows(Theme::Light));
}

QTEST_MAIN(MessageBarTest)
#include "message_bar_test.moc"
