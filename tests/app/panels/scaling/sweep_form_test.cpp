#include "app/panels/scaling/scaling_fixture.h"
#include "engine/train/optimizer.h"
#include "forms/option_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

namespace headlight {

class SweepFormTest : public QObject, private ScalingFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    /// What F1 shows of a field, with examples that the field takes.
    void theFieldsSayHowTheyAreWritten() {
        const QString models = find<QLineEdit>("scaling.models")->whatsThis();
        QVERIFY2(models.contains("mtsa:preset=paper:heads=8,disa"), qPrintable(models));
        QCOMPARE(parseScaledModels("mtsa:preset=paper:heads=8,disa").size(), std::size_t(2));
        const QString lengths = find<QLineEdit>("scaling.lengths")->whatsThis();
        QVERIFY2(lengths.contains("16:64:16,200 is 16, 32, 48, 64 and 200"), qPrintable(lengths));
        QCOMPARE(parseLengths("16:64:16,200"), std::vector<Index>({16, 32, 48, 64, 200}));
        QVERIFY(lengths.contains("16:256:x2"));
        QCOMPARE(parseLengths("16:256:x2"), std::vector<Index>({16, 32, 64, 128, 256}));
    }

    void anyOptimizerCanBeChosen() {
        const auto* optimizer = find<QComboBox>("scaling.optimizer");
        for (const std::string& id : optimizerIds())
            QVERIFY(optimizer->findData(QString::fromStdString(id)) >= 0);
        QCOMPARE(optimizer->currentData().toString().toStdString(), ScalePlan().optimizer);
        QCOMPARE(optimizer->itemText(optimizer->findData("sgd")), QString("SGD"));
    }

