#pragma once

#include "viewmodels/configuration_rows.h"

#include <QTreeWidget>

namespace headlight {

/// The configuration of a model as a tree of entries.
class ConfigurationView : public QTreeWidget {
    Q_OBJECT

public:
    explicit ConfigurationView(QWidget* parent = nullptr);

    /// `none` is what stands there where there are no rows.
    void setRows(const QList<ConfigurationRow>& rows, const QString& none);
};

} // namespace headlight
