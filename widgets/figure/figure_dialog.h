#pragma once

#include "figure/export.h"
#include "figure/figure_options.h"
#include "figure/save_dialog.h"

#include <QDialog>
#include <map>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headlight {

class FigurePreview;

/// Asks how a figure is to look, and shows it: width and height on paper, font, what is drawn, the kind of file. What
/// is no picture, such as a table, is chosen here too. Whoever opened it writes the file and asks where;
/// it stays open, for several kinds of file.
class FigureDialog : public QDialog {
    Q_OBJECT
public:
    /// `picture` may give one without size: then there is nothing any more. The first of `kinds` are pictures.
    FigureDialog(std::function<Picture(const FigureOptions&)> picture, const QList<SaveDialog::Kind>& kinds,
                 QWidget* parent);

    FigureOptions options() const;
    void setOptions(const FigureOptions& options);
    /// The ending of the kind of file.
    QString format() const;
    void setFormat(const QString& format);
    /// Of an attempt; empty when there is none.
    void showProblem(const QString& problem);
    /// The file is there.
    void showWritten(const QString& path);

signals:
    void exportAsked();
    void copyAsked();

private:
    QLayout* makeFile();
    QWidget* makeForm();
    void addSize(QFormLayout& form);
    void addFont(QFormLayout& form);
    void addParts(QFormLayout& form);
    void addGround(QFormLayout& form);
    QWidget* makeButtons();
    void setWidthPreset();
    void onChange();
    void showPicture();
    void showParts();
    void say(const QString& remark);
    bool isPicture() const;

    std::function<Picture(const FigureOptions&)> m_source;
    FigurePreview* m_preview;
    QWidget* m_look; ///< what is chosen of pictures only
    QComboBox *m_format, *m_preset, *m_theme, *m_dpi;
    QDoubleSpinBox *m_width, *m_height, *m_size;
    QFontComboBox* m_font;
    std::map<FigurePart, QCheckBox*> m_parts;
    FigureParts m_wanted; ///< also of what this figure has not
    QSpinBox* m_digits;
    QCheckBox* m_transparent;
    QLabel *m_measures, *m_remark;
    QPushButton *m_export, *m_copy;
};

} // namespace headlight
