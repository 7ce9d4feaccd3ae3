#include "panels/attend/vectors_pane.h"

#include "figure/figure_sheet.h"
#include "forms/flow_layout.h"
#include "matrix/vector_strips.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "viewmodels/map_names.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

/// As wide as its cells need, drawn smaller where the paper is narrower; without what the pointer is at.
static Picture figureOfStrips(VectorStripsPainter painter, const FigureOptions& options, const QString& title,
                              const PictureMetadata& metadata) {
    const FigureSheet sheet(options, painter.theme(), title);
    painter.setHover(-1);
    painter.setTheme(sheet.theme());
    painter.setFont(sheet.font());
    painter.setStyle(sheet.style());
    const double width = std::max(sheet.width(), painter.leastWidth());
    const QSizeF size(width, painter.heightFor(width));
    Picture picture = sheet.pictureOf(
        size, [painter, size](QPainter& canvas) { painter.paint(canvas, QRectF(QPointF(), size)); }, metadata);
    picture.parts = FigurePart::Title;
    picture.title = title;
    return picture;
}

VectorsPane::VectorsPane(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_vectors(new VectorsModel(session, model, this)), m_query(new QComboBox),
      m_values(new QCheckBox(tr("Values"))), m_byFrequency(new QCheckBox(tr("By frequency"))), m_remark(new QLabel),
      m_none(new QLabel), m_strips(new VectorStrips), m_shown(new QWidget), m_stack(new QStackedLayout(this)) {
    m_vectors->setWatched(false);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // what it holds has keys of its own
    scroll->setWidget(m_strips);
    m_strips->setObjectName("vectors");
    auto* column = new QVBoxLayout(m_shown);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeControls());
    column->addWidget(scroll, 1);
    m_none->setObjectName("vectors-none");
    m_none->setWordWrap(true);
    m_none->setAlignment(Qt::AlignCenter);
    m_none->setContentsMargins(QMargins() + fontMetrics().height());
    m_stack->addWidget(m_shown);
    m_stack->addWidget(m_none);
    addFigure(model);
    connect(m_vectors, &VectorsModel::changed, this, &VectorsPane::refresh);
    connect(m_strips, &VectorStrips::rowChosen, this, [this](int row) {
        if (m_vectors->vectors() && m_vectors->keysAreQueries())
            chooseQuery(row);
    });
    connect(m_strips, &VectorStrips::hovered, scroll, [this, scroll](int index) {
        if (index < 0 || m_strips->underMouse()) // by a key
            return;
        const QPoint cell = m_strips->painter().cellRect(m_strips->rect(), index).center().toPoint();
        scroll->ensureVisible(cell.x(), cell.y());
    });
    refresh();
}

QWidget* VectorsPane::makeControls() {
    auto* controls = new QWidget;
    auto* row = new FlowLayout(controls);
    const int em = fontMetrics().height();
    row->setContentsMargins(em / 3, em / 4, em / 3, em / 4);
    m_query->setObjectName("vectors-query");
    m_query->setAccessibleName(tr("Query"));
    m_query->setToolTip(tr("Whose query meets the keys: the token that is pinned, or was pointed at last"));
    m_query->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_query->setMinimumContentsLength(9);
    m_values->setObjectName("vectors-values");
    m_values->setToolTip(tr("Also the values, which the weights mix"));
    m_byFrequency->setObjectName("vectors-by-frequency");
    m_remark->setObjectName("vectors-remark");
    for (QWidget* part : std::initializer_list<QWidget*>{m_query, m_values, m_byFrequency, m_remark})
        row->addWidget(part);
    connect(m_query, &QComboBox::activated, this, &VectorsPane::chooseQuery);
    for (const QCheckBox* box : {m_values, m_byFrequency})
        connect(box, &QCheckBox::toggled, this, &VectorsPane::refresh);
    return controls;
}

VectorLook VectorsPane::look() const {
    return {m_values->isChecked(), m_byFrequency->isChecked()};
}

/// Pinned, so that it stays while others are pointed at.
void VectorsPane::chooseQuery(int query) {
    m_session.setPinsIn(m_vectors->sequence(), {query}, m_session.marks(m_vectors->sequence()).pinnedKeys);
}

void VectorsPane::refresh() {
    m_none->setText(m_vectors->message());
    m_stack->setCurrentWidget(m_vectors->message().isEmpty() ? m_shown : m_none);
    const bool isThere = m_vectors->vectors().has_value();
    const bool isTurned = isThere && !m_vectors->vectors()->planes.empty();
    m_byFrequency->setEnabled(isTurned);
    m_byFrequency->setToolTip(
        isTurned ? tr("The two features of each rotary plane side by side, the planes that turn fastest first")
                 : tr("No rotation turns the features of this head"));
    m_remark->setText(isThere ? m_vectors->remark() : QString());
    const QSignalBlocker blocker(m_query);
    if (const QStringList tokens = isThere ? m_vectors->queryTokens() : QStringList(); tokens != m_tokens) {
        m_tokens = tokens;
        m_query->clear();
        m_query->addItems(tokens);
    }
    m_query->setCurrentIndex(isThere ? m_vectors->query() : -1);
    m_strips->setView(viewOf(*m_vectors, look()));
}

void VectorsPane::addFigure(AttendModel& model) {
    FigureSource source;
    source.name = [this] {
        const MapAddress address = m_vectors->vectors() ? m_vectors->address() : MapAddress();
        return QStringLiteral("vectors-layer%1-head%2").arg(address.layer).arg(address.head);
    };
    source.picture = [this, &model](const FigureOptions& options) {
        if (!m_vectors->vectors())
            return Picture();
        const MapOrigin origin = originOf(model);
        const QString title = withSequence(
            tr("Query “%1” and keys of %2")
                .arg(m_vectors->queryTokens()[m_vectors->query()], headName(m_vectors->address(), origin.recording)),
            origin.recording, m_vectors->sequence());
        PictureMetadata metadata = metadataOf(origin, m_vectors->sequence());
        metadata << std::pair(QStringLiteral("layer"), QString::number(m_vectors->address().layer))
                 << std::pair(QStringLiteral("head"), QString::number(m_vectors->address().head))
                 << std::pair(QStringLiteral("query"), QString::number(m_vectors->query()))
                 << std::pair(QStringLiteral("scale"), exactNumber(m_vectors->vectors()->scale));
        return figureOfStrips(m_strips->painter(), options, writtenTitle(title, origin), metadata);
    };
    source.values = [this] { return vectorTable(*m_vectors); };
    addAttendFigure(m_strips, m_session, model, source);
}

} // namespace headlight
