#include "style/colors.h"
#include "widgets/forms/option_fixture.h"

#include <QApplication>
#include <QMap>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>

using namespace headlight;

namespace {

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

/// The same once the layout stands still: on a slow machine its last pass comes late.
QMap<QString, QRect> settledPlaces(QWidget& form) {
    QMap<QString, QRect> last = places(form);
    for (int look = 0; look < 100; ++look) {
        QTest::qWait(20);
        const QMap<QString, QRect> now = places(form);
        if (now == last)
            break;
        last = now;
    }
    return last;
}

} // namespace

class FieldMessageTest : public QObject {
    Q_OBJECT

private slots:
    void aNoteGivesWayToAProblem();
    void whatIsWrongIsSaidBelowItsFieldAndMovesNothing_data();
    void whatIsWrongIsSaidBelowItsFieldAndMovesNothing();
    void whatIsWrongElsewhereIsMarkedAndSaidToThePointer();
    void theLastFieldInSightHasItsMessageAbove();
    void aScrolledFieldTakesItsMessageAlong();
};

void FieldMessageTest::aNoteGivesWayToAProblem() {
    OptionForm form;
    form.setRows(rows(), check);
    showActive(form);
    auto* message = form.findChild<QLabel*>("message.rate");
    auto* mark = form.findChild<QWidget*>("message.rate.mark");
    const auto ink = [&] { return message->palette().color(QPalette::WindowText); };
    QVERIFY(!message->isVisible() && !mark->isVisible());
    const QMap<QString, QRect> before = settledPlaces(form);
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

void FieldMessageTest::whatIsWrongIsSaidBelowItsFieldAndMovesNothing_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("text");
    QTest::newRow("expression") << "mask"
                                << "fw, ?";
    QTest::newRow("number") << "heads"
                            << "1000";
}

void FieldMessageTest::whatIsWrongIsSaidBelowItsFieldAndMovesNothing() {
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
    const QMap<QString, QRect> before = settledPlaces(form);
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

void FieldMessageTest::whatIsWrongElsewhereIsMarkedAndSaidToThePointer() {
    qApp->setStyleSheet(styleSheetOf(Theme::Light)); // as the window has one, which changes palettes
    const auto reset = qScopeGuard([] { qApp->setStyleSheet({}); });
    OptionForm form;
    form.setRows(rows(), check);
    form.resize(form.sizeHint().width(), 400);
    showActive(form);
    type(lineOf(form, "heads"), "4");
    QTest::qWait(20);
    const QMap<QString, QRect> before = settledPlaces(form);
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

void FieldMessageTest::theLastFieldInSightHasItsMessageAbove() {
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

void FieldMessageTest::aScrolledFieldTakesItsMessageAlong() {
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

QTEST_MAIN(FieldMessageTest)
#include "field_message_test.moc"