    void theMemoryHasAUnit_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message"); // empty: it is taken
        QTest::newRow("MB") << "500MB" << QString();
        QTest::newRow("kB") << "2000 kB" << QString();
        QTest::newRow("the default") << "" << QString();
        QTest::newRow("nonsense") << "much"
                                  << "expected a size such as 8GB";
        QTest::newRow("another unit") << "500M"
                                      << "expected a size such as 8GB";
        QTest::newRow("too little") << "0.5MB"
                                    << "1MB at least";
        QTest::newRow("more than there is") << "500000GB"
                                            << "this machine has";
    }

    void theMemoryHasAUnit() {
        QFETCH(QString, typed);
        QFETCH(QString, message);
        auto* memory = find<QLineEdit>("scaling.memory");
        QVERIFY(memory->text().isEmpty() && !memory->placeholderText().isEmpty());
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        fill("avg", "4");
        QTest::keyClicks(memory, typed);
        QCOMPARE(memory->text(), typed);
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(notices.size(), message.isEmpty() ? 0 : 1);
        if (!message.isEmpty()) {
            const QString text = notices[0][0].value<Notice>().text;
            QVERIFY2(text.startsWith("memory: ") && text.contains(message), qPrintable(text));
        }
    }

    void mistakesAreTold_data() {
        QTest::addColumn<QString>("models");
        QTest::addColumn<QString>("lengths");
        QTest::addColumn<QString>("message");
        QTest::newRow("model") << "dsia"
                               << "8"
                               << "disa";
        QTest::newRow("option") << "disa:feature=8"
                                << "8"
                                << "features";
        QTest::newRow("lengths") << "disa"
                                 << "8:4:1"
                                 << "from ≤ to";
    }

    void mistakesAreTold() {
        QFETCH(QString, models);
        QFETCH(QString, lengths);
        QFETCH(QString, message);
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        fill(models, lengths);
        click("scaling.start");
        QCOMPARE(notices.size(), 1);
        const QString text = notices[0][0].value<Notice>().text;
        QVERIFY2(text.contains(message), qPrintable(text));
        QVERIFY(m_panel->isComplete());
    }

    /// What is typed is read at every key, and what stands below it is not to jump.
    void whatIsWrongWithTheModelsMovesNothing() {
        m_panel->resize(1024, 640);
        find<QToolButton>("scaling.asText")->click();
        auto* text = find<QLineEdit>("scaling.models");
        const auto all = [&] {
            return places({"scaling.models", "scaling.preset", "scaling.lengths", "scaling.start"});
        };
        text->setText("mtsa, avg");
        const auto before = all();
        auto* problem = find<QLabel>("scaling.modelProblem");
        QVERIFY2(!problem->isVisible(), qPrintable(problem->text()));
        text->setText("foo,mtsa");
        QTRY_VERIFY(problem->isVisible() && problem->text().contains("foo"));
        QCOMPARE(problem->geometry(), find<QWidget>("scaling.modelList")->geometry());
        QVERIFY2(problem->heightForWidth(problem->width()) <= problem->height(), qPrintable(problem->text()));
        QCOMPARE(all(), before);
    }

    /// Before it is measured, in people's words, at the option and at the button.
    void optionsThatDoNotFitEachOtherAreTold() {
        find<QLineEdit>("scaling.models")->setText("mtsa");
        auto* list = find<QListWidget>("scaling.modelList");
        list->setCurrentRow(0);
        QTest::mouseClick(find<QToolButton>("scaling.modelOptions"), Qt::LeftButton);
        auto* dialog = find<QDialog>("scaling.options");
        auto* form = dialog->findChild<OptionForm*>("scaling.options.form");
        auto* ok = dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        const auto* problem = dialog->findChild<QLabel*>("scaling.options.problem");
        const auto type = [&](const char* name, const char* text) {
            auto* control = dialog->findChild<QWidget*>(name);
            control->setFocus();
            QTest::keyClick(control, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(control, text);
        };
        form->setValues({{"heads", "4"}});
        QVERIFY(ok->isEnabled() && problem->text().isEmpty());
        type("option.masks", "fw, bw, all");
        QVERIFY(!ok->isEnabled());
        QVERIFY2(problem->text().startsWith("Masks of the heads: 3 masks do not fit"), qPrintable(problem->text()));
        QVERIFY(dialog->findChild<QWidget*>("message.masks.mark")->isVisible());
        type("option.heads", "6");
        QVERIFY(ok->isEnabled() && problem->text().isEmpty());
        QVERIFY(!dialog->findChild<QWidget*>("message.masks.mark")->isVisible());
        dialog->reject();
    }

    /// The list is what the text says, and changes it.
    void modelsAreAListWithOptions() {
        auto* list = find<QListWidget>("scaling.modelList");
        auto* text = find<QLineEdit>("scaling.models");
        QCOMPARE(list->count(), 3);
        text->setText("mtsa:preset=paper:heads=6,disa");
        QCOMPARE(list->count(), 2);
        QVERIFY2(list->item(0)->text().contains("paper preset, heads 6"), qPrintable(list->item(0)->text()));
        text->setText("mtsa:head=8,disa");
        QVERIFY(!list->isEnabled() && find<QLabel>("scaling.modelProblem")->text().contains("heads"));
        text->setText("mtsa:preset=paper:heads=6,disa");
        QVERIFY(list->isEnabled() && find<QLabel>("scaling.modelProblem")->text().isEmpty());
        text->setText("mtsa:preset=nmt:heads=6,disa");
        list->setCurrentRow(0);
        QTest::mouseClick(find<QToolButton>("scaling.modelOptions"), Qt::LeftButton);
        auto* dialog = find<QDialog>("scaling.options");
        auto* form = dialog->findChild<OptionForm*>("scaling.options.form");
        QCOMPARE(dialog->findChild<QComboBox*>("scaling.options.preset")->currentData().toString(), QString("nmt"));
        QVERIFY(dialog->findChild<QLabel*>("scaling.options.presethelp")->text().contains("translation code"));
        QCOMPARE(form->changed(), QStringList("heads"));
        form->setValues({{"heads", "4"}});
        dialog->accept();
        QCOMPARE(text->text(), QString("mtsa:preset=nmt:heads=4,disa"));
        list->setCurrentRow(1);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(text->text(), QString("mtsa:preset=nmt:heads=4"));
        find<QToolButton>("scaling.add")->menu()->actions().first()->trigger();
        QCOMPARE(list->count(), 2);
        QCOMPARE(list->currentRow(), 1);
    }

    void aLongListOfModelsShowsItsBeginning() {
        auto* text = find<QLineEdit>("scaling.models");
        const auto* add = find<QToolButton>("scaling.add");
        add->menu()->actions().last()->trigger();
        QCOMPARE(text->cursorPosition(), 0);
        text->end(false);
        find<QToolButton>("scaling.asText")->click();
        QVERIFY(text->isVisible());
        QCOMPARE(text->cursorPosition(), 0);
    }

    void theFormIsRemembered() {
        fill("san", "32");
        emit find<QLineEdit>("scaling.models")->editingFinished();
        m_panel.reset();
        open();
        QCOMPARE(find<QLineEdit>("scaling.models")->text(), QStringLiteral("san"));
        QCOMPARE(find<QLineEdit>("scaling.lengths")->text(), QStringLiteral("32"));
    }

    void sequencesAreMeasuredInPiecesAndOneAtATime() {
        fill("avg", "4");
        find<QCheckBox>("scaling.infer")->click();
        find<QCheckBox>("scaling.single")->click();
        m_panel.reset();
        open(); // remembered
        QVERIFY(find<QCheckBox>("scaling.single")->isChecked());
        fill("avg", "4");
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        const auto found = Store(path()).measurements(1);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY(found[0].point.sequences == Sequences::Pieces);
        QVERIFY(found[1].point.sequences == Sequences::Single);
        QCOMPARE(names().size(), 2);
        QVERIFY2(names()[1].startsWith("AVG, one at a time"), qPrintable(names()[1]));
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        find<QCheckBox>("scaling.pieces")->click();
        find<QCheckBox>("scaling.single")->click();
        click("scaling.start");
        QCOMPARE(notices.size(), 1);
        QVERIFY(notices[0][0].value<Notice>().text.contains("tick"));
    }

    /// Without a message, which would push the form down under the hand that is about to press Stop.
    void anEncoderOfOneFormIsTold() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted);
        find<QCheckBox>("scaling.reference")->click();
        fill("avg", "4");
        click("scaling.start");
        const auto status = [&] { return find<QLabel>("scaling.status")->text(); };
        const QString note = QStringLiteral("\navg has one form only, and that is measured.");
        QCOMPARE(status(), QStringLiteral("Measuring starts …") + note);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status(), QStringLiteral("Sweep 1 is complete.") + note);
        QCOMPARE(notices.size(), 0);
        QCOMPARE(Store(path()).measurements(1).size(), std::size_t(2));
        find<QCheckBox>("scaling.reference")->click();
        click("scaling.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(status(), QStringLiteral("Sweep 2 is complete."));
    }
};

} // namespace headlight

QTEST_MAIN(headlight::SweepFormTest)
#include "sweep_form_test.moc"
