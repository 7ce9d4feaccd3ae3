#include "forms/busy_bar.h"
#include "forms/command_palette.h"
#include "forms/empty_state.h"
#include "forms/message_bar.h"
#include "forms/option_form.h"
#include "forms/wrapped_text.h"
#include "style/appearance.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace headlight;

class FormsTest : public QObject {
    Q_OBJECT

private slots:
    void everyTypeReportsItsValue();
    void changedValuesAreMarkedAndReset();
    void badValuesAreRefusedWithAMessage_data();
    void badValuesAreRefusedWithAMessage();
    void setValues();
    void aNoteIsQuietAndGivesWayToAProblem();
    void aMisfitIsToldWhereNothingElseIsWrong();
    void whatDoesNothingIsGrey();
    void tabGoesFromFieldToField();
    void tabFindsNewFieldsWhereTheFormIs();
    void wheelDoesNotChangeAnUnfocusedField();
    void arrowsStepNumbers();
    void expressionUnderlinesAndCompletes();
    void aLongMessageIsNeitherCutNorCovered();
    void messagesQueue();
    void aLongWordMakesNoWideBar();
    void tooltipsHaveLinesOfTheirOwn();
    void messagesNeverTakeTheFocus();
    void emptyStateStarts();
    void busyIsDelayedAndTransparent();
    void paletteFindsRunsAndLeaves();
    void paletteScores();
    void messagesFollowTheTheme(); // last, as the application keeps the style
};

namespace {

std::optional<TextProblem> check(const QString&, const QString& text) {
    const auto bad = text.indexOf(u'?');
    return bad < 0 ? std::nullopt : std::optional(TextProblem{"unknown term “?”", int(bad)});
}

QList<FormRow> rows() {
    using Type = FormRow::Type;
    return {{"heads", "model", Type::Integer, "2", 1, 64, {}, "number of heads"},
            {"mask", "model", Type::Text, "fw", 0, 0, {"fw", "bw", "window("}, "what a head may see"},
            {"fused", "model", Type::Flag, "true", 0, 0, {}, "stream over tiles"},
            {"optimizer", "recipe", Type::Choice, "adam", 0, 0, {"adam", "sgd"}, "how to step"},
            {"rate", "recipe", Type::Number, "0.001", 0, 1, {}, "learning rate", "per step"}};
}

QLineEdit* lineOf(QWidget& form, const QString& name) {
    auto* control = form.findChild<QWidget*>("option." + name);
    auto* line = qobject_cast<QLineEdit*>(control);
    return line ? line : control->findChild<QLineEdit*>();
}

void type(QLineEdit* line, const QString& text) {
    line->selectAll();
    QTest::keyClicks(line, text);
}

} // namespace

void FormsTest::everyTypeReportsItsValue() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    QSignalSpy changed(&form, &OptionForm::valueChanged);
    type(lineOf(form, "heads"), "8");
    QTest::mouseClick(form.findChild<QCheckBox*>("option.fused"), Qt::LeftButton, {}, QPoint(8, 8));
    form.findChild<QCheckBox*>("option.fused")->setFocus();
    QTest::keyClick(form.findChild<QComboBox*>("option.optimizer"), Qt::Key_Down);
    type(lineOf(form, "rate"), "1e-2");
    type(lineOf(form, "mask"), "bw");
    const QMap<QString, QString> values = form.values();
    QCOMPARE(values["heads"], QString("8"));
    QCOMPARE(values["fused"], QString("false"));
    QCOMPARE(values["optimizer"], QString("sgd"));
    QCOMPARE(values["rate"], QString("1e-2"));
    QCOMPARE(values["mask"], QString("bw"));
    QCOMPARE(form.changed(), QStringList({"heads", "mask", "fused", "optimizer", "rate"}));
    QVERIFY(changed.contains(QVariantList({"heads", "8"})));
    QVERIFY(changed.contains(QVariantList({"optimizer", "sgd"})));
}

