#include "panels/attend/layers_pane.h"

#include "app/panels/attend/attend_fixture.h"
#include "engine/models/layer_lens.h"
#include "matrix/bar_list.h"
#include "matrix/token_strip.h"

#include <QDockWidget>
#include <QLabel>
#include <QRegularExpression>
#include <QTableWidget>

using namespace headlight;

/// What each layer of a language model would say.
class LayersPaneTest : public QObject, AttendFixture {
    Q_OBJECT

    QTableWidget* table() { return find<QTableWidget>("layers-table"); }
    BarList* bars() { return find<BarList>("layers-candidates"); }
    static std::shared_ptr<OpenModel> modelOf(const char* golden) {
        return std::make_shared<OpenModel>(
            golden, "", golden, openModel(std::string(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + golden));
    }
    LayerLens lens(const std::string& text, const std::vector<int>& tokens) {
        const Model& model = *m_session->current()->model;
        return lensModel(model)->lens(model.read({text}), m_session->intervention(), tokens, {});
    }
    QString shown(int layer, int token) { return table()->item(layer, token)->text(); }

private slots:
    void init() {
        begin();
        open();
        show("5 9 2", modelOf("gpt2"));
        find<QDockWidget>("layers")->raise();
        QTRY_COMPARE(table()->rowCount(), 2);
        settle();
    }
    void cleanup() { end(); }

    void aCellHasWhatItsLayerSays() {
        QCOMPARE(table()->columnCount(), 3);
        const LayerLens expected = lens("5 9 2", {0, 1, 2});
        for (int layer = 0; layer < 2; ++layer)
            for (int token = 0; token < 3; ++token)
                QCOMPARE(shown(layer, token).toStdString(),
                         expected.layers[std::size_t(layer)][std::size_t(token)].labels.front());
        // at first the answer itself
        QCOMPARE(bars()->painter().bars().front().label, find<BarList>("answer-bars")->painter().bars().front().label);
    }

    void aClickedCellShowsItsTenLikeliest() {
        const QRect place = table()->visualItemRect(table()->item(0, 1));
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, place.center());
        const ClassAnswer expected = lens("5 9 2", {1}).layers[0][0];
        QCOMPARE(bars()->painter().bars().size(), qsizetype(10));
        for (qsizetype k = 0; k < 10; ++k)
            QCOMPARE(bars()->painter().bars()[k].label.toStdString(), expected.labels[std::size_t(k)]);
        QCOMPARE(bars()->painter().bars()[0].value, expected.probabilities[0]);
    }

    /// A ground that means a probability isn't covered where the cell is chosen.
    void theChosenCellKeepsItsColour() {
        const auto groundOf = [&](QTableWidgetItem* item) {
            const QRect cell = table()->visualItemRect(item);
            return table()->viewport()->grab().toImage().pixel(cell.right() - 5, cell.bottom() - 5);
        };
        for (QTableWidgetItem* item : {table()->item(1, 0), table()->item(0, 1)}) {
            table()->setCurrentItem(item);
            QCOMPARE(groundOf(item), item->background().color().rgb());
        }
    }

    void followsTextAndChanges() {
        m_session->setSentence("5 9 2 7");
        QTRY_COMPARE(table()->columnCount(), 4);
        settle();
        const double before = lens("5 9 2 7", {3}).layers[0][0].probabilities[0];
        HeadChange off;
        off.scale = 0;
        m_session->setHeadChange(m_session->current()->heads().front().address, off, "off");
        settle();
        const ClassAnswer expected = lens("5 9 2 7", {3}).layers[0][0];
        QVERIFY(expected.probabilities[0] != before);
        QTRY_COMPARE(shown(0, 3).toStdString(), expected.labels.front());
    }

    /// Cells, candidates, the answer and the strip of effects call tokens as the axes of the maps do.
    void piecesAreCalledAsTheyAreDisplayed() {
        showGolden("bert/masked", "the [MASK] is walking");
        QTRY_COMPARE(table()->columnCount(), 7);
        settle();
        const auto* strip = find<TokenStrip>("effects");
        const auto textsOf = [&] {
            QStringList texts = strip->painter().view().tokens;
            for (const BarList* list : {bars(), find<BarList>("answer-bars")})
                for (const Bar& bar : list->painter().bars())
                    texts << bar.label;
            for (int token = 0; token < table()->columnCount(); ++token) {
                texts << table()->horizontalHeaderItem(token)->text();
                for (int layer = 0; layer < table()->rowCount(); ++layer)
                    texts << shown(layer, token);
            }
            return texts;
        };
        const QStringList raw = textsOf();
        QVERIFY(raw.contains("##ing"));
        for (const PieceDisplay pieces : {PieceDisplay::Pretty, PieceDisplay::Words}) {
            m_session->setDisplay({pieces, MarkDisplay::Shown});
            settle();
            QStringList read = raw;
            read.replaceInStrings(QRegularExpression("^##"), "·");
            QCOMPARE(textsOf(), read);
        }
        m_session->setDisplay({});
        settle();
        QCOMPARE(textsOf(), raw);
    }

    /// Nobody asks layers that tell no words, and it is said what would be there.
    void ofOtherModelsItSaysWhatWouldBeThere() {
        show("5 9", modelOf("roberta-classifier"));
        QTRY_VERIFY(!table()->isVisible());
        QVERIFY(find<QLabel>("layers-note")->text().contains("if it were the last"));
    }

    void whatNobodyLooksAtIsNotAsked() {
        find<QDockWidget>("maps")->raise();
        settle();
        m_session->setSentence("7 4");
        settle();
        QCOMPARE(table()->columnCount(), 3);
        find<QDockWidget>("layers")->raise();
        QTRY_COMPARE(table()->columnCount(), 2);
    }
};

QTEST_MAIN(LayersPaneTest)
#include "layers_pane_test.moc"
