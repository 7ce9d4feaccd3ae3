#include "models/saved_view_file.h"

#include "core/files.h"
#include "core/hash.h"
#include "head_address.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// View files, and pictures that hold one. The files of tests/fuzz/seeds/saved_view are such pictures, too.
class SavedViewTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static SavedView someView() {
        SavedView view;
        view.folder = "models/trec";
        view.title = "trec · mtsa";
        view.hash = "0123456789abcdef";
        view.texts = {"where is the “bridge” ?", "<b>\xE2\x80\xA8&amp;"};
        view.focus = {at(0, 1), 1, MapStage::Score, {FeatureChoice::Kind::One, 17}, TextPair{0, 1}};
        view.combination = HeadCombination{HeadCombination::Kind::Maximum, {at(0, 1), at(0, 2)}};
        view.display = {PieceDisplay::Words, MarkDisplay::Renormalised};
        view.pins = {SavedView::Pins{{1, 3}, {}}, SavedView::Pins{{}, {0}}};
        view.changes[at(0, 0)] = {-3.5, std::nullopt, {}, {{2, 0.0}, {7, 1.5}}};
        view.changes[at(1, 0, MapPart::Gate)] = {0.1, "fw", {{1, 2}, {3, 0, 1}}, {}, {{2, 1, 0.25}, {2, 1, 1, 1}}};
        view.changes.leftOut = {{0, 2}, {1, 0}};
        view.colorMap = "viridis";
        view.range = "limits";
        view.limits = {0.1, 0.3};
        view.colorScale = "log";
        view.ownRanges = true;
        view.answerScale = "log-odds";
        view.lines = {"threshold", 0.2, 3};
        view.zoom = {2.5, 3, 0.5};
        return view;
    }

    static QString refusal(const std::string& from, const std::string& to) {
        std::string text = savedViewText(someView());
        const std::size_t place = text.find(from);
        if (place == std::string::npos)
            return "there is no " + QString::fromStdString(from);
        text.replace(place, from.size(), to);
        return messageOf([&] { savedViewFrom(text, "a.headlight"); });
    }

    static std::string chunk(const std::string& type, const std::string& data) {
        const auto number = [](std::uint32_t value) {
            std::string bytes;
            for (const int shift : {24, 16, 8, 0})
                bytes += char(value >> shift);
            return bytes;
        };
        return number(std::uint32_t(data.size())) + type + data + number(crc32Of(type + data));
    }
    static std::string png(const std::string& chunks) {
        return std::string("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", std::string(13, '\1')) + chunks + chunk("IEND", "");
    }
    static std::string key() { return std::string(savedViewKey) + '\0'; }
    static std::string packed(const std::string& text) {
        return qCompress(QByteArray::fromStdString(text)).mid(4).toStdString();
    }

    SavedView read(const std::string& bytes) const {
        const std::filesystem::path file = m_folder.filePath("a.headlight").toStdString();
        writeFile(file, bytes);
        return readSavedView(file);
    }

