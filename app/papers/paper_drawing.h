#pragma once

#include <memory>

class QApplication;

namespace headlight {

/// What plots need to be drawn into files, without a display; for a program that has no window. One at a time.
class PaperDrawing {
public:
    PaperDrawing();
    ~PaperDrawing();

private:
    int m_argc = 1;
    char m_name[10] = "headlight";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

} // namespace headlight
