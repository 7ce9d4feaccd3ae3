#include "panels/attend/line_pane.h"

#include "figure/value_table.h"
#include "forms/flow_layout.h"
#include "matrix/line_view.h"
#include "session/settings.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontInfo>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headlight {

using Kind = LineChoice::Kind;

LinePane::LinePane(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_kind(new QComboBox), m_least(new QDoubleSpinBox), m_count(new QSpinBox),
      m_view(new LineView) {
    m_kind->setObjectName("line-choice");
    m_kind->setAccessibleName(tr("Which lines are drawn"));
    m_kind->setToolTip(tr("Which lines are drawn; what is hidden is said below them"));
    m_kind->addItem(tr("Automatic"), int(Kind::Automatic));
    m_kind->addItem(tr("From a weight on"), int(Kind::Threshold));
    m_kind->addItem(tr("Strongest keys"), int(Kind::Strongest));
    m_least->setObjectName("line-least");
    m_least->setAccessibleName(tr("Weakest line that is drawn"));
    m_least->setToolTip(tr("Lines below this value are hidden; of scores, those nearer to zero"));
    m_least->setDecimals(4);
    m_least->setRange(0.0, 1000.0);
    m_least->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_count->setObjectName("line-count");
    m_count->setAccessibleName(tr("Lines of each query"));
    m_count->setToolTip(tr("So many of the strongest keys of each query are drawn"));
    m_count->setRange(1, 100);
    m_view->setObjectName("lines-view");
    m_view->setMinimumHeight(3 * QFontInfo(font()).pixelSize()); // a low window has room for the controls, too
    auto* const controls = new QWidget;
    auto* const row = new FlowLayout(controls);
    const int em = fontMetrics().height();
    row->setContentsMargins(em / 3, em / 4, em / 3, em / 4);
    for (QWidget* part : std::initializer_list<QWidget*>{m_kind, m_least, m_count})
        row->addWidget(part);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(controls);
    column->addWidget(m_view, 1);
    recall();
    connect(m_kind, &QComboBox::currentIndexChanged, this, &LinePane::choose);
    connect(m_least, &QDoubleSpinBox::valueChanged, this, &LinePane::choose);
    connect(m_count, &QSpinBox::valueChanged, this, &LinePane::choose);
}

void LinePane::recall() {
    const QStringList kept = m_settings.list("lines");
    const LineChoice usual;
    const double least = kept.value(1).toDouble();
    const QSignalBlocker kind(m_kind), leastBox(m_least), count(m_count); // chosen together
    m_kind->setCurrentIndex(std::clamp(kept.value(0).toInt(), 0, m_kind->count() - 1));
    m_least->setValue(kept.size() > 1 && std::isfinite(least) ? least : usual.least);
    m_count->setValue(kept.size() > 2 ? kept[2].toInt() : usual.perQuery);
    choose();
}

void LinePane::choose() {
    const LineChoice choice{Kind(m_kind->currentData().toInt()), m_least->value(), m_count->value()};
    m_least->setVisible(choice.kind == Kind::Threshold);
    m_count->setVisible(choice.kind == Kind::Strongest);
    if (choice == m_view->painter().choice())
        return;
    m_view->setChoice(choice);
    m_settings.set("lines", QStringList{QString::number(m_kind->currentIndex()), exactNumber(choice.least),
                                        QString::number(choice.perQuery)});
}

} // namespace headlight
