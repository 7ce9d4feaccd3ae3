#include "gui/window_fixture.h"

#include "forms/message_bar.h"

#include "figure/figure_menu.h"
#include "figure/save_dialog.h"
#include "head_address.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "session/changes_json.h"
#include "session/open_model.h"

#include <QAction>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QToolButton>
#include <filesystem>

using namespace headlight;

/// What is seen is saved, and seen again: from a view file, and from a picture that was exported.
class ViewFileTest : public QObject, WindowFixture {
    Q_OBJECT

    Session& session() { return m_window->session(); }
    HeatMap* map() { return find<HeatMap>("map"); }
    QString path(const char* name) const { return m_folder.filePath(name); }

    static const QJsonObject documentIn(const QString& file) {
        QFile view(file);
        return view.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(view.readAll()).object() : QJsonObject();
    }

    static void write(const QString& file, const QJsonObject& document) {
        QFile view(file);
        QVERIFY(view.open(QIODevice::WriteOnly));
        view.write(QJsonDocument(document).toJson());
    }

    void look(const QStringList& names, bool eachItsOwn) {
        Settings& settings = session().settings();
        settings.set("color-map", names[0]);
        settings.set("color-range", names[1]);
        settings.set("color-scale", names[2]);
        settings.set("color-limits", names.mid(3, 2));
        settings.set("answer-scale", names[5]);
        settings.set("color-own-range", eachItsOwn);
        settings.set("lines", QStringList{eachItsOwn ? "1" : "0", "0.2", "3"});
        session().requestLook();
    }
    static QJsonArray listOf(const QJsonArray& one) { return {QJsonValue(one)}; } // {one} would be a copy of it

    /// Away from what the window shows after its first start, in all that a view holds.
    void makeView() {
        type("where is the red bridge");
        session().setHeadChange(at(0, 0), {0.5, std::nullopt, {{3, 1}}}, "scaled");
        session().setHeadChange(at(0, 1), {1, "all", {}}, "mask");
        session().setHead(at(0, 1));
        session().setStage(MapStage::Score);
        session().setFeatures({FeatureChoice::Kind::One, 5});
        look({"viridis", "limits", "log", "0.02", "0.7", "log-odds"}, true);
        settle();
        session().setPins({1, 4}, {2});
        settle();
        map()->setViewport({2, 1, 0.5});
    }

    /// What is checked in the menu of colours, and the limits that it names.
    QStringList chosenLook() {
        QStringList names;
        for (const QAction* action : find<QToolButton>("look")->menu()->actions())
            if (action->isChecked())
                names << action->objectName() + ' ' + action->text();
        return names;
    }

    /// Everything that can be seen of a view, in words.
    QStringList seen() {
        const HeatMap* map = find<HeatMap>("map");
        const auto numbers = [](const auto& list) {
            QStringList texts;
            for (const auto number : list)
                texts << QString::number(double(number), 'g', 9);
            return texts.join(' ');
        };
        const Focus& focus = session().focus();
        const LineChoice& lines = find<LineView>("lines-view")->painter().choice();
        return {session().sentence(),
                session().wantsPair() ? session().second() : QString(),
                "model " + session().current()->id,
                "head " + QString::fromStdString(focus.address.text() + ' ' + nameOf(focus.stage) + ' ' +
                                                 focus.features.text()),
                "sequence " + QString::number(focus.sequence),
                "pinned " + numbers(session().marks().pinnedQueries) + ", " + numbers(session().marks().pinnedKeys),
                "pins " + numbers(map->pins().rows) + ", " + numbers(map->pins().columns),
                "changes " + QString::fromUtf8(QJsonDocument(changesToJson(session().intervention())).toJson()),
                "zoom " + numbers(QList<double>{map->viewport().zoom, map->viewport().row, map->viewport().column}),
                "colours " + QString::number(int(map->view().colorMap)) + ' ' + rangeText(map->view().range),
                "look " + chosenLook().join(", "),
                "answer " + numbers(bars()),
                QStringLiteral("lines %1 from %2").arg(int(lines.kind)).arg(lines.least),
                "values " + numbers(map->view().values)};
    }

