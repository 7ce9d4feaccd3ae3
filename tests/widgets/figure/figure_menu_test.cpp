#include "figure/figure_menu.h"

#include "figure/figure_choice.h"
#include "figure/figure_dialog.h"
#include "figure/save_dialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

using namespace headlight;

class FigureMenuTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { delete m_widget; }
    void everyEntryDoesWhatItSays();
    void exportWritesWhatWasChosen();
    void failuresAreOneMessage();
    void whatIsGoneIsNotExported();
    void aTypedNameIsTheFileThatIsWritten();
    void valuesAreQuoted();
    void whatWasChosenIsRemembered();

private:
    void exportInto(const QString& path);

    QWidget* m_widget = nullptr;
    FigureMenu* m_menu = nullptr;
    int m_resets = 0;
    bool m_isThere = true;
    QTemporaryDir m_folder;
};

void FigureMenuTest::init() {
    FigureChoice::shared().setTexts({});
    m_widget = new QWidget;
    m_widget->show();
    m_resets = 0;
    FigureSource source;
    m_isThere = true;
    source.picture = [this](const FigureOptions&) {
        return !m_isThere ? Picture()
                          : Picture{QSizeF(50, 40), [](QPainter& p) { p.fillRect(0, 0, 50, 40, Qt::blue); }, {}, {}};
    };
    source.values = [] { return ValueTable{{"token", "weight"}, {{"a, \"b\"", "0.25"}}}; };
    source.resetZoom = [this] { ++m_resets; };
    source.files = {{"NumPy archive", "npz", [](const QString& path) { return writeWholeFile(path, "npz"); }}};
    m_menu = new FigureMenu(m_widget, source);
}

void FigureMenuTest::everyEntryDoesWhatItSays() {
    QStringList titles;
    for (const QAction* action : m_menu->actions())
        titles += action->text();
    QCOMPARE(titles, QStringList({"Copy image", "Copy values", "Export…", "Reset zoom"}));
    m_menu->actions()[0]->trigger();
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    m_menu->actions()[1]->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("token\tweight\na, \"b\"\t0.25\n"));
    m_menu->actions()[3]->trigger();
    QCOMPARE(m_resets, 1);
}

