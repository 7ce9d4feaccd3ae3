#include "panels/scaling/model_options_dialog.h"

#include "engine/core/config.h"
#include "engine/encoders/registry.h"
#include "forms/option_form.h"
#include "panels/option_row.h"
#include "panels/preset_box.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

ModelOptionsDialog::ModelOptionsDialog(const ScaledModel& model, QWidget* parent)
    : QDialog(parent), m_encoder(QString::fromStdString(model.encoder)), m_preset(new QComboBox),
      m_presetHelp(new QLabel), m_options(new OptionForm) {
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
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_options, &OptionForm::validityChanged, m_ok, &QPushButton::setEnabled);
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
    m_ok->setEnabled(m_options->isValid());
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
