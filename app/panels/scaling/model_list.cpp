#include "panels/scaling/model_list.h"

#include "engine/core/error.h"
#include "engine/encoders/registry.h"
#include "forms/overlay.h"
#include "forms/wrapped_text.h"
#include "panels/scaling/model_options_dialog.h"
#include "style/colors.h"
#include "wording/option_title.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

namespace headlight {

constexpr int listRows = 4;     ///< that are seen without scrolling
constexpr int problemLines = 5; ///< all models that there are

ModelList::ModelList(QWidget* parent)
    : QWidget(parent), m_list(new QListWidget), m_text(new QLineEdit), m_problem(new QLabel) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_list->setObjectName(QStringLiteral("scaling.modelList"));
    m_list->setAccessibleName(tr("Models that are measured"));
    m_list->setToolTip(tr("Enter or a double click changes the options of a model, Delete takes it away"));
    const int edge = fontMetrics().height() / 4;
    m_list->setFixedHeight(std::max(int(fontMetrics().height() * 1.3 * listRows) + 2 * m_list->frameWidth(),
                                    problemLines * fontMetrics().lineSpacing() + 2 * edge));
    m_list->setWordWrap(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_list);
    auto* buttons = new QHBoxLayout;
    QToolButton* add = addButton(QStringLiteral("scaling.add"), tr("Add"), tr("Add an encoder to the list"));
    add->setPopupMode(QToolButton::InstantPopup);
    add->setMenu(makeAddMenu());
    m_options = addButton(QStringLiteral("scaling.modelOptions"), tr("Options…"),
                          tr("Preset and options of the chosen model (Enter)"));
    m_remove =
        addButton(QStringLiteral("scaling.removeModel"), tr("Remove"), tr("The chosen model is not measured (Delete)"));
    m_asText = addButton(QStringLiteral("scaling.asText"), tr("As text"),
                         tr("Shows the list as the command line takes it, to be typed or copied"));
    m_asText->setCheckable(true);
    for (QToolButton* button : {add, m_options, m_remove, m_asText})
        buttons->addWidget(button);
    buttons->addStretch();
    column->addLayout(buttons);
    m_text->setObjectName(QStringLiteral("scaling.models"));
    m_text->hide();
    m_text->setAccessibleName(tr("Models as text"));
    m_text->setToolTip(tr("The list as text: encoders separated by commas, with options: "
                          "mtsa:preset=paper:heads=8,disa"));
    m_text->setWhatsThis(
        tr("The list above as text, as the command line takes it: encoders by their ids, separated by commas. Options "
           "follow their encoder, each after a colon: mtsa:preset=paper:heads=8,disa is MTSA with the paper's options "
           "but 8 heads, and DiSA as it is. headlight-cli models ID names the options of an encoder."));
    column->addWidget(m_text);
    m_problem->setObjectName(QStringLiteral("scaling.modelProblem"));
    m_problem->setWordWrap(true);
    m_problem->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_problem->setMargin(edge);
    m_problem->setAutoFillBackground(true);
    m_problem->hide();
    new Overlay(m_problem, m_list, Overlay::Place::Whole); // the list is of no use then, and nothing moves
    m_list->installEventFilter(this);
    connect(m_list, &QListWidget::itemActivated, this, &ModelList::editOptions);
    connect(m_list, &QListWidget::currentRowChanged, this, &ModelList::showState);
    connect(m_options, &QToolButton::clicked, this, &ModelList::editOptions);
    connect(m_remove, &QToolButton::clicked, this, &ModelList::remove);
    connect(m_asText, &QToolButton::toggled, this, [this](bool on) {
        m_text->setVisible(on);
        m_text->setCursorPosition(0); // a long list shows its beginning
    });
    connect(m_text, &QLineEdit::textChanged, this, &ModelList::read);
    connect(m_text, &QLineEdit::editingFinished, this, &ModelList::changed);
    colorProblem();
    showState();
}

/// Delete is the key of the list of sweeps as well: each has it while the focus is in it.
bool ModelList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Delete)
        return QWidget::eventFilter(watched, event);
    remove();
    return true;
}

QToolButton* ModelList::addButton(const QString& name, const QString& title, const QString& help) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(title);
    button->setToolTip(help);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QMenu* ModelList::makeAddMenu() {
    auto* menu = new QMenu(this);
    for (const EncoderRow& encoder : encoderRows()) {
        const QString id = QString::fromStdString(encoder.id);
        menu->addAction(QString::fromStdString(encoder.titleWithCode()), this, [this, id] {
            setText(text().isEmpty() ? id : text() + u',' + id);
            m_list->setCurrentRow(m_list->count() - 1);
            emit changed();
        });
    }
    return menu;
}

QString ModelList::text() const {
    return m_text->text().simplified();
}

void ModelList::setText(const QString& text) {
    m_text->setText(text);
    m_text->setCursorPosition(0); // a long list shows its beginning
}

/// While the text can't be read, the list is what it was and waits.
void ModelList::read() {
    QString problem;
    try {
        m_models = text().isEmpty() ? std::vector<ScaledModel>() : parseScaledModels(text().toStdString());
        const QSignalBlocker blocker(*m_list);
        const int row = m_list->currentRow();
        m_list->clear();
        for (const ScaledModel& model : m_models) {
            const EncoderRow& encoder = encoderRow(model.encoder);
            auto* item = new QListWidgetItem(
                modelTitle(QString::fromStdString(model.encoder), QString::fromStdString(model.options)));
            item->setToolTip(QString::fromStdString(encoder.titleWithCode() + "\n" + model.text()));
            m_list->addItem(item);
        }
        m_list->setCurrentRow(std::min(std::max(0, row), m_list->count() - 1));
    } catch (const Error& error) {
        problem = QString::fromUtf8(error.what());
    }
    m_problem->setText(breakable(problem));
    m_problem->setToolTip(inLines(problem));
    m_problem->setVisible(!problem.isEmpty());
    if (!problem.isEmpty())
        m_asText->setChecked(true); // where it is to be mended
    m_list->setEnabled(problem.isEmpty());
    showState();
}

void ModelList::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colorProblem();
}

void ModelList::colorProblem() {
    QPalette colors = palette();
    const Theme theme = themeOf(colors);
    colors.setColor(QPalette::WindowText, color(ColorRole::Error, theme));
    colors.setColor(QPalette::Window, color(ColorRole::ErrorSurface, theme));
    m_problem->setPalette(colors);
}

void ModelList::write(int row) {
    QStringList texts;
    for (const ScaledModel& model : m_models)
        texts.append(QString::fromStdString(model.text()));
    setText(texts.join(u','));
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    emit changed();
}

void ModelList::editOptions() {
    const int row = m_list->currentRow();
    if (row < 0 || !m_list->isEnabled())
        return;
    auto* dialog = new ModelOptionsDialog(m_models[std::size_t(row)], this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, row] {
        if (std::size_t(row) >= m_models.size())
            return;
        m_models[std::size_t(row)] = parseScaledModels(dialog->model().toStdString()).front();
        write(row);
    });
    dialog->open();
}

void ModelList::remove() {
    const int row = m_list->currentRow();
    if (row < 0 || !m_list->isEnabled())
        return;
    m_models.erase(m_models.begin() + row);
    write(row);
}

void ModelList::showState() {
    const bool has = m_list->isEnabled() && m_list->currentRow() >= 0;
    m_options->setEnabled(has);
    m_remove->setEnabled(has);
}

} // namespace headlight
