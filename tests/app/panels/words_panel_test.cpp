#include "panels/words_panel.h"

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "forms/few_lines_label.h"
#include "panels/words/top_words_view.h"
#include "plots/bar_plot.h"
#include "viewmodels/word_table.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

namespace headlight {

class WordsPanelTest : public QObject, private PanelFixture<WordsPanel> {
    Q_OBJECT

    static QString ratings() {
        return QStringLiteral(HEADLIGHT_SOURCE_DIR "/datasets/samples/ratings/stays.csv?label=rating&text=text");
    }
    void click(const QString& name) { QTest::mouseClick(find<QWidget>(name), Qt::LeftButton); }
    void typeCorpus(const QString& spec) {
        auto* field = find<QLineEdit>("words.data.text");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, spec);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void weigh() {
        typeCorpus(ratings());
        click("words.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QTRY_VERIFY(find<QTableView>("words.table")->isVisible());
    }
    void clickRow(int row, Qt::KeyboardModifiers keys = {}) {
        auto* table = find<QTableView>("words.table");
        const QRect cell = table->visualRect(table->model()->index(row, 0));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, keys, cell.center());
    }
    QString wordOf(int row) { return find<QTableView>("words.table")->model()->index(row, 0).data().toString(); }

private slots:
    void init() {
        begin();
        m_session->addModel(sampleModel());
        open();
    }
    void cleanup() { end(); }

    void wordsAreWeighedAndDrawn() {
        QVERIFY(!find<QPushButton>("words.start")->isEnabled()); // no corpus is named
        QTest::mouseClick(find<QWidget>("words.empty")->findChild<QPushButton*>(), Qt::LeftButton);
        QVERIFY(find<QComboBox>("words.data")->view()->isVisible()); // which one is asked then
        find<QComboBox>("words.data")->hidePopup();
        weigh();
        auto* table = find<QTableView>("words.table");
        QVERIFY(table->model()->rowCount() > 20);
        const auto p = [&](int row) {
            return table->model()->index(row, 7).data(WordTable::SortRole).toDouble(); // behind five classes
        };
        QVERIFY(p(0) <= p(1) && p(1) <= p(table->model()->rowCount() - 1)); // what shifts most is first
        auto* plot = find<BarPlot>("words.plot");
        QCOMPARE(plot->legendNames(), (QStringList{"1", "2", "3", "4", "5"}));
        QCOMPARE(plot->values().rows.size(), 4); // without a choice the first ones
        clickRow(1);
        clickRow(2, Qt::ControlModifier);
        const ValueTable drawn = plot->values();
        QCOMPARE(drawn.rows.size(), 2);
        QVERIFY2(drawn.columns.join('|').contains("low quartile"), qPrintable(drawn.columns.join('|')));
        QVERIFY(find<QLabel>("words.count")->text().endsWith("2 chosen"));
        QVERIFY(find<QLabel>("words.status")->text().contains("50 texts, train of stays"));
    }

    /// Of the corpus that is typed, and of what became of its texts.
    void theFormHasRoom() {
        QTest::qWait(50); // docks have come to rest
        const auto* corpus = find<QLineEdit>("words.data.text");
        QVERIFY2(corpus->width() > 9 * corpus->fontMetrics().height(), qPrintable(QString::number(corpus->width())));
        auto* status = find<FewLinesLabel>("words.status");
        status->resize(status->width(), 6 * status->fontMetrics().lineSpacing()); // as a dock that was drawn higher
        QString text;
        while (status->shownLines().size() < 5 && text.size() < 2000)
            status->setText(text += "12,400 words ");
        QCOMPARE(status->shownLines().size(), 5); // four fit into any room
        QVERIFY2(!status->shownLines().last().endsWith(u'…'), qPrintable(status->shownLines().join('/')));
    }

    void filterAndOrder() {
        weigh();
        auto* table = find<QTableView>("words.table");
        const int often = table->model()->rowCount();
        QTest::keyClicks(find<QLineEdit>("words.filter"), "rrib");
        QCOMPARE(table->model()->rowCount(), 1);
        QVERIFY(wordOf(0).contains("terrible"));
        find<QLineEdit>("words.filter")->clear();
        find<QSpinBox>("words.fewest")->setValue(1);
        QVERIFY(table->model()->rowCount() > often);
        auto* header = table->horizontalHeader();
        const auto clickHeading = [&](int column) {
            const int x = header->sectionViewportPosition(column) + header->sectionSize(column) / 2;
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
        };
        clickHeading(0);
        const QString first = wordOf(0);
        clickHeading(0);
        QVERIFY(wordOf(0) != first);
        weigh(); // the order is kept
        QCOMPARE(find<QTableView>("words.table")->horizontalHeader()->sortIndicatorSection(), 0);
    }

    void topWordsStandBeside() {
        weigh();
        find<QSpinBox>("words.fewest")->setValue(2);
        auto* top = find<TopWordsView>("words.top");
        QCOMPARE(top->columnCount(), 5);
        QVERIFY(top->rowCount() > 2);
        const QString word = top->item(0, 4)->text();
        QTest::mouseClick(top->viewport(), Qt::LeftButton, {}, top->visualItemRect(top->item(0, 4)).center());
        QCOMPARE(find<BarPlot>("words.plot")->values().rows.size(), 1);
        QCOMPARE(find<BarPlot>("words.plot")->values().rows[0][0], word);
    }

    void aTextWithAWordIsRead() {
        weigh();
        QVERIFY(!find<QToolButton>("words.read.button")->isEnabled());
        QTest::keyClicks(find<QLineEdit>("words.filter"), "amazing");
        clickRow(0);
        QSignalSpy asked(m_session.get(), &Session::viewRequested);
        click("words.read.button");
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QString("attend"));
        QVERIFY2(m_session->sentence().contains("amazing"), qPrintable(m_session->sentence()));
    }

    void whatIsWrongIsTold() {
        QSignalSpy posted(m_session.get(), &Session::noticePosted);
        typeCorpus(m_folder->filePath("nothing"));
        click("words.start");
        QTRY_COMPARE_WITH_TIMEOUT(posted.size(), 1, patience);
        QVERIFY(posted[0][0].value<Notice>().text.contains("nothing"));
        QCOMPARE(find<QLabel>("words.status")->text(), QString("Not weighed."));
        m_session->addModel(opened("pair", sampleClassifier("mtsa", {}, "pair")));
        QVERIFY(!find<QPushButton>("words.start")->isEnabled());
        QVERIFY(find<QLabel>("words.problem")->text().contains("reads a first and a second"));
    }

    void choicesComeBack() {
        weigh();
        pick("words.split", "train");
        find<QSpinBox>("words.fewest")->setValue(3);
        m_panel->remember();
        open();
        QCOMPARE(find<QLineEdit>("words.data.text")->text(), ratings());
        QCOMPARE(find<QComboBox>("words.split")->currentData().toString(), QString("train"));
        QCOMPARE(find<QSpinBox>("words.fewest")->value(), 3);
    }

    /// Where the pointer is, nothing moves when the words come.
    void controlsKeepTheirPlaces() {
        typeCorpus(ratings());
        const auto before = places({"words.start", "words.stop", "words.filter", "words.fewest", "words.top"});
        click("words.start");
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
        QCOMPARE(places({"words.start", "words.stop", "words.filter", "words.fewest", "words.top"}), before);
    }
};

} // namespace headlight

QTEST_MAIN(headlight::WordsPanelTest)
#include "words_panel_test.moc"
