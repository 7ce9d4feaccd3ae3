#pragma once

#include "viewmodels/corpus_split.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headlight {

/// Asks how a corpus is divided that has no dev set, or no training set.
class SplitChooser : public QWidget {
    Q_OBJECT

public:
    explicit SplitChooser(QWidget* parent = nullptr);

    /// Hidden when there is nothing to choose.
    void ask(const CorpusSplit& split);

signals:
    /// An option of the corpus; an empty value: as if it had never been given.
    void chosen(const QString& key, const QString& value);
    void testFileChosen(); ///< it shall be trained on

private:
    QLabel* m_title;
    QSpinBox* m_share;
    QCheckBox* m_trainOnDev;
    QPushButton* m_trainOnTest;
};

} // namespace headlight
