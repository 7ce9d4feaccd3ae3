#pragma once

#include "panels/panel.h"
#include "viewmodels/tensors_model.h"

class QMenu;

namespace headlight {

class ConfigurationView;
class TensorTableView;
class TensorView;

/// What the open model is made of: its tensors, their figures, its configuration, and how it differs from another one.
class TensorsPanel : public Panel {
    Q_OBJECT
public:
    TensorsPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool isComplete() const override { return !m_model.isBusy(); }
    /// What is dropped on the table is compared with it.
    bool takeDropped(const QString& path, const QPoint& globalPosition) override;

protected:
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    QStringList presentedParts() const override { return {QStringLiteral("tensor")}; }

private:
    void showContent();
    void fillComparisons();
    void askForFolder();
    void askForFile();
    void compareWith(const QString& place);
    void report(const QString& message);

    TensorsModel m_model;
    TensorTableView* m_table;
    TensorView* m_tensor;
    ConfigurationView* m_configuration;
};

} // namespace headlight
