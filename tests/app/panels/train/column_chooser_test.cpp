#include "app/panels/train/train_fixture.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QDir>
#include <QTableWidget>
#include <QtTest>

using namespace headlight;

/// The preview of a table asks what its columns are.
class ColumnChooserTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup() { end(); }

    void anUnclearTableIsAsked() {
        const QString path = write("wide.tsv", "x7\ta b\tc d\tyes\nx3\td e\tf g\tno\nx7\td e\tf h\tyes\n");
        typeData(path);
        QTRY_VERIFY_WITH_TIMEOUT(column("text")->isVisible(), patience);
        QVERIFY(!start()->isEnabled());
        QVERIFY(find<QLabel>("train.summary")->text().contains("hold sentences"));
        QVERIFY(find<QLabel>("train.summary")->text().contains("choose below"));
        QCOMPARE(column("text")->currentIndex(), -1);
        QCOMPARE(column("label")->currentIndex(), -1);
        QCOMPARE(column("second")->currentText(), QStringLiteral("none"));
        QVERIFY(find<QLabel>("train.column.note")->text().contains("choose them"));
        choose("text", "2: “a b”");
        choose("second", "3: “c d”");
        choose("label", "4: “yes”");
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableWidget>("train.preview")->rowCount(), 2, patience);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path + "?format=pairs&text=2&second=3&label=4");
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QVERIFY(!find<QLabel>("train.column.note")->isVisible());
        choose("second", "none");
        QTRY_VERIFY_WITH_TIMEOUT(!find<QPlainTextEdit>("train.probes")->placeholderText().contains(" | "), patience);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path + "?format=table&text=2&label=4");
    }

    void aGuessIsToldAndCorrected() {
        const QString path = write("guess.txt", "good\tx1\ta b c\nbad\tx2\td e f\ngood\tx2\tg h i\nbad\tx1\tj k l\n");
        typeData(path + "?format=table&dev=0.25");
        QTRY_VERIFY_WITH_TIMEOUT(column("label")->isVisible(), patience);
        QCOMPARE(column("label")->currentText(), QStringLiteral("1: “good”"));
        QCOMPARE(find<QLabel>("train.column.note")->text(),
                 QStringLiteral("Text and label: guessed; choose if it is wrong."));
        QVERIFY(column("label")->accessibleDescription().contains("guessed"));
        QVERIFY(!column("score")->isEnabled());
        column("label")->setFocus();
        QTest::keyClick(column("label"), Qt::Key_Down);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path + "?dev=0.25&format=table&text=3&label=2");
        QTRY_VERIFY_WITH_TIMEOUT(!find<QLabel>("train.column.note")->isVisible(), patience);
        auto* preview = find<QTableWidget>("train.preview");
        QTRY_COMPARE_WITH_TIMEOUT(preview->item(0, 0)->text(), QStringLiteral("x1"), patience);
        QCOMPARE(m_panel->focusWidget(), column("label")); // the next key is for it, too
    }

    void aScoreTakesThePlaceOfTheLabel() {
        const QString path =
            write("scored.tsv", "sentence1\tsentence2\tlabel\tclose\na b\tc d\tx\t1\ne f\tg h\ty\t2\n");
        typeData(path);
        QTRY_VERIFY_WITH_TIMEOUT(column("score")->isVisible(), patience);
        QVERIFY(!find<QCheckBox>("train.column.header")->isVisible()); // its names are usual ones
        choose("score", "close");
        QCOMPARE(column("label")->currentIndex(), -1);
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path + "?text=sentence1&second=sentence2&score=close");
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.summary")->text().contains("level"), patience);
        choose("label", "label");
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path); // as the header says
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>("train.summary")->text().contains("2 labels"), patience);
    }

    /// A note of the preview, which is no error.
    void guessedPairsAreMadeTextsByTheRemedy() {
        QByteArray lines;
        for (int line = 0; line < 20; ++line)
            lines += "a man walks " + QByteArray::number(line) + "\ta man sits\t" + (line % 2 ? "yes" : "no") + "\n";
        const QString path = write("pairs.tsv", lines);
        typeData(path);
        QTRY_VERIFY_WITH_TIMEOUT(column("second")->isVisible(), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("choose “none” as its second text below"), qPrintable(said()),
                                  patience);
        QVERIFY2(!said().contains('?'), qPrintable(said()));
        choose("second", "none");
        QCOMPARE(data(), path + "?format=table&text=1&label=3");
        QTRY_VERIFY2_WITH_TIMEOUT(!said().contains("second text"), qPrintable(said()), patience);
        QVERIFY(start()->isEnabled());
    }

    void scoresOfAnotherScaleAreReadByTheRemedy() {
        const QString path = write("sts.tsv", "g\tf\t2012\t1\t4.5\ta b\tc d\ng\tf\t2012\t2\t7\te f\tg h\n");
        typeData(path);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("choose their column as score below"), qPrintable(said()), patience);
        QVERIFY2(!said().contains('?'), qPrintable(said()));
        choose("score", "5: “4.5”");
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(" levels"), qPrintable(said()), patience);
    }

    /// Where the header has its usual name, choosing it says nothing new.
    void scoresThatTheHeaderNamesAreReadByTheRemedy() {
        const QString path = write("sick.tsv", "sentence1\tsentence2\trelatedness_score\na b\tc d\t4\ne f\tg h\t9\n");
        typeData(path);
        const QString remedy = "?score=relatedness_score";
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("write " + remedy + " behind the corpus above"), qPrintable(said()),
                                  patience);
        typeData(path + remedy);
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains(" levels"), qPrintable(said()), patience);
    }

    /// Whose columns have no fields.
    void tooManyTagsAreToldWhereTheirColumnIsWritten() {
        const auto tokens = [](int from) { // as many tags as a file may have
            QByteArray lines;
            for (int k = from; k < from + 10000; ++k)
                lines += "word\tO\tT" + QByteArray::number(k) + (k % 20 ? "\n" : "\n\n");
            return lines;
        };
        QVERIFY(QDir(m_folder->path()).mkdir("tagged"));
        write("tagged/train.txt", tokens(0));
        write("tagged/dev.txt", tokens(10000));
        typeData(m_folder->filePath("tagged?format=tags"));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("(Write ?tag=NUMBER behind the corpus above.)"), qPrintable(said()),
                                  patience);
        QVERIFY(!column("text")->isVisible());
        typeData(m_folder->filePath("tagged?format=tags&tag=2"));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("1 tag "), qPrintable(said()), patience);
    }

    void theFirstLineIsAHeaderOrAnExample() {
        const QString path = write("plain.csv", "opening,verdict\nall,x\nsome,y\nnone,x\nmany,y\n");
        typeData(path + "?text=1&label=2");
        auto* header = find<QCheckBox>("train.column.header");
        QTRY_VERIFY_WITH_TIMEOUT(header->isVisible(), patience);
        QVERIFY(!header->isChecked());
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableWidget>("train.preview")->rowCount(), 3, patience);
        QTest::mouseClick(header, Qt::LeftButton, {}, QPoint(8, header->height() / 2));
        QVERIFY(header->isChecked());
        QCOMPARE(find<QLineEdit>("train.data.text")->text(), path + "?text=opening&label=verdict");
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableWidget>("train.preview")->rowCount(), 2, patience);
        QCOMPARE(column("text")->currentText(), QStringLiteral("opening"));
    }

    void onlyATableIsAsked() {
        typeData(HEADLIGHT_SOURCE_DIR "/datasets/samples/tables/reviews.csv");
        QTRY_VERIFY_WITH_TIMEOUT(column("text")->isVisible(), patience);
        typeData(task);
        QVERIFY(!column("text")->isVisible()); // what was asked of another file is not waited for
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QVERIFY(!column("text")->isVisible());
    }

private:
    QString write(const QString& name, const QByteArray& bytes) {
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName();
    }
    QString said() { return find<QLabel>("train.summary")->text().remove(QChar(0x200b)); }
    QString data() { return find<QLineEdit>("train.data.text")->text(); }
    QComboBox* column(const QString& role) { return find<QComboBox>("train.column." + role); }
    /// Opens the list and clicks its entry.
    void choose(const QString& role, const QString& entry) {
        QComboBox* box = column(role);
        const int row = box->findText(entry);
        QVERIFY2(row >= 0, qPrintable(role + " has no " + entry));
        QTest::mouseClick(box, Qt::LeftButton, {}, box->rect().center());
        QTRY_VERIFY(box->view()->isVisible());
        const QRect place = box->view()->visualRect(box->model()->index(row, 0));
        QTest::qWait(2 * QApplication::doubleClickInterval()); // the list takes no release right after it opens
        QTest::mouseClick(box->view()->viewport(), Qt::LeftButton, {}, place.center());
        QTRY_VERIFY(!box->view()->isVisible());
    }
};

QTEST_MAIN(ColumnChooserTest)
#include "column_chooser_test.moc"