void FormsTest::changedValuesAreMarkedAndReset() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    QLabel* label = nullptr;
    for (QLabel* candidate : form.findChildren<QLabel*>())
        if (candidate->text() == "rate")
            label = candidate;
    auto* reset = form.findChild<QToolButton*>("reset.rate");
    QVERIFY(label && reset);
    QVERIFY(!label->font().bold() && !reset->isVisible());
    type(lineOf(form, "rate"), "0.5");
    QVERIFY(label->font().bold() && reset->isVisible());
    QVERIFY(label->toolTip().contains("learning rate") && label->toolTip().contains("0 … 1"));
    QVERIFY2(!label->toolTip().contains('<'), qPrintable(label->toolTip())); // shown as it is
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(form.values()["rate"], QString("0.001"));
    QVERIFY(!label->font().bold() && !reset->isVisible());
    type(lineOf(form, "rate"), "1e-3"); // the same number otherwise written is no change
    QVERIFY(!label->font().bold());
}

void FormsTest::badValuesAreRefusedWithAMessage_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("too large") << "heads"
                               << "100"
                               << "Expected 1 … 64";
    QTest::newRow("not whole") << "heads"
                               << "1.5"
                               << "Expected a whole number, 1 … 64";
    QTest::newRow("no number") << "rate"
                               << "fast"
                               << "Expected a number, 0 … 1";
    QTest::newRow("not finite") << "rate"
                                << "nan"
                                << "Expected a number, 0 … 1";
    QTest::newRow("expression") << "mask"
                                << "fw+?"
                                << "unknown term “?”";
}

void FormsTest::badValuesAreRefusedWithAMessage() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    QSignalSpy validity(&form, &OptionForm::validityChanged);
    type(lineOf(form, name), text);
    auto* message = form.findChild<QLabel*>("message." + name);
    QVERIFY(message->isVisible());
    QCOMPARE(message->text(), expected);
    QVERIFY(form.values()[name] != text);
    QVERIFY(form.firstProblem().startsWith(name + ": "));
    QCOMPARE(validity.last()[0].toBool(), false);
    QTest::mouseClick(form.findChild<QToolButton*>("reset." + name), Qt::LeftButton);
    QVERIFY(!message->isVisible());
    QVERIFY(form.isValid());
    QCOMPARE(validity.last()[0].toBool(), true);
}

void FormsTest::setValues() {
    OptionForm form;
    form.setRows(rows(), check);
    form.setValues({{"heads", "4"}, {"optimizer", "sgd"}, {"fused", "false"}});
    QCOMPARE(form.values()["heads"], QString("4"));
    QCOMPARE(form.values()["optimizer"], QString("sgd"));
    QCOMPARE(form.values()["fused"], QString("false"));
    QCOMPARE(form.values()["mask"], QString("fw"));
    form.setValues({{"optimizer", "rmsprop"}});
    QVERIFY(form.firstProblem().contains("adam, sgd"));
    QCOMPARE(form.values()["optimizer"], QString("sgd"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, form.setValues({{"hats", "1"}}));
    form.resetAll();
    QVERIFY(form.changed().isEmpty() && form.isValid());
}

void FormsTest::aNoteIsQuietAndGivesWayToAProblem() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    auto* message = form.findChild<QLabel*>("message.rate");
    const auto ink = [&] { return message->palette().color(QPalette::WindowText); };
    QVERIFY(!message->isVisible());
    form.setNote("rate", "for sgd 0.05 is usual");
    QVERIFY(message->isVisible() && form.isValid());
    QCOMPARE(message->text(), QString("for sgd 0.05 is usual"));
    QCOMPARE(ink(), color(ColorRole::MutedText, themeOf(form.palette())));
    type(lineOf(form, "rate"), "fast");
    QCOMPARE(message->text(), QString("Expected a number, 0 … 1"));
    QCOMPARE(ink(), color(ColorRole::Error, themeOf(form.palette())));
    type(lineOf(form, "rate"), "0.01");
    QCOMPARE(message->text(), QString("for sgd 0.05 is usual"));
    form.setNote("rate", {});
    QVERIFY(!message->isVisible());
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, form.setNote("speed", "fast"));
}

