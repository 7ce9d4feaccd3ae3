#pragma once

#include "app/panels/panel_fixture.h"
#include "panels/train_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace headlight {

/// The Train panel, worked by its controls.
class TrainFixture : protected PanelFixture<TrainPanel> {
protected:
    static constexpr auto task = "diagnostic:first?length=5&train=200&dev=20&test=20";

    QPushButton* start() { return find<QPushButton>("train.start"); }
    void reopen() {
        m_panel.reset();
        open();
    }
    void trainShortly(int epochs) {
        typeData(task);
        makeSmall(epochs);
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QTest::mouseClick(start(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(state().contains(" ended"), qPrintable(log()), patience);
    }
    QString state() { return find<QLabel>("train.state")->text(); }
    QString log() { return find<QPlainTextEdit>("train.log")->toPlainText(); }
    void typeData(const QString& text) {
        auto* line = find<QLineEdit>("train.data.text");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    void setOption(const QString& name, const QString& value) {
        auto* control = find<QWidget>("option." + name);
        auto* line = qobject_cast<QLineEdit*>(control);
        if (!line)
            line = control->findChild<QLineEdit*>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, value);
    }
    void makeSmall(int epochs) {
        pick("train.encoder", "multihead");
        setOption("heads", "2");
        setOption("head_features", "8");
        setOption("embedding_features", "16");
        setOption("hidden", "16");
        setOption("epochs", QString::number(epochs));
        setOption("batch", "10");
    }
};

} // namespace headlight
