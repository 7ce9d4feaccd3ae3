#include "viewmodels/mask_gallery.h"

#include <QStringList>
#include <algorithm>
#include <limits>

namespace headlight {

MaskShape maskShape(const Mask& mask, int length, const QString& help) {
    MaskShape shape{QString::fromStdString(mask.text()), QString::fromStdString(mask.title()), help, length, {}, {}, 0};
    for (Index query = 0; query < length; ++query)
        for (Index key = 0; key < length; ++key) {
            const bool visible = mask.visible(key, query);
            const double bias = visible ? double(mask.bias(key, query)) : 0;
            shape.visible.push_back(visible);
            shape.bias.push_back(float(bias));
            shape.lowest = std::min(shape.lowest, bias);
        }
    return shape;
}

std::vector<MaskShape> maskGallery(int length) {
    std::vector<MaskShape> shapes;
    for (const MaskTerm& term : maskTerms())
        shapes.push_back(maskShape(Mask::parse(term.example()), length,
                                   QString::fromUtf8(term.help.data(), qsizetype(term.help.size()))));
    return shapes;
}

NpzWriter maskArchive(const std::vector<MaskShape>& shapes) {
    std::vector<std::string> expressions;
    std::vector<float> biases;
    for (const MaskShape& shape : shapes) {
        expressions.push_back(shape.expression.toStdString());
        for (std::size_t cell = 0; cell < shape.bias.size(); ++cell)
            biases.push_back(shape.visible[cell] ? shape.bias[cell] : std::numeric_limits<float>::quiet_NaN());
    }
    const std::int64_t length = shapes.empty() ? 0 : shapes.front().length;
    NpzWriter archive;
    archive.addTexts("masks", expressions);
    archive.add("bias", {std::int64_t(shapes.size()), length, length}, biases);
    return archive;
}

template <class Parse>
static std::optional<ExpressionProblem> check(const QString& text, Parse parse) {
    try {
        parse(text.toStdString());
    } catch (const MaskError& error) {
        // The parser counts bytes, the field characters.
        const QByteArray before = text.toUtf8().left(qsizetype(error.position()));
        return ExpressionProblem{QString::fromUtf8(error.what()), int(QString::fromUtf8(before).size())};
    }
    return std::nullopt;
}

std::optional<ExpressionProblem> checkMask(const QString& text) {
    return check(text, [](const std::string& t) { return Mask::parse(t); });
}

std::optional<ExpressionProblem> checkMasks(const QString& text) {
    return check(text, [](const std::string& t) { return parseMasks(t); });
}

QStringList maskWords() {
    QStringList words;
    for (const MaskTerm& term : maskTerms())
        words << QString::fromUtf8(term.name.data(), qsizetype(term.name.size())) +
                     (term.parameter == MaskTerm::Parameter::None ? QString() : QStringLiteral("("));
    return words;
}

} // namespace headlight
