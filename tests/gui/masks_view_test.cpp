#include "gui/window_fixture.h"

#include "figure/figure_menu.h"
#include "matrix/heat_map.h"

#include <QAction>
#include <QPushButton>

using namespace headlight;

/// The Masks view, and what it does to the model.
class MasksViewTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void masksAreAppliedFromTheirView() {
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<QLineEdit*>("mask-expression"), patience);
        auto* field = find<QLineEdit>("mask-expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1), all");
        QTRY_COMPARE_WITH_TIMEOUT(find<MapGrid>("mask-layout")->painter().count(), 2, patience);
        QTest::mouseClick(find<QPushButton>("apply-mask-all-button"), Qt::LeftButton);
        QCOMPARE(m_window->session().headChange(0, 0).mask->text(), std::string("fa(1)"));
        QCOMPARE(m_window->session().headChange(0, 1).mask->text(), std::string("all"));
        m_window->findChild<QAction*>("undo")->trigger();
        QVERIFY(!m_window->session().isAltered());
        auto* gallery = find<MapGrid>("mask-gallery");
        QTest::mouseClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(1).center().toPoint());
        QCOMPARE(find<HeatMap>("mask-map")->view().title, QString("fw"));
        QCOMPARE(find<QPushButton>("apply-mask-button")->text(), QString("Apply fw to this head"));
        // Both buttons are about the card.
        auto* all = find<QPushButton>("apply-mask-all-button");
        QCOMPARE(all->text(), QString("Apply fw to all heads"));
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(!m_window->session().headChange(0, 0).mask); // it has this one anyway
        QCOMPARE(m_window->session().headChange(0, 1).mask->text(), std::string("fw"));
        m_window->findChild<QAction*>("undo")->trigger();
        // A double click makes the term the expression.
        QTest::mouseDClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(2).center().toPoint());
        QCOMPARE(field->text(), QString("bw"));
        QCOMPARE(find<MapGrid>("mask-layout")->painter().count(), 1);
    }

    void aModelsOwnMasksAlterNothing() {
        m_window->showView("masks");
        auto* field = find<QLineEdit>("mask-expression");
        const auto enter = [&](const QString& expression) {
            field->selectAll();
            QTest::keyClicks(field, expression);
        };
        auto* all = find<QPushButton>("apply-mask-all-button");
        auto* one = find<QPushButton>("apply-mask-button");
        enter("fw, bw");
        QTest::mouseClick(all, Qt::LeftButton);
        QTest::mouseClick(one, Qt::LeftButton);
        QVERIFY(!m_window->session().isAltered());
        enter("fw, b");
        QVERIFY(!all->isEnabled() && !one->isEnabled());
        enter("fw");
        QVERIFY(all->isEnabled() && one->isEnabled());
    }

    void everyViewOfTheMasksIsExported() {
        m_window->showView("masks");
        auto* field = find<QLineEdit>("mask-expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fa(1), bw");
        const auto exported = [&](QWidget* view, const QString& name) {
            const QString path = m_folder.filePath(name + ".png");
            QMap<QString, QString> metadata;
            if (view->findChild<FigureMenu*>()->exportTo(path).isEmpty())
                for (const auto& [key, text] : readPictureMetadata(path))
                    metadata[key] = text;
            return metadata;
        };
        QCOMPARE(exported(find<HeatMap>("mask-map"), "large")["mask"], QString("fa(1)"));
        const auto heads = exported(find<MapGrid>("mask-layout"), "heads");
        QCOMPARE(heads["masks"], QString("fa(1), bw"));
        QCOMPARE(heads["length"], QString("12"));
        QVERIFY(exported(find<MapGrid>("mask-gallery"), "gallery")["masks"].startsWith("all, fw, bw"));
    }

    void anErrorGoesWithItsCause() {
        m_window->showView("masks");
        auto* field = find<QLineEdit>("mask-expression");
        auto* messages = find<QWidget>("messages");
        const auto enter = [&](const QString& expression) {
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, expression);
        };
        const auto provoke = [&] {
            enter("fw, bw, fa(1)");
            QTest::mouseClick(find<QPushButton>("apply-mask-all-button"), Qt::LeftButton);
            return messages->isVisible();
        };
        QVERIFY(provoke());
        enter("fw");
        QVERIFY(!messages->isVisible());
        HeadChange off;
        off.scale = 0;
        m_window->session().setHeadChange(0, 0, off, "off");
        QVERIFY(provoke());
        m_window->findChild<QAction*>("undo-all")->trigger();
        QVERIFY(!messages->isVisible());
    }
};

QTEST_MAIN(MasksViewTest)
#include "masks_view_test.moc"
