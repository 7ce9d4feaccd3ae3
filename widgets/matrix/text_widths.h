#pragma once

#include <QFont>
#include <QString>
#include <memory>

namespace headlight {

/// How wide texts are in a font, in its pixels. The same words come with every key, and nothing that a key causes costs
/// as much as to shape them: each is shaped once. For the thread of the window alone.
class TextWidths {
public:
    explicit TextWidths(const QFont& font);
    double of(const QString& text) const;
    /// The sum of its signs, for a number seldom comes twice.
    double ofNumber(const QString& number) const;
    /// How high the text is, broken between words where it is wider than `width`.
    double heightIn(double width, const QString& text) const;
    /// What has room in `width`, with "…" for the rest.
    QString elided(const QString& text, Qt::TextElideMode mode, double width) const;

    struct Known;

private:
    QFont m_font;
    std::shared_ptr<Known> m_known;
};

} // namespace headlight
