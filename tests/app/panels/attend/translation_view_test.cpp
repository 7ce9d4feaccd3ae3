#include "panels/attend/translation_view.h"

#include "app/panels/attend/attend_fixture.h"
#include "engine/models/translator_folder.h"
#include "matrix/map_grid.h"
#include "matrix/span_text.h"
#include "message_of.h"
#include "panels/attend/effect_strip.h"
#include "panels/attend/head_list.h"
#include "session/session_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QTimer>
#include <QTreeWidget>

using namespace headlight;

/// A translation in the Attend view: what was written, what else might stand there, and its maps.
class TranslationViewTest : public QObject, AttendFixture {
    Q_OBJECT
    const QString m_source = "the engineer builds a red bridge";

    const AttendModel& model() { return *m_panel->findChild<AttendModel*>(); }
    const TranslationAnswer& answer() { return *model().answer().translation(); }
    SpanText* words() { return find<SpanText>("translation-words"); }
    QTreeWidget* beams() { return find<QTreeWidget>("translation-beams"); }
    QStringList written() {
        QStringList texts;
        for (const TranslationAnswer::Token& token : answer().tokens)
            texts << QString::fromStdString(token.text);
        return texts;
    }
    QMenu* menuOf(int word) {
        QTest::mouseClick(words(), Qt::LeftButton, {},
                          words()->painter().wordRect(words()->rect(), word).center().toPoint());
        return openMenu();
    }
    QMenu* openMenu() {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu || menu->objectName() != "candidates-menu")
            qFatal("no candidates are offered");
        return menu;
    }
    void chooseIn(QMenu* menu, int action) {
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[action]).center());
        settle();
    }
    QStringList listed() {
        QStringList texts;
        for (int k = 0; k < beams()->topLevelItemCount(); ++k)
            texts << beams()->topLevelItem(k)->text(0);
        return texts;
    }
    int highlighted() { return beams()->indexOfTopLevelItem(beams()->currentItem()); }
    QPoint placeOf(int row) { return beams()->visualItemRect(beams()->topLevelItem(row)).center(); }
    /// Neither what stands there, nor the end.
    int otherCandidate(int word) {
        const std::vector<TranslationAnswer::Candidate>& candidates = answer().tokens[std::size_t(word)].candidates;
        for (std::size_t k = 0; k < candidates.size(); ++k)
            if (!candidates[k].ends && candidates[k].token != answer().tokens[std::size_t(word)].text)
                return int(k);
        qFatal("no other candidate");
    }
    void look(const char* head) {
        m_session->setHead(*MapAddress::parse(head));
        settle();
    }