/// The dialog, its button clicked.
void FigureMenuTest::exportInto(const QString& path) {
    SaveDialog::setNextAnswer({path, 0});
    m_menu->exportFile();
    auto* dialog = m_widget->findChild<FigureDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::mouseClick(dialog->findChild<QPushButton*>("figure-export"), Qt::LeftButton);
    QVERIFY(dialog->isVisible()); // for another kind of file
    const QString said = dialog->findChild<QLabel*>("figure-remark")->text();
    QVERIFY2(said.startsWith("Written: ") == QFileInfo::exists(path), qPrintable(path + ": " + said));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void FigureMenuTest::exportWritesWhatWasChosen() {
    QSignalSpy exported(m_menu, &FigureMenu::exported);
    const QString png = m_folder.filePath("x.png");
    exportInto(png);
    QCOMPARE(QImage(png).size(), QSize(156, 125)); // 50 × 40 at 300 to the inch
    for (const char* name : {"x.csv", "x.npz", "x.svg"}) {
        exportInto(m_folder.filePath(name));
        QVERIFY2(QFileInfo(m_folder.filePath(name)).size() > 0, name);
    }
    QCOMPARE(exported.size(), 4);
    exportInto({});
    QCOMPARE(exported.size(), 4);
}

void FigureMenuTest::whatWasChosenIsRemembered() {
    FigureChoice::shared().setTexts({});
    m_menu->exportFile();
    auto* dialog = m_widget->findChild<FigureDialog*>();
    dialog->findChild<QDoubleSpinBox*>("figure-width")->setValue(120);
    dialog->setFormat("pdf");
    SaveDialog::setNextAnswer({m_folder.filePath("kept.pdf"), 0});
    QTest::mouseClick(dialog->findChild<QPushButton*>("figure-export"), Qt::LeftButton);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const QStringList texts = FigureChoice::shared().texts();
    QVERIFY2(texts.contains("width=120") && texts.contains("format=pdf"), qPrintable(texts.join(' ')));
    m_menu->exportFile();
    dialog = m_widget->findChild<FigureDialog*>();
    QCOMPARE(dialog->options().widthMm, 120.0);
    QCOMPARE(dialog->format(), QStringLiteral("pdf"));
    QTest::mouseClick(dialog->findChild<QPushButton*>("figure-defaults"), Qt::LeftButton);
    QCOMPARE(dialog->options(), FigureOptions());
}

void FigureMenuTest::failuresAreOneMessage() {
    QSignalSpy failed(m_menu, &FigureMenu::failed);
    exportInto(m_folder.filePath("x.bmp"));
    QCOMPARE(failed.size(), 1);
    const QString message = failed[0][0].toString();
    QVERIFY2(message.contains(QStringLiteral("Known are .png, .svg, .pdf, .csv, .npz.")), qPrintable(message));
}

/// What is shown may go while the dialog is open.
void FigureMenuTest::whatIsGoneIsNotExported() {
    m_isThere = false;
    for (const char* name : {"gone.png", "gone.svg", "gone.pdf", "gone.csv", "gone.npz"}) {
        QVERIFY2(m_menu->exportTo(m_folder.filePath(name)).contains("nothing to export"), name);
        QVERIFY2(!QFileInfo::exists(m_folder.filePath(name)), name);
    }
    QSignalSpy failed(m_menu, &FigureMenu::failed);
    for (QAction* action : m_menu->actions().mid(0, 3))
        action->trigger();
    QCOMPARE(failed.size(), 3);
}

void FigureMenuTest::aTypedNameIsTheFileThatIsWritten() {
    const QList<SaveDialog::Kind> kinds = {{"PNG", "png"}, {"SVG", "svg"}};
    const auto pathOf = [&](const QString& typed, int kind) { return SaveDialog::resolved(typed, kind, kinds).path; };
    QCOMPARE(pathOf("/a/x.svg", 0), QStringLiteral("/a/x.svg"));
    QCOMPARE(SaveDialog::resolved("/a/x.SVG", 0, kinds).kind, 1);
    QCOMPARE(pathOf("/a/x", 1), QStringLiteral("/a/x.svg"));
    QCOMPARE(pathOf("/a/x.foo", 0), QStringLiteral("/a/x.foo")); // not x.foo.png, which nobody named
    QSignalSpy failed(m_menu, &FigureMenu::failed);
    exportInto(SaveDialog::resolved(m_folder.filePath("x.foo"), 0, kinds).path);
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("“.foo” is no known kind of file. Known are .png")));
    QCOMPARE(QDir(m_folder.path()).entryList({"x.foo*"}).size(), 0);
    QVERIFY(
        m_menu->exportTo(m_folder.filePath("x")).contains(QStringLiteral("its name has no ending. Known are .png")));
}

void FigureMenuTest::valuesAreQuoted() {
    const ValueTable table{{"name", "x"}, {{"say \"hi\"", "1"}, {"two\nlines", exactNumber(0.1)}, {"", "a,b"}}};
    QCOMPARE(exactNumber(-0.1f), QStringLiteral("-0.1")); // a minus that programs read; the float's digits, no more
    QCOMPARE(exactNumber(-1e-9), QStringLiteral("-1e-09"));
    QCOMPARE(exactNumber(std::nanf("")), QString());
    QCOMPARE(table.toCsv(), QByteArray("name,x\n\"say \"\"hi\"\"\",1\n\"two\nlines\",0.1\n,\"a,b\"\n"));
}

QTEST_MAIN(FigureMenuTest)
#include "figure_menu_test.moc"
