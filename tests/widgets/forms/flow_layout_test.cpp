#include "forms/flow_layout.h"

#include <QTest>
#include <QWidget>

using namespace headlight;

class FlowLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void whatStretchesTakesTheRestOfItsLine() {
        QWidget panel;
        auto* flow = new FlowLayout(&panel);
        flow->setContentsMargins(0, 0, 0, 0);
        const auto add = [&](int stretch) {
            auto* part = new QWidget;
            part->setMinimumSize(100, 20);
            QSizePolicy policy = part->sizePolicy();
            policy.setHorizontalStretch(stretch);
            part->setSizePolicy(policy);
            flow->addWidget(part);
            return part;
        };
        const auto *first = add(0), *second = add(1), *third = add(0);
        panel.resize(500, 100);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCOMPARE(first->geometry(), QRect(0, 0, 100, 20));
        QCOMPARE(third->geometry(), QRect(400, 0, 100, 20));
        QVERIFY(second->width() > 250 && second->x() > 100 && second->geometry().right() < 400);

        panel.resize(150, 100); // a line for each
        QTRY_VERIFY(second->y() >= 20 && third->y() >= second->y() + 20);
        QCOMPARE(first->width(), 100);
        QCOMPARE(second->width(), 150);
        QCOMPARE(flow->heightForWidth(150), third->y() + 20);
    }
};

QTEST_MAIN(FlowLayoutTest)
#include "flow_layout_test.moc"
