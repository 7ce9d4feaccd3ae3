#include "panels/attend/limits_dialog.h"

#include "figure/value_table.h"
#include "forms/dialog_help.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <cmath>
#include <optional>

namespace headlight {

namespace {

/// A real minus sign and blanks around are as good.
std::optional<double> numberIn(QString text) {
    bool isNumber = false;
    const double number =
        QLocale::c().toDouble(text.trimmed().replace(QStringLiteral("−"), QStringLiteral("-")), &isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Of a number as it is written where a comma stands before its decimals, how to write it; empty for other texts.
QString withPoint(const QLineEdit& field) {
    const QString text = field.text().trimmed();
    const QString changed = QString(text).replace(QLatin1Char(','), QLatin1Char('.'));
    return text.count(QLatin1Char(',')) == 1 && numberIn(changed) ? changed : QString();
}

} // namespace

LimitsDialog::LimitsDialog(double low, double high, QWidget* parent)
    : QDialog(parent), m_low(new QLineEdit(exactNumber(low))), m_high(new QLineEdit(exactNumber(high))),
      m_problem(new QLabel),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel | QDialogButtonBox::Reset)) {
    setWindowTitle(tr("Limits of the colours"));
    auto* const form = new QFormLayout(this);
    form->addRow(new QLabel(tr("Colours of weights and gates run between these values;\nwhat is beyond has the colour "
                               "of the end.")));
    form->addRow(tr("&Low end"), m_low);
    form->addRow(tr("&High end"), m_high);
    form->addRow(m_problem);
    form->addRow(m_buttons);
    explainDialog(*this);
    m_low->setObjectName("limit.low");
    m_high->setObjectName("limit.high");
    m_low->setToolTip(tr("Values up to this one have the first colour"));
    m_high->setToolTip(tr("Values from this one on have the last colour"));
    m_problem->setObjectName("limit.problem");
    m_buttons->button(QDialogButtonBox::Reset)->setToolTip(tr("Back to 0 and 1"));
    for (QLineEdit* field : {m_low, m_high})
        connect(field, &QLineEdit::textChanged, this, &LimitsDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons->button(QDialogButtonBox::Reset), &QPushButton::clicked, this, [this] {
        m_low->setText(exactNumber(0.0));
        m_high->setText(exactNumber(1.0));
    });
    check();
}

double LimitsDialog::low() const {
    return numberIn(m_low->text()).value_or(0.0);
}

double LimitsDialog::high() const {
    return numberIn(m_high->text()).value_or(1.0);
}

QString LimitsDialog::problem() const {
    for (const QLineEdit* field : {m_low, m_high})
        if (const QString right = withPoint(*field); !right.isEmpty())
            return tr("“%1” has a comma: write %2, with a point.").arg(field->text().trimmed(), right);
        else if (!numberIn(field->text()))
            return tr("“%1” is no number.").arg(field->text());
    return low() < high() ? QString() : tr("The low end must be below the high end.");
}

void LimitsDialog::check() {
    const QString wrong = problem();
    m_problem->setText(wrong);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(wrong.isEmpty());
}

} // namespace headlight
