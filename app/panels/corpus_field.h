#pragma once

#include "viewmodels/train_preview.h"

#include <QWidget>

class QComboBox;
class QPushButton;

namespace headlight {

/// Which corpus a view works on: typed, chosen from a list, or a folder or file that a dialog finds.
class CorpusField : public QWidget {
    Q_OBJECT

public:
    /// Its parts are called after `name`: "train.data", "train.browse".
    explicit CorpusField(const QString& name, QWidget* parent = nullptr);

    QComboBox* box() const { return m_box; } ///< whose label is beside it
    QString spec() const;
    void setSpec(const QString& spec);
    void setKnownCorpora(const QList<KnownCorpus>& recent, const QList<KnownCorpus>& others);
    void browse(); ///< asks for a folder or a file

signals:
    void taken(); ///< another one was chosen, or the field was left

private:
    void take(const QString& path);

    QComboBox* m_box;
    QPushButton* m_browse;
};

} // namespace headlight
