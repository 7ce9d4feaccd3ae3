#include "gui/window_fixture.h"

#include "session/open_model.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTableView>

using namespace headlight;

/// The tensors of the open model in the whole window, where a dropped folder may mean two things.
class TensorsViewTest : public QObject, WindowFixture {
    Q_OBJECT
private slots:
    void init() {
        begin({.size = {1024, 700}});
        QTest::keyClick(m_window.get(), Qt::Key_7, Qt::ControlModifier);
        settle();
    }
    void cleanup() { end(); }

    void theOpenModelIsListed() {
        QCOMPARE(m_window->currentPanel()->objectName(), QString("tensors"));
        auto* table = find<QTableView>("tensors.table");
        QVERIFY(table->isVisible() && table->model()->rowCount() > 4);
        QVERIFY(table->viewport()->width() > 400); // docks leave it room in a small window
    }

    void aFolderOnTheTableIsComparedAndElsewhereOpened() {
        const QString other = m_folder.filePath("other");
        saveModel(*sampleClassifier("disa", {{"features", "8"}}), other.toStdString());
        auto* table = find<QTableView>("tensors.table");
        drop(other, table->mapTo(m_window.get(), table->rect().center()));
        QCOMPARE(m_window->currentPanel()->objectName(), QString("tensors"));
        QVERIFY2(find<QLabel>("tensors.count")->text().contains("only here"),
                 qPrintable(find<QLabel>("tensors.count")->text()));
        QCOMPARE(m_window->session().models().size(), std::size_t(1));
        drop(other, QPoint(5, 5));
        QCOMPARE(m_window->session().models().size(), std::size_t(2));
        m_window->showView("tensors"); // of the other model now, beside none
        settle();
        QVERIFY2(!find<QLabel>("tensors.count")->text().contains("only"),
                 qPrintable(find<QLabel>("tensors.count")->text()));
    }

private:
    void drop(const QString& folder, const QPoint& at) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(folder)});
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(at), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(m_window.get(), &event);
        settle();
    }
};

QTEST_MAIN(TensorsViewTest)
#include "tensors_view_test.moc"
