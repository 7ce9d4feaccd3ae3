#include "style/appearance.h"

#include "style/outlined_style.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDir>
#include <QFontInfo>

namespace headlight {

namespace {

constexpr auto portalService = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto portalInterface = "org.freedesktop.portal.Settings";
constexpr auto appearanceGroup = "org.freedesktop.appearance";
constexpr auto schemeKey = "color-scheme";
constexpr int portalTimeoutMs = 250;

// Without an address D-Bus would try to start a bus of its own, which takes a second and helps nobody.
bool hasSessionBus() {
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           (!runtime.isEmpty() && QFile::exists(runtime + QStringLiteral("/bus")));
}

// The portal wraps its answer in one variant or in two, depending on its age.
unsigned schemeOf(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

QString letterRule(double enlargement) {
    return QStringLiteral("* { font-size: %1px; }").arg(int(QFontInfo(QApplication::font()).pixelSize() * enlargement));
}

} // namespace

Appearance::Appearance(ThemeChoice choice, QObject* parent)
    : QObject(parent), m_choice(choice), m_platformTheme(themeOf(QGuiApplication::palette())),
      m_theme(m_platformTheme) {
    QApplication::setStyle(new OutlinedStyle);
    if (hasSessionBus())
        askPortal();
    m_theme = wanted();
    apply();
}

void Appearance::askPortal() {
    auto bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    // A slot with the signal's own arguments is refused by Qt 6.4 until D-Bus has seen a QDBusVariant once.
    bus.connect(portalService, portalPath, portalInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onPortalSetting(QDBusMessage)));
    auto question = QDBusMessage::createMethodCall(portalService, portalPath, portalInterface, QStringLiteral("Read"));
    question << QString::fromLatin1(appearanceGroup) << QString::fromLatin1(schemeKey);
    const auto answer = bus.call(question, QDBus::Block, portalTimeoutMs);
    if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty())
        m_portalScheme = schemeOf(answer.arguments().constFirst());
}

void Appearance::onPortalSetting(const QDBusMessage& signal) {
    const QList<QVariant> arguments = signal.arguments();
    if (arguments.size() != 3 || arguments[0].toString() != QLatin1String(appearanceGroup) ||
        arguments[1].toString() != QLatin1String(schemeKey))
        return;
    m_portalScheme = schemeOf(arguments[2]);
    setChoice(m_choice);
}

Theme Appearance::wanted() const {
    if (m_choice != ThemeChoice::System)
        return m_choice == ThemeChoice::Dark ? Theme::Dark : Theme::Light;
    if (m_portalScheme != 0)
        return m_portalScheme == 1 ? Theme::Dark : Theme::Light;
    return m_platformTheme;
}

void Appearance::setChoice(ThemeChoice choice) {
    m_choice = choice;
    const Theme theme = wanted();
    if (theme == m_theme)
        return;
    m_theme = theme;
    apply();
    emit themeChanged(theme);
}

void Appearance::setEnlargement(double factor) {
    const bool comesBack = m_enlargement != 1 && factor == 1;
    m_enlargement = factor;
    if (comesBack) // parts of spin boxes and tables keep the font of the last sheet that gave them one
        qApp->setStyleSheet(styleSheetOf(m_theme) + letterRule(1));
    apply();
}

/// Letters are enlarged by the sheet: widgets under one take no font from their parents.
void Appearance::apply() {
    QApplication::setPalette(paletteOf(m_theme));
    QString sheet = styleSheetOf(m_theme);
    if (m_enlargement != 1)
        sheet += letterRule(m_enlargement);
    qApp->setStyleSheet(sheet);
}

} // namespace headlight
