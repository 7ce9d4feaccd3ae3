#include "forms/option_form.h"
#include "style/colors.h"
#include "widgets/forms/option_rows.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace headlight;

namespace {

std::optional<TextProblem> check(const QString&, const QString& text) {
    const auto bad = text.indexOf(u'?');
    return bad < 0 ? std::nullopt : std::optional(TextProblem{"unknown term “?”", int(bad)});
}

QLabel* labelIn(QWidget& form, const QString& text) {
    for (QLabel* label : form.findChildren<QLabel*>())
        if (label->text() == text)
            return label;
    return nullptr;
}

QLineEdit* lineOf(QWidget& form, const QString& name) {
    auto* control = form.findChild<QWidget*>("option." + name);
    auto* line = qobject_cast<QLineEdit*>(control);
    return line ? line : control->findChild<QLineEdit*>();
}

void type(QLineEdit* line, const QString& text) {
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

void showActive(QWidget& form) {
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
}

void pointAt(QWidget& widget) {
    QTest::mouseMove(&widget, widget.rect().center());
}

/// Of all labels, fields and buttons, by what they are.
QMap<QString, QRect> places(QWidget& form) {
    QMap<QString, QRect> all;
    for (const FormRow& row : rows()) {
        for (const QString& name : {"option." + row.name, "reset." + row.name})
            all[name] = form.findChild<QWidget*>(name)->geometry();
        all[row.title()] = labelIn(form, row.title())->geometry();
    }
    return all;
}

} // namespace

class OptionFormTest : public QObject {
    Q_OBJECT

private slots:
    void everyTypeReportsItsValue();
    void changedValuesAreMarkedAndReset();
    void badValuesAreRefusedWithAMessage_data();
    void badValuesAreRefusedWithAMessage();
    void anotherProblemIsTold();
    void setValues();
    void aNoteGivesWayToAProblem();
    void whatIsWrongIsSaidBelowItsFieldAndMovesNothing_data();
    void whatIsWrongIsSaidBelowItsFieldAndMovesNothing();
    void whatIsWrongElsewhereIsMarkedAndSaidToThePointer();
    void theLastFieldInSightHasItsMessageAbove();
    void aScrolledFieldTakesItsMessageAlong();
    void aBoldLabelMovesNoField();
    void aMisfitIsToldWhereNothingElseIsWrong();
    void whatDoesNothingIsGrey();
    void choicesAreShownByTheirLabels();
    void aLabelIsShownAndTheNameIsInTheTooltip();
    void tabGoesFromFieldToField();
    void tabFindsNewFieldsWhereTheFormIs();
    void wheelDoesNotChangeAnUnfocusedField();
    void arrowsStepNumbers();
    void aZeroThatStandsForSomethingIsShownAsAWord();
    void aLongTextShowsItsBeginning();
    void whatIsSaidToDoNothingIsGrey();
};

void OptionFormTest::everyTypeReportsItsValue() {
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

void OptionFormTest::changedValuesAreMarkedAndReset() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    QLabel* label = labelIn(form, "rate");
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

void OptionFormTest::badValuesAreRefusedWithAMessage_data() {
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

void OptionFormTest::badValuesAreRefusedWithAMessage() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
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

/// What says it elsewhere says what is wrong now.
void OptionFormTest::anotherProblemIsTold() {
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
    QStringList told;
    connect(&form, &OptionForm::validityChanged, &form, [&] { told += form.firstProblem(); });
    type(lineOf(form, "heads"), "100x");
    QCOMPARE(told, QStringList({"heads: Expected 1 … 64", "heads: Expected a whole number, 1 … 64"}));
}

void OptionFormTest::setValues() {
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

void OptionFormTest::aNoteGivesWayToAProblem() {
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
    auto* message = form.findChild<QLabel*>("message.rate");
    auto* mark = form.findChild<QWidget*>("message.rate.mark");
    const auto ink = [&] { return message->palette().color(QPalette::WindowText); };
    QVERIFY(!message->isVisible() && !mark->isVisible());
    const QMap<QString, QRect> before = places(form);
    form.setNote("rate", "for sgd 0.05 is usual");
    QVERIFY(mark->isVisible() && !message->isVisible() && form.isValid());
    lineOf(form, "rate")->setFocus();
    QVERIFY(message->isVisible());
    QTest::qWait(20);
    QCOMPARE(places(form), before);
    QCOMPARE(message->text(), QString("for sgd 0.05 is usual"));
    QCOMPARE(ink(), color(ColorRole::Altered, themeOf(form.palette())));
    type(lineOf(form, "rate"), "fast");
    QCOMPARE(message->text(), QString("Expected a number, 0 … 1"));
    QCOMPARE(ink(), color(ColorRole::Error, themeOf(form.palette())));
    type(lineOf(form, "rate"), "0.01");
    QCOMPARE(message->text(), QString("for sgd 0.05 is usual"));
    form.setNote("rate", {});
    QVERIFY(!message->isVisible() && !mark->isVisible());
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, form.setNote("speed", "fast"));
}

void OptionFormTest::whatIsWrongIsSaidBelowItsFieldAndMovesNothing_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("expression") << "mask"
                                << "fw, ?";
    QTest::newRow("number") << "heads"
                            << "1000";
}

void OptionFormTest::whatIsWrongIsSaidBelowItsFieldAndMovesNothing() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    OptionForm form;
    form.setRows(rows(), check);
    form.resize(form.sizeHint().width(), 400);
    showActive(form);
    QLineEdit* line = lineOf(form, name);
    auto* control = form.findChild<QWidget*>("option." + name);
    type(line, "3"); // its label is bold from now on
    type(line, text.left(1));
    QTest::qWait(20);
    const QMap<QString, QRect> before = places(form);
    type(line, text);
    QTest::qWait(20);
    QCOMPARE(places(form), before);
    auto* message = form.findChild<QLabel*>("message." + name);
    QVERIFY(message->isVisible() && form.findChild<QWidget*>("message." + name + ".mark")->isVisible());
    const QRect field(control->mapTo(&form, QPoint()), control->size());
    QCOMPARE(message->geometry().topLeft(), field.bottomLeft() + QPoint(0, 1));
    QCOMPARE(message->height(), message->heightForWidth(message->width()));
    QVERIFY2(control->toolTip().startsWith(form.firstProblem().section(": ", 1)), qPrintable(control->toolTip()));
    QVERIFY(control->accessibleDescription().contains(message->text()));
    line = lineOf(form, "rate");
    QTest::mouseClick(line, Qt::LeftButton); // what lies over it lets the pointer through
    QVERIFY(!message->isVisible() && form.findChild<QWidget*>("message." + name + ".mark")->isVisible());
    type(lineOf(form, name), "4");
    QVERIFY(!form.findChild<QWidget*>("message." + name + ".mark")->isVisible());
    QVERIFY(!control->toolTip().contains("Expected") && !control->toolTip().contains("unknown"));
}

void OptionFormTest::whatIsWrongElsewhereIsMarkedAndSaidToThePointer() {
    qApp->setStyleSheet(styleSheetOf(Theme::Light)); // as the window has one, which changes palettes
    const auto reset = qScopeGuard([] { qApp->setStyleSheet({}); });
    OptionForm form;
    form.setRows(rows(), check);
    form.resize(form.sizeHint().width(), 400);
    showActive(form);
    type(lineOf(form, "heads"), "4");
    QTest::qWait(20);
    const QMap<QString, QRect> before = places(form);
    form.setMisfit("mask", "3 masks do not fit: 4 heads need 1, 2 or 4 masks");
    QTest::qWait(20);
    QCOMPARE(places(form), before);
    auto* message = form.findChild<QLabel*>("message.mask");
    auto* field = form.findChild<QWidget*>("option.mask");
    const auto* mark = form.findChild<QWidget*>("message.mask.mark");
    QVERIFY(!message->isVisible() && mark->isVisible());
    QCOMPARE(mark->geometry(), field->geometry());
    for (QWidget* part : {static_cast<QWidget*>(labelIn(form, "mask")), field}) {
        pointAt(*part);
        QTRY_VERIFY(message->isVisible());
        QCOMPARE(message->palette().color(QPalette::WindowText), color(ColorRole::Error, themeOf(form.palette())));
        QCOMPARE(places(form), before);
        pointAt(*form.findChild<QWidget*>("option.optimizer"));
        QTRY_VERIFY(!message->isVisible());
    }
    QTest::keyClick(form.focusWidget(), Qt::Key_Tab);
    QTest::keyClick(form.focusWidget(), Qt::Key_Tab);
    QVERIFY(field->hasFocus() && message->isVisible());
    form.setMisfit("mask", {});
    QVERIFY(!message->isVisible() && !mark->isVisible());
}

void OptionFormTest::theLastFieldInSightHasItsMessageAbove() {
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
    form.resize(form.width(), form.findChild<QWidget*>("option.rate")->geometry().bottom() + 6);
    type(lineOf(form, "rate"), "fast");
    auto* message = form.findChild<QLabel*>("message.rate");
    const QWidget* field = form.findChild<QWidget*>("option.rate");
    QVERIFY(message->isVisible());
    QTRY_COMPARE(message->geometry().bottom() + 1, field->mapTo(&form, QPoint()).y());
}

void OptionFormTest::aScrolledFieldTakesItsMessageAlong() {
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
    form.resize(form.width(), form.findChild<QWidget*>("option.optimizer")->geometry().bottom());
    QTest::qWait(20);
    type(lineOf(form, "mask"), "?");
    auto* message = form.findChild<QLabel*>("message.mask");
    const QWidget* field = form.findChild<QWidget*>("option.mask");
    QVERIFY(message->isVisible());
    QScrollBar* bar = form.findChild<QScrollArea*>()->verticalScrollBar();
    QVERIFY(bar->maximum() > 8);
    bar->setValue(8);
    QCOMPARE(message->y(), field->mapTo(&form, QPoint()).y() + field->height());
    form.resize(form.width(), form.fontMetrics().height() * 4);
    bar->setValue(bar->maximum());
    QVERIFY(field->visibleRegion().isEmpty() && !message->isVisible());
}

void OptionFormTest::aBoldLabelMovesNoField() {
    OptionForm form;
    QList<FormRow> one = {rows()[1]};
    one[0].label = "Masks of the heads and more";
    form.setRows(one, check);
    showActive(form);
    const QRect before = form.findChild<QWidget*>("option.mask")->geometry();
    QVERIFY(!labelIn(form, one[0].label)->font().bold());
    type(lineOf(form, "mask"), "bw");
    QTest::qWait(20);
    QVERIFY(labelIn(form, one[0].label)->font().bold());
    QCOMPARE(form.findChild<QWidget*>("option.mask")->geometry(), before);
}

void OptionFormTest::aMisfitIsToldWhereNothingElseIsWrong() {
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

void OptionFormTest::whatDoesNothingIsGrey() {
    OptionForm form;
    QList<FormRow> all = rows();
    all[4].need = "optimizer";
    all[4].neededValues = QStringList{"sgd"};
    form.setRows(all);
    const auto* rate = form.findChild<QWidget*>("option.rate");
    QVERIFY(!rate->isEnabled());
    QVERIFY(rate->toolTip().contains("Does nothing while “optimizer” is adam"));
    form.setValues({{"rate", "0.5"}}); // what a preset says stays
    QCOMPARE(form.values()["rate"], QString("0.5"));
    form.findChild<QComboBox*>("option.optimizer")->setCurrentText("sgd");
    QVERIFY(rate->isEnabled());
    QVERIFY(!rate->toolTip().contains("Does nothing"));
    QCOMPARE(form.values()["rate"], QString("0.5"));
    form.resetAll();
    QVERIFY(!rate->isEnabled());
    all[4].neededValues.clear();
    all[4].unusedValues = QStringList{"sgd"};
    form.setRows(all);
    rate = form.findChild<QWidget*>("option.rate");
    QVERIFY(rate->isEnabled());
    form.findChild<QComboBox*>("option.optimizer")->setCurrentText("sgd");
    QVERIFY(!rate->isEnabled());
    QVERIFY(rate->toolTip().contains("Does nothing while “optimizer” is sgd"));
}

void OptionFormTest::choicesAreShownByTheirLabels() {
    OptionForm form;
    QList<FormRow> all = rows();
    all[3].choiceLabels = QStringList{"Adam", "Gradient descent"};
    all[4].need = "optimizer";
    all[4].neededValues = QStringList{"sgd"};
    form.setRows(all);
    auto* box = form.findChild<QComboBox*>("option.optimizer");
    QCOMPARE(box->currentText(), QString("Adam"));
    QVERIFY(box->toolTip().contains("Default: Adam") && box->toolTip().contains("optimizer=adam"));
    QVERIFY(box->itemData(1, Qt::ToolTipRole).toString().contains("sgd"));
    QVERIFY(form.findChild<QWidget*>("option.rate")->toolTip().contains("while “optimizer” is Adam"));
    form.setValues({{"optimizer", "sgd"}});
    QCOMPARE(box->currentText(), QString("Gradient descent"));
    QVERIFY(box->toolTip().contains("optimizer=sgd"));
    QCOMPARE(form.values()["optimizer"], QString("sgd")); // values stay what files have
    form.setValues({{"optimizer", "rmsprop"}});
    QCOMPARE(form.firstProblem(), QString("optimizer: Expected one of Adam, Gradient descent"));
}

void OptionFormTest::aLabelIsShownAndTheNameIsInTheTooltip() {
    OptionForm form;
    QList<FormRow> all = rows();
    all[0].name = "head_features";
    all[0].label = "Features per head";
    form.setRows(all);
    form.show();
    auto* control = form.findChild<QWidget*>("option.head_features");
    QVERIFY(labelIn(form, "Features per head"));
    QVERIFY2(control->toolTip().contains("head_features"), qPrintable(control->toolTip()));
    QCOMPARE(control->accessibleName(), QString("Features per head"));
    QVERIFY(control->accessibleDescription().contains("head_features"));
    type(lineOf(form, "head_features"), "100");
    QCOMPARE(form.firstProblem(), QString("Features per head: Expected 1 … 64"));
}

void OptionFormTest::tabGoesFromFieldToField() {
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

void OptionFormTest::tabFindsNewFieldsWhereTheFormIs() {
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

void OptionFormTest::wheelDoesNotChangeAnUnfocusedField() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    auto* heads = form.findChild<QWidget*>("option.heads");
    QWheelEvent event({5, 5}, heads->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(heads, &event);
    QCOMPARE(form.values()["heads"], QString("2"));
}

void OptionFormTest::arrowsStepNumbers() {
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

void OptionFormTest::aZeroThatStandsForSomethingIsShownAsAWord() {
    OptionForm form;
    QList<FormRow> all = rows();
    all[0].low = 0;
    all[0].defaultValue = "0";
    all[0].zeroLabel = "as the input";
    all[1].defaultValue = "";
    all[1].zeroLabel = "none";
    form.setRows(all, check);
    form.show();
    QLineEdit* line = lineOf(form, "heads");
    auto* field = form.findChild<QWidget*>("option.heads");
    QCOMPARE(lineOf(form, "mask")->placeholderText(), QString("none"));
    QCOMPARE(line->text(), QString("as the input"));
    QCOMPARE(form.values()["heads"], QString("0"));
    QVERIFY(form.isValid() && form.changed().isEmpty());
    QVERIFY(field->toolTip().contains("Default: as the input"));
    QVERIFY(line->width() > line->fontMetrics().horizontalAdvance(line->text()));
    field->setFocus();
    line->deselect();
    line->setCursorPosition(4);
    QTest::keyClicks(field, "12"); // the word gives way to what is typed
    QCOMPARE(line->text(), QString("12"));
    QCOMPARE(form.values()["heads"], QString("12"));
    type(line, "0");
    QCOMPARE(line->text(), QString("0")); // while one types
    QCOMPARE(form.values()["heads"], QString("0"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(line->text(), QString("as the input"));
    QVERIFY(form.changed().isEmpty());
    QTest::keyClick(field, Qt::Key_Up);
    QCOMPARE(form.values()["heads"], QString("1"));
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(line->text(), QString("as the input"));
    form.setValues({{"heads", "3"}});
    type(line, "AS THE INPUT");
    QCOMPARE(form.values()["heads"], QString("0"));
    QVERIFY(form.isValid());
}

void OptionFormTest::aLongTextShowsItsBeginning() {
    OptionForm form;
    form.setRows(rows(), check);
    form.show();
    form.setValues({{"mask", QString("fw+logdist, ").repeated(40)}});
    QCOMPARE(lineOf(form, "mask")->cursorPosition(), 0);
}

void OptionFormTest::whatIsSaidToDoNothingIsGrey() {
    OptionForm form;
    form.setRows(rows());
    const auto* rate = form.findChild<QWidget*>("option.rate");
    form.setUnused("rate", "Does nothing for SAN");
    QVERIFY(!rate->isEnabled() && rate->toolTip().contains("Does nothing for SAN"));
    form.setUnused("rate", {});
    QVERIFY(rate->isEnabled() && !rate->toolTip().contains("Does nothing"));
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, form.setUnused("unknown", "why"));
}

QTEST_MAIN(OptionFormTest)
#include "option_form_test.moc"
