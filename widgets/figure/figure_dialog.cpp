#include "figure/figure_dialog.h"

#include "figure/figure_preview.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFontComboBox>
#include <QFontInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <array>
#include <cmath>

namespace headlight {

namespace {

template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& spoken, const QString& tip) {
    widget->setObjectName(QString::fromLatin1(name));
    widget->setAccessibleName(spoken);
    widget->setToolTip(tip);
    return widget;
}

constexpr int remarkLines = 3; ///< that most remarks need, kept so that the preview stays in its place

} // namespace

FigureDialog::FigureDialog(std::function<Picture(const FigureOptions&)> picture, const QList<SaveDialog::Kind>& kinds,
                           QWidget* parent)
    : QDialog(parent), m_source(std::move(picture)), m_preview(new FigurePreview) {
    setObjectName(QStringLiteral("figure-dialog"));
    setWindowTitle(tr("Export a figure"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_remark = named(new QLabel, "figure-remark", tr("Remark"), tr("What to know of the figure"));
    m_remark->setWordWrap(true);
    m_remark->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_remark->setMinimumHeight(remarkLines * fontMetrics().lineSpacing());
    auto* seen = new QVBoxLayout; // the preview gives the remark its room: nothing else moves
    seen->addWidget(m_preview, 1);
    seen->addWidget(m_remark);
    auto* columns = new QHBoxLayout;
    columns->addLayout(seen, 1);
    columns->addWidget(makeForm());
    auto* rows = new QVBoxLayout(this);
    rows->addLayout(makeFile());
    rows->addLayout(columns, 1);
    rows->addWidget(makeButtons());
    for (const SaveDialog::Kind& kind : kinds)
        m_format->addItem(kind.title, kind.extension);
    setOptions({});
    m_preview->setSource([this] { return isPicture() ? m_source(options()) : Picture(); });
    connect(m_preview, &FigurePreview::refreshed, this, &FigureDialog::showPicture);
    showPicture();
    m_width->setFocus();
}

/// Above all else, over the whole width: the longest kinds are whole.
QLayout* FigureDialog::makeFile() {
    auto* row = new QFormLayout;
    m_format = named(new QComboBox, "figure-format", tr("Kind of file"),
                     tr("SVG and PDF stay sharp at any size; PNG is made of pixels; the others hold numbers"));
    m_format->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_format->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row->addRow(tr("&File"), m_format);
    connect(m_format, &QComboBox::currentIndexChanged, this, &FigureDialog::onChange);
    return row;
}

QWidget* FigureDialog::makeForm() {
    m_look = new QWidget;
    auto* form = new QFormLayout(m_look);
    form->setContentsMargins(0, 0, 0, 0);
    addSize(*form);
    addFont(*form);
    addParts(*form);
    addGround(*form);
    return m_look;
}

void FigureDialog::addSize(QFormLayout& form) {
    m_preset = named(new QComboBox, "figure-preset", tr("Width by columns"), tr("Widths that journals ask for"));
    for (const FigureWidth& preset : figureWidthPresets())
        m_preset->addItem(tr("%1, %2 mm").arg(QApplication::translate("Figure", preset.title)).arg(preset.mm),
                          preset.mm);
    m_preset->addItem(tr("Another width"), 0.0);
    m_width = named(new QDoubleSpinBox, "figure-width", tr("Width in millimetres"), tr("Width of the figure on paper"));
    m_width->setRange(figureWidths.low, figureWidths.high);
    m_height = named(new QDoubleSpinBox, "figure-height", tr("Height in millimetres"),
                     tr("Height of the figure on paper; automatic: as high as what is shown needs"));
    m_height->setRange(0, figureHeights.high);
    m_height->setSpecialValueText(tr("automatic"));
    for (QDoubleSpinBox* box : {m_width, m_height}) {
        box->setSuffix(tr(" mm"));
        box->setDecimals(1);
    }
    m_height->setKeyboardTracking(false); // half of a number is no height
    form.addRow(tr("&Width"), m_preset);
    form.addRow(QString(), m_width);
    form.addRow(tr("&Height"), m_height);
    connect(m_preset, &QComboBox::activated, this, [this] {
        if (const double mm = m_preset->currentData().toDouble(); mm > 0)
            m_width->setValue(mm);
        else
            m_width->setFocus();
    });
    connect(m_width, &QDoubleSpinBox::valueChanged, this, [this] {
        setWidthPreset();
        onChange();
    });
    connect(m_height, &QDoubleSpinBox::valueChanged, this, [this](double mm) {
        if (mm > 0 && mm < figureHeights.low) // a step down from the least is automatic
            m_height->setValue(mm == figureHeights.low - 1 ? 0 : figureHeights.low);
        onChange();
    });
}

void FigureDialog::setWidthPreset() {
    int row = m_preset->count() - 1;
    for (int preset = 0; preset < m_preset->count(); ++preset)
        if (std::abs(m_preset->itemData(preset).toDouble() - m_width->value()) < 0.05)
            row = preset;
    m_preset->setCurrentIndex(row);
}

void FigureDialog::addFont(QFormLayout& form) {
    m_font = named(new QFontComboBox, "figure-font", tr("Font"), tr("Font of all words in the figure"));
    m_font->setFontFilters(QFontComboBox::ScalableFonts);
    m_font->setMinimumContentsLength(12);
    m_font->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_size = named(new QDoubleSpinBox, "figure-font-size", tr("Size of the font in points"),
                   tr("Size of the words on paper"));
    m_size->setRange(figureFontSizes.low, figureFontSizes.high);
    m_size->setDecimals(1);
    m_size->setSingleStep(0.5);
    m_size->setSuffix(tr(" pt"));
    m_font->lineEdit()->setAccessibleName(m_font->accessibleName());
    form.addRow(tr("F&ont"), m_font);
    form.addRow(tr("&Size"), m_size);
    connect(m_font, &QFontComboBox::currentFontChanged, this, &FigureDialog::onChange);
    connect(m_size, &QDoubleSpinBox::valueChanged, this, &FigureDialog::onChange);
}

void FigureDialog::addParts(QFormLayout& form) {
    struct Row {
        FigurePart part;
        const char* name;
        QString title, tip;
    };
    const std::array rows{
        Row{FigurePart::Title, "figure-title", tr("&Title"), tr("A line above that says what is shown")},
        Row{FigurePart::Labels, "figure-labels", tr("&Labels"), tr("Names of axes, and tokens beside maps")},
        Row{FigurePart::ColorBar, "figure-color-bar", tr("Colour &bar"), tr("What the colours of maps mean")},
        Row{FigurePart::Legend, "figure-legend", tr("L&egend"), tr("What lines, bars and marks stand for")},
        Row{FigurePart::Marks, "figure-marks", tr("&Marks"),
            tr("Frames of what is chosen or pinned in the window; papers do without")},
        Row{FigurePart::Values, "figure-values", tr("&Values in cells"),
            tr("The number of each cell, where it has room")}};
    for (const Row& row : rows) {
        auto* box = named(new QCheckBox(row.title), row.name, QString(row.title).remove(u'&'), row.tip);
        m_parts[row.part] = box;
        connect(box, &QCheckBox::toggled, this, [this, part = row.part](bool on) {
            m_wanted.setFlag(part, on);
            onChange();
        });
        if (row.part != FigurePart::Values)
            form.addRow(row.part == FigurePart::Title ? tr("Shown") : QString(), box);
    }
    m_digits = named(new QSpinBox, "figure-digits", tr("Digits of the values"),
                     tr("Digits behind the point of the values in cells"));
    m_digits->setRange(figureDigits.low, figureDigits.high);
    m_digits->setSuffix(tr(" digits"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_parts[FigurePart::Values]);
    line->addWidget(m_digits, 1);
    form.addRow(QString(), line);
    connect(m_digits, &QSpinBox::valueChanged, this, &FigureDialog::onChange);
}

void FigureDialog::addGround(QFormLayout& form) {
    m_theme = named(new QComboBox, "figure-theme", tr("Theme"), tr("Paper is white, whatever the window is"));
    m_theme->addItem(tr("Light"), true);
    m_theme->addItem(tr("As on the screen"), false);
    m_transparent = named(new QCheckBox(tr("T&ransparent background")), "figure-transparent",
                          tr("Transparent background"), tr("What is behind the figure shows through"));
    m_dpi = named(new QComboBox, "figure-dpi", tr("Dots per inch"), tr("How fine the pixels of a PNG are on paper"));
    for (const int dpi : {150, 300, 600})
        m_dpi->addItem(tr("%1 dots per inch").arg(dpi), dpi);
    m_measures = named(new QLabel, "figure-measures", tr("Size of the figure"), tr("As it will be on paper"));
    form.addRow(tr("T&heme"), m_theme);
    form.addRow(QString(), m_transparent);
    form.addRow(tr("&Pixels"), m_dpi);
    form.addRow(QString(), m_measures);
    connect(m_theme, &QComboBox::currentIndexChanged, this, &FigureDialog::onChange);
    connect(m_transparent, &QCheckBox::toggled, this, &FigureDialog::onChange);
    connect(m_dpi, &QComboBox::currentIndexChanged, this, &FigureDialog::onChange);
}

QWidget* FigureDialog::makeButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_export = buttons->addButton(tr("E&xport…"), QDialogButtonBox::ActionRole);
    named(m_export, "figure-export", tr("Export"),
          tr("Asks for a file and writes it; the dialog stays, for another kind of file"))
        ->setDefault(true);
    m_copy = buttons->addButton(tr("Copy &image"), QDialogButtonBox::ActionRole);
    named(m_copy, "figure-copy", tr("Copy image"), tr("To the clipboard, as it is here"));
    auto* defaults = buttons->addButton(tr("Restore &defaults"), QDialogButtonBox::ResetRole);
    named(defaults, "figure-defaults", tr("Restore defaults"), tr("As it was before anything was chosen"));
    for (QPushButton* other : {m_copy, defaults, buttons->button(QDialogButtonBox::Close)})
        other->setAutoDefault(false); // Enter exports
    buttons->button(QDialogButtonBox::Close)->setToolTip(tr("Closes the dialog (Esc)"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_export, &QPushButton::clicked, this, &FigureDialog::exportAsked);
    connect(m_copy, &QPushButton::clicked, this, &FigureDialog::copyAsked);
    connect(defaults, &QPushButton::clicked, this, [this] { setOptions({}); });
    return buttons;
}

FigureOptions FigureDialog::options() const {
    FigureOptions options;
    options.widthMm = m_width->value();
    options.heightMm = m_height->value() < figureHeights.low ? 0 : m_height->value();
    const QString own = QFontInfo(QApplication::font()).family();
    options.font = m_font->currentFont().family() == own ? QString() : m_font->currentFont().family();
    options.fontPoints = m_size->value();
    options.parts = m_wanted;
    options.digits = m_digits->value();
    if (!m_theme->currentData().toBool())
        options.theme.reset();
    options.transparent = m_transparent->isChecked();
    options.dpi = m_dpi->currentData().toInt();
    return options;
}

void FigureDialog::setOptions(const FigureOptions& options) {
    m_width->setValue(options.widthMm);
    setWidthPreset();
    m_height->setValue(options.heightMm);
    m_font->setCurrentFont(QFont(options.font.isEmpty() ? QFontInfo(QApplication::font()).family() : options.font));
    m_size->setValue(options.fontPoints);
    m_wanted = options.parts;
    showParts();
    m_digits->setValue(options.digits);
    m_theme->setCurrentIndex(options.theme ? 0 : 1);
    m_transparent->setChecked(options.transparent);
    if (const int row = m_dpi->findData(options.dpi); row >= 0)
        m_dpi->setCurrentIndex(row);
}

QString FigureDialog::format() const {
    return m_format->currentData().toString();
}

void FigureDialog::setFormat(const QString& format) {
    if (const int row = m_format->findData(format); row >= 0)
        m_format->setCurrentIndex(row);
}

bool FigureDialog::isPicture() const {
    return pictureExtensions().contains(format());
}

void FigureDialog::onChange() {
    m_look->setEnabled(isPicture());
    m_dpi->setEnabled(format() == QLatin1String("png"));
    m_preview->setEmptyText(
        isPicture() ? tr("There is no picture to see.")
                    : tr("This kind of file is not drawn here: it has the values, or is seen in a browser."));
    m_preview->refreshSoon();
}

/// What the figure has not is off and can't be chosen, but is still wanted of those that have it.
void FigureDialog::showParts() {
    const Picture& picture = m_preview->picture();
    for (const auto& [part, box] : m_parts) {
        const QSignalBlocker quiet(box);
        const bool hasIt = picture.size.isEmpty() || picture.parts.testFlag(part);
        box->setEnabled(hasIt);
        box->setChecked(hasIt && m_wanted.testFlag(part));
    }
}

void FigureDialog::showPicture() {
    const Picture& picture = m_preview->picture();
    const bool isThere = !picture.size.isEmpty();
    showParts();
    m_digits->setEnabled(m_parts[FigurePart::Values]->isEnabled() && m_parts[FigurePart::Values]->isChecked());
    m_copy->setEnabled(isThere);
    m_export->setEnabled(isThere || !isPicture());
    QString measures;
    if (isThere) {
        const auto mm = [](double pixels) { return QString::number(pixels * 25.4 / dotsPerInch, 'f', 1); };
        measures = tr("%1 × %2 mm").arg(mm(picture.size.width()), mm(picture.size.height()));
        const QSize pixels = pixelsOf(picture, options().dpi);
        if (format() == QLatin1String("png"))
            measures += tr("\n%L1 × %L2 pixels").arg(pixels.width()).arg(pixels.height());
    }
    m_measures->setText(measures);
    showProblem({});
}

void FigureDialog::showProblem(const QString& problem) {
    say(problem.isEmpty() ? m_preview->picture().remark : problem);
}

void FigureDialog::showWritten(const QString& path) {
    say(tr("Written: %1").arg(QDir::toNativeSeparators(path)));
}

void FigureDialog::say(const QString& remark) {
    m_remark->setText(remark);
}

} // namespace headlight
