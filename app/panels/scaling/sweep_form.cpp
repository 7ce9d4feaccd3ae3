#include "panels/scaling/sweep_form.h"

#include "engine/analysis/scale_sweep.h"
#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/train/optimizer.h"
#include "panels/scaling/model_list.h"
#include "wording/memory_size.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace headlight {

SweepForm::SweepForm(QWidget* parent) : QWidget(parent) {
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    addModels(*form);
    addLengths(*form);
    addTicks(*form);
    addNumbers(*form);
}

void SweepForm::addModels(QFormLayout& form) {
    m_models = new ModelList;
    m_models->setText(QStringLiteral("disa:features=128,mtsa,multihead"));
    form.addRow(tr("Models"), m_models);
    connect(m_models, &ModelList::changed, this, &SweepForm::changed);
}

void SweepForm::addLengths(QFormLayout& form) {
    m_preset = new QComboBox;
    m_preset->setObjectName(QStringLiteral("scaling.preset"));
    m_preset->addItem(tr("Own lengths"));
    for (const ScalePreset& preset : scalePresets())
        m_preset->addItem(QString::fromStdString(preset.help), QString::fromStdString(preset.id));
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preset->setMinimumContentsLength(14);
    m_preset->setToolTip(tr("Ready-made measurements, such as those of the papers: sets lengths, batch and features"));
    form.addRow(tr("Preset"), m_preset);
    m_lengths = new QLineEdit(QStringLiteral("16:256:x2"));
    m_lengths->setObjectName(QStringLiteral("scaling.lengths"));
    m_lengths->setAccessibleName(tr("Lengths"));
    m_lengths->setToolTip(tr("from:to:step, from:to:xFACTOR and lists: 16:384:16, 256:16384:x2, 64,128"));
    m_lengths->setWhatsThis(
        tr("How many tokens the sequences have: numbers, from:to:step and from:to:xFACTOR, separated by commas. "
           "16:64:16,200 is 16, 32, 48, 64 and 200; 16:256:x2 doubles from 16 to 256."));
    form.addRow(tr("Lengths"), m_lengths);
    connect(m_lengths, &QLineEdit::editingFinished, this, &SweepForm::changed);
    connect(m_lengths, &QLineEdit::textEdited, this, [this] { m_preset->setCurrentIndex(0); });
    connect(m_preset, &QComboBox::activated, this, &SweepForm::applyPreset);
}

void SweepForm::addTicks(QFormLayout& form) {
    const auto tick = [this](const QString& name, const QString& text, bool on, const QString& help) {
        auto* box = new QCheckBox(text);
        box->setObjectName(name);
        box->setChecked(on);
        box->setToolTip(help);
        connect(box, &QCheckBox::clicked, this, &SweepForm::changed);
        return box;
    };
    m_fused = tick("scaling.fused", tr("fused"), true, tr("The form that streams over tiles: what runs the models"));
    m_reference = tick("scaling.reference", tr("reference"), false,
                       tr("The form as the paper writes it, with the whole tensor of scores"));
    auto* forms = new QHBoxLayout;
    forms->addWidget(m_fused);
    forms->addWidget(m_reference);
    forms->addStretch();
    form.addRow(tr("Computation"), forms);
    m_infer = tick("scaling.infer", tr("inference"), true, tr("Forward only"));
    m_train = tick("scaling.train", tr("training step"), true, tr("Forward, backward and update"));
    auto* modes = new QHBoxLayout;
    modes->addWidget(m_infer);
    modes->addWidget(m_train);
    modes->addStretch();
    form.addRow(tr("Mode"), modes);
    m_pieces = tick("scaling.pieces", tr("in pieces"), true,
                    tr("As models run: of each half of the batch as many sequences in memory at once as have 768 "
                       "tokens, at least one. Longer sequences are then fewer, and memory may fall"));
    m_single = tick("scaling.single", tr("one at a time"), false,
                    tr("One sequence in memory at once, on all threads: how memory grows with its length. A reference "
                       "form takes the batch whole"));
    auto* sequences = new QHBoxLayout;
    sequences->addWidget(m_pieces);
    sequences->addWidget(m_single);
    sequences->addStretch();
    form.addRow(tr("Sequences"), sequences);
}

void SweepForm::addNumbers(QFormLayout& form) {
    m_batch = number("scaling.batch", tr("Batch"), 1, 65536, 8, form, tr("Sequences of a batch"));
    m_features = number("scaling.features", tr("Features"), 1, 16384, 128, form, tr("Features of the input"));
    m_threads = number("scaling.threads", tr("Threads"), 1, 1024, ThreadPool::processors(), form,
                       tr("Threads; sweeps with other numbers of threads are other curves"));
    m_repetitions = number("scaling.repetitions", tr("Repetitions"), 1, 10000, 5, form,
                           tr("Steps that are timed at each point; median and quartiles are drawn"));
    m_optimizer = new QComboBox;
    m_optimizer->setObjectName(QStringLiteral("scaling.optimizer"));
    for (const ChoiceId& choice : optimizerChoices()) {
        const QString id = QString::fromStdString(choice.id);
        m_optimizer->addItem(QString::fromStdString(choice.label), id);
        m_optimizer->setItemData(m_optimizer->count() - 1, tr("In files and on the command line: %1").arg(id),
                                 Qt::ToolTipRole);
    }
    setOptimizer(QString::fromStdString(ScalePlan().optimizer));
    m_optimizer->setToolTip(tr("The optimizer of training steps; what it remembers counts as memory"));
    form.addRow(tr("Optimizer"), m_optimizer);
    connect(m_optimizer, &QComboBox::activated, this, &SweepForm::changed);
    m_memory = new QLineEdit;
    m_memory->setObjectName(QStringLiteral("scaling.memory"));
    m_memory->setAccessibleName(tr("Memory"));
    m_memory->setPlaceholderText(tr("3/4 of what is free"));
    m_memory->setToolTip(
        tr("Points that need more are predicted, not measured: 8GB, 500MB or a number of bytes. Empty: "
           "three quarters of what is free when measuring starts"));
    form.addRow(tr("Memory"), m_memory);
    connect(m_memory, &QLineEdit::editingFinished, this, &SweepForm::changed);
}

