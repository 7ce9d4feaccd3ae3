#pragma once

#include <QGuiApplication>
#include <memory>

#include "figure/export.h"

namespace headlight {

/// What drawing needs (fonts), without a display. One at a time.
class PictureMaker {
public:
    /// Error when the font of the figure is not there.
    explicit PictureMaker(const FigureOptions& figure);

    /// Writes the picture, and says on standard error what is to be known of it. Error with file and reason.
    void save(const Picture& picture, const std::string& path) const;

private:
    int m_dpi;
    bool m_wantsValues;
    int m_argc = 1;
    char m_name[14] = "headlight-cli";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

} // namespace headlight