private slots:
    void whatIsSavedIsReadAgain() {
        QVERIFY(savedViewFrom(savedViewText(someView()), "a") == someView());
        SavedView plain = someView();
        plain.focus = {at(1, 0, MapPart::Pooling)};
        for (const auto kind :
             {FeatureChoice::Kind::Mean, FeatureChoice::Kind::Maximum, FeatureChoice::Kind::Deviation}) {
            plain.focus.features = {kind, 0};
            QVERIFY(savedViewFrom(savedViewText(plain), "a") == plain);
        }
        plain.limits.reset(); // as older files are
        plain.colorScale.reset();
        plain.ownRanges.reset();
        plain.answerScale.reset();
        plain.lines.reset();
        QVERIFY(savedViewFrom(savedViewText(plain), "a") == plain);
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* from, const char* to, const char* message) {
            QTest::addRow("%s", to) << QString(from) << QString(to) << QString("a.headlight: ") + message;
        };
        row("\"headlight-view\"", "\"other\"", "no view of Headlight");
        row("\"version\": 1", "\"version\": 2", "the view was saved by a later Headlight");
        row("\"version\": 1", "\"version\": 1.5", "version: expected a whole number");
        row("\"models/trec\"", "7", "model.folder: expected a text, got 7");
        row("\"models/trec\"", "\"a\\u0000b\"", "model.folder: expected one line without control characters");
        row("0123456789abcdef", "0123456789ABCDEF", "model.hash: expected 16 hexadecimal digits");
        row("where is", "where\\nis", "texts[0]: expected one line");
        row("\"address\": \"0.1\"", "\"address\": \"0.1.2.3\"", "focus.address: expected the address of a head");
        row("\"sequence\": 1", "\"sequence\": 2", "focus.sequence: expected a whole number from 0 to 1, got 2");
        row("\"score\"", "\"scores\"",
            "focus.stage: expected score, masked, weight or a part of the score, got \"scores\"");
        row("\"features\": 17", "\"features\": -1", "focus.features: expected a whole number from 0");
        row("\"features\": 17", "\"features\": \"all\"", "focus.features: expected mean, max, std");
        row("\"first-second\"", "\"first-third\"", "focus.between: expected first-first");
        row("\"words\"", "\"word\"", "focus.tokens.pieces: expected raw, pretty or words, got \"word\"");
        row("\"renormalised\"", "7", "focus.tokens.specials: expected a text, got 7");
        row("\"keys\": []", "\"keys\": [1e99]", "pins[0].keys[0]: expected a whole number");
        row("\"keys\": []", "\"keys\": 1", "pins[0].keys: expected a list");
        row("\"scale\": 0.1", "\"scale\": 101", "changes[1].scale: expected a number from -100 to 100, got 101");
        row("\"scale\": 0.1", "\"scale\": \"1\"", "changes[1].scale: expected a number from -100 to 100");
        row("\"features\": 17", "\"features\": []", "focus.features: expected at least one feature");
        row("\"forced\": [", "\"forced\": [[3, 0, 1, 1],", "changes[1].forced[0]: expected each cell once");
        row("\"forbidden\": [", "\"forbidden\": [[3, 0, 1],", "changes[1].forbidden[2]: expected each cell once");
        row("\"left_out\": [", "\"left_out\": [[2, 0],", "left_out[0][0]: expected a whole number from 0 to 1, got 2");
        row("\"mask\": \"fw\"", "\"mask\": \"fww\"", "changes[1].mask: expected a mask (");
        row("\"max\"", "\"sum\"", "focus.combination.kind: expected mean, max or rollout, got \"sum\"");
        row("\"0.2\"", "\"0.0\"", "focus.combination.heads[1]: expected ascending addresses");
        row("0.25", "1.25", "changes[1].forced[0][2]: expected a number from 0 to 1, got 1.25");
        row("\"address\": \"1.gate.0\"", "\"address\": \"0.0\"", "changes[1].address: expected each head once");
        row("\"map\": \"viridis\"", "\"map\": null", "colors.map: expected a text");
        row("\"scale\": \"log\"", "\"scale\": 1", "colors.scale: expected a text, got 1");
        row("\"own_ranges\": true", "\"own_ranges\": 1", "colors.own_ranges: expected true or false, got 1");
        row("\"limits\": [", "\"limits\": [0.5,", "colors.limits: expected a list of at most 2");
        row("\"limits\": [", "\"limits\": [], \"no\": [", "colors.limits: expected a low and a higher end");
        row("0.3\n", "0.05\n", "colors.limits: expected a low and a higher end");
        row("0.3\n", "\"0.3\"\n", "colors.limits[1]: expected a number, got \"0.3\"");
        row("\"log-odds\"", "\"odds\"", "answer: expected probability or log-odds, got \"odds\"");
        row("\"threshold\"", "\"many\"", "lines.kind: expected automatic, threshold or strongest, got \"many\"");
        row("\"least\": 0.2", "\"least\": -0.2", "lines.least: expected a number that is not negative, got -0.2");
        row("\"per_query\": 3", "\"per_query\": 0", "lines.per_query: expected");
        row("\"factor\": 2.5", "\"factor\": 0.5", "zoom.factor: expected a number from 1 to 1000000, got 0.5");
        row("\"column\": 0.5", "\"column\": -0.5", "zoom.column: expected a number that is not negative, got -0.5");
        row("\"colors\": {", "\"colors\": [], \"no\": {", "colors: expected an object");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, message);
        const QString told = refusal(from.toStdString(), to.toStdString());
        QVERIFY2(told.startsWith(message), qPrintable(told));
    }

    void whatIsTooDeepOrTooLongIsRefused() {
        const std::string deep(2000, '[');
        QVERIFY(messageOf([&] { savedViewFrom(deep, "a"); }).contains("brackets within each other"));
        QVERIFY(messageOf([&] { savedViewFrom(std::string(longestSavedView + 1, ' '), "a"); }).contains("larger"));
        QVERIFY(messageOf([&] { savedViewFrom("", "a"); }).contains("no valid JSON"));
        QVERIFY(messageOf([&] { savedViewFrom("[]", "a"); }).contains("no view of Headlight"));
    }

    void whatIsNeitherAViewNorAPictureIsSaidToBe() {
        for (const std::string& noise :
             {std::string(), std::string("\x1F\x8B\x08\0", 4), std::string("\xFF\xFE<\0", 4)})
            QVERIFY2(messageOf([&] { read(noise); }).contains("no view of Headlight, and no PNG or SVG picture"),
                     noise.c_str());
        const std::string other = "<svg><metadata id=\"headlight-view\"><![CDATA[{}]]></metadata></svg>";
        QVERIFY(messageOf([&] { read(other); }).contains("this picture holds no view"));
    }

    void aPngHoldsItInAnyOfItsThreeKindsOfText() {
        SavedView latin = someView();
        latin.texts = {"caf\xC3\xA9"};
        const std::string text = savedViewText(latin);
        std::string latin1 = text;
        const auto replace = [&](const std::string& from, const std::string& to) {
            latin1.replace(latin1.find(from), from.size(), to);
        };
        replace("\xC3\xA9", "\xE9");
        replace("\xC2\xB7", "\xB7");
        QVERIFY(read(png(chunk("tEXt", key() + latin1))) == latin);
        QVERIFY(read(png(chunk("zTXt", key() + '\0' + packed(latin1)))) == latin);
        const std::string plain{"\0\0en\0\0", 6}, compressed{"\1\0\0\0", 4};
        QVERIFY(read(png(chunk("iTXt", key() + plain + text))) == latin);
        QVERIFY(read(png(chunk("tEXt", "Title" + std::string(1, '\0') + "a") +
                         chunk("iTXt", key() + compressed + packed(text)))) == latin);
    }

    void aPictureWithoutAViewSaysSo() {
        const std::string other = chunk("tEXt", std::string("Title\0a map", 11));
        for (const std::string& bytes :
             {png(""), png(other), std::string("<svg><desc>a</desc></svg>"),
              std::string("<svg><metadata id=\"headlight-view\">&nbsp;</metadata></svg>"), // no reference of SVG
              png(chunk("zTXt", key() + '\0' + "no stream")), png(chunk("iTXt", key())), png(chunk("zTXt", key())),
              png(chunk("tEXt", savedViewKey)), png(chunk("iTXt", key() + std::string("\1\0en", 4)))})
            QVERIFY2(messageOf([&] { read(bytes); }).contains("this picture holds no view"), bytes.c_str());
    }

    void aDamagedPngIsReadAsFarAsItGoes() {
        const std::string whole = png(chunk("tEXt", key() + "{}"));
        for (std::size_t length = 8; length < whole.size(); ++length)
            QVERIFY(!messageOf([&] { read(whole.substr(0, length)); }).isEmpty());
        std::string longer = whole;
        longer[8] = '\x7f'; // the first chunk says that it has two thousand million bytes
        QVERIFY(!savedViewInPng(longer));
    }

    void noMoreIsUnpackedThanAViewMayHave() {
        const std::string bomb = packed(std::string(16 << 20, ' '));
        QVERIFY(bomb.size() < 100'000);
        QVERIFY(!savedViewInPng(png(chunk("zTXt", key() + '\0' + bomb))));
    }

    void theFirstTextOfThatKeyDecides() {
        const std::string view = chunk("tEXt", key() + "{}");
        QVERIFY(savedViewInPng(png(chunk("zTXt", key().insert(3, 1, 'x') + "no stream") + view)));
        QVERIFY(!savedViewInPng(png(chunk("zTXt", key() + "\0no stream") + view)));
    }

    void aLargeFileIsNotReadUnlessItIsAPicture() {
        const std::filesystem::path file = m_folder.filePath("zeros.headlight").toStdString();
        writeFile(file, "{");
        std::filesystem::resize_file(file, std::uintmax_t(400) << 20); // a hole: reading it would take the memory
        QVERIFY(messageOf([&] { readSavedView(file); }).contains("larger than"));
        QVERIFY(messageOf([] { readSavedView("/dev/zero"); }).contains("it is a device"));
    }

    void anSvgHoldsItEscaped() {
        const QString text = QString::fromStdString(savedViewText(someView())).toHtmlEscaped();
        QVERIFY(read("<?xml version=\"1.0\"?>\n<svg>\n<metadata id=\"headlight-view\">" + text.toStdString() +
                     "</metadata></svg>") == someView());
        QVERIFY(read("<svg><metadata\n   id='headlight-view'>" + text.toStdString() + "</metadata></svg>") ==
                someView());
        QCOMPARE(savedViewInSvg("<metadata id=\"headlight-view\">&#60;&#x3c;</metadata>").value(), std::string("<<"));
    }
};

QTEST_APPLESS_MAIN(SavedViewTest)
#include "saved_view_test.moc"
