#include "forms/option_form.h"
#include "widgets/forms/option_rows.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>

using namespace headlight;

/// What of a form is seen: what matters, what is unfolded, what is searched for.
class OptionSearchTest : public QObject {
    Q_OBJECT

private slots:
    void whatMattersIsSeenAndTheRestIsFolded();
    void whatIsUnfoldedIsScrolledTo();
    void whatIsFoundHasEveryHeadingOnce();
    void aFoldedOptionThatIsWrongIsShown();
    void theSearchFindsLabelsNamesValuesAndHelp();
    void whatIsFoundIsSeenFromTheFirstOne();
    void aShortFormHasNoSearch();
};

void OptionSearchTest::whatMattersIsSeenAndTheRestIsFolded() {
    OptionForm form;
    form.setRows(manyRows());
    form.show();
    auto* fold = form.findChild<QToolButton*>("option.fold");
    const auto* hidden = form.findChild<QWidget*>("option.extra3");
    QVERIFY(form.findChild<QWidget*>("option.heads")->isVisible() && !hidden->isVisible());
    QCOMPARE(fold->text(), QString("More options (6)"));
    form.setValues({{"extra3", "5"}});
    QCOMPARE(fold->text(), QString("More options (6), 1 changed"));
    QVERIFY(fold->font().bold() && fold->toolTip().contains("Extra 3") && !hidden->isVisible());
    QCOMPARE(form.values()["extra3"], QString("5"));
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(hidden->isVisible());
    form.setRows(manyRows()); // another model: what was unfolded stays so
    QVERIFY(form.findChild<QWidget*>("option.extra3")->isVisible());
    QTest::mouseClick(form.findChild<QToolButton*>("option.fold"), Qt::LeftButton);
    QVERIFY(!form.findChild<QWidget*>("option.extra3")->isVisible());
}

void OptionSearchTest::whatIsUnfoldedIsScrolledTo() {
    OptionForm form;
    form.setRows(manyRows());
    form.resize(form.sizeHint().width(), form.fontMetrics().height() * 9);
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    auto* area = form.findChild<QScrollArea*>();
    auto* fold = form.findChild<QToolButton*>("option.fold");
    area->ensureWidgetVisible(fold);
    const auto isSeen = [&](const char* name) {
        const auto* widget = form.findChild<QWidget*>(name);
        return area->viewport()->rect().contains(QRect(widget->mapTo(area->viewport(), QPoint()), widget->size()));
    };
    QVERIFY(isSeen("option.fold"));
    QTest::mouseClick(fold, Qt::LeftButton);
    QVERIFY(isSeen("option.fold") && isSeen("option.extra0") && isSeen("option.extra1"));
}

void OptionSearchTest::whatIsFoundHasEveryHeadingOnce() {
    OptionForm form;
    QList<FormRow> all = manyRows();
    for (FormRow& row : all)
        row.group = row.name == "extra1" ? "Other" : "Recipe";
    form.setRows(all);
    form.show();
    auto* search = form.findChild<QLineEdit*>("option.search");
    const auto headings = [&] {
        QMap<int, QString> byPlace;
        for (const QLabel* label : form.findChildren<QLabel*>())
            if (label->isVisible() && QStringList({"Recipe", "Other"}).contains(label->text()))
                byPlace.insert(label->y(), label->text());
        return QStringList(byPlace.values());
    };
    const auto place = [&](const char* name) { return form.findChild<QWidget*>(name)->y(); };
    search->setText("e");
    QTRY_COMPARE(headings(), QStringList({"Recipe", "Other"}));
    QVERIFY(place("option.heads") < place("option.extra0") && place("option.extra2") < place("option.extra1"));
    search->clear();
    form.setUnfolded(true);
    QTRY_COMPARE(headings(), QStringList({"Recipe", "Recipe", "Other", "Recipe"}));
    QVERIFY(place("option.heads") < place("option.fold") && place("option.fold") < place("option.extra0"));
}

