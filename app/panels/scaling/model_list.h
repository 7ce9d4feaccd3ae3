#pragma once

#include "engine/analysis/scale_plan.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QMenu;
class QToolButton;

namespace headlight {

/// Which models a sweep measures, and with which options: a list with buttons to add, change and remove, and on
/// demand the same as text, as the command line takes it. The text is what counts.
class ModelList : public QWidget {
    Q_OBJECT

public:
    explicit ModelList(QWidget* parent = nullptr);

    QString text() const;
    void setText(const QString& text);

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addButton(const QString& name, const QString& title, const QString& help);
    QMenu* makeAddMenu();
    void read();         ///< the text into the list
    void write(int row); ///< the list's models into the text; that row is the current one then
    void editOptions();
    void remove();
    void showState();
    void colorProblem();

    QListWidget* m_list;
    QLineEdit* m_text;
    QLabel* m_problem; ///< of the text, in the place of the list
    QToolButton *m_options, *m_remove, *m_asText;
    std::vector<ScaledModel> m_models; ///< of the text while it can be read
};

} // namespace headlight
