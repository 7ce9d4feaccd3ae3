#include "forms/busy_bar.h"
#include "forms/empty_state.h"
#include "forms/wrapped_text.h"
#include "forms/wrapping_tree.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace headlight;

/// What the forms folder has besides its forms.
class FormsTest : public QObject {
    Q_OBJECT

private slots:
    void tooltipsHaveLinesOfTheirOwn();
    void emptyStateStarts();
    void anEmptyViewHasAFaintPicture();
    void anEmptyTableHasAFaintPictureAboveItsWordsOrBesideThem();
    void busyIsDelayedAndTransparent();
};

void FormsTest::tooltipsHaveLinesOfTheirOwn() {
    const QString text = "one line that stays as it is\n" + QString("five ").repeated(30).trimmed();
    const QStringList lines = inLines(text).split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QString("one line that stays as it is"));
    QVERIFY2(lines[1].size() <= 80 && lines[1].size() > 70, qPrintable(lines[1]));
    QCOMPARE(lines.join(' '), text.simplified());
    QCOMPARE(inLines(QString(200, 'x')), QString(80, 'x') + '\n' + QString(80, 'x') + '\n' + QString(40, 'x'));
}

void FormsTest::emptyStateStarts() {
    EmptyState state("No runs yet.", "Train a model");
    state.show();
    QSignalSpy clicked(&state, &EmptyState::clicked);
    QTest::mouseClick(state.findChild<QPushButton*>("emptyStateButton"), Qt::LeftButton);
    QCOMPARE(clicked.size(), 1);
}

void FormsTest::anEmptyTableHasAFaintPictureAboveItsWordsOrBesideThem() {
    WrappingTree tree;
    tree.setHeaderLabels({"Sweep"});
    tree.setEmptyText("There are no sweeps yet.");
    const auto colored = [&](int height) { // words are grey
        tree.resize(300, height);
        const QImage image = tree.viewport()->grab().toImage();
        QRect found;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).hsvSaturation() > 60)
                    found |= QRect(x, y, 1, 1);
        return found;
    };
    const QRect above = colored(200), beside = colored(70);
    QVERIFY(above.isValid() && beside.isValid());
    QVERIFY(above.left() > beside.right()); // in the middle, and to the left
    QVERIFY(above.height() > beside.height());
    new QTreeWidgetItem(&tree, {"1"});
    QVERIFY(!colored(200).isValid());
}

void FormsTest::anEmptyViewHasAFaintPicture() {
    EmptyState state("No runs yet.");
    state.resize(400, 300);
    const QImage words = state.grab().toImage();
    QList<QImage> seen{words};
    for (const FaintPicture picture :
         {FaintPicture::Map, FaintPicture::Curves, FaintPicture::Bars, FaintPicture::Table}) {
        state.setPicture(picture);
        const QImage shown = state.grab().toImage();
        QVERIFY(!seen.contains(shown));
        seen << shown;
    }
    state.resize(400, 60); // no room for it: the words are there all the same
    QVERIFY(state.grab().toImage() != QImage());
    QVERIFY(state.findChild<QLabel*>()->height() > 0);
}

void FormsTest::busyIsDelayedAndTransparent() {
    QWidget content;
    content.resize(300, 200);
    content.show();
    BusyBar busy(&content);
    busy.setBusy(true);
    QVERIFY(!busy.isVisible());
    QTRY_VERIFY(busy.isVisible());
    QCOMPARE(busy.size(), content.size());
    QCOMPARE(content.childAt(10, 10), nullptr); // the mouse reaches what is below
    busy.setBusy(false);
    QVERIFY(!busy.isVisible());
}

QTEST_MAIN(FormsTest)
#include "forms_test.moc"
