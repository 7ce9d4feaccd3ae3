#pragma once

#include "matrix/matrix_view.h"

#include <QWidget>

class QScrollBar;

namespace headlight {

class HeatMap;

/// Features of which each token has one weight: a row for each of them that can be read and clicked, scrolled where not
/// all have room.
class FeatureStrips : public QWidget {
    Q_OBJECT
public:
    explicit FeatureStrips(QWidget* parent = nullptr);

    HeatMap* map() const { return m_map; }
    /// `names` say what each row is, in the read-out.
    void setRows(const MatrixView& view, const QStringList& names);
    void scrollToTop();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refreshBar();

    HeatMap* m_map;
    QScrollBar* m_bar;
    QStringList m_names;
};

} // namespace headlight
