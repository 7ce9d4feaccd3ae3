#pragma once

#include "figure/figure_options.h"

#include <QObject>

namespace headlight {

/// How figures are to look and in which kind of file they are written, as chosen last: one choice for all views of the
/// program, which remembers it.
class FigureChoice : public QObject {
    Q_OBJECT
public:
    static FigureChoice& shared();

    const FigureOptions& options() const { return m_options; }
    /// An ending without dot: png, svg, pdf, csv …
    const QString& format() const { return m_format; }
    void set(const FigureOptions& options, const QString& format);

    /// For a file of settings, and the way back.
    QStringList texts() const;
    void setTexts(const QStringList& texts);

signals:
    void changed();

private:
    FigureOptions m_options;
    QString m_format = QStringLiteral("png");
};

} // namespace headlight
