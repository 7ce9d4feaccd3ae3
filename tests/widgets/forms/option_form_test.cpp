#include "forms/option_form.h"
#include "widgets/forms/option_fixture.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace headlight;

class OptionFormTest : public QObject {
    Q_OBJECT

private slots:
    void everyTypeReportsItsValue();
    void changedValuesAreMarkedAndReset();
    void aBoldLabelMovesNoField();
    void badValuesAreRefusedWithAMessage_data();
    void badValuesAreRefusedWithAMessage();
    void anotherProblemIsTold();
    void setValues();
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