void FormsTest::aMisfitIsToldWhereNothingElseIsWrong() {
    OptionForm form;
    form.setRows(rows(), check);
    auto* message = form.findChild<QLabel*>("message.mask");
    form.setNote("mask", "a quiet word");
    form.setMisfit("mask", "3 masks do not fit 4 heads");
    QCOMPARE(message->text(), QString("3 masks do not fit 4 heads"));
    QVERIFY(form.isValid()); // as the value of this option it is right
    form.findChild<QLineEdit*>("option.mask")->setText("?");
    QCOMPARE(message->text(), QString("unknown term “?”"));
    form.findChild<QLineEdit*>("option.mask")->setText("fw");
    QCOMPARE(message->text(), QString("3 masks do not fit 4 heads"));
    form.setMisfit("mask", {});
    QCOMPARE(message->text(), QString("a quiet word"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, form.setMisfit("speed", "fast"));
}

void FormsTest::tabFindsNewFieldsWhereTheFormIs() {
    QWidget window;
    QVBoxLayout layout(&window);
    QPushButton before("before"), after("after");
    OptionForm form;
    layout.addWidget(&before);
    layout.addWidget(&form);
    layout.addWidget(&after);
    form.setRows(rows(), check);
    form.setRows(rows().mid(0, 2), check);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    before.setFocus();
    QStringList order;
    while (QApplication::focusWidget() != &after && order.size() < 9) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order += QApplication::focusWidget()->objectName();
    }
    QCOMPARE(order, QStringList({"option.heads", "option.mask", ""}));
}

void FormsTest::whatDoesNothingIsGrey() {
    OptionForm form;
    QList<FormRow> all = rows();
    all[4].need = "optimizer";
    all[4].neededValues = QStringList{"sgd"};
    form.setRows(all);
    const auto* rate = form.findChild<QWidget*>("option.rate");
    QVERIFY(!rate->isEnabled());
    QVERIFY(rate->toolTip().contains("Does nothing while optimizer is adam"));
    form.setValues({{"rate", "0.5"}}); // what a preset says stays
    QCOMPARE(form.values()["rate"], QString("0.5"));
    form.findChild<QComboBox*>("option.optimizer")->setCurrentText("sgd");
    QVERIFY(rate->isEnabled());
    QVERIFY(!rate->toolTip().contains("Does nothing"));
    QCOMPARE(form.values()["rate"], QString("0.5"));
    form.resetAll();
    QVERIFY(!rate->isEnabled());
}

void FormsTest::tabGoesFromFieldToField() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    form.findChild<QWidget*>("option.heads")->setFocus();
    QStringList order;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        order += QApplication::focusWidget()->objectName();
    }
    QCOMPARE(order, QStringList({"option.mask", "option.fused", "option.optimizer", "option.rate"}));
}

void FormsTest::wheelDoesNotChangeAnUnfocusedField() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    auto* heads = form.findChild<QWidget*>("option.heads");
    QWheelEvent event({5, 5}, heads->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(heads, &event);
    QCOMPARE(form.values()["heads"], QString("2"));
}

void FormsTest::arrowsStepNumbers() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    auto* rate = form.findChild<QWidget*>("option.rate");
    QTest::keyClick(rate, Qt::Key_Up);
    QCOMPARE(form.values()["rate"], QString("0.0011"));
    auto* heads = form.findChild<QWidget*>("option.heads");
    QTest::keyClick(heads, Qt::Key_Down);
    QTest::keyClick(heads, Qt::Key_Down);
    QCOMPARE(form.values()["heads"], QString("1"));
}

