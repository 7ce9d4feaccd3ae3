#include "forms/message_bar.h"
#include "gui/window_fixture.h"

#include <QDropEvent>
#include <QMimeData>

using namespace headlight;

/// Which view is shown when a model is opened, and when it can't be.
class OpenModelTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        QTest::keyClick(m_window.get(), Qt::Key_2, Qt::ControlModifier);
        settle();
    }
    void cleanup() { end(); }

    void aModelThatCantBeOpenedLeavesTheViewAsItIs() {
        const QString folder = m_folder.filePath("gpt2");
        QVERIFY(QDir().mkpath(folder));
        QFile config(folder + "/config.json");
        QVERIFY(config.open(QFile::WriteOnly) && config.write(R"({"model_type": "gpt2", "vocab_size": 5})") > 0);
        config.close();
        drop(folder);
        const auto* messages = find<MessageBar>("messages");
        QVERIFY(messages->isVisible());
        QVERIFY2(messages->text().contains("gpt2"), qPrintable(messages->text()));
        QCOMPARE(m_window->currentPanel()->objectName(), QString("masks"));
    }

    void aModelIsShownWhenItIsOpen() {
        const QString folder = m_folder.filePath("other");
        saveModel(*sampleClassifier("disa", {}), folder.toStdString());
        drop(folder);
        QCOMPARE(m_window->session().current()->folder, QFileInfo(folder).canonicalFilePath());
        QCOMPARE(m_window->currentPanel()->objectName(), QString("attend"));
    }

private:
    void drop(const QString& folder) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(folder)});
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &event);
        settle();
    }
};

QTEST_MAIN(OpenModelTest)
#include "open_model_test.moc"
