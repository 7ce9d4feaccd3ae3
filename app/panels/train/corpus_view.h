#pragma once

#include "viewmodels/train_preview.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace headlight {

class BusyBar;

/// What a corpus holds: a summary, and for every label how many examples it has and one of them.
class CorpusView : public QWidget {
    Q_OBJECT

public:
    explicit CorpusView(QWidget* parent = nullptr);

    void show(const CorpusPreview& preview);
    void showProblem(const QString& message);
    void setBusy(bool busy);
    void clear();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void say(const QString& text);

    QLabel* m_summary;
    QTableWidget* m_table;
    BusyBar* m_busy;
};

} // namespace headlight