private slots:
    void init() {
        begin();
        open();
        show(m_source, sampleTranslation());
    }
    void cleanup() { end(); }

    void theAnswerIsShownWordByWord() {
        QVERIFY(words()->isVisible() && !find<QWidget>("answer-bars")->isVisible());
        QCOMPARE(words()->painter().line(0).words, written());
        QVERIFY(words()->painter().line(0).spans.isEmpty());
        QCOMPARE(beams()->topLevelItemCount(), int(answer().beams.size()));
        QVERIFY(answer().beams.size() > 1);
        for (int k = 0; k < beams()->topLevelItemCount(); ++k)
            QVERIFY(beams()->topLevelItem(k)->text(0).startsWith(
                QString::fromStdString(answer().beams[std::size_t(k)].text)));
        QCOMPARE(beams()->indexOfTopLevelItem(beams()->currentItem()), 0);
        words()->setHover(1);
        const QString note = words()->spokenValue();
        QVERIFY2(note.startsWith(written()[1]) && note.contains('%') && note.contains("also"), qPrintable(note));
    }

    /// Those of a presentation.
    void allTranslationsAreSeenInLargeLetters() {
        QFont large = m_panel->font();
        large.setPointSizeF(1.6 * QFontInfo(large).pointSizeF());
        m_panel->setFont(large);
        QVERIFY(beams()->topLevelItemCount() > 1);
        QTRY_VERIFY(beams()->visualItemRect(beams()->topLevelItem(beams()->topLevelItemCount() - 1)).bottom() <
                    beams()->viewport()->height());
    }

    void aClickedWordIsReplacedByACandidate() {
        const QStringList before = written();
        QMenu* menu = menuOf(1);
        QCOMPARE(menu->actions().size(), qsizetype(10));
        const int other = menu->actions()[0]->isChecked() ? 1 : 0;
        const TranslationAnswer::Candidate candidate = answer().tokens[1].candidates[std::size_t(other)];
        const std::string begin = answer().begin(1, std::size_t(other));
        QVERIFY(!candidate.ends);
        chooseIn(menu, other);
        QCOMPARE(m_session->second().toStdString(), begin);
        QCOMPARE(written()[0], before[0]);
        QCOMPARE(written()[1].toStdString(), candidate.token);
        QCOMPARE(words()->painter().line(0).spans.size(), qsizetype(1));
        QCOMPARE(words()->painter().line(0).spans[0].end, 2); // of which the rest was written anew
        look("dec.0.0");
        QCOMPARE(find<HeatMap>("second-map")->view().rowLabels[2], written()[1]); // behind the mark of the begin

        m_session->undo();
        settle();
        QVERIFY(m_session->second().isEmpty());
        QCOMPARE(written(), before);
        m_session->redo();
        settle();
        QCOMPARE(written()[1].toStdString(), candidate.token);
    }

    void theKeyboardReachesTheCandidates() {
        words()->setFocus();
        QTest::keyClick(words(), Qt::Key_Right);
        QTest::keyClick(words(), Qt::Key_Right);
        QCOMPARE(words()->painter().hover(), 1);
        QTest::keyClick(words(), Qt::Key_Return);
        QMenu* menu = openMenu();
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        const TranslationAnswer::Candidate candidate = answer().tokens[1].candidates[1];
        QTest::keyClick(menu, Qt::Key_Return);
        settle();
        QCOMPARE(written()[1].toStdString(), candidate.token);
    }

    void anotherTranslationIsChosenAndTheListStays() {
        const std::vector<TranslationAnswer::Beam> found = answer().beams;
        const QRect place = beams()->geometry();
        const QRect row = beams()->visualItemRect(beams()->topLevelItem(1));
        QTest::mouseClick(beams()->viewport(), Qt::LeftButton, {}, row.center());
        settle();
        QCOMPARE(answer().beams.front().text, found[1].text);
        QCOMPARE(beams()->topLevelItemCount(), int(found.size()));
        QCOMPARE(beams()->indexOfTopLevelItem(beams()->currentItem()), 1);
        QCOMPARE(beams()->geometry(), place); // below the pointer
        const QRect first = beams()->visualItemRect(beams()->topLevelItem(0));
        QTest::mouseClick(beams()->viewport(), Qt::LeftButton, {}, first.center());
        settle();
        QCOMPARE(answer().beams.front().text, found[0].text);
        m_session->undo();
        settle();
        QCOMPARE(answer().beams.front().text, found[1].text);
    }

    void undoAndRedoBringTheListBack() {
        const QStringList found = listed();
        QTest::mouseClick(beams()->viewport(), Qt::LeftButton, {}, placeOf(1));
        settle();
        const QStringList chosen = written();
        const int other = otherCandidate(0);
        chooseIn(menuOf(0), other);
        const QStringList begun = listed();
        QVERIFY(begun != found);
        for (int round = 0; round < 2; ++round) {
            m_session->undo();
            settle();
            QCOMPARE(written(), chosen);
            QCOMPARE(listed(), found);
            QCOMPARE(highlighted(), 1);
            m_session->redo();
            settle();
            QCOMPARE(listed(), begun);
        }
        m_session->undo();
        m_session->undo();
        settle();
        QVERIFY(m_session->second().isEmpty());
        QCOMPARE(listed(), found);
        QCOMPARE(highlighted(), 0);
    }

    void theHighlightedRowIsTheShownOne() {
        const std::vector<TranslationAnswer::Beam> found = answer().beams;
        QTest::mouseClick(beams()->viewport(), Qt::RightButton, {}, placeOf(1)); // which opens the menu
        settle();
        QCOMPARE(highlighted(), 0);
        QVERIFY(m_session->second().isEmpty());
        beams()->setFocus();
        for (const auto& [key, row] : {std::pair(Qt::Key_Down, 1), std::pair(Qt::Key_Up, 0)}) {
            QTest::keyClick(beams(), key);
            settle();
            QCOMPARE(highlighted(), row);
            QCOMPARE(answer().beams.front().text, found[std::size_t(row)].text);
            QVERIFY(beams()->hasFocus());
        }
    }

    void theMenuOfTheListCopiesARowOrAll() {
        const std::vector<TranslationAnswer::Beam> found = answer().beams;
        const auto choose = [](const QString& name) {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                qFatal("no menu");
            for (QAction* action : menu->actions())
                if (action->objectName() == name)
                    action->trigger();
            menu->close();
        };
        const auto copied = [&](const QString& name, int row) {
            QTimer::singleShot(0, this, [&] { choose(name); });
            QContextMenuEvent asked(QContextMenuEvent::Mouse, placeOf(row),
                                    beams()->viewport()->mapToGlobal(placeOf(row)));
            QApplication::sendEvent(beams()->viewport(), &asked);
            return QApplication::clipboard()->text();
        };
        for (const int row : {1, 0})
            QCOMPARE(copied("copyRow", row).toStdString(), found[std::size_t(row)].text);
        const QStringList lines = copied("copyValues", 0).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype(found.size()) + 1);
        for (std::size_t k = 0; k < found.size(); ++k)
            QCOMPARE(lines[qsizetype(k) + 1].section('\t', 0, 0).toStdString(), found[k].text);
        QVERIFY(m_session->second().isEmpty());
    }

    void theEndOfATranslationThatIsGivenIsGivenToo() {
        int given = 0;
        for (const char* source : {"the", "a red bridge", "who wrote the book ?", "the engineer builds a red bridge"}) {
            m_session->setSentence(source);
            settle();
            const TranslationAnswer::Beam best = answer().beams.front();
            QVERIFY(words()->painter().line(0).spans.isEmpty());
            m_session->chooseBegin(QString::fromStdString(best.begin), "translation 1");
            settle();
            if (!best.ended)
                continue;
            ++given;
            QCOMPARE(words()->painter().line(0).spans.front().end, int(answer().tokens.size()));
            words()->setHover(int(answer().tokens.size()) - 1);
            QVERIFY2(words()->spokenValue().contains(", given"), qPrintable(words()->spokenValue()));
        }
        QVERIFY(given > 0);
    }

    void anotherSourceIsTranslatedAnew() {
        chooseIn(menuOf(1), 2);
        QVERIFY(!m_session->second().isEmpty());
        m_session->setSentence("a red bridge");
        settle();
        QVERIFY(m_session->second().isEmpty());
        m_session->undo(); // which was of another source
        settle();
        QVERIFY(m_session->second().isEmpty());
        m_session->setSecond("der"); // what is typed stays
        m_session->setSentence("the red bridge");
        settle();
        QCOMPARE(m_session->second(), QString("der"));
        QCOMPARE(written()[0], QString("der"));
    }

    void mapsOfEncoderDecoderAndCrossAttention() {
        QVERIFY(!find<QWidget>("side.1")->isVisible());
        const QStringList source = find<HeatMap>("map")->view().rowLabels;
        QVERIFY(find<HeatMap>("map")->isVisible() && !find<HeatMap>("second-map")->isVisible());
        QCOMPARE(source.last(), QString("</s>"));
        look("dec.1.cross.0");
        const MatrixView& cross = find<HeatMap>("second-map")->view();
        QVERIFY(!find<HeatMap>("map")->isVisible() && find<HeatMap>("second-map")->isVisible());
        QCOMPARE(cross.columnLabels, source);
        QVERIFY(cross.rowTitle == "target (read)" && cross.columnTitle == "source");
        QCOMPARE(cross.rowLabels[0], QString("<s>"));
        QCOMPARE(cross.rowLabels[1], written()[0]);
        QVERIFY2(cross.title.contains("decoder layer 1 · cross attention · head 0"), qPrintable(cross.title));
        const QString hover = model().hoverText(0, 1, 1);
        QVERIFY2(hover.contains(source[1]) && hover.contains("writes “" + written()[0]), qPrintable(hover));
        look("dec.0.0");
        const MatrixView& own = find<HeatMap>("second-map")->view();
        QCOMPARE(own.columnLabels, own.rowLabels);
        QVERIFY(own.isMasked(0, 1) && !own.isMasked(1, 0));
    }

    void allHeadsAreInOneList() {
        QCOMPARE(find<HeadList>("head-list")->topLevelItemCount(), 12);
        const MapGridPainter& maps = find<MapGrid>("overview")->painter();
        QCOMPARE(maps.count(), 12);
        QStringList lines;
        for (int index = 0; index < 12; index += 2)
            lines << maps.thumbnail(index).line;
        QCOMPARE(lines, (QStringList{"", "", "D0", "X0", "D1", "X1"}));
        for (const HeadEntry& head : model().heads())
            QVERIFY(head.statistics && head.statistics->entropy && model().thumbnail(head.address));
        // Down goes through the lines: encoder, decoder, cross attention.
        look("1.1");
        runCommand("next-layer");
        QCOMPARE(m_session->focus().address.text(), std::string("dec.0.1"));
        QCOMPARE(m_session->focus().sequence, 1);
        runCommand("next-layer");
        QCOMPARE(m_session->focus().address.text(), std::string("dec.0.cross.1"));
        runCommand("previous-layer");
        runCommand("previous-layer");
        QCOMPARE(m_session->focus().sequence, 0);
    }

    void aHeadThatIsOffChangesTheTranslationAndSaysWhatItWas() {
        const std::string before = answer().beams.front().text;
        look("dec.0.cross.0");
        HeadChange change;
        change.scale = -3;
        m_session->setHeadChange(*MapAddress::parse("dec.0.cross.0"), change, "scaled");
        settle();
        const QString told = model().answer().change();
        QVERIFY2(told.contains("log-probability") &&
                     (answer().beams.front().text == before || told.contains(QString::fromStdString(before))),
                 qPrintable(told));
        // Log-probabilities of two translations are no change of one.
        QCOMPARE(told.contains(" → "), answer().beams.front().text == before);
        QVERIFY2(model().alterations().contains("decoder layer 0 · cross attention head 0 is scaled"),
                 qPrintable(model().alterations()));
    }

    void aSourceWordIsLeftOutThoughNoneOfTheTranslation() {
        look("0.0");
        QVERIFY(find<EffectStrip>("effects")->isVisible());
        m_session->toggleLeftOut({0, 0}, "the");
        settle();
        QCOMPARE(model().alterations(), QString("“the” is left out"));
        look("dec.0.cross.0");
        QVERIFY(!find<EffectStrip>("second-effects")->isVisible());
        QVERIFY(find<HeatMap>("second-map")->view().isMasked(0, 0));
    }

    void whereNoEndIsFoundTheLimitIsSaid() {
        auto* note = find<QLabel>("translation-note");
        show("who wrote the book ?", sampleTranslation(0));
        QCOMPARE(note->isVisible(), !answer().ended());
        for (const char* source : {"the", "a red bridge"}) {
            m_session->setSentence(source);
            settle();
            QCOMPARE(note->isVisible(), !answer().ended());
            QVERIFY(answer().ended() || note->text().contains(QString::number(answer().limit)));
            QVERIFY(note->y() < words()->y()); // seen though the words are many
        }
    }

    void unknownWordsOfTheTranslationAreExplained() {
        m_session->setSecond("der zebra");
        settle();
        QVERIFY(!model().unknownWords(1).isEmpty());
        const QString note = find<QLabel>("note")->text();
        QVERIFY2(note.contains("‹ ›") && note.contains(model().unknownWords(1).front()), qPrintable(note));
    }

    void aViewKeepsWhatWasChosen() {
        const QString folder = m_folder->filePath("model");
        saveTranslator(*sampleTranslator(), folder.toStdString());
        show(m_source, sampleTranslation(4, folder));
        chooseIn(menuOf(1), 1);
        look("dec.1.cross.1");
        m_session->markCells(*MapAddress::parse("dec.1.cross.1"), {{3, 1, 1}}, CellMark::Forced, 0.5);
        settle();
        const QStringList before = written();
        const auto view = savedViewOf(*m_session, folder);
        QVERIFY(view && view->texts.size() == 2 && view->changes.heads.size() == 1);
        QCOMPARE(messageOf([&] { checkFits(*view, *m_session->current(), "view"); }), QString());
        m_session->undoAllChanges();
        m_session->setSentence("a");
        m_session->setSecond({});
        settle();
        showSavedView(*view, *m_session);
        settle();
        QCOMPARE(written(), before);
        QCOMPARE(m_session->focus().address.text(), std::string("dec.1.cross.1"));
        QVERIFY(find<HeatMap>("second-map")->view().hatch(3, 1) == CellHatch::Forced);
    }

    void filesHaveTheTranslation() {
        look("dec.0.cross.1");
        const QString path = m_folder->filePath("maps.npz");
        model().saveMaps(path.toStdString());
        QVERIFY(QFileInfo(path).size() > 1000);
    }
};

QTEST_MAIN(TranslationViewTest)
#include "translation_view_test.moc"
