#pragma once

#include "viewmodels/runs_library.h"

#include <QVariantMap>

class QCheckBox;
class QComboBox;

namespace headlight {

class ScatterTab;

/// The papers' third plot: what accuracy costs. Accuracy against the time of inference, memory of training as the size
/// of a mark, one mark per setting of the store's runs on one corpus; published models as hollow marks.
class AccuracyPlot : public QWidget {
    Q_OBJECT
public:
    explicit AccuracyPlot(Jobs& jobs, QWidget* parent = nullptr);

    /// Looks at the runs of this store while the plot is visible.
    void setStore(const QString& path);
    void setRunColors(const QMap<qint64, QString>& colors) { m_library.setColors(colors); }

    QVariantMap choices() const;
    void setChoices(const QVariantMap& choices);

signals:
    void choicesChanged();
    void failed(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void fillCorpora();
    QString chosenCorpus() const;
    void draw();

    RunsLibrary m_library;
    QComboBox* m_corpus;
    QCheckBox* m_published;
    ScatterTab* m_scatter;
    QString m_wantedCorpus; ///< whose axes are shown, or will be when the runs are read
};

} // namespace headlight
