#pragma once

#include "forms/option_editor.h"

namespace headlight {

inline QList<FormRow> rows() {
    using Type = FormRow::Type;
    return {{"heads", "model", Type::Integer, "2", 1, 64, {}, "number of heads"},
            {"mask", "model", Type::Text, "fw", 0, 0, {"fw", "bw", "window("}, "what a head may see"},
            {"fused", "model", Type::Flag, "true", 0, 0, {}, "stream over tiles"},
            {"optimizer", "recipe", Type::Choice, "adam", 0, 0, {"adam", "sgd"}, "how to step"},
            {"rate", "recipe", Type::Number, "0.001", 0, 1, {}, "learning rate", "per step"}};
}

/// With six that matter less.
inline QList<FormRow> manyRows() {
    QList<FormRow> all = rows();
    for (int k = 0; k < 6; ++k) {
        FormRow row{QString("extra%1").arg(k), "recipe", FormRow::Type::Integer, "1", 1, 9};
        row.label = QString("Extra %1").arg(k);
        row.isMain = false;
        all.append(row);
    }
    return all;
}

} // namespace headlight
