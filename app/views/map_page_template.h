#pragma once

#include <QByteArray>

namespace headlight {

// map_page.html, map_page.css and the scripts map_page_*.js of this folder, as the build put them into the program.

QByteArray pageFrame();
QByteArray pageStyle();
QByteArray pageScript();

} // namespace headlight
