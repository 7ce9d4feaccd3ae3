#include "plots/axis_limits.h"

#include "forms/dialog_help.h"
#include <QDateTime>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <stdexcept>

namespace headlight {

namespace {

std::optional<double> parsedNumber(QString text) {
    bool good = false;
    const double value = QLocale(QLocale::English).toDouble(text.replace(u'−', u'-').remove(u' '), &good);
    return good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// A number is seconds; else numbers with units, one after another.
std::optional<double> parsedDuration(const QString& text) {
    if (const auto seconds = parsedNumber(text))
        return seconds;
    static const QRegularExpression whole(QStringLiteral("^(\\s*[0-9.,]+\\s*(s|min|h|d)\\s*)+$"));
    static const QRegularExpression part(QStringLiteral("([0-9.,]+)\\s*(s|min|h|d)"));
    if (!whole.match(text).hasMatch())
        return std::nullopt;
    double sum = 0;
    for (auto parts = part.globalMatch(text); parts.hasNext();) {
        const QRegularExpressionMatch match = parts.next();
        const auto count = parsedNumber(match.captured(1));
        if (!count)
            return std::nullopt;
        const QString unit = match.captured(2);
        sum += *count * (unit == u'd' ? 86400 : unit == u'h' ? 3600 : unit == u's' ? 1 : 60);
    }
    return sum;
}

std::optional<double> parsedDate(const QString& text) {
    for (const char* format : {"yyyy-MM-dd hh:mm:ss", "yyyy-MM-dd hh:mm", "yyyy-MM-dd"})
        if (const QDateTime time = QDateTime::fromString(text, QLatin1String(format)); time.isValid())
            return double(time.toMSecsSinceEpoch()) / 1000;
    return std::nullopt;
}

QString example(PlotWidget::Kind kind) {
    return kind == PlotWidget::Kind::Date       ? AxisLimitsDialog::tr("a date such as 2024-05-31 14:30")
           : kind == PlotWidget::Kind::Duration ? AxisLimitsDialog::tr("a time such as 90 s or 1 h 30 min")
                                                : AxisLimitsDialog::tr("a number such as 0.5 or 1e-3");
}

} // namespace

std::optional<double> parsedPlace(const QString& text, PlotWidget::Kind kind) {
    const QString trimmed = text.trimmed();
    return kind == PlotWidget::Kind::Date       ? parsedDate(trimmed)
           : kind == PlotWidget::Kind::Duration ? parsedDuration(trimmed)
                                                : parsedNumber(trimmed);
}

QString typedPlace(double value, PlotWidget::Kind kind) {
    if (kind == PlotWidget::Kind::Date)
        return QDateTime::fromMSecsSinceEpoch(qint64(value * 1000)).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss"));
    const QString number = shownNumber(value);
    return kind == PlotWidget::Kind::Duration ? number + QStringLiteral(" s") : number;
}

AxisLimitsDialog::AxisLimitsDialog(PlotWidget& plot, PlotWidget::Axis axis)
    : QDialog(&plot), m_plot(plot), m_axis(axis), m_from(new QLineEdit), m_to(new QLineEdit), m_problem(new QLabel) {
    setObjectName(QStringLiteral("limits"));
    setWindowTitle(tr("Limits of %1").arg(plot.axisTitle(axis)));
    const PlotWidget::Limits typed = plot.limits(axis);
    auto* form = new QFormLayout(this);
    const auto add = [&](QLineEdit* field, const QString& name, const QString& title,
                         const std::optional<double>& value) {
        field->setObjectName(name);
        field->setAccessibleName(title);
        field->setPlaceholderText(tr("automatic"));
        field->setToolTip(tr("%1; empty: as far as the data").arg(example(plot.kind(axis))));
        if (value)
            field->setText(typedPlace(*value, plot.kind(axis)));
        field->selectAll();
        auto* label = new QLabel(title);
        label->setBuddy(field);
        QFont letters = label->font();
        letters.setKerning(false); // the letter of a key is drawn by itself, so "To" is wider than it is measured
        label->setFont(letters);
        form->addRow(label, field);
    };
    add(m_from, QStringLiteral("limits.from"), tr("&From"), typed.low);
    add(m_to, QStringLiteral("limits.to"), tr("&To"), typed.high);
    m_problem->setObjectName(QStringLiteral("limits.problem"));
    m_problem->setWordWrap(true);
    QPalette colors = m_problem->palette();
    colors.setColor(QPalette::WindowText, color(ColorRole::Error, themeOf(palette())));
    m_problem->setPalette(colors);
    m_problem->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_problem->setMinimumHeight(2 * fontMetrics().lineSpacing()); // always: the buttons stay below the pointer
    form->addRow(m_problem);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    QPushButton* automatic = buttons->addButton(tr("&Automatic"), QDialogButtonBox::ResetRole);
    automatic->setObjectName(QStringLiteral("limits.automatic"));
    automatic->setToolTip(tr("As far as the data, at both ends"));
    form->addRow(buttons);
    explainDialog(*this);
    connect(buttons, &QDialogButtonBox::accepted, this, &AxisLimitsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &AxisLimitsDialog::reject);
    connect(automatic, &QPushButton::clicked, this, &AxisLimitsDialog::makeAutomatic);
    setMinimumWidth(wideEnough());
}

/// For the title, which a window cuts, with its buttons at both sides.
int AxisLimitsDialog::wideEnough() const {
    QFont letters = font();
    letters.setBold(true);
    const int title = QFontMetrics(letters).horizontalAdvance(windowTitle()) + 10 * fontMetrics().height();
    return qMin(qMax(title, fontMetrics().averageCharWidth() * 48), screen()->availableGeometry().width());
}

std::optional<double> AxisLimitsDialog::read(const QLineEdit& field) const {
    if (field.text().trimmed().isEmpty())
        return std::nullopt;
    const std::optional<double> value = parsedPlace(field.text(), m_plot.kind(m_axis));
    if (!value)
        throw std::invalid_argument(
            tr("“%1” can't be read: expected %2").arg(field.text(), example(m_plot.kind(m_axis))).toStdString());
    if (m_plot.isLogarithmic(m_axis) && *value <= 0)
        throw std::invalid_argument(tr("A logarithmic axis has numbers above 0 only.").toStdString());
    return value;
}

void AxisLimitsDialog::accept() {
    try {
        const std::optional<double> low = read(*m_from), high = read(*m_to);
        if (low && high && *low >= *high)
            throw std::invalid_argument(tr("The axis must begin below its end.").toStdString());
        m_plot.setLimits(m_axis, low, high);
    } catch (const std::invalid_argument& problem) {
        m_problem->setText(QString::fromUtf8(problem.what()));
        setMinimumHeight(heightForWidth(width())); // a window doesn't grow by itself with lines that wrap
        return;
    }
    QDialog::accept();
}

void AxisLimitsDialog::makeAutomatic() {
    m_plot.setLimits(m_axis, {}, {});
    QDialog::accept();
}

} // namespace headlight
