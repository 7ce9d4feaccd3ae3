#include "views/map_page.h"

#include "engine/core/json_text.h"
#include "views/map_page_document.h"
#include "views/map_page_template.h"

#include <QCryptographicHash>

namespace headlight {

namespace {

/// JSON in which nothing can end the element that it stands in.
QByteArray withoutMarkup(const nlohmann::ordered_json& document) {
    QByteArray text = QByteArray::fromStdString(jsonText(document));
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026"); // they are in texts only
    return text;
}

QByteArray themeColors(Theme theme) {
    const std::pair<const char*, ColorRole> names[] = {
        {"window", ColorRole::Window},       {"surface", ColorRole::Surface},
        {"raised", ColorRole::Raised},       {"border", ColorRole::Border},
        {"text", ColorRole::Text},           {"muted", ColorRole::MutedText},
        {"accent", ColorRole::Accent},       {"focus", ColorRole::FocusRing},
        {"crosshair", ColorRole::Crosshair}, {"masked", ColorRole::Masked},
        {"hatch", ColorRole::MaskedHatch},   {"error", ColorRole::Error},
        {"altered", ColorRole::Altered},     {"altered-surface", ColorRole::AlteredSurface}};
    QByteArray text;
    for (const auto& [name, role] : names)
        text += QByteArray("--") + name + ':' + color(role, theme).name().toLatin1() + ';';
    return text;
}

QByteArray styleSheet() {
    QByteArray style = pageStyle();
    style.replace("--light:0;", themeColors(Theme::Light)).replace("--dark:0;", themeColors(Theme::Dark));
    return style;
}

/// As a page's policy names a script or a style that may be used.
QByteArray hashOf(const QByteArray& text) {
    return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + '\'';
}

} // namespace

QByteArray htmlOf(const MapPage& page, std::size_t most) {
    const nlohmann::ordered_json document = pageDocument(page, most);
    const QByteArray style = styleSheet(), script = pageScript();
    const QString title = QString::fromStdString(document["title"].get<std::string>());
    const QByteArray policy = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; script-src " +
                              hashOf(script) + "; style-src " + hashOf(style);
    QByteArray html = pageFrame();
    const std::pair<const char*, QByteArray> parts[] = {{"@SCRIPT@", script},
                                                        {"@DOCUMENT@", withoutMarkup(document)},
                                                        {"@STYLE@", style},
                                                        {"@TITLE@", title.toHtmlEscaped().toUtf8()},
                                                        {"@POLICY@", policy}};
    for (const auto& [mark, text] : parts) // from the back, so that no foreign word is taken for a mark
        html.replace(html.indexOf(mark), qsizetype(qstrlen(mark)), text);
    return html;
}

} // namespace headlight
