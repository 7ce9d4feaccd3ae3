#include "app/panels/train/train_fixture.h"
#include "engine/tasks/length_task.h"
#include "forms/option_form.h"
#include "style/colors.h"
#include "viewmodels/runs_load.h"
#include "wording/corpus_title.h"

#include <QFileDialog>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QtTest>

using namespace headlight;

/// What is chosen and typed before a run starts.
class TrainFormViewTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aCorpusIsPreviewed() {
        QVERIFY(!start()->isEnabled());
        typeData(task);
        auto* preview = find<QTableWidget>("train.preview");
        QTRY_COMPARE_WITH_TIMEOUT(preview->rowCount(), 4, patience);
        QVERIFY(!preview->item(0, 4)->text().isEmpty()); // an example
        QVERIFY(find<QLabel>("train.summary")->text().contains("200 train"));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QVERIFY(start()->text().startsWith("Train MTSA on First token"));
        typeData(m_folder->filePath("nowhere"));
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.summary")->text().contains("nowhere"), patience);
        QVERIFY(!start()->isEnabled());
    }

    /// An error in the ink of a summary is taken for one.
    void aProblemOfTheCorpusLooksLikeOne() {
        const auto ink = [&] { return find<QLabel>("train.summary")->palette().color(QPalette::WindowText); };
        const QColor error = color(ColorRole::Error, themeOf(m_panel->palette()));
        typeData(task);
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableWidget>("train.preview")->rowCount(), 4, patience);
        QVERIFY(ink() != error);
        typeData(m_folder->filePath("nowhere"));
        QTRY_VERIFY_WITH_TIMEOUT(ink() == error, patience);
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(ink() != error, patience);
    }

    void aShareIsHeldOutWithoutTypingOptions() {
        auto* share = find<QSpinBox>("train.holdout");
        QVERIFY(!share->isVisible());
        const QString corpus = m_folder->filePath("weather.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        typeData(corpus);
        QTRY_VERIFY_WITH_TIMEOUT(share->isVisible(), patience);
        QCOMPARE(share->value(), 0);
        share->setValue(25);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.summary")->text().contains(" dev"), patience);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), corpus + "?dev=0.25");
        QCOMPARE(share->value(), 25);
        share->setValue(0);
        QTRY_COMPARE_WITH_TIMEOUT(find<QLineEdit>("train.data.text")->text(), corpus, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("train.summary")->text().contains(" dev"), patience);
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(!share->isVisible(), patience);
    }

    void aTaskIsChosenWhereThereAreSeveral() {
        typeData(task);
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableWidget>("train.preview")->rowCount(), 4, patience);
        QCOMPARE(find<QComboBox>("train.task")->isVisible(), LengthTask::ofItsKind() > 1);
        m_panel.reset();
        const ExtraTask extra(std::make_unique<const LengthTask>());
        open();
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/split");
        makeSmall(1);
        auto* choice = find<QComboBox>("train.task");
        QTRY_VERIFY_WITH_TIMEOUT(choice->isVisible(), patience);
        QCOMPARE(choice->currentText(), QStringLiteral("One label for a sentence (classify)"));
        QCOMPARE(choice->count(), int(LengthTask::ofItsKind()));
        pick("train.task", LengthTask::name);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        QCOMPARE(Store(m_session->storePath().toStdString()).run(1).task, std::string(LengthTask::name));
        typeData(task); // all of one length: nothing to learn
        QTRY_VERIFY_WITH_TIMEOUT(!start()->isEnabled() && start()->toolTip().contains("of one kind"), patience);
        pick("train.task", "classify");
        QVERIFY(start()->isEnabled());
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        QTRY_VERIFY_WITH_TIMEOUT(!choice->isVisible(), patience);
        m_panel.reset();
    }

    void aRateMeantForAnotherOptimizerIsSaidAtItsField() {
        const auto* note = find<QLabel>("message.learning_rate");
        const auto* mark = find<QWidget>("message.learning_rate.mark");
        QVERIFY(!mark->isVisible());
        find<QComboBox>("option.optimizer")->setCurrentText("Adam");
        QVERIFY2(mark->isVisible() && note->text().contains("for Adam 0.001 is usual"), qPrintable(note->text()));
        find<QComboBox>("option.optimizer")->setCurrentText("Adadelta");
        QVERIFY(!mark->isVisible());
    }

    void theFieldOfTheCorpusHasItsRow() {
        auto* field = find<QComboBox>("train.data");
        QVERIFY(find<QPushButton>("train.browse")->x() - field->geometry().right() <= field->fontMetrics().height());
        const QLineEdit* line = field->lineEdit();
        QVERIFY(line->fontMetrics().horizontalAdvance(line->placeholderText()) < line->width());
    }

    void theHintOfTheProbesOnTheScreenIsThatOfTheCorpus() {
        auto* probes = find<QPlainTextEdit>("train.probes");
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        const auto shown = [&] {
            const QPoint corner = probes->viewport()->mapTo(m_panel.get(), QPoint());
            const QImage screen = m_panel->screen()->grabWindow(m_panel->winId()).toImage();
            return screen.copy(QRect(corner, probes->viewport()->size()));
        };
        const auto wanted = [&] { return probes->viewport()->grab().toImage().convertToFormat(shown().format()); };
        QTRY_COMPARE(shown(), wanted());
        probes->setPlaceholderText("another one");
        probes->viewport()->update();
        QTRY_COMPARE(shown(), wanted());
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs?seed=2"); // changes nothing else on the screen
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        QTRY_COMPARE(shown(), wanted());
    }

    void probesOfPairsAreTypedWithABar() {
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/pairs");
        makeSmall(1);
        auto* probes = find<QPlainTextEdit>("train.probes");
        auto* help = find<QLabel>("train.probehelp");
        QTRY_VERIFY_WITH_TIMEOUT(probes->placeholderText().contains(" | "), patience);
        QVERIFY2(help->text().startsWith("A pair a line"), qPrintable(help->text()));
        const auto before = places({"train.seeds"}); // the corpus above has taken its room
        probes->setFocus();
        QTest::keyClicks(probes, "the kettle is on");
        QVERIFY2(help->text().contains("no pair") && help->text().contains(" | "), qPrintable(help->text()));
        QVERIFY(!start()->isEnabled());
        QCOMPARE(places({"train.seeds"}), before);
        QTest::keyClicks(probes, " | the tea is hot");
        QVERIFY2(help->text().startsWith("A pair a line"), qPrintable(help->text()));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        QTRY_COMPARE_WITH_TIMEOUT(find<QComboBox>("train.probe")->count(), 2, patience); // a map for each sentence

        typeData(task); // left over, the pair is a sentence
        QTRY_VERIFY_WITH_TIMEOUT(!probes->placeholderText().contains(" | "), patience);
        QVERIFY(start()->isEnabled() && !help->isVisible());
    }

    void theShortcutTakesWhatIsTyped() {
        typeData(task);
        makeSmall(1);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        auto* line = find<QLineEdit>("train.data.text");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QString(task).replace("train=200", "train=100"));
        QTest::keyClick(line, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        const QString trained = loadRuns(m_session->storePath()).front().spec;
        QVERIFY2(trained.contains("train=100"), qPrintable(trained));
    }

    void whatKeepsItFromStartingIsSaidUntilItIsGone() {
        QSignalSpy notices(m_session.get(), &Session::noticePosted),
            withdrawn(m_session.get(), &Session::noticeWithdrawn);
        for (QAction* command : m_panel->commands())
            if (command->objectName() == "train-start")
                command->trigger();
        QCOMPARE(notices.size(), 1);
        QCOMPARE(notices[0][0].value<Notice>().text, QStringLiteral("Choose a corpus first"));
        withdrawn.clear();
        typeData(task);
        QVERIFY(withdrawn.contains(QVariantList{notices[0][0].value<Notice>().key}));
    }

    void theButtonSaysHowLongItWillTake() {
        typeData(task);
        makeSmall(30);
        find<QSpinBox>("train.seeds")->setValue(2);
        QTRY_VERIFY_WITH_TIMEOUT(start()->text().contains("about"), patience);
        QVERIFY(start()->text().startsWith("Train Multi-head on First token, 2 seeds, about "));
    }

    void aPresetSaysWhatItIs() {
        auto* help = find<QLabel>("train.presethelp");
        QVERIFY2(help->isVisible() && help->text().endsWith('.'), qPrintable(help->text()));
        QVERIFY2(help->text().contains("The paper's equations"), qPrintable(help->text()));
        pick("train.preset", "nmt");
        QVERIFY2(help->text().contains("The released translation code"), qPrintable(help->text()));
    }

    /// The options have the rest, also with a model one of whose presets has a long description.
    void aDescriptionHasAFewLines() {
        m_panel->resize(1024, 640);
        const auto* help = find<QLabel>("train.presethelp");
        for (const char* preset : {"", "base", "csan-2d"}) {
            pick("train.encoder", "transformer");
            pick("train.preset", preset);
            places({"train.options"});
            QVERIFY(help->height() <= 4 * help->fontMetrics().lineSpacing());
        }
    }

    void theDefaultIsOneEntryWithTheFirstPreset() {
        const auto* presets = find<QComboBox>("train.preset");
        QCOMPARE(presets->itemText(0), QString("Paper (default)"));
        QCOMPARE(presets->itemData(0).toString(), QString());
        QCOMPARE(presets->findData("paper"), -1);
        pick("train.encoder", "transformer"); // whose first preset has other options than none
        QCOMPARE(presets->itemText(0), QString("Default"));
        QVERIFY(presets->findData("base") > 0);
        const QString help = find<QLabel>("train.presethelp")->text();
        QVERIFY2(help.contains("By default, though, “Input keep probability”, “"), qPrintable(help));
    }

    void whatPoolsTheTokensIsGreyForModelsThatDoSoThemselves() {
        find<OptionForm>("train.options")->setUnfolded(true);
        const auto isRead = [&] {
            const bool first = find<QComboBox>("option.pooling")->isEnabled();
            return first == find<QComboBox>("option.pooling_activation")->isEnabled() ? std::optional(first)
                                                                                      : std::nullopt;
        };
        QCOMPARE(isRead(), std::optional(true));
        for (const char* model : {"te", "san", "lama", "avg", "cbow", "multicnn"}) {
            pick("train.encoder", model);
            QVERIFY2(isRead() == std::optional(false), model);
        }
        QVERIFY(find<QComboBox>("option.pooling")
                    ->toolTip()
                    .simplified()
                    .contains("Does nothing for Multi-CNN, which makes the vector of a sentence itself"));
        pick("train.encoder", "distance-san");
        QCOMPARE(isRead(), std::optional(false));
        auto* vector = find<QComboBox>("option.sentence_vector");
        vector->setCurrentIndex(vector->findData("none")); // then it gives its tokens
        QCOMPARE(isRead(), std::optional(true));
        vector->setCurrentIndex(vector->findData("paper"));
        QCOMPARE(isRead(), std::optional(false));
        pick("train.encoder", "disa");
        QCOMPARE(isRead(), std::optional(true));
    }

    void onlyWhatTheKindOfAttentionReadsIsOffered() {
        find<OptionForm>("train.options")->setUnfolded(true);
        pick("train.encoder", "transformer");
        auto* kind = find<QComboBox>("option.attention");
        const auto read = [&](const char* attention) {
            kind->setCurrentIndex(kind->findData(attention));
            QStringList names;
            for (const char* name :
                 {"attention_layers", "window", "area_heads", "border", "general_heads", "max_distance",
                  "start_deviation", "reach", "cut", "bell", "window_units", "block_length"})
                if (find<QWidget>(QStringLiteral("option.") + name)->isEnabled())
                    names += name;
            return names;
        };
        QCOMPARE(read("plain"), QStringList());
        QCOMPARE(read("csan"), QStringList({"attention_layers", "window", "area_heads", "border"}));
        QCOMPARE(read("bi-direct"), QStringList({"attention_layers", "general_heads"}));
        QCOMPARE(read("rel-pos"), QStringList({"attention_layers", "max_distance"}));
        QCOMPARE(read("neighbor"), QStringList({"attention_layers", "start_deviation"}));
        QCOMPARE(read("local-hard"), QStringList({"attention_layers", "reach", "cut", "bell", "window_units"}));
        QCOMPARE(read("local-soft"), QStringList({"attention_layers", "window_units"}));
        QCOMPARE(read("block"), QStringList({"attention_layers", "block_length"}));
    }

    void whatZeroStandsForIsShown() {
        const auto* tokens = find<QWidget>("option.max_tokens")->findChild<QLineEdit*>();
        QCOMPARE(tokens->text(), QString("all"));
        QCOMPARE(find<QLineEdit>("option.vectors")->placeholderText(), QString("none"));
        QCOMPARE(find<OptionForm>("train.options")->values().value("max_tokens"), QString("0"));
    }

    void aRecipeFillsTheForm() {
        pick("train.recipe", "cr");
        QVERIFY(find<QComboBox>("train.recipe")->toolTip().simplified().contains("; the code runs 1,000"));
        QCOMPARE(find<OptionForm>("train.options")->values().value("optimizer"), QStringLiteral("adam"));
        QVERIFY(find<OptionForm>("train.options")->changed().isEmpty());
        setOption("epochs", "3");
        QCOMPARE(find<OptionForm>("train.options")->changed(), QStringList({"epochs"}));
        QCOMPARE(find<OptionForm>("train.options")->values().value("folds"), QStringLiteral("10"));
        typeData(task);
        QTRY_COMPARE_WITH_TIMEOUT(find<OptionForm>("train.options")->values().value("folds"), QStringLiteral("0"),
                                  patience); // it has a test set
        QVERIFY(start()->isEnabled());
        setOption("epochs", "many");
        QTest::qWait(50);
        QVERIFY(!start()->isEnabled());
        setOption("epochs", "3");
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void aProblemNamesItsOptionOnce() {
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        setOption("masks", "forwards");
        QVERIFY(!start()->isEnabled());
        QVERIFY2(start()->toolTip().startsWith("Masks of the heads: unknown term"), qPrintable(start()->toolTip()));
    }

    void masksThatDoNotFitTheHeadsAreToldAtTheirFieldBeforeTheStart() {
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        const auto* message = find<QLabel>("message.masks");
        const auto* mark = find<QWidget>("message.masks.mark");
        setOption("masks", "fw, bw, all");
        setOption("heads", "4");
        QVERIFY2(mark->isVisible() && message->text().startsWith("3 masks do not fit: 4 heads need 1, 2 or 4 masks"),
                 qPrintable(message->text()));
        QVERIFY(!start()->isEnabled());
        QVERIFY2(start()->toolTip().startsWith("Masks of the heads: 3 masks"), qPrintable(start()->toolTip()));
        setOption("heads", "400"); // 4 and 40 on the way
        QVERIFY(find<QWidget>("message.heads.mark")->isVisible() && !mark->isVisible());
        QVERIFY2(start()->toolTip().startsWith("Heads: Expected"), qPrintable(start()->toolTip()));
        setOption("heads", "6");
        QVERIFY(!mark->isVisible() && start()->isEnabled());
    }

    void whatDoesNotFitIsSaidBeforeThatTheCorpusIsMissing() {
        const auto* missing = find<QLabel>("train.missing");
        QCOMPARE(missing->text(), QString("Choose a corpus first"));
        setOption("heads", "3");
        QVERIFY2(missing->text().startsWith("Masks of the heads: 2 masks do not fit"), qPrintable(missing->text()));
        setOption("heads", "4");
        QCOMPARE(missing->text(), QString("Choose a corpus first"));
    }

    /// Neither the options, nor the button, nor the pictures beside them.
    void whatIsWrongWithAnOptionIsSeenAtTheButtonAndMovesNothing() {
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        const auto* missing = find<QLabel>("train.missing");
        QVERIFY(missing->isVisible() && missing->text().isEmpty());
        setOption("masks", "fw, bw");
        setOption("embedding_features", "30");
        setOption("heads", "2");
        const auto places = [&] {
            QTest::qWait(30);
            QMap<QString, QRect> all;
            for (const auto* part : m_panel->findChildren<QWidget*>())
                if (part->isVisible() && !part->objectName().isEmpty() && !part->objectName().startsWith("message.") &&
                    !part->objectName().startsWith("qt_"))
                    all[part->objectName()] = QRect(part->mapTo(m_panel.get(), QPoint()), part->size());
            return all;
        };
        QMap<QString, QRect> still;
        for (int same = 0; same < 3;) { // what was read and typed so far takes its room
            const QMap<QString, QRect> now = places();
            QTest::qWait(100);
            same = now == still ? same + 1 : 0;
            still = now;
        }
        const auto moved = [before = still, &places] {
            const QMap<QString, QRect> now = places();
            QStringList names;
            for (auto part = before.begin(); part != before.end(); ++part)
                if (now.value(part.key()) != *part)
                    names += part.key();
            return names.join(", ");
        };
        const QList<std::pair<QString, QString>> steps = {{"masks", "fw, foo(3)"},
                                                          {"masks", "fw, bw"},
                                                          {"embedding_features", "many"},
                                                          {"embedding_features", "40"},
                                                          {"heads", "3"}};
        for (const auto& [name, value] : steps) {
            setOption(name, value);
            QCOMPARE(moved(), QString());
            const bool isRight = value == "fw, bw" || value == "40";
            QCOMPARE(start()->isEnabled(), isRight);
            QCOMPARE(missing->text(), isRight ? QString() : start()->toolTip());
            QVERIFY2(value != "fw, foo(3)" || missing->text().contains("Terms: all, fw"), qPrintable(missing->text()));
            const QString told = value == "3" ? "masks" : name;
            QCOMPARE(find<QWidget>("message." + told + ".mark")->isVisible(), !isRight);
            QCOMPARE(find<QLabel>("message." + name)->isVisible(), !isRight && told == name);
        }
        QVERIFY2(missing->text().startsWith("Masks of the heads: 2 masks do not fit"), qPrintable(missing->text()));
    }

    void foldsOfACorpusWithATestSetAreToldAtTheirFieldBeforeTheStart() {
        setOption("folds", "5");
        const auto* mark = find<QWidget>("message.folds.mark");
        QVERIFY(!mark->isVisible());
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(mark->isVisible(), patience);
        const QString text = find<QLabel>("message.folds")->text();
        QVERIFY2(text.contains("test set of its own"), qPrintable(text));
        QVERIFY(!start()->isEnabled());
        setOption("folds", "0");
        QVERIFY(!mark->isVisible() && start()->isEnabled());
    }

    void corporaOfEarlierRunsAreOffered() {
        auto* data = find<QComboBox>("train.data");
        const QString other = QString(task).replace("train=200", "train=100");
        trainShortly(1);
        QCOMPARE(data->itemData(0).toString(), QString(task));
        typeData(other);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QCOMPARE(data->itemData(0).toString(), QString(task)); // nothing was trained on it
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(data->itemData(0).toString(), other, patience);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
        reopen();
        data = find<QComboBox>("train.data");
        QCOMPARE(data->itemData(0).toString(), other);
        QCOMPARE(data->itemData(1).toString(), QString(task));
        QVERIFY(data->itemData(3).toString() != task); // behind the separator
        pick("train.data", task);
        QCOMPARE(data->currentText(), diagnosticTitle(task)); // in words
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void noTwoOfTheOfferedCorporaLookTheSame() {
        m_session->settings().set("recent-corpora",
                                  QStringList{"diagnostic:first", "diagnostic:first?train=320", "diagnostic:copy"});
        reopen();
        const auto* data = find<QComboBox>("train.data");
        QStringList titles;
        for (int row = 0; row < data->count(); ++row)
            titles << data->itemText(row);
        titles.removeAll(QString()); // the separator
        QCOMPARE(titles.size(), QSet<QString>(titles.begin(), titles.end()).size());
        QVERIFY2(titles.contains("First token?train=320"), qPrintable(titles.join('|')));
    }

    void whatIsTypedIsNotMadeIntoAnEarlierCorpus() {
        m_session->settings().set("recent-corpora", QStringList(m_folder->filePath("trec?dev=0.1")));
        reopen();
        typeData(m_folder->filePath("trec"));
        QCOMPARE(find<QComboBox>("train.data")->currentText(), m_folder->filePath("trec"));
    }

    void tabWalksInTheOrderOfTheScreen() {
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(find<QTableWidget>("train.preview")->isVisible(), patience);
        pick("train.encoder", "multihead"); // brings other fields
        find<QComboBox>("train.encoder")->setFocus();
        QStringList names;
        for (int stop = 0; stop < 200 && m_panel->focusWidget() != start(); ++stop) {
            names << m_panel->focusWidget()->objectName();
            QTest::keyClick(m_panel->focusWidget(), Qt::Key_Tab);
        }
        QStringList expected = {"train.encoder", "train.preset", "train.recipe", "train.data",    "train.browse",
                                "train.preview", "train.probes", "train.seeds",  "train.allfolds"};
        if (LengthTask::ofItsKind() > 1)
            expected.insert(expected.indexOf("train.preview"), "train.task");
        QCOMPARE(names.mid(0, expected.size()), expected);
        int before = 0; // of the fields, how far below the top of their form
        const QWidget* content = find<OptionForm>("train.options")->findChild<QWidget*>("option.content");
        QCOMPARE(names.value(expected.size()), QStringLiteral("option.search"));
        for (const QString& name : names.mid(expected.size() + 1)) {
            QVERIFY2(name.startsWith("option.") || name.startsWith("reset."), qPrintable(name));
            const QWidget* field = find<QWidget>(name);
            QVERIFY2(field->y() >= before - field->height() && content->isAncestorOf(field), qPrintable(name));
            before = field->y();
        }
        QVERIFY(names.count() > expected.count() + 10);
        QVERIFY(names.contains("option.fold"));
        QCOMPARE(m_panel->focusWidget(), start());
    }

    void aCorpusBringsItsRecipe() {
        const QString corpus = m_folder->filePath("cr.all");
        QVERIFY(QFile::copy(HEADLIGHT_SOURCE_DIR "/datasets/samples/label_text/weather.all", corpus));
        const auto optimizer = [&] { return find<OptionForm>("train.options")->values().value("optimizer"); };
        QCOMPARE(optimizer(), QStringLiteral("adadelta"));
        typeData(corpus);
        setOption("hidden", "many"); // still typing while the corpus is read
        QTRY_COMPARE_WITH_TIMEOUT(optimizer(), QStringLiteral("adam"), patience);
        QVERIFY(find<QComboBox>("train.recipe")->currentText().endsWith("CR customer reviews"));
        setOption("hidden", "16");
        pick("train.recipe", ""); // none
        QCOMPARE(optimizer(), QStringLiteral("adadelta"));
        typeData(task);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void itCanBeClosedWhileTyping() {
        typeData(task);
        find<QLineEdit>("train.data.text")->setFocus();
        find<QLineEdit>("train.data.text")->setText("elsewhere");
        m_panel.reset(); // the field's last word goes to a form that is still there, and is remembered
        open();
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), QStringLiteral("elsewhere"));
    }

    void aCorpusIsChosenInADialog_data() {
        QTest::addColumn<int>("kind"); // of the menu's entries
        QTest::addColumn<QString>("path");
        const QString samples = QStringLiteral(HEADLIGHT_SOURCE_DIR "/datasets/samples");
        QTest::newRow("a folder") << 0 << samples + "/pairs";
        QTest::newRow("a file") << 1 << samples + "/pairs/train.txt";
    }
    void aCorpusIsChosenInADialog() {
        QFETCH(int, kind);
        QFETCH(QString, path);
        QVERIFY(QFileInfo::exists(path));
        QTimer::singleShot(200, this, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        find<QPushButton>("train.browse")->menu()->actions().at(kind)->trigger();
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void theFormIsRemembered() {
        typeData(task);
        pick("train.encoder", "disa");
        setOption("epochs", "7");
        m_panel.reset();
        open();
        QCOMPARE(find<QComboBox>("train.encoder")->currentData().toString(), QStringLiteral("disa"));
        QCOMPARE(find<OptionForm>("train.options")->values().value("epochs"), QStringLiteral("7"));
        QCOMPARE(find<QComboBox>("train.data")->currentText(), diagnosticTitle(task));
    }
};

QTEST_MAIN(TrainFormViewTest)
#include "train_form_view_test.moc"
