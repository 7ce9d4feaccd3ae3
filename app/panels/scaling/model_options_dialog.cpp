#include "panels/scaling/model_options_dialog.h"

#include "engine/core/config.h"
#include "engine/encoders/registry.h"
#include "engine/train/learner_rows.h"
#include "forms/dialog_help.h"
#include "forms/option_form.h"
#include "forms/problem_line.h"
#include "panels/option_row.h"
#include "panels/preset_box.h"
#include "wording/option_title.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace headlight {

namespace {

/// What is wrong with values that are right by themselves, and the option that the engine's sentence begins with.
struct Misfit {
    QString option, text;
};

Misfit misfitOf(const QString& encoder, const Config& config) {
    RunConfig run = RunConfig::forEncoder(encoder.toStdString());
    run.encoderConfig = config.clone();
    try {
        countsOf(run, 2);
    } catch (const Error& error) {
        for (const OptionRow& row : config.rows())
            if (std::string_view(error.what()).starts_with(row.name + ": "))
                return {QString::fromStdString(row.name), problemText(error, QString::fromStdString(row.name))};
    }
    return {};
}

} // namespace

ModelOptionsDialog::ModelOptionsDialog(const ScaledModel& model, QWidget* parent)
    : QDialog(parent), m_encoder(QString::fromStdString(model.encoder)), m_preset(new QComboBox),
      m_presetHelp(new QLabel), m_options(new OptionForm), m_problem(new ProblemLine) {
    const EncoderRow& encoder = encoderRow(model.encoder);
    setObjectName(QStringLiteral("scaling.options"));
    setWindowTitle(tr("Options of %1").arg(QString::fromStdString(encoder.title)));
    m_preset->setObjectName(QStringLiteral("scaling.options.preset"));
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setToolTip(tr("A form of the model that a paper or its released code uses"));
    fillPresetBox(*m_preset, encoder);
    QMap<QString, QString> values;
    for (const QString& part : QString::fromStdString(model.options).split(u':', Qt::SkipEmptyParts))
        values[part.section(u'=', 0, 0)] = part.section(u'=', 1);
    m_preset->setCurrentIndex(std::max(0, m_preset->findData(values.take(QStringLiteral("preset")))));
    auto* column = new QVBoxLayout(this);
    auto* top = new QFormLayout;
    top->addRow(tr("&Preset"), m_preset);
    m_presetHelp->setObjectName(QStringLiteral("scaling.options.presethelp"));
    m_presetHelp->setWordWrap(true);
    m_presetHelp->setForegroundRole(QPalette::PlaceholderText);
    top->addRow(m_presetHelp);
    column->addLayout(top);
    m_options->setObjectName(QStringLiteral("scaling.options.form"));
    column->addWidget(m_options, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_problem->setObjectName(QStringLiteral("scaling.options.problem"));
    column->addWidget(m_problem);
    column->addWidget(buttons);
    explainDialog(*this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_options, &OptionForm::validityChanged, this, &ModelOptionsDialog::check);
    connect(m_options, &OptionForm::valueChanged, this, &ModelOptionsDialog::check);
    connect(m_preset, &QComboBox::activated, this, [this] { fill({}); });
    fill(values);
    resize(fontMetrics().averageCharWidth() * 70, fontMetrics().height() * 32);
}

std::shared_ptr<Config> ModelOptionsDialog::presetConfig() const {
    const EncoderRow& encoder = encoderRow(m_encoder.toStdString());
    std::shared_ptr<Config> config = encoder.makeConfig();
    if (const QString preset = m_preset->currentData().toString(); !preset.isEmpty())
        applyPreset(encoder, *config, preset.toStdString());
    return config;
}

void ModelOptionsDialog::fill(const QMap<QString, QString>& values) {
    m_presetHelp->setText(presetHelp(encoderRow(m_encoder.toStdString()), m_preset->currentData().toString()));
    const std::shared_ptr<Config> base = presetConfig();
    QList<FormRow> rows;
    for (const OptionRow& option : base->rows())
        rows.append(formRowOf(option, QString::fromStdString(base->get(option.name))));
    m_misfit.clear();
    m_options->setRows(rows, [base](const QString& name, const QString& text) -> std::optional<TextProblem> {
        if (text.contains(u':'))
            return TextProblem{tr("A colon would begin the next option")};
        try {
            base->clone()->set(name.toStdString(), text.toStdString());
            return std::nullopt;
        } catch (const Error& error) {
            return TextProblem{problemText(error, name)};
        }
    });
    m_options->setValues(values);
    check();
}

/// While a field is wrong, the others are not judged: its value is not what is seen.
void ModelOptionsDialog::check() {
    QString problem = m_options->firstProblem();
    Misfit misfit;
    if (problem.isEmpty()) {
        const std::shared_ptr<Config> config = presetConfig();
        const QMap<QString, QString> values = m_options->values();
        for (const QString& name : m_options->changed())
            config->set(name.toStdString(), values.value(name).toStdString());
        misfit = misfitOf(m_encoder, *config);
        if (!misfit.option.isEmpty())
            problem = tr("%1: %2").arg(optionLabel(misfit.option), misfit.text);
    }
    for (const QString& name : {std::exchange(m_misfit, misfit.option), misfit.option})
        if (!name.isEmpty())
            m_options->setMisfit(name, name == misfit.option ? misfit.text : QString());
    m_problem->setProblem(problem);
    m_ok->setEnabled(problem.isEmpty());
    m_ok->setToolTip(problem);
}

QString ModelOptionsDialog::model() const {
    QString text = m_encoder;
    if (const QString preset = m_preset->currentData().toString(); !preset.isEmpty())
        text += QStringLiteral(":preset=") + preset;
    const QMap<QString, QString> values = m_options->values();
    for (const QString& name : m_options->changed())
        text += QStringLiteral(":%1=%2").arg(name, values.value(name));
    return text;
}

} // namespace headlight
