#include "views/vectors_view.h"

#include "viewmodels/map_names.h"

#include <cmath>
#include <numeric>

namespace headlight {

namespace {

/// Features of each row in another order.
QList<float> inOrder(const std::vector<float>& values, const std::vector<Index>& order) {
    QList<float> ordered;
    ordered.reserve(qsizetype(values.size()));
    for (std::size_t row = 0; row < values.size(); row += order.size())
        for (const Index feature : order)
            ordered << values[row + std::size_t(feature)];
    return ordered;
}

std::vector<Index> byNumber(Index features) {
    std::vector<Index> order(std::size_t(features), 0);
    std::iota(order.begin(), order.end(), Index(0));
    return order;
}

VectorStrip vectorStrip(const QString& title, const std::vector<float>& values, const std::vector<Index>& order) {
    VectorStrip strip{title, int(order.size()), inOrder(values, order)};
    for (const Index feature : order)
        strip.columnNames << QObject::tr("feature %1").arg(feature);
    return strip;
}

VectorStrip numberStrip(const QueryProducts::Column& column) {
    VectorStrip strip;
    strip.title = column.name == "dot" ? QStringLiteral("q·k") : QString::fromStdString(column.name);
    strip.values = QList<float>(column.values.begin(), column.values.end());
    if (mapStageNamed(column.name) == MapStage::Weight)
        strip.colorMap = ColorMapId::Blues;
    return strip;
}

/// How rotations turn what stands in a column.
struct Turning {
    std::vector<int> planes;         ///< of each column, the number of its plane; −1: it is not turned
    std::vector<double> frequencies; ///< of each column
    std::vector<Index> keyPositions; ///< of each row; a token that is not read takes none
    Index queryPosition = 0;

    QString text(int strip, int row, int column) const {
        if (strip > 1) // neither keys nor products
            return {};
        if (planes[std::size_t(column)] < 0)
            return QObject::tr(" · not turned");
        const double frequency = frequencies[std::size_t(column)];
        const QString plane =
            QObject::tr(" · plane %1, %2 rad a token, ").arg(planes[std::size_t(column)]).arg(frequency, 0, 'g', 3);
        const Index key = row < 0 ? 0 : keyPositions[std::size_t(row)];
        if (strip == 1)
            return plane +
                   QObject::tr("%1 rad from key to query").arg(frequency * double(queryPosition - key), 0, 'g', 3);
        return plane +
               QObject::tr("turned by %1 rad").arg(frequency * double(row < 0 ? queryPosition : key), 0, 'g', 3);
    }
};

/// Positions among what is read: vectors of what is not are no numbers.
std::vector<Index> positionsOf(const std::vector<float>& vectors, Index features, Index first) {
    std::vector<Index> positions;
    for (std::size_t row = 0; row < vectors.size(); row += std::size_t(features)) {
        positions.push_back(first);
        first += std::isnan(vectors[row]) ? 0 : 1;
    }
    return positions;
}

Turning turningOf(const HeadVectors& vectors, const std::vector<Index>& order, int query) {
    Turning turning;
    turning.keyPositions = positionsOf(vectors.key, vectors.features, 0);
    turning.queryPosition = positionsOf(vectors.query, vectors.features, vectors.firstPosition)[std::size_t(query)];
    std::vector<int> planes(order.size(), -1);
    for (std::size_t plane = 0; plane < vectors.planes.size(); ++plane)
        planes[std::size_t(vectors.planes[plane].first)] = planes[std::size_t(vectors.planes[plane].second)] =
            int(plane);
    for (const Index feature : order) {
        const int plane = planes[std::size_t(feature)];
        turning.planes.push_back(plane);
        turning.frequencies.push_back(plane < 0 ? 0 : vectors.planes[std::size_t(plane)].frequency);
    }
    return turning;
}

} // namespace

VectorStripsView viewOf(const VectorsModel& model, const VectorLook& look) {
    VectorStripsView view;
    if (!model.vectors())
        return view;
    const HeadVectors& vectors = *model.vectors();
    const std::vector<Index> order = look.byFrequency ? orderByFrequency(vectors) : byNumber(vectors.features);
    view.query = model.queryTokens()[model.query()];
    view.rows = model.keyTokens();
    const auto query = vectors.query.begin() + model.query() * vectors.features;
    view.queryValue = inOrder({query, query + vectors.features}, order);
    view.strips << vectorStrip(QObject::tr("key"), vectors.key, order)
                << vectorStrip(QObject::tr("q × k"), model.products().byFeature, order);
    for (const QueryProducts::Column& column : model.products().columns)
        view.strips << numberStrip(column);
    if (look.values)
        view.strips << vectorStrip(QObject::tr("value"), vectors.value, byNumber(vectors.valueFeatures));
    if (!vectors.planes.empty())
        view.note = [turning = turningOf(vectors, order, model.query())](int strip, int row, int column) {
            return turning.text(strip, row, column);
        };
    return view;
}

ValueTable vectorTable(const VectorsModel& model) {
    ValueTable table{{QObject::tr("vector"), QObject::tr("token")}, {}};
    if (!model.vectors())
        return table;
    const HeadVectors& vectors = *model.vectors();
    const Index features = std::max(vectors.features, vectors.valueFeatures);
    for (Index feature = 0; feature < features; ++feature)
        table.columns << QString::number(feature);
    for (const QueryProducts::Column& column : model.products().columns)
        table.columns << QString::fromStdString(column.name);
    const auto add = [&](const QString& kind, const QString& token, const float* numbers, Index count) {
        QStringList row = {kind, token};
        for (Index feature = 0; feature < features; ++feature)
            row << (feature < count ? exactNumber(numbers[feature]) : QString());
        table.rows << row;
    };
    const QStringList keys = model.keyTokens();
    add(QStringLiteral("query"), model.queryTokens()[model.query()],
        vectors.query.data() + model.query() * vectors.features, vectors.features);
    for (Index key = 0; key < vectors.keys; ++key) {
        add(QStringLiteral("key"), keys[key], vectors.key.data() + key * vectors.features, vectors.features);
        add(QStringLiteral("value"), keys[key], vectors.value.data() + key * vectors.valueFeatures,
            vectors.valueFeatures);
        add(QStringLiteral("product"), keys[key], model.products().byFeature.data() + key * vectors.features,
            vectors.features);
        for (const QueryProducts::Column& column : model.products().columns)
            table.rows.last() << exactNumber(column.values[std::size_t(key)]);
    }
    for (QStringList& row : table.rows)
        while (row.size() < table.columns.size())
            row << QString();
    return table;
}

} // namespace headlight
