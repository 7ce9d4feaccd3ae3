#pragma once

#include "style/series_look.h"

#include <QWidget>
#include <optional>

namespace headlight {

/// The disc that a run has in every view, as high as a line of text; none: nothing, and no room.
class RunMark : public QWidget {
    Q_OBJECT
public:
    explicit RunMark(QWidget* parent = nullptr);

    void setLook(const std::optional<SeriesLook>& look);
    const std::optional<SeriesLook>& look() const { return m_look; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::optional<SeriesLook> m_look;
};

} // namespace headlight
