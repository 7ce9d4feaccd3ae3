#include "gui/window_fixture.h"
#include "head_address.h"

#include "engine/core/npz.h"
#include "figure/figure_menu.h"
#include "matrix/heat_map.h"

#include <QAction>
#include <QClipboard>
#include <QMimeData>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <cmath>

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
        QCOMPARE(m_window->session().headChange(at(0, 0)).mask.value(), std::string("fa(1)"));
        QCOMPARE(m_window->session().headChange(at(0, 1)).mask.value(), std::string("all"));
        auto* effect = find<QLabel>("mask-effect"); // what it makes of the answer is said here
        QTRY_VERIFY_WITH_TIMEOUT(effect->text().contains("→"), patience);
        QVERIFY2(effect->text().contains("has the mask fa(1)"), qPrintable(effect->text()));
        m_window->findChild<QAction*>("undo")->trigger();
        QVERIFY(!m_window->session().isAltered());
        QTRY_VERIFY_WITH_TIMEOUT(effect->text().isEmpty(), patience);
        auto* gallery = find<MapGrid>("mask-gallery");
        QTest::mouseClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(1).center().toPoint());
        QCOMPARE(find<HeatMap>("mask-map")->view().title, QString("Forward (fw)"));
        QCOMPARE(find<QPushButton>("apply-mask-button")->text(), QString("Apply fw to this head"));
        // Both buttons are about the card.
        auto* all = find<QPushButton>("apply-mask-all-button");
        QCOMPARE(all->text(), QString("Apply fw to all heads"));
        QTest::mouseClick(all, Qt::LeftButton);
        QVERIFY(!m_window->session().headChange(at(0, 0)).mask); // it has this one anyway
        QCOMPARE(m_window->session().headChange(at(0, 1)).mask.value(), std::string("fw"));
        m_window->findChild<QAction*>("undo")->trigger();
        QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_window->session().headChange(at(0, 1)).mask.value(), std::string("fw"));
        m_window->findChild<QAction*>("undo")->trigger();
        QVERIFY(!m_window->session().isAltered());
        // A double click makes the term the expression.
        QTest::mouseDClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(2).center().toPoint());
        QCOMPARE(field->text(), QString("bw"));
        QCOMPARE(find<MapGrid>("mask-layout")->painter().count(), 1);
    }

    /// What is said of a mask, of the head that got it and of the answer has its room before it is said.
    void nothingMovesWhatThePointerIsOn() {
        m_window->resize(1024, 700);
        m_window->showView("masks");
        auto* gallery = find<MapGrid>("mask-gallery");
        auto* map = find<HeatMap>("mask-map");
        const auto placeOf = [](const QWidget* widget) { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
        QTest::qWait(50);
        const QRect mapBefore = placeOf(map);
        QTest::mouseClick(gallery->viewport(), Qt::LeftButton, {}, gallery->thumbnailRect(6).center().toPoint());
        QCOMPARE(map->view().title, QString("Window (window(5))"));
        QTest::qWait(50);
        QVERIFY(!find<QLabel>("mask-help")->text().isEmpty());
        QCOMPARE(placeOf(map), mapBefore);
        auto* apply = find<QPushButton>("apply-mask-button");
        const QRect applyBefore = placeOf(apply);
        QTest::mouseClick(apply, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("mask-effect")->text().contains("→"), patience);
        QTest::qWait(50);
        QVERIFY(find<QComboBox>("mask-target")->currentText().contains("window(5)"));
        QCOMPARE(placeOf(apply), applyBefore);
        QCOMPARE(placeOf(map), mapBefore);
    }

    void itsControlsExplainThemselves() {
        m_window->showView("masks");
        for (const char* name : {"mask-expression", "mask-length-slider", "mask-length", "mask-target"})
            QVERIFY2(!find<QWidget>(name)->toolTip().isEmpty(), name);
    }

    void theLengthIsSetByASliderOrANumber() {
        m_window->showView("masks");
        auto* slider = find<QSlider>("mask-length-slider");
        auto* number = find<QSpinBox>("mask-length");
        number->setValue(9);
        QCOMPARE(slider->value(), 9);
        QCOMPARE(find<HeatMap>("mask-map")->view().rows, 9);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(number->value(), 10);
        QCOMPARE(find<HeatMap>("mask-map")->view().rows, 10);
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

    void theNumbersOfEveryViewOfTheMasksAreExported() {
        m_window->showView("masks");
        find<QSpinBox>("mask-length")->setValue(3);
        auto* field = find<QLineEdit>("mask-expression");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "fw, bw+dist(0.5)");
        const auto table = [&](const char* view) {
            QGuiApplication::clipboard()->clear();
            if (auto* copy = find<QWidget>(view)->findChild<QAction*>("copyValues"))
                copy->trigger();
            const QString path = m_folder.filePath("masks.csv");
            QFile file(path);
            const QString problem = find<QWidget>(view)->findChild<FigureMenu*>()->exportTo(path);
            const QByteArray csv = problem.isEmpty() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
            return QGuiApplication::clipboard()->mimeData()->data("text/csv") == csv ? csv : QByteArray();
        };
        const auto archive = [&](const char* view) {
            const QString path = m_folder.filePath("masks.npz");
            const QString problem = find<QWidget>(view)->findChild<FigureMenu*>()->exportTo(path);
            return problem.isEmpty() ? readNpz(path.toStdString()).at("bias") : NpzArray();
        };
        QCOMPARE(table("mask-map"), QByteArray("query\\key,0,1,2\n0,,,\n1,0,,\n2,0,0,\n"));
        QCOMPARE(archive("mask-map").shape, (std::vector<std::int64_t>{1, 3, 3}));
        QCOMPARE(table("mask-layout"),
                 QByteArray("mask,query\\key,0,1,2\n0 fw,0,,,\n0 fw,1,0,,\n0 fw,2,0,0,\n"
                            "1 bw+dist(0.5),0,,-0.5,-1\n1 bw+dist(0.5),1,,,-0.5\n1 bw+dist(0.5),2,,,\n"));
        const NpzArray heads = archive("mask-layout");
        QCOMPARE(heads.shape, (std::vector<std::int64_t>{2, 3, 3}));
        QCOMPARE(heads.values[9 + 2], -1.0f);
        QVERIFY(std::isnan(heads.values[0]) && heads.values[3] == 0 && std::isnan(heads.values[9]));
        QVERIFY(table("mask-gallery").startsWith("mask,query\\key,0,1,2\nall,0,0,0,0\n"));
        const NpzArray gallery = archive("mask-gallery");
        QCOMPARE(gallery.shape, (std::vector<std::int64_t>{find<MapGrid>("mask-gallery")->painter().count(), 3, 3}));
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
        m_window->session().setHeadChange(at(0, 0), off, "off");
        QVERIFY(provoke());
        m_window->findChild<QAction*>("undo-all")->trigger();
        QVERIFY(!messages->isVisible());
    }
};

QTEST_MAIN(MasksViewTest)
#include "masks_view_test.moc"
