#include "panels/attend/line_pane.h"

#include "forms/flow_layout.h"
#include "matrix/line_view.h"
#include "session/kept_lines.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontInfo>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace headlight {

using Kind = LineChoice::Kind;

LinePane::LinePane(Settings& settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_kind(new QComboBox), m_least(new QDoubleSpinBox), m_count(new QSpinBox),
      m_view(new LineView) {
    m_kind->setObjectName("line-choice");
    m_kind->setAccessibleName(tr("Which lines are drawn"));
    m_kind->setToolTip(tr("Which lines are drawn; what is hidden is said below them"));
    m_kind->addItem(tr("Automatic"), "automatic"); // in the order of LineChoice::Kind
    m_kind->addItem(tr("From a weight on"), "threshold");
    m_kind->addItem(tr("Strongest keys"), "strongest");
    m_least->setObjectName("line-least");
    m_least->setAccessibleName(tr("Weakest line that is drawn"));
    m_least->setToolTip(tr("Lines below this value are hidden; of scores, those nearer to zero"));
    m_least->setDecimals(4);
    m_least->setRange(0.0, 1000.0);
    m_least->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_count->setObjectName("line-count");
    m_count->setAccessibleName(tr("Lines of each query"));
    m_count->setToolTip(tr("So many of the strongest keys of each query are drawn"));
    m_count->setRange(1, SavedView::mostLines);
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
    const SavedView::Lines kept = keptLines(m_settings);
    const QSignalBlocker kind(m_kind), leastBox(m_least), count(m_count); // chosen together
    m_kind->setCurrentIndex(m_kind->findData(QString::fromStdString(kept.kind)));
    m_least->setValue(kept.least);
    m_count->setValue(kept.perQuery);
    choose();
}

void LinePane::choose() {
    const LineChoice choice{Kind(m_kind->currentIndex()), m_least->value(), m_count->value()};
    m_least->setVisible(choice.kind == Kind::Threshold);
    m_count->setVisible(choice.kind == Kind::Strongest);
    if (choice == m_view->painter().choice())
        return;
    m_view->setChoice(choice);
    keepLines({m_kind->currentData().toString().toStdString(), choice.least, choice.perQuery}, m_settings);
}

} // namespace headlight
