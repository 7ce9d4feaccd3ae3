#pragma once

#include <qcustomplot.h>

namespace headlight {

/// One line of a legend: a sample of how the thing is drawn, and its name.
struct LegendEntry {
    enum class Sample { Line, Band, Dot, HollowDot, HollowSquare, Bar, Mark };
    Sample sample = Sample::Line;
    QString name;
    QPen pen;
    QBrush brush = {};   ///< of a bar
    double diameter = 0; ///< of a dot, or a square's side, in device-independent pixels; 0 is the usual size
    QString note = {};   ///< behind the name, and never shortened: what a band and its mean are
    QCPScatterStyle::ScatterShape shape = QCPScatterStyle::ssDiamond; ///< of a mark

    QString text() const { return name + note; }
};

/// The legend as a strip above the axes, so that it never covers data: entries flow into three lines, in a tall plot
/// into more, long names are broken into lines where there are enough, else shortened in the middle, and what doesn't
/// fit is counted. Below them a remark, such as points that can't be shown, whole as the notes are. A picture that goes
/// into a file has room for all of them (but for hundreds), and for a caption that stands beside the plot on the
/// screen; so may the entries.
class LegendStrip : public QCPLayoutElement {
public:
    explicit LegendStrip(QCustomPlot* plot);

    void setEntries(const QList<LegendEntry>& entries) { m_entries = entries; }
    /// Entries that will come: they have their room on the screen from the start, so that nothing moves then.
    void setExpected(const QList<LegendEntry>& entries) { m_expected = entries; }
    void setRemark(const QString& remark) { m_remark = remark; }
    void setCaption(const QString& caption) { m_caption = caption; }
    void setWhole(bool whole) { m_whole = whole; }     ///< as in a file
    void setShown(bool shown) { m_shown = shown; }     ///< the entries; what is below them stays
    void setBeside(bool beside) { m_beside = beside; } ///< the entries stand beside the plot on the screen
    void setLook(const QFont& font, const QColor& text, const QColor& muted);
    const QList<LegendEntry>& entries() const { return m_entries; }
    QString remark() const { return m_remark; }

    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Placed {
        int index; ///< into the entries; −1 the count of those left out, −2 the remark
        QRectF rect;
        QString text;
    };
    QList<Placed> placed(const QList<LegendEntry>& all, double width) const;
    int mostLines(double line) const;
    int linesForLong(const QList<LegendEntry>& entries, double width, int most) const;
    QString shortened(const LegendEntry& entry, double width, int lines) const;
    QString shortenedName(const QString& name, double width, int lines) const;
    QString words() const; ///< below the entries
    bool fitsIn(const QString& text, double width, int lines) const;
    double heightOf(const QString& text, double width) const;
    double sampleWidth(const LegendEntry& entry) const;
    void drawSample(QCPPainter* painter, const LegendEntry& entry, const QRectF& rect) const;

    QList<LegendEntry> m_entries, m_expected;
    QString m_remark, m_caption;
    bool m_whole = false, m_beside = false, m_shown = true;
    QFont m_font;
    QColor m_text = Qt::black;
    QColor m_muted = Qt::darkGray;
};

} // namespace headlight
