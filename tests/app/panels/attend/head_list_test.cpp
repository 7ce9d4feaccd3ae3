#include "panels/attend/head_list.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "forms/check_menu.h"
#include "matrix/map_grid.h"
#include "panels/attend_panel.h"
#include "wording/number_text.h"

#include <QEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSet>
#include <algorithm>
#include <cmath>

using namespace headlight;

/// The heads on the left of the Attend view: the list and the overview above it.
class HeadListTest : public QObject, PanelFixture<AttendPanel> {
    Q_OBJECT

    QStringList listed() {
        auto* list = find<HeadList>("head-list");
        QStringList names;
        for (int row = 0; row < list->topLevelItemCount(); ++row)
            names << list->topLevelItem(row)->text(0);
        return names;
    }
    void clickHeading(const QString& text) {
        auto* list = find<HeadList>("head-list");
        QHeaderView* header = list->header();
        for (int column = 0; column < header->count(); ++column)
            if (list->headerItem()->text(column) == text) {
                const QPoint middle(header->sectionViewportPosition(column) + header->sectionSize(column) / 2,
                                    header->height() / 2);
                QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, middle);
                return;
            }
        QFAIL(qPrintable(text));
    }

    void clickBox(int row) {
        auto* list = find<HeadList>("head-list");
        const QRect cell = list->visualItemRect(list->topLevelItem(row));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          QPoint(cell.left() + cell.height() / 2, cell.center().y()));
    }
    void enterList() {
        QEnterEvent enter({1, 1}, {1, 1}, {1, 1});
        QApplication::sendEvent(find<HeadList>("head-list"), &enter);
    }
    void leaveList() {
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(find<HeadList>("head-list"), &leave);
    }
    /// Effects are known again.
    void settle() {
        QTRY_VERIFY_WITH_TIMEOUT(
            m_panel->isComplete() && !find<HeadList>("head-list")->topLevelItem(0)->text(2).isEmpty(), patience);
    }