void OptionSearchTest::aFoldedOptionThatIsWrongIsShown() {
    OptionForm form;
    QList<FormRow> all = manyRows();
    all[7].label = "With a label longer than all others"; // whose room is there before it is seen
    form.setRows(all);
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    const int left = form.findChild<QWidget*>("option.heads")->x();
    form.setMisfit("extra2", "does not go with 2 heads");
    QVERIFY(form.findChild<QWidget*>("option.extra2")->isVisible());
    QVERIFY(form.findChild<QWidget*>("message.extra2.mark")->isVisible());
    QTest::qWait(20);
    QCOMPARE(form.findChild<QWidget*>("option.heads")->x(), left);
    form.setMisfit("extra2", {}); // nobody's field goes while he types
    QVERIFY(form.findChild<QWidget*>("option.extra2")->isVisible());
}

void OptionSearchTest::theSearchFindsLabelsNamesValuesAndHelp() {
    OptionForm form;
    QList<FormRow> all = manyRows();
    all[3].choiceLabels = QStringList{"Adam", "Gradient descent"};
    form.setRows(all);
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    auto* search = form.findChild<QLineEdit*>("option.search");
    form.findChild<QWidget*>("option.heads")->setFocus();
    QTest::keyClick(form.focusWidget(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(search->hasFocus());
    const auto seen = [&](const char* name) { return form.findChild<QWidget*>(name)->isVisible(); };
    QTest::keyClicks(search, "EXTRA 4"); // a label
    QVERIFY(seen("option.extra4") && !seen("option.extra3") && !seen("option.heads") && !seen("option.fold"));
    search->setText("extra5"); // a name
    QVERIFY(seen("option.extra5") && !seen("option.extra4"));
    for (const char* value : {"gradient descent", "sgd"}) {
        search->setText(value);
        QVERIFY2(seen("option.optimizer") && !seen("option.extra4"), value);
    }
    search->setText("number heads"); // words of the help
    QVERIFY(seen("option.heads") && !seen("option.extra4"));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(form.findChild<QWidget*>("option.heads")->hasFocus());
    search->setText("nonsense");
    auto* none = form.findChild<QLabel*>("option.none");
    QVERIFY(none->isVisible() && none->text().contains("No option") && none->text().contains("nonsense"));
    search->setFocus();
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(search->text().isEmpty() && !none->isVisible());
    QVERIFY(seen("option.heads") && !seen("option.extra4") && seen("option.fold"));
}

void OptionSearchTest::whatIsFoundIsSeenFromTheFirstOne() {
    OptionForm form;
    form.setRows(manyRows());
    form.setUnfolded(true);
    form.resize(form.sizeHint().width(), form.fontMetrics().height() * 9);
    form.show();
    QVERIFY(QTest::qWaitForWindowExposed(&form));
    auto* area = form.findChild<QScrollArea*>();
    const auto isSeen = [&](const char* name) {
        const auto* widget = form.findChild<QWidget*>(name);
        return area->viewport()->rect().contains(QRect(widget->mapTo(area->viewport(), QPoint()), widget->size()));
    };
    area->ensureWidgetVisible(form.findChild<QWidget*>("option.extra5"));
    QVERIFY(!isSeen("option.heads"));
    form.findChild<QLineEdit*>("option.search")->setText("e"); // all of them
    QTRY_VERIFY(isSeen("option.heads"));
    area->ensureWidgetVisible(form.findChild<QWidget*>("option.extra5"));
    form.findChild<QLineEdit*>("option.search")->setText("extra");
    QTRY_VERIFY(isSeen("option.extra0"));
}

void OptionSearchTest::aShortFormHasNoSearch() {
    OptionForm form;
    form.setRows(rows());
    form.show();
    QVERIFY(!form.findChild<QLineEdit*>("option.search")->isVisible());
    QVERIFY(!form.findChild<QToolButton*>("option.fold"));
}

QTEST_MAIN(OptionSearchTest)
#include "option_search_test.moc"