    void leaveIt() {
        session().setIntervention({}, "none");
        session().setStage(MapStage::Weight);
        session().setFeatures(meanOfFeatures);
        session().setHead(at(0, 0));
        look({"blues", "fixed", "linear", "0", "1", "probability"}, false);
        type("who wrote the quiet book near the river in paris");
        session().setPins({0}, {});
        settle();
        map()->setViewport({});
    }

    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &event);
        settle();
    }

    void saveAs(const QString& file) {
        SaveDialog::setNextAnswer({file, 0});
        m_window->findChild<QAction*>("save-view")->trigger();
        QVERIFY(QFileInfo(file).size() > 100);
    }

    QString message() { return find<MessageBar>("messages")->text(); }

    /// The document is refused with these words, and everything stays.
    void expectRefusal(const QJsonObject& document, const QString& words) {
        write(path("bad.headlight"), document);
        const QStringList before = seen();
        m_window->openView(path("bad.headlight"));
        settle();
        QTRY_VERIFY2_WITH_TIMEOUT(message().contains(words), qPrintable(message()), 2000);
        QVERIFY(message().contains("bad.headlight"));
        QCOMPARE(seen(), before);
    }

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void aFileThatIsNoModelIsNamed() {
        const QString file = m_folder.filePath("notes.txt");
        QFile notes(file);
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("words") == 5);
        notes.close();
        drop(file);
        QStringList said;
        for (const QLabel* text : m_window->findChildren<QLabel*>("messageText"))
            said << text->text();
        QVERIFY2(!said.filter("notes.txt was not opened: it is neither a view").isEmpty(), qPrintable(said.join(' ')));
    }

    void aSavedViewIsSeenAgain() {
        makeView();
        const QStringList saved = seen();
        QVERIFY(saved.contains("pins 1 4, 2"));
        saveAs(path("a.headlight"));
        leaveIt();
        QVERIFY(seen() != saved);
        m_window->showView("train");
        m_window->openView(path("a.headlight"));
        settle();
        QCOMPARE(m_window->currentPanel()->objectName(), QString("attend"));
        QCOMPARE(seen(), saved);
        QCOMPARE(message(), QString());
        m_window->findChild<QAction*>("undo")->trigger(); // the changes are one step
        QVERIFY(!session().isAltered());
    }

    void aDroppedViewOpensItsModelToo() {
        makeView();
        const QStringList saved = seen();
        saveAs(path("a.headlight"));
        openModel("disa", {{"features", "8"}});
        QCOMPARE(session().models().size(), std::size_t(1));
        drop(path("a.headlight"));
        QCOMPARE(session().models().size(), std::size_t(2));
        QCOMPARE(seen(), saved);
    }

    void aViewIsOpenedByTheCommandLine() {
        makeView();
        const QStringList saved = seen();
        saveAs(path("a.headlight"));
        closeWindow();
        WindowOptions options;
        options.viewFile = path("a.headlight");
        begin(options);
        QCOMPARE(seen(), saved);
    }

    void theSecondSentenceOfAPairIsPartOfIt() {
        openModel("mtsa", {{"heads", "2"}, {"head_features", "8"}}, "pair");
        session().setExample("who wrote the book\twhere is the city");
        session().setSequence(1);
        settle();
        session().setPinsIn(1, {2}, {});
        const QStringList saved = seen();
        saveAs(path("pair.headlight"));
        session().setExample("where is the red river\twho wrote");
        session().setSequence(0);
        settle();
        m_window->openView(path("pair.headlight"));
        settle();
        QCOMPARE(seen(), saved);
    }

    void aPictureIsSeenAgain() {
        makeView();
        const QStringList saved = seen();
        for (const char* name : {"map.png", "map.svg"}) {
            QCOMPARE(find<HeatMap>("map")->findChild<FigureMenu*>()->exportTo(path(name)), QString());
            leaveIt();
            drop(path(name));
            QCOMPARE(seen(), saved);
        }
        for (const char* view : {"overview", "strip", "answer-bars", "lines-view"}) { // of any of them
            QCOMPARE(find<QWidget>(view)->findChild<FigureMenu*>()->exportTo(path("other.png")), QString());
            leaveIt();
            drop(path("other.png"));
            QCOMPARE(seen(), saved);
        }
    }

    void aPictureDoesNotSayWhereTheModelIs() {
        makeView();
        const QByteArray place = m_folder.path().toUtf8();
        QCOMPARE(find<HeatMap>("map")->findChild<FigureMenu*>()->exportTo(path("map.svg")), QString());
        QFile svg(path("map.svg"));
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QByteArray text = svg.readAll();
        QVERIFY(text.contains("<metadata id=\"headlight-view\">") && text.contains("questions"));
        QVERIFY(!text.contains(place));
        QCOMPARE(find<HeatMap>("map")->findChild<FigureMenu*>()->exportTo(path("map.png")), QString());
        const QString view = QImage(path("map.png")).text("headlight-view");
        QVERIFY(view.contains("\"questions\"") && !view.contains(m_folder.path()));
    }

    void aPictureWithoutAViewSaysSo() {
        const QStringList before = seen();
        QImage image(8, 8, QImage::Format_RGB32);
        image.fill(Qt::red);
        QVERIFY(image.save(path("other.png")));
        drop(path("other.png"));
        QVERIFY2(message().contains("other.png: this picture holds no view"), qPrintable(message()));
        QCOMPARE(seen(), before);
    }

    void aViewAndItsModelCanBeMovedTogether() {
        makeView();
        saveAs(path("a.headlight"));
        QCOMPARE(documentIn(path("a.headlight"))["model"]["folder"].toString(), QString("questions"));
        QDir().mkpath(path("below"));
        saveAs(path("below/a.headlight")); // beside the model, not above it
        QCOMPARE(documentIn(path("below/a.headlight"))["model"]["folder"].toString(),
                 QFileInfo(modelFolder()).canonicalFilePath());
    }

    void aMissingModelGivesOneMessage() {
        const QString first = path("here"), later = path("there");
        saveModel(*sampleClassifier(), first.toStdString());
        saveModel(*sampleClassifier("disa", {{"features", "8"}}), path("disa").toStdString());
        session().closeModel(session().current()->id);
        session().requestModel(first);
        settle();
        makeView();
        saveAs(path("a.headlight"));
        QVERIFY(QDir().rename(first, later));
        // The fixture's model has the same files, and would do.
        closeWindow();
        QVERIFY(QDir().rename(modelFolder(), path("hidden")));
        WindowOptions options;
        options.model = path("disa");
        begin(options);
        const QStringList before = seen();
        drop(path("a.headlight"));
        const QString told = message();
        const QStringList after = seen();
        session().requestModel(later); // what the message says
        settle();
        drop(path("a.headlight"));
        QVERIFY(QDir().rename(path("hidden"), modelFolder()));
        QVERIFY2(told.contains("a.headlight: its model “here · MTSA 2 heads” is not in " + first), qPrintable(told));
        QVERIFY(told.contains("Open the folder where that model is now (Ctrl+O), then the view again."));
        QCOMPARE(after, before);
        QCOMPARE(message(), QString());
        QCOMPARE(session().current()->id, QFileInfo(later).canonicalFilePath());
        QCOMPARE(session().sentence(), QString("where is the red bridge"));
        QCOMPARE(map()->pins().rows, QList<int>({1, 4}));
    }

    void aChangedModelGivesOneMessage() {
        makeView();
        saveAs(path("a.headlight"));
        closeWindow();
        const QString folder = path("other");
        saveModel(*sampleClassifier("mtsa", {{"heads", "4"}, {"head_features", "8"}}), folder.toStdString());
        begin();
        QJsonObject document = documentIn(path("a.headlight"));
        QJsonObject model = document["model"].toObject();
        model["folder"] = folder;
        model["hash"] = "0000000000000000";
        document["model"] = model;
        expectRefusal(document, "is no longer what it was: the files in " + folder + " have changed");
    }

    void aViewOfNoTextIsNotSaved() {
        session().setSentence({});
        settle();
        m_window->findChild<QAction*>("save-view")->trigger();
        QTRY_VERIFY2(find<MessageBar>("messages")->text().contains("There is no view to save: the sentence is empty"),
                     qPrintable(find<MessageBar>("messages")->text()));
    }

    void whatTheModelHasNotIsRefusedByName() {
        makeView();
        saveAs(path("a.headlight"));
        const QJsonObject good = documentIn(path("a.headlight"));
        const auto with = [&good](const char* key, const QJsonValue& value) {
            QJsonObject document = good;
            document[key] = value;
            return document;
        };
        const auto inFocus = [&](const char* key, const QJsonValue& value) {
            QJsonObject focus = good["focus"].toObject();
            focus[key] = value;
            return with("focus", focus);
        };
        const auto combined = [](const char* kind, const QJsonArray& heads) {
            return QJsonObject{{"kind", kind}, {"heads", heads}};
        };
        expectRefusal(inFocus("address", "7.7"), "focus.address: the model has no head 7.7");
        expectRefusal(inFocus("sequence", 1), "focus.sequence: the model has no second sentence");
        expectRefusal(inFocus("features", 100000), "focus.features: head 0.1 has no such feature");
        expectRefusal(inFocus("features", QJsonArray{1, 2, 99999}), "focus.features: head 0.1 has no such feature");
        expectRefusal(inFocus("between", "first-second"), "focus.between: the model does not read two texts");
        expectRefusal(inFocus("combination", combined("mean", {"0.1", "1.pooling.0"})),
                      "focus.combination: head 1.pooling.0 has not the rows and columns of head 0.1");
        expectRefusal(inFocus("combination", combined("rollout", {"1.pooling.0"})),
                      "focus.combination: head 1.pooling.0 is not self attention");
        expectRefusal(inFocus("combination", combined("max", {"0.0"})), "focus.address: expected one of the heads");
        expectRefusal(inFocus("combination", combined("max", {"0.1"})), "focus.stage: weights are combined");
        expectRefusal(with("left_out", listOf({0, 5})), "left_out: the text has no token 5");
        QJsonArray all;
        for (const int token : {0, 1, 2, 3, 4})
            all.append(QJsonArray{0, token});
        expectRefusal(with("left_out", all), "left_out: nothing would be left of the text");
        for (const char* cells : {"forbidden", "forced"}) {
            const QJsonArray cell = cells == QString("forced") ? QJsonArray{0, 9, 1} : QJsonArray{0, 9};
            expectRefusal(with("changes", QJsonArray{QJsonObject{{"address", "0.0"}, {cells, listOf(cell)}}}),
                          "changes: the text has no cell 0,9 of head 0.0");
        }
        expectRefusal(inFocus("stage", "all"), "focus.stage: expected score, masked, weight or a part of the score");
        expectRefusal(with("texts", QJsonArray{"a", "b"}), "texts: the model reads one text, and here are two");
        expectRefusal(with("texts", QJsonArray{"  "}), "texts: the sentence is empty");
        expectRefusal(with("texts", QJsonArray{QString("red ").repeated(20001)}),
                      "texts: the sentence has 20001 tokens");
        expectRefusal(with("changes", QJsonArray{QJsonObject{{"address", "9.0"}, {"scale", 0}}}),
                      "changes: the model has no head 9.0");
        expectRefusal(with("changes", QJsonArray{QJsonObject{{"address", "1.pooling.0"}, {"mask", "fw"}}}),
                      "head 1.pooling.0");
        expectRefusal(with("colors", QJsonObject{{"map", "pink"}, {"range", "map"}}),
                      "colors.map: expected one of blues");
        expectRefusal(with("colors", QJsonObject{{"map", "blues"}, {"range", "wide"}}),
                      "colors.range: expected one of automatic");
        expectRefusal({}, "no view of Headlight");
    }

    void whatLiesBeyondTheTextIsNotSavedWithIt() {
        makeView();
        Intervention changes = session().intervention();
        changes.leftOut = {{0, 1}, {0, 9}};
        changes[at(0, 0)].forbidden.push_back({9, 0});
        session().setIntervention(changes, "more");
        settle();
        saveAs(path("a.headlight"));
        QCOMPARE(documentIn(path("a.headlight"))["left_out"].toArray(), listOf({0, 1}));
        m_window->openView(path("a.headlight"));
        settle();
        QCOMPARE(message(), QString());
        QCOMPARE(session().intervention().find(at(0, 0))->second.forbidden, std::vector<HeadCell>({{3, 1}}));
    }

    /// The window reads a text whole of which nothing would be left, and says so; a file that says otherwise is
    /// refused.
    void aTextThatIsReadWholeIsSavedSo() {
        makeView();
        Intervention changes;
        for (const int token : {0, 1, 2, 3, 4})
            changes.leftOut.insert({0, token});
        session().setIntervention(changes, "all words");
        settle();
        saveAs(path("whole.headlight"));
        QVERIFY(!documentIn(path("whole.headlight")).contains("left_out"));
        m_window->openView(path("whole.headlight"));
        settle();
        QCOMPARE(message(), QString());
    }

    void aFactorOfTheCommandLineIsShown() {
        makeView();
        session().setHeadChange(at(0, 1), {-3, std::nullopt, {}}, "scaled");
        saveAs(path("a.headlight"));
        leaveIt();
        m_window->openView(path("a.headlight"));
        settle();
        QCOMPARE(find<QDoubleSpinBox>("head-scale")->value(), -3.0);
    }

    void aRefusedModelIsNotOpened() {
        makeView();
        saveAs(path("a.headlight"));
        openModel("disa", {{"features", "8"}});
        QJsonObject document = documentIn(path("a.headlight"));
        document["texts"] = QJsonArray{"a", "b"};
        expectRefusal(document, "texts: the model reads one text");
        QCOMPARE(session().models().size(), std::size_t(1));
    }

    void pinsBeyondTheTextAreHarmless() {
        makeView();
        saveAs(path("a.headlight"));
        QJsonObject document = documentIn(path("a.headlight"));
        document["pins"] = QJsonArray{QJsonObject{{"queries", QJsonArray{2, 1000000}}, {"keys", QJsonArray{99}}}};
        write(path("far.headlight"), document);
        m_window->openView(path("far.headlight"));
        settle();
        QCOMPARE(message(), QString());
        QCOMPARE(map()->pins().rows, QList<int>{2});
    }

    void withoutAModelThereIsNothingToSave() {
        session().closeModel(session().current()->id);
        m_window->findChild<QAction*>("save-view")->trigger();
        QVERIFY2(message().contains("no model is open"), qPrintable(message()));
    }
};

QTEST_MAIN(ViewFileTest)
#include "view_file_test.moc"
