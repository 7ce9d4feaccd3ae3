#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtEndian>
#include <bit>
#include <cstdint>
#include <vector>

namespace headlight {

/// What stands between the marks of a page of maps; empty where they are not there.
inline QByteArray between(const QByteArray& html, const QByteArray& begin, const QByteArray& end) {
    const qsizetype from = html.indexOf(begin);
    const qsizetype to = from < 0 ? -1 : html.indexOf(end, from + begin.size());
    return to < 0 ? QByteArray() : html.mid(from + begin.size(), to - from - begin.size());
}

inline QByteArray documentText(const QByteArray& html) {
    return between(html, "<script type=\"application/json\" id=\"document\">", "</script>");
}

inline const QJsonObject documentOf(const QByteArray& html) {
    return QJsonDocument::fromJson(documentText(html)).object();
}

/// The numbers of all maps, as the page's script takes them out of the document.
inline std::vector<float> numbersOf(const QJsonObject& document) {
    const QByteArray packed = QByteArray::fromBase64(document["numbers"].toString().toLatin1());
    QByteArray header(4, 0); // qUncompress wants to know how long the result may be
    qToBigEndian(quint32(4 * document["count"].toInt()), header.data());
    const QByteArray bytes = qUncompress(header + packed);
    const qsizetype count = bytes.size() / 4;
    std::vector<float> numbers;
    for (qsizetype k = 0; k < count; ++k) {
        std::uint32_t bits = 0;
        for (int plane = 0; plane < 4; ++plane)
            bits |= std::uint32_t(std::uint8_t(bytes[plane * count + k])) << (8 * plane);
        numbers.push_back(std::bit_cast<float>(bits));
    }
    return numbers;
}

} // namespace headlight
