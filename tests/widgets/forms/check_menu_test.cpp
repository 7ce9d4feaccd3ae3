#include "forms/check_menu.h"

#include <QSignalSpy>
#include <QTest>

using namespace headlight;

/// Several boxes are ticked without opening the menu again; everything else in it is as in any menu.
class CheckMenuTest : public QObject {
    Q_OBJECT
    std::unique_ptr<CheckMenu> m_menu;
    QAction *m_box = nullptr, *m_other = nullptr, *m_command = nullptr;

private slots:
    void init() {
        m_menu = std::make_unique<CheckMenu>();
        m_box = m_menu->addAction("box");
        m_other = m_menu->addAction("other");
        m_command = m_menu->addAction("command");
        for (QAction* box : {m_box, m_other})
            box->setCheckable(true);
        m_menu->popup({});
        QVERIFY(QTest::qWaitForWindowExposed(m_menu.get()));
    }

    void keysTickAndTheMenuStays() {
        m_menu->setActiveAction(m_box);
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter})
            QTest::keyClick(m_menu.get(), key);
        QVERIFY(m_box->isChecked() && m_menu->isVisible());
    }

    void otherKeysTickNothing() {
        m_menu->setActiveAction(m_box);
        QTest::keyClick(m_menu.get(), Qt::Key_Down);
        QVERIFY(!m_box->isChecked() && !m_other->isChecked());
        QCOMPARE(m_menu->activeAction(), m_other);
        QTest::keyClick(m_menu.get(), Qt::Key_Escape);
        QVERIFY(!m_menu->isVisible() && !m_other->isChecked());
    }

    void aClickTicksAndTheMenuStays() {
        QTest::mouseClick(m_menu.get(), Qt::LeftButton, {}, m_menu->actionGeometry(m_other).center());
        QVERIFY(m_other->isChecked() && !m_box->isChecked() && m_menu->isVisible());
    }

    void theEndOfTheClickThatOpenedItTicksNothing() {
        const QPoint place = m_menu->actionGeometry(m_box).center();
        QTest::mouseRelease(m_menu.get(), Qt::RightButton, {}, place);
        QVERIFY(!m_box->isChecked() && m_menu->isVisible());
        QTest::mouseClick(m_menu.get(), Qt::RightButton, {}, place);
        QVERIFY(m_box->isChecked() && m_menu->isVisible());
        QTest::mouseRelease(m_menu.get(), Qt::LeftButton, {}, place); // drawn here from the button that opens it
        QVERIFY(!m_box->isChecked());
    }

    void aCommandClosesTheMenu() {
        QSignalSpy triggered(m_command, &QAction::triggered);
        m_menu->setActiveAction(m_command);
        QTest::keyClick(m_menu.get(), Qt::Key_Return);
        QCOMPARE(triggered.size(), 1);
        QVERIFY(!m_menu->isVisible());
    }

    void aBoxThatIsOffIsNotTicked() {
        m_box->setEnabled(false);
        QTest::mouseClick(m_menu.get(), Qt::LeftButton, {}, m_menu->actionGeometry(m_box).center());
        QVERIFY(!m_box->isChecked());
    }
};

QTEST_MAIN(CheckMenuTest)
#include "check_menu_test.moc"
