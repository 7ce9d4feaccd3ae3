#include "window/parity_dialog.h"

#include "forms/reading_dialog.h"
#include "wording/parity_words.h"
#include "wording/shown_text.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

enum Column { Array, Shape, Largest, Relative, Place, Verdict };

/// One layer, or all of a part: the figures of the layer, and where.
void fillFigures(QTreeWidgetItem& row, const ParityPart& part, double largest, std::size_t layer) {
    const double relative = part.layers[layer].relative();
    row.setText(Largest, parityFigure(largest));
    row.setText(Relative, parityFigure(relative));
    row.setText(Place, parityPlace(part, layer));
    row.setText(Verdict, parityWord(verdictOf(relative)));
    for (const Column column : {Largest, Relative})
        row.setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void addPart(QTreeWidget& tree, const QString& name, const ParityPart& part) {
    auto* const row = new QTreeWidgetItem(&tree);
    row->setText(Array, name);
    row->setText(Shape, arrayShapeText(part.theirs));
    if (!part.fits()) {
        row->setText(Place, parityMismatch(part));
        row->setText(Verdict, parityWord(part.verdict()));
        return;
    }
    fillFigures(*row, part, part.layers[part.largestAt()].largest, part.relativeAt());
    if (part.layers.size() == 1)
        return;
    for (std::size_t layer = 0; layer < part.layers.size(); ++layer) {
        auto* const own = new QTreeWidgetItem(row);
        own->setText(Array,
                     areStates(part.part) ? QObject::tr("state %1").arg(layer) : QObject::tr("layer %1").arg(layer));
        fillFigures(*own, part, part.layers[layer].largest, layer);
    }
}

} // namespace

ParityDialog::ParityDialog(ParityModel& model, QWidget* parent)
    : QDialog(parent), m_model(model), m_state(readText(QStringLiteral("parity.state"))), m_figures(new QTreeWidget),
      m_other(new QPushButton(tr("Choose a reference…"))) {
    setObjectName(QStringLiteral("parity.dialog"));
    setWindowTitle(tr("Reference of the model"));
    m_figures->setObjectName(QStringLiteral("parity.figures"));
    m_figures->setAccessibleName(tr("Differences from the reference"));
    m_figures->setHeaderLabels(
        {tr("Array"), tr("Shape"), tr("Largest difference"), tr("Relative"), tr("Where it is largest"), tr("Verdict")});
    m_figures->setToolTip(tr("Relative: the difference by the largest magnitude of the layer's numbers"));
    m_figures->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_figures->header()->setStretchLastSection(false);
    m_other->setObjectName(QStringLiteral("parity.other"));
    m_other->setToolTip(tr("Compare the model with another .npz file; datasets/headlight_reference.py writes one"));
    auto* const bounds = readText(QStringLiteral("parity.bounds"));
    bounds->setText(parityBounds());
    auto* const column = new QVBoxLayout(this);
    column->addWidget(m_state);
    column->addWidget(m_figures, 1);
    column->addWidget(bounds);
    addCloseButton(*this, *column)->addButton(m_other, QDialogButtonBox::ActionRole);
    connect(m_other, &QPushButton::clicked, this, &ParityDialog::askForReference);
    connect(&m_model, &ParityModel::changed, this, &ParityDialog::refresh);
    resize(fontMetrics().averageCharWidth() * 130, fontMetrics().lineSpacing() * 24);
    refresh();
}

void ParityDialog::askForReference() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a reference"),
                                                      QFileInfo(m_model.reference()).path(), tr("References (*.npz)"));
    if (!file.isEmpty())
        m_model.check(file);
}

void ParityDialog::refresh() {
    m_figures->clear();
    const QString model = shownText(m_model.modelTitle()), file = shownText(m_model.reference());
    m_other->setEnabled(!model.isEmpty());
    switch (m_model.state()) {
    case ParityModel::State::None:
        m_state->setText(model.isEmpty()
                             ? tr("No model is open.")
                             : tr("%1: no headlight_reference.npz is beside this model. Such a file has what "
                                  "another program, PyTorch, computed of some ids.")
                                   .arg(model));
        break;
    case ParityModel::State::Checking:
        m_state->setText(tr("%1: being compared with %2.").arg(model, file));
        break;
    case ParityModel::State::Failed:
        m_state->setText(tr("%1: not compared. %2").arg(model, m_model.problem()));
        break;
    case ParityModel::State::Known:
        m_state->setText(tr("%1 · reference %2: %3.").arg(model, file, parityWord(m_model.report().verdict())));
        for (const ParityText& text : m_model.report().texts)
            for (const ParityPart& part : text.parts)
                addPart(*m_figures,
                        QString::fromStdString((text.name.empty() ? "" : text.name + ".") + nameOf(part.part)), part);
        break;
    }
}

} // namespace headlight
