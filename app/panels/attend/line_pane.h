#pragma once

#include "matrix/line_selection.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace headlight {

class LineView;
class Settings;

/// A map as lines, and above it which of them are drawn. The choice is remembered.
class LinePane : public QWidget {
    Q_OBJECT
public:
    explicit LinePane(Settings& settings, QWidget* parent = nullptr);

    LineView* view() const { return m_view; }
    /// Takes the choice that the settings have.
    void recall();

private:
    void choose();

    Settings& m_settings;
    QComboBox* m_kind;
    QDoubleSpinBox* m_least;
    QSpinBox* m_count;
    LineView* m_view;
};

} // namespace headlight
