#include "app/cli/cli_runner.h"

#include <QtTest>
#include <csignal>

using namespace headlight;

/// A translation model on the command line: it is trained, judged and translates; translations are scored.
class CliTranslateTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QStringList arguments = {
            QStringLiteral("train"),  QStringLiteral("--model"),       QStringLiteral("transformer"),
            QStringLiteral("--data"), samples("translations?from=en"), QStringLiteral("--out"),
            QStringLiteral("run")};
        for (const char* option :
             {"layers=1", "heads=2", "features=24", "feed_forward=48", "merges=60", "beams=2", "optimizer=adam98",
              "learning_rate=0.01", "schedule=inverse-root", "warm_up=40", "batch_tokens=200", "l2=0", "keep=0.9",
              "label_smoothing=0.1", "positions=sinusoidal", "epochs=25"})
            arguments << QStringLiteral("--set") << QString::fromLatin1(option);
        const CliResult trained = m_cli.run(arguments);
        QVERIFY2(trained.code == 0, trained.err);
        QVERIFY2(trained.err.contains("60 merges"), trained.err);
        m_out = trained.out;
    }

    void theRunIsJudgedByBleu() {
        QVERIFY2(m_out.contains("bleu: dev"), m_out);
        const CliResult judged = m_cli.run({"eval", "run/best", "--data", samples("translations?from=en"), "--json"});
        QVERIFY2(judged.code == 0, judged.err);
        QVERIFY2(judged.object()["bleu"].toDouble() > 30, judged.out);
        QVERIFY(judged.object()["bleu_signature"].toString().contains("tok:none"));
        const QJsonObject plain = judged.object()["bleu_detokenized"].toObject();
        QVERIFY(plain["signature"].toString().contains("tok:13a") && plain["bleu"].toDouble() > 30);
        const CliResult table = m_cli.run({"eval", "run/best", "--data", samples("translations?from=en")});
        for (const char* part : {"BLEU of the corpus's tokens, nrefs:1|", "BLEU of detokenised text, nrefs:1|"})
            QVERIFY2(table.out.contains(part), table.out);
        for (const char* row : {"\ntok:none ", "\ntok:13a "})
            QVERIFY2(table.out.contains(row), table.out);
        QVERIFY(m_cli.run({"eval", "run/best", "--data", samples("pairs")}).message().contains("translate"));
    }

    void aCorpusOfTheOtherDirectionIsRefused() {
        const CliResult back = m_cli.run({"eval", "run/best", "--data", samples("translations")});
        QVERIFY2(back.code == 1 && back.message().contains("open it with ?from=en&to=de"), qPrintable(back.message()));
    }

    void itIsInspected() {
        const CliResult shown = m_cli.run({"inspect", "run/best"});
        QVERIFY2(shown.code == 0, shown.err);
        const QJsonObject document = m_cli.run({"inspect", "run/best", "--json"}).object();
        const QJsonObject parameters = document["parameters"].toObject();
        QCOMPARE(parameters["total"].toInt(), parameters["encoder"].toInt() + parameters["decoder"].toInt());
        QVERIFY2(shown.out.contains("parameters without embeddings (encoder "), shown.out);
    }

    void mapsOfATranslationAreShown() {
        const QStringList attend = {"attend", "run/best", "the old cat sings today ."};
        const CliResult table = m_cli.run(attend);
        QVERIFY2(table.code == 0, table.err);
        QVERIFY2(table.out.startsWith("die alte katze") && table.out.contains("log-probability"), table.out);
        QVERIFY2(table.out.contains("decoder layer 0, cross attention head 1"), table.out);
        const QJsonObject document = m_cli.run(attend + QStringList{"--json"}).object();
        const QJsonObject translation = document["translation"].toObject();
        const QJsonObject prediction = document["prediction"].toObject();
        QCOMPARE(document["maps"].toArray().size(), qsizetype(6)); // two heads, three stages
        QCOMPARE(translation["maps"].toArray().size(), qsizetype(12));
        QCOMPARE(translation["tokens"].toArray().size(),
                 prediction["tokens"].toArray().size()); // one for each, and end
        QVERIFY(prediction["ended"].toBool() && prediction["beams"].toArray().size() == 2);

        const QJsonObject begun = m_cli.run(attend + QStringList{"der", "--json"}).object();
        QVERIFY(begun["prediction"].toObject()["translation"].toString().startsWith("der "));
        QVERIFY(begun["prediction"].toObject()["tokens"].toArray()[0].toObject()["given"].toBool());

        const QStringList one = {"--side", "2", "--layer", "0", "--head", "cross.0", "--stage", "weight"};
        const CliResult csv = m_cli.run(attend + one + QStringList{"--out", "cross.csv"});
        QVERIFY2(csv.code == 0, csv.err);
        const QByteArray rows = Cli::read(m_cli.path("cross.csv"));
        QVERIFY2(rows.contains(",sing@@,") && rows.contains("\n<s>,"), rows); // columns of the source
        QStringList place = one; // the same map by the address that the program writes
        place.replace(place.indexOf("cross.0"), "dec.0.cross.0");
        place.remove(place.indexOf("--layer"), 2);
        QCOMPARE(m_cli.run(attend + place + QStringList{"--out", "place.csv"}).code, 0);
        QCOMPARE(Cli::read(m_cli.path("place.csv")), rows);
        QCOMPARE(m_cli.run(attend + one + QStringList{"--out", "cross.png"}).code, 0);
        for (const auto& [kind, side] : {std::pair("rollout", "1"), {"mean", "1"}, {"mean", "2"}}) {
            const CliResult joined =
                m_cli.run(attend + QStringList{"--combine", kind, "--side", side, "--out", "joined.csv"});
            QVERIFY2(joined.code == 0, joined.err);
            QCOMPARE(Cli::read(m_cli.path("joined.csv")).contains("\n<s>,"), side[0] == '2'); // of its tokens
        }
        QVERIFY(m_cli.run(attend + QStringList{"--combine", "rollout", "--side", "2"}).err.contains("cross attention"));
        for (const char* file : {"other.png", "other.csv"}) {
            const CliResult other =
                m_cli.run(attend + QStringList{"--head", "dec.0.cross.1", "--stage", "weight", "--out", file});
            QVERIFY2(other.code != 0 &&
                         other.err.contains("dec.0.cross.1 has its maps of the other text; give --side 2"),
                     other.err);
        }
        QCOMPARE(m_cli.run(attend + QStringList{"--out", "maps.html"}).code, 0);
        QCOMPARE(m_cli.run(attend + QStringList{"--out", "maps.npz"}).code, 0);

        const CliResult changed = m_cli.run(attend + QStringList{"--off", "dec.0.cross.0", "--force", "dec.0.1:2,1",
                                                                 "--leave-out", "1", "--effects", "--statistics"});
        QVERIFY2(changed.code == 0, changed.err);
        QVERIFY2(changed.out.contains("altered:") && changed.out.contains("head dec.0.cross.0 off"), changed.out);
        QVERIFY(m_cli.run(attend + QStringList{"--forbid", "dec.0.cross.0:1,99"}).code != 0); // beyond the source
    }

    void wordsThatCantBeWrittenAreNamed() {
        const QByteArray says = "of how the translation begins, unknown to the model: ";
        const CliResult begun = m_cli.run({"attend", "run/best", "the old cat sings today .", "漢 der"});
        QVERIFY2(begun.code == 0, begun.err);
        QVERIFY2(begun.err.contains(says + "“漢”"), begun.err);
        const CliResult known = m_cli.run({"attend", "run/best", "the old cat sings today .", "der"});
        QVERIFY2(known.code == 0 && !known.err.contains(says), known.err);
    }

    void linesAreTranslatedInOrder() {
        const QByteArray source = "the dog sleeps .\n\nthe old cat sings today .\n";
        m_cli.write("source.en", source);
        const CliResult one = m_cli.shell("$CLI translate run/best --threads 1 < source.en");
        QVERIFY2(one.code == 0, one.err);
        QCOMPARE(one.out.count('\n'), 3);
        QVERIFY(one.out.split('\n')[1].isEmpty() && one.out.split('\n')[2].contains("katze"));
        QVERIFY2(one.err.contains("3 lines") && one.err.contains("1 empty"), one.err);
        QCOMPARE(m_cli.shell("$CLI translate run/best --threads 3 --tokenized < source.en").out, one.out);
        const CliResult greedy = m_cli.shell("$CLI translate run/best --beams 1 --detokenize < source.en");
        QVERIFY2(greedy.out.contains("schläft.\n"), greedy.out);
        const CliResult cut = m_cli.shell("$CLI translate run/best --extra-tokens 0 < source.en");
        QVERIFY2(cut.code == 0, cut.err);
    }

    /// Lines that are there are whole, and are there before the last is found; the exit code says that there are
    /// others.
    void aStoppedTranslationHasWholeLines() {
        m_cli.write("many.en", QByteArray("the old cat sings today .\n").repeated(20000));
        QProcess process;
        m_cli.prepare(process);
        process.setStandardInputFile(m_cli.path("many.en"));
        process.start(cliProgram(), {"translate", "run/best"});
        QVERIFY(process.waitForReadyRead(60000));
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        const QByteArray out = process.readAllStandardOutput(), err = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 130);
        const QList<QByteArray> lines = out.split('\n');
        QVERIFY(out.endsWith('\n') && lines.size() <= 20000);
        QCOMPARE(QSet<QByteArray>(lines.begin(), lines.end() - 1).size(), 1); // all of one source
        QVERIFY2(err.contains("stopped; ") && err.contains(" of 20,000 lines are written"), err);
    }

    void latin1IsReadAndTold() {
        const CliResult read =
            m_cli.shell("printf 'the old cat sings today .\\nthe caf\\351 sings .\\n' | $CLI translate run/best");
        QVERIFY2(read.code == 0, read.err);
        QVERIFY2(read.err.contains("standard input, line 2: not UTF-8; the file is read as Latin-1"), read.err);
        QCOMPARE(read.out.count('\n'), 2);
        m_cli.write("latin.de", "das caf\351 singt .\n");
        m_cli.write("utf.de", "das café singt .\n");
        const CliResult scored = m_cli.run({"bleu", "utf.de", "latin.de"});
        QVERIFY2(scored.code == 0 && scored.out.contains("= 100.00 "), scored.out);
        QVERIFY2(scored.err.contains("latin.de, line 1: not UTF-8; the file is read as Latin-1"), scored.err);
    }

    /// By the extra tokens, or by the positions that the model has, which no option gives more of.
    void aCutTranslationIsToldWithItsLimit() {
        QStringList train = {QStringLiteral("train"),  QStringLiteral("--model"),       QStringLiteral("transformer"),
                             QStringLiteral("--data"), samples("translations?from=en"), QStringLiteral("--out"),
                             QStringLiteral("short")};
        for (const char* option : {"layers=1", "heads=2", "features=24", "feed_forward=48", "merges=60", "beams=2",
                                   "learning_rate=0.01", "batch_tokens=200", "positions=learned", "max_length=40",
                                   "extra_tokens=0", "epochs=2"}) // too few to learn where a translation ends
            train << QStringLiteral("--set") << QString::fromLatin1(option);
        const QByteArray cut = "cut at the limit before an end was found";
        const CliResult trained = m_cli.run(train);
        QVERIFY2(trained.code == 0 && trained.err.contains(cut), trained.err);
        QVERIFY2(trained.out.contains(cut), trained.out);
        const CliResult judged = m_cli.run({"eval", "short/best", "--data", samples("translations?from=en"), "--json"});
        QVERIFY2(judged.object()["not_ended"].toInt() > 0 && judged.err.contains(cut), judged.err);

        m_cli.write("one.en", "the dog sleeps .\nthe old cat sings today .\n");
        const CliResult extra = m_cli.shell("$CLI translate short/best < one.en");
        QVERIFY2(extra.err.contains(" cut at --extra-tokens before an end was found"), extra.err);
        const CliResult positions = m_cli.shell("$CLI translate short/best --extra-tokens 500 < one.en");
        QVERIFY2(positions.err.contains(" cut at the model's last position before an end was found"), positions.err);
        QVERIFY2(!positions.err.contains("--extra-tokens"), positions.err);
    }

    void whatCantBeTranslatedIsTold_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("message");
        QTest::newRow("nothing") << "$CLI translate run/best < /dev/null"
                                 << "standard input has no line";
        QTest::newRow("no UTF-8") << "printf 'a dog\\n\\377\\n' | $CLI translate run/best"
                                  << "standard input, line 2: not UTF-8 (byte 6 of the file), nor Latin-1: convert it";
        QTest::newRow("UTF-16") << "printf '\\377\\376d\\0' | $CLI translate run/best"
                                << "standard input, line 1: not UTF-8 but UTF-16, as its first bytes say: convert it "
                                   "with iconv -f UTF-16 -t UTF-8";
        QTest::newRow("a zero byte") << "printf 'a dog\\nthe\\0dog\\n' | $CLI translate run/best"
                                     << "standard input, line 2: the file is binary (byte 9 is 0)";
        QTest::newRow("too many words")
            << "{ echo a dog; yes dog | head -n 20001 | tr '\\n' ' '; } | $CLI translate run/best"
            << "tokens: at most 20,000 can be translated, shorten it";
        QTest::newRow("an endless line") << "head -c 3000000 /dev/zero | $CLI translate run/best"
                                         << "standard input, line 1: it has more than 1,048,576 bytes";
        QTest::newRow("a folder") << "$CLI translate run/best < run"
                                  << "standard input can't be read";
        QTest::newRow("beams") << "echo a | $CLI translate run/best --beams 0"
                               << "beams: expected 1";
        QTest::newRow("no such folder") << "echo a | $CLI translate nowhere"
                                        << "there is no such folder";
    }
    void whatCantBeTranslatedIsTold() {
        QFETCH(QString, script);
        QFETCH(QString, message);
        const CliResult result = m_cli.shell(script);
        QVERIFY(result.code != 0);
        QVERIFY2(result.message().contains(message), qPrintable(result.message()));
    }

    void translationsAreScored() {
        m_cli.write("one.de", "der hund schläft .\ndie alte katze singt .\n");
        m_cli.write("two.de", "der hund läuft .\ndie katze singt .\n");
        const CliResult same = m_cli.run({"bleu", "one.de", "one.de", "--tokenize", "none"});
        QVERIFY2(same.out.startsWith("BLEU|nrefs:1|case:mixed|eff:no|tok:none|smooth:exp"), same.out);
        QVERIFY(same.out.contains("= 100.00 ") && same.out.contains("chrF2|"));
        const CliResult both = m_cli.run({"bleu", "two.de", "one.de", "--against", "one.de", "--json"});
        QVERIFY2(both.code == 0, both.err);
        QVERIFY(both.object()["bleu"].toDouble() < 100);
        QVERIFY(both.object()["against"].toObject()["BLEU"].toObject()["difference"].toDouble() < 0);
        const CliResult equal = m_cli.run({"bleu", "two.de", "one.de", "--against", "two.de"});
        QVERIFY2(equal.out.contains("BLEU +0.00 against ") && equal.out.contains(", no difference in 95 % of"),
                 equal.out);
        const QJsonObject none = m_cli.run({"bleu", "two.de", "one.de", "--against", "two.de", "--json"})
                                     .object()["against"]
                                     .toObject()["BLEU"]
                                     .toObject();
        QCOMPARE(none["p"].toDouble(), 1.0);
        QVERIFY(none["sacrebleu_p"].toDouble() < 0.001);
        m_cli.write("short.de", "der hund\n");
        QVERIFY(m_cli.run({"bleu", "short.de", "one.de"})
                    .message()
                    .contains("one.de has 2 lines, and short.de has 1: they must belong together"));
    }

    /// A model that has learned little may find nothing likelier than the end.
    void emptyTranslationsHaveTheScoreZero() {
        m_cli.write("wanted.de", "der hund schläft .\ndie katze singt .\n");
        m_cli.write("nothing.de", "\n\n");
        const CliResult scored = m_cli.run({"bleu", "nothing.de", "wanted.de", "--against", "nothing.de", "--json"});
        QVERIFY2(scored.code == 0, scored.err);
        QCOMPARE(scored.object()["bleu"].toDouble(), 0.0);
        QCOMPARE(scored.object()["chrf"].toDouble(), 0.0);
        QCOMPARE(scored.object()["hypothesis_tokens"].toInt(), 0);
        QVERIFY(m_cli.run({"bleu", "wanted.de", "nothing.de"}).message().contains("nothing.de: the file is empty"));
    }

private:
    Cli m_cli;
    QByteArray m_out;
};

QTEST_GUILESS_MAIN(CliTranslateTest)
#include "cli_translate_test.moc"
