#pragma once

#include <QObject>

#include "style/colors.h"

class QDBusMessage;

namespace headlight {

enum class ThemeChoice { System, Light, Dark };

/// Puts Fusion and the colours of one theme on the application and, while ThemeChoice::System is set, follows the
/// desktop: the colour scheme of the desktop portal, live; where there is no portal, the palette the platform started
/// with. Create one, after QApplication. Widgets hear of a change as QEvent::PaletteChange.
class Appearance : public QObject {
    Q_OBJECT
public:
    explicit Appearance(ThemeChoice choice, QObject* parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    Theme theme() const { return m_theme; }

public slots:
    void setChoice(headlight::ThemeChoice choice);

    /// Letters so many times as large as the program's font.
    void setEnlargement(double factor);

signals:
    void themeChanged(headlight::Theme theme);

private slots:
    void onPortalSetting(const QDBusMessage& signal);

private:
    void askPortal();
    Theme wanted() const;
    void apply();

    ThemeChoice m_choice;
    Theme m_platformTheme;
    Theme m_theme;
    double m_enlargement = 1;
    unsigned m_portalScheme = 0; ///< org.freedesktop.appearance color-scheme: 0 no preference, 1 dark, 2 light
};

} // namespace headlight