void FormsTest::expressionUnderlinesAndCompletes() {
    ExpressionEdit edit;
    edit.line()->setWords({"fw", "bw", "window("});
    edit.line()->setCheck([](const QString& text) { return check({}, text); });
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

void FormsTest::aLongMessageIsNeitherCutNorCovered() {
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
    auto* message = edit->findChild<QLabel*>("message");
    const auto isWhole = [&] {
        return message->isVisible() && message->height() >= message->heightForWidth(message->width()) &&
               edit->mapTo(&window, message->geometry().bottomLeft()).y() < below->y();
    };
    QTest::keyClicks(edit->line(), "x");
    QTRY_VERIFY(isWhole());
    window.resize(220, 400);
    QTRY_VERIFY(isWhole());
    const int high = message->height(), line = message->fontMetrics().height();
    window.resize(800, 400); // it takes no more lines than it needs now, nor those of a longer one before
    QTRY_VERIFY(message->height() < high - line);
    QVERIFY(isWhole());
    edit->line()->setCheck([](const QString&) { return std::optional(TextProblem{"short", 0}); });
    QTRY_VERIFY(message->height() < 2 * line);
}

void FormsTest::messagesQueue() {
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

void FormsTest::aLongWordMakesNoWideBar() {
    MessageBar bar;
    const QString path = "/data/" + QString(300, 'y');
    bar.post({{}, BarMessage::Kind::Error, path + ": there is no such folder"});
    QVERIFY2(bar.minimumSizeHint().width() < 600, qPrintable(QString::number(bar.minimumSizeHint().width())));
    QCOMPARE(bar.text(), path + ": there is no such folder");
    QCOMPARE(breakable("short words stay"), QString("short words stay"));
}

void FormsTest::tooltipsHaveLinesOfTheirOwn() {
    const QString text = "one line that stays as it is\n" + QString("five ").repeated(30).trimmed();
    const QStringList lines = inLines(text).split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QString("one line that stays as it is"));
    QVERIFY2(lines[1].size() <= 80 && lines[1].size() > 70, qPrintable(lines[1]));
    QCOMPARE(lines.join(' '), text.simplified());
    QCOMPARE(inLines(QString(200, 'x')), QString(200, 'x'));
}

void FormsTest::messagesNeverTakeTheFocus() {
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

void FormsTest::emptyStateStarts() {
    EmptyState state("No runs yet.", "Train a model");
    state.show();
    QSignalSpy clicked(&state, &EmptyState::clicked);
    QTest::mouseClick(state.findChild<QPushButton*>("emptyStateButton"), Qt::LeftButton);
    QCOMPARE(clicked.size(), 1);
}

void FormsTest::busyIsDelayedAndTransparent() {
    QWidget content;
    content.resize(300, 200);
    content.show();
    BusyBar busy(&content);
    busy.setBusy(true);
    QVERIFY(!busy.isVisible());
    QTRY_VERIFY(busy.isVisible());
    QCOMPARE(busy.size(), content.size());
    QCOMPARE(content.childAt(10, 10), nullptr); // the mouse reaches what is below
    busy.setBusy(false);
    QVERIFY(!busy.isVisible());
}

void FormsTest::paletteFindsRunsAndLeaves() {
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

void FormsTest::paletteScores() {
    QCOMPARE(fuzzyScore("xyz", "Open model"), 0);
    QVERIFY(fuzzyScore("om", "Open model") > fuzzyScore("om", "Show thumbnails of maps"));
    QVERIFY(fuzzyScore("open", "Open model") > fuzzyScore("open", "Reopen last"));
    QVERIFY(fuzzyScore("", "anything") > 0);
}

void FormsTest::messagesFollowTheTheme() {
    Appearance appearance(ThemeChoice::Light);
    QWidget window;
    auto* layout = new QVBoxLayout(&window);
    auto* bar = new MessageBar(&window);
    auto* edit = new ExpressionEdit;
    edit->line()->setCheck([](const QString& text) { return check({}, text); });
    layout->addWidget(bar);
    layout->addWidget(edit);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    bar->post({{}, BarMessage::Kind::Error, "something"});
    QTest::keyClicks(edit->line(), "?");
    const auto inkOf = [](const QWidget* parent, const char* name) {
        return parent->findChild<QLabel*>(name)->palette().color(QPalette::WindowText);
    };
    const auto shows = [&](Theme theme) {
        return bar->grab().toImage().pixelColor(1, 1) == color(ColorRole::ErrorSurface, theme) &&
               inkOf(bar, "messageText") == color(ColorRole::Error, theme) &&
               inkOf(edit, "message") == color(ColorRole::Error, theme);
    };
    QTRY_VERIFY(shows(Theme::Light));
    appearance.setChoice(ThemeChoice::Dark);
    QTRY_VERIFY(shows(Theme::Dark));
    appearance.setChoice(ThemeChoice::Light);
    QTRY_VERIFY(shows(Theme::Light));
}

QTEST_MAIN(FormsTest)
#include "forms_test.moc"
