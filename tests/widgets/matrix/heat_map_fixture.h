#pragma once

#include "matrix/heat_map.h"
#include "style/appearance.h"

#include <QApplication>
#include <QTest>
#include <QWheelEvent>
#include <memory>

namespace headlight {

/// Of so many tokens, with values from 0 to 1 in turn.
inline MatrixView square(int size) {
    MatrixView view;
    view.rows = view.columns = size;
    for (int i = 0; i < size; ++i)
        view.rowLabels << QStringLiteral("t%1").arg(i);
    view.columnLabels = view.rowLabels;
    for (int i = 0; i < size * size; ++i)
        view.values << static_cast<float>(i % 11) / 10.0f;
    return view;
}

inline QPoint middle(const HeatMap& map, int row, int column) {
    return map.mapGeometry().cellRect(row, column).center().toPoint();
}

inline void wheel(QWidget& widget, const QPointF& point, int notches) {
    QWheelEvent event(point, widget.mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

/// A map of eight tokens on the screen, in light colours; made for each test.
class HeatMapFixture {
protected:
    void showMap() {
        m_map = std::make_unique<HeatMap>();
        m_map->resize(400, 400);
        m_map->setView(square(8));
        m_map->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_map.get()));
    }

    Appearance m_appearance{ThemeChoice::Light};
    std::unique_ptr<HeatMap> m_map;
};

} // namespace headlight