QSpinBox* SweepForm::number(const QString& name, const QString& title, int low, int high, int value, QFormLayout& form,
                            const QString& help) {
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(low, high);
    box->setValue(value);
    box->setToolTip(help);
    form.addRow(title, box);
    connect(box, &QSpinBox::editingFinished, this, &SweepForm::changed);
    return box;
}

void SweepForm::applyPreset(int index) {
    const QString id = m_preset->itemData(index).toString();
    for (const ScalePreset& preset : scalePresets())
        if (id.toStdString() == preset.id) {
            m_lengths->setText(QString::fromStdString(preset.lengths));
            m_batch->setValue(int(preset.batch));
            m_features->setValue(int(preset.features));
        }
    emit changed();
}

/// One that this program does not know leaves the choice as it is.
void SweepForm::setOptimizer(const QString& id) {
    if (const int index = m_optimizer->findData(id); index >= 0)
        m_optimizer->setCurrentIndex(index);
}

ScalePlan SweepForm::plan() const {
    ScalePlan plan;
    plan.models = parseScaledModels(m_models->text().toStdString());
    plan.lengths = parseLengths(m_lengths->text().remove(' ').toStdString());
    plan.forms.clear();
    plan.modes.clear();
    plan.sequences.clear();
    if (m_fused->isChecked())
        plan.forms.push_back(AttentionForm::Fused);
    if (m_reference->isChecked())
        plan.forms.push_back(AttentionForm::Reference);
    if (m_infer->isChecked())
        plan.modes.push_back(StepMode::Infer);
    if (m_train->isChecked())
        plan.modes.push_back(StepMode::Train);
    if (m_pieces->isChecked())
        plan.sequences.push_back(Sequences::Pieces);
    if (m_single->isChecked())
        plan.sequences.push_back(Sequences::Single);
    if (plan.forms.empty() || plan.modes.empty() || plan.sequences.empty())
        throw Error("nothing to measure: tick a form, inference or training step, and in pieces or one at a time");
    plan.batch = m_batch->value();
    plan.features = m_features->value();
    plan.threads = m_threads->value();
    plan.repetitions = m_repetitions->value();
    plan.optimizer = m_optimizer->currentData().toString().toStdString();
    return plan;
}

void SweepForm::setPlan(const ScalePlan& plan) {
    const auto has = [](const auto& values, auto value) {
        return std::find(values.begin(), values.end(), value) != values.end();
    };
    m_models->setText(QString::fromStdString(plan.toJson()["models"].get<std::string>()));
    m_preset->setCurrentIndex(0);
    m_lengths->setText(QString::fromStdString(lengthsText(plan.lengths)));
    m_fused->setChecked(has(plan.forms, AttentionForm::Fused));
    m_reference->setChecked(has(plan.forms, AttentionForm::Reference));
    m_infer->setChecked(has(plan.modes, StepMode::Infer));
    m_train->setChecked(has(plan.modes, StepMode::Train));
    m_pieces->setChecked(has(plan.sequences, Sequences::Pieces));
    m_single->setChecked(has(plan.sequences, Sequences::Single));
    m_batch->setValue(int(plan.batch));
    m_features->setValue(int(plan.features));
    m_threads->setValue(plan.threads);
    m_repetitions->setValue(plan.repetitions);
    setOptimizer(QString::fromStdString(plan.optimizer));
    emit changed();
}

double SweepForm::memoryLimit() const {
    const QString text = m_memory->text().trimmed();
    return text.isEmpty() ? usualMemoryLimit() : parseMemorySize(text.toStdString(), "memory");
}

QVariantMap SweepForm::choices() const {
    return {{"models", m_models->text()},
            {"lengths", m_lengths->text()},
            {"fused", m_fused->isChecked()},
            {"reference", m_reference->isChecked()},
            {"infer", m_infer->isChecked()},
            {"train", m_train->isChecked()},
            {"pieces", m_pieces->isChecked()},
            {"single", m_single->isChecked()},
            {"batch", m_batch->value()},
            {"features", m_features->value()},
            {"threads", m_threads->value()},
            {"repetitions", m_repetitions->value()},
            {"optimizer", m_optimizer->currentData()},
            {"memory", m_memory->text()}};
}

void SweepForm::setChoices(const QVariantMap& choices) {
    if (choices.isEmpty())
        return;
    m_models->setText(choices["models"].toString());
    m_lengths->setText(choices["lengths"].toString());
    m_fused->setChecked(choices["fused"].toBool());
    m_reference->setChecked(choices["reference"].toBool());
    m_infer->setChecked(choices["infer"].toBool());
    m_train->setChecked(choices["train"].toBool());
    m_pieces->setChecked(choices.value("pieces", true).toBool()); // all there was before there was a choice
    m_single->setChecked(choices["single"].toBool());
    m_batch->setValue(choices["batch"].toInt());
    m_features->setValue(choices["features"].toInt());
    m_threads->setValue(choices["threads"].toInt());
    m_repetitions->setValue(choices["repetitions"].toInt());
    setOptimizer(choices["optimizer"].toString());
    const QVariant memory = choices["memory"]; // a number of GB before it could have a unit
    m_memory->setText(memory.typeId() == QMetaType::Double ? memory.toString() + QStringLiteral("GB")
                                                           : memory.toString());
}

} // namespace headlight
