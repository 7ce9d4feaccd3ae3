#pragma once

#include <QString>
#include <optional>

namespace headlight {

/// Of a corpus of translations, from what into what.
class CorpusDirection {
public:
    /// None where the specification opens no translations.
    static std::optional<CorpusDirection> of(const QString& spec);

    QString text() const; ///< "German → English"
    QString turnedText() const;
    const QString& turned() const { return m_turned; } ///< the specification of the same corpus the other way round

private:
    QString m_from, m_to; ///< codes of languages, or columns
    QString m_turned;
};

} // namespace headlight