private slots:
    void init() {
        begin();
        open();
        m_session->setExample("the red river");
        m_session->addModel(opened(
            "many", sampleClassifier("transformer",
                                     {{"heads", "12"}, {"features", "24"}, {"feed_forward", "8"}, {"layers", "2"}})));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 25, patience);
    }
    void cleanup() { end(); }

    void theKeysOfTheViewWorkInTheList() {
        auto* list = find<HeadList>("head-list");
        m_session->setHead(at(0, 1));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_H);
        QCOMPARE(m_session->headChange(at(0, 1)).scale, 0.0);
        QTest::keyClick(list, Qt::Key_S);
        QVERIFY(m_session->focus().stage == MapStage::Score);
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(m_session->focus().address.head, 2);
    }

    void aTypedNumberGoesToItsHead() {
        auto* list = find<HeadList>("head-list");
        m_session->setHead(at(0, 0));
        list->setFocus();
        list->setCurrentItem(list->topLevelItem(0), 1); // as a click on its mask does
        QTest::keyClicks(list, "0.3");
        QCOMPARE(m_session->focus().address, at(0, 3));
        QVERIFY(m_session->intervention().empty());
    }

    void theBoxOfARowSwitchesItsHead() {
        auto* list = find<HeadList>("head-list");
        m_session->setHead(at(0, 0));
        QTreeWidgetItem* row = list->topLevelItem(3);
        const QRect cell = list->visualItemRect(row);
        const QPoint box(cell.left() + cell.height() / 2, cell.center().y());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, box);
        QCOMPARE(m_session->focus().address, at(0, 3));
        QCOMPARE(m_session->headChange(at(0, 3)).scale, 0.0);
        QCOMPARE(row->checkState(0), Qt::Unchecked);
        m_session->undo();
        QCOMPARE(row->checkState(0), Qt::Checked);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(m_session->headChange(at(0, 3)).scale, 0.0);
    }

    void theBoxOfAnotherHeadSwitchesItWhileAClusterOfFeaturesIsChosen() {
        m_session->addModel(sampleModel()); // with features
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 3, patience);
        m_session->setHead(at(0, 0));
        m_session->setFeatures({FeatureChoice::Kind::Group, 0, {0, 2}});
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        clickBox(1);
        QCOMPARE(m_session->focus().address, at(0, 1));
        QCOMPARE(m_session->headChange(at(0, 1)).scale, 0.0);
        QCOMPARE(find<HeadList>("head-list")->topLevelItem(1)->checkState(0), Qt::Unchecked);
    }

    void rowsStayBelowThePointerUntilItLeaves() {
        auto* list = find<HeadList>("head-list");
        enterList();
        clickHeading("Effect"); // sorts at once, wherever the pointer is
        const QStringList before = listed();
        QCOMPARE(before.last(), QString("pooling"));
        clickBox(0);
        settle();
        QCOMPARE(list->topLevelItem(0)->text(2), QString("off"));
        QCOMPARE(listed(), before);
        clickBox(0); // the same head again
        settle();
        QVERIFY(list->topLevelItem(0)->text(2) != "off");
        QCOMPARE(m_session->headChange(m_session->focus().address).scale, 1.0);
        QCOMPARE(listed(), before);
        clickBox(0);
        settle();
        leaveList();
        QCOMPARE(list->topLevelItem(24)->text(0), before[0]); // it has no effect now
        QCOMPARE(list->topLevelItem(24)->text(2), QString("off"));
        m_session->undo(); // the pointer is elsewhere
        settle();
        QCOMPARE(listed(), before);
    }

    void rowsStayWhileTheKeysSwitchThem() {
        auto* list = find<HeadList>("head-list");
        leaveList();
        clickHeading("Effect");
        const QStringList before = listed();
        m_panel->activateWindow();
        list->setCurrentItem(list->topLevelItem(0));
        list->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(list->hasFocus(), patience);
        QTest::keyClick(list, Qt::Key_Space);
        settle();
        QCOMPARE(list->topLevelItem(0)->text(2), QString("off"));
        QCOMPARE(listed(), before);
        find<MapGrid>("overview")->setFocus();
        QCOMPARE(list->topLevelItem(24)->text(0), before[0]);
    }

    void theColumnsAreChosenInAMenuThatStays() {
        auto* list = find<HeadList>("head-list");
        for (int column = 0; column < list->columnCount(); ++column)
            QVERIFY2(list->headerItem()->toolTip(column).contains("right click"), qPrintable(QString::number(column)));
        QHeaderView* header = list->header();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, {5, 5}, header->viewport()->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(header->viewport(), &asked);
        auto* menu = find<CheckMenu>("head-columns");
        QVERIFY(menu->isVisible());
        QStringList words;
        for (const QAction* action : menu->actions())
            words << action->text();
        QCOMPARE(words.mid(3), QStringList({"Previous token", "Next token", "First token", "Separators"}));
        for (int entry = 3; entry < 5; ++entry) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[entry]).center());
            QVERIFY(menu->isVisible());
            QVERIFY(!list->isColumnHidden(3 + entry));
        }
        QCOMPARE(list->headerItem()->text(6), QString("Prev.")); // headings stay short
        QTest::keyClick(menu, Qt::Key_Escape);
        QVERIFY(!menu->isVisible());
        QVERIFY(list->actions().contains(menu->menuAction())); // without a mouse, too
    }

    void whatCantBeSwitchedOffSaysWhy() {
        auto* list = find<HeadList>("head-list");
        const QTreeWidgetItem* pooling = list->topLevelItem(24);
        QVERIFY(!pooling->data(0, Qt::CheckStateRole).isValid());
        for (const int column : {0, 2})
            QVERIFY2(pooling->toolTip(column).contains("No effect: the pooling"), qPrintable(pooling->toolTip(column)));
        QVERIFY(!list->topLevelItem(0)->toolTip(0).contains("No effect"));
        m_session->addModel(opened("blocks", sampleClassifier("biblosa", {{"features", "4"}})));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 9, patience);
        for (int gate = 4; gate < 8; ++gate) // its name has the whole row
            QVERIFY2(list->topLevelItem(gate)->toolTip(0).contains("No effect: a gate"),
                     qPrintable(list->topLevelItem(gate)->toolTip(0)));
    }

    void aHeadThatSeesNothingHasNoMeans() {
        m_session->addModel(sampleModel());
        m_session->setSentence("who"); // its mask lets no token see itself
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 3, patience);
        const QString said = "every token is hidden from every query";
        auto* list = find<HeadList>("head-list");
        for (int column = 3; column < 6; ++column) {
            QCOMPARE(list->topLevelItem(0)->text(column), QString("–"));
            QCOMPARE(list->topLevelItem(0)->toolTip(column), said);
        }
        QCOMPARE(list->topLevelItem(2)->text(3), QString("0.00")); // the pooling sees the one token
        QCOMPARE(find<QLabel>("head-statistics")->text().section('\n', 0, 0), said);
        QVERIFY(find<MapGrid>("overview")->painter().thumbnail(0).toolTip.endsWith('\n' + said));
        const ValueTable table = headTable(*m_panel->findChild<AttendModel*>(), *m_panel->findChild<EffectsModel*>());
        QCOMPARE(table.rows[0].mid(4, 3), QStringList({"", "", ""}));
        QCOMPARE(table.rows[2].mid(4, 3), QStringList({"0", "", ""}));
    }

    void theHeadThatDecidesMostComesFirst() {
        auto* list = find<HeadList>("head-list");
        const EffectsModel& effects = *m_panel->findChild<EffectsModel*>();
        const AttendModel& model = *m_panel->findChild<AttendModel*>();
        clickHeading("Effect");
        QCOMPARE(list->header()->sortIndicatorOrder(), Qt::DescendingOrder); // at the first click
        std::vector<double> sizes;
        for (const HeadEntry& head : model.heads())
            if (const auto change = effects.ofHead(head.address))
                sizes.push_back(std::abs(*change));
        QCOMPARE(sizes.size(), std::size_t(24)); // all but the pooling
        std::sort(sizes.rbegin(), sizes.rend());
        const int decimals = changeDecimals(sizes[0]); // of all
        QCOMPARE(list->topLevelItem(0)->text(2).mid(1), changeText(sizes[0], decimals).mid(1));
        QCOMPARE(list->topLevelItem(23)->text(2).mid(1), changeText(sizes[23], decimals).mid(1));
        QCOMPARE(list->topLevelItem(24)->text(2), QString());
        clickHeading("Effect");
        QCOMPARE(list->topLevelItem(0)->text(2).mid(1), changeText(sizes[23], decimals).mid(1));
        QCOMPARE(list->topLevelItem(24)->text(2), QString()); // last, either way
        const int first = int(model.heads().size()) - 1;
        auto* grid = find<MapGrid>("overview");
        QCOMPARE(grid->painter().notes().size(), 25);
        QCOMPARE(grid->painter().notes()[0].text, changeText(*effects.ofHead(at(0, 0)), decimals));
        QCOMPARE(grid->painter().notes()[first].text, QString());
    }

    void theMenuOfARowSwitchesItsHeadOff() {
        auto* list = find<HeadList>("head-list");
        const QPoint row = list->visualItemRect(list->topLevelItem(3)).center();
        QTest::mouseClick(list->viewport(), Qt::RightButton, {}, row);
        QCOMPARE(m_session->focus().address, at(0, 3));
        QCOMPARE(list->actions().first()->objectName(), QString("head-off"));
        list->actions().first()->trigger();
        QCOMPARE(m_session->headChange(at(0, 3)).scale, 0.0);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(list->topLevelItem(3)->text(2), QString("off"));
        QCOMPARE(find<MapGrid>("overview")->painter().notes()[3].text, QString("off"));
    }

    void theMenuOfAThumbnailSwitchesItsHeadOff() {
        auto* grid = find<MapGrid>("overview");
        const MapAddress before = m_session->focus().address;
        QTest::mouseClick(grid->viewport(), Qt::RightButton, {}, grid->thumbnailRect(5).center().toPoint());
        QCOMPARE(m_session->focus().address, before); // its menu may only be for a figure
        grid->actions().first()->trigger();
        const MapAddress address = m_session->focus().address;
        QVERIFY(address != before);
        QCOMPARE(m_session->headChange(address).scale, 0.0);
    }

    void whileEffectsAreComputedNoNumberStands() {
        auto* list = find<HeadList>("head-list");
        const AttendModel& model = *m_panel->findChild<AttendModel*>();
        QStringList said; // as soon as the answer is there
        connect(&model, &AttendModel::changed, this, [&] {
            said << list->topLevelItem(0)->text(2) << find<MapGrid>("overview")->painter().notes()[0].text;
        });
        m_session->setSentence("the quiet engineer build the red bridge near a river");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && model.tokens().size() == 10, patience);
        disconnect(&model, nullptr, this, nullptr);
        QCOMPARE(said, QStringList({"…", "…"}));
        QVERIFY(list->topLevelItem(0)->text(2) != "…");
    }

    void gatesAreToldApartByMoreThanTheirNumber() {
        m_session->addModel(opened("blocks", sampleClassifier("biblosa", {{"features", "4"}})));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && listed().size() == 9, patience);
        const QStringList gates{"0 fw block gate", "0 bw block gate", "0 fw fusion gate", "0 bw fusion gate"};
        QCOMPARE(listed().mid(4, 4), gates);
        auto* grid = find<MapGrid>("overview");
        for (int gate = 0; gate < 4; ++gate)
            QCOMPARE(grid->painter().thumbnail(4 + gate).label, gates[gate]);
        // Their names take the columns that they have nothing for, and leave the masks of the others their room.
        auto* list = find<HeadList>("head-list");
        const int head = list->header()->sectionSize(0);
        for (int row = 4; row < 8; ++row)
            QVERIFY(list->fontMetrics().horizontalAdvance(gates[row - 4]) <
                    list->visualItemRect(list->topLevelItem(row)).width());
        QVERIFY(head < list->fontMetrics().horizontalAdvance(gates[2]));
    }

    void theRowThatTheKeysMoveHasARing() {
        auto* list = find<HeadList>("head-list");
        m_panel->activateWindow();
        list->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(list->hasFocus(), patience);
        const QRgb ring = color(ColorRole::FocusRing, themeOf(list->palette())).rgb();
        const QRect row = list->visualItemRect(list->currentItem());
        QTRY_COMPARE_WITH_TIMEOUT(list->viewport()->grab().toImage().pixel(row.right() - 3, row.top() + 1), ring,
                                  patience);
    }

    void headTenComesAfterHeadNineInTheList() {
        QStringList byPlace;
        for (const int layer : {0, 1})
            for (int head = 0; head < 12; ++head)
                byPlace << QStringLiteral("%1.%2").arg(layer).arg(head);
        byPlace << "pooling";
        QCOMPARE(listed(), byPlace);

        clickHeading("Entropy");
        clickHeading("Head");
        QCOMPARE(listed(), byPlace);
        clickHeading("Head");
        QCOMPARE(listed(), QStringList(byPlace.rbegin(), byPlace.rend()));
    }

    void numbersAreSortedByEveryDigitAndThenByPlace() {
        const AttendModel& model = *m_panel->findChild<AttendModel*>();
        m_session->setSentence("red"); // of one token all heads are the same
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && model.tokens().size() == 1, patience);
        const QStringList byPlace = listed();
        clickHeading("Entropy");
        QCOMPARE(listed(), byPlace);
        m_session->setSentence("the quiet engineer build the red bridge near a river");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete() && model.tokens().size() == 10, patience);
        auto* list = find<HeadList>("head-list");
        QSet<QString> shown;
        std::vector<double> exact;
        for (int row = 0; row < list->topLevelItemCount(); ++row) {
            shown << list->topLevelItem(row)->text(3);
            const int place = int(byPlace.indexOf(list->topLevelItem(row)->text(0)));
            exact.push_back(*model.heads()[std::size_t(place)].statistics->entropy);
        }
        QVERIFY(shown.size() < list->topLevelItemCount()); // some differ only in digits that are not shown
        QVERIFY(std::is_sorted(exact.begin(), exact.end()));
    }

    void headTenComesAfterHeadNineInTheOverview() {
        auto* grid = find<MapGrid>("overview");
        QCOMPARE(grid->painter().count(), 25);
        for (int index = 1; index < 25; ++index) {
            const MapThumbnail &before = grid->painter().thumbnail(index - 1),
                               &after = grid->painter().thumbnail(index);
            QVERIFY(std::pair(before.layer, before.head) < std::pair(after.layer, after.head));
            const QRectF left = grid->thumbnailRect(index - 1), right = grid->thumbnailRect(index);
            const bool sameLine = right.top() < left.bottom();
            QVERIFY2(sameLine ? right.left() >= left.right() : right.top() >= left.bottom(),
                     qPrintable(QStringLiteral("%1 stands before %2").arg(after.label, before.label)));
        }
        // A head is the one that its picture and its row in the list say.
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(10).center().toPoint());
        QCOMPARE(m_session->focus().address.layer, 0);
        QCOMPARE(m_session->focus().address.head, 10);
        QCOMPARE(find<HeadList>("head-list")->currentItem()->text(0), QStringLiteral("0.10"));
    }
};

QTEST_MAIN(HeadListTest)
#include "head_list_test.moc"
