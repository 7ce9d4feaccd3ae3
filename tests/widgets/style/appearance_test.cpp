#include "style/appearance.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QProcess>
#include <QStandardPaths>
#include <QtTest>

using namespace headlight;

namespace {

/// What a desktop offers under org.freedesktop.portal.Desktop.
class Portal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    uint scheme = 0; // no preference

public slots:
    QDBusVariant Read(const QString&, const QString&) const {
        return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme)));
    }
};

} // namespace

/// With a session bus of its own, started before anything asks for one.
class AppearanceTest : public QObject {
    Q_OBJECT
    QProcess m_bus;

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("dbus-daemon").isEmpty())
            QSKIP("dbus-daemon is not installed");
        m_bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        QVERIFY(m_bus.waitForReadyRead(10000));
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_bus.readLine().trimmed());
    }

    void cleanupTestCase() {
        m_bus.terminate();
        m_bus.waitForFinished(10000);
    }

    void theDesktopsSchemeIsFollowed() {
        Portal portal;
        QDBusConnection desktop =
            QDBusConnection::connectToBus(qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS"), "desktop");
        QVERIFY(desktop.registerObject("/org/freedesktop/portal/desktop", &portal, QDBusConnection::ExportAllSlots));
        QVERIFY(desktop.registerService("org.freedesktop.portal.Desktop"));
        const auto change = [&](uint scheme) {
            QDBusMessage signal = QDBusMessage::createSignal("/org/freedesktop/portal/desktop",
                                                             "org.freedesktop.portal.Settings", "SettingChanged");
            signal << "org.freedesktop.appearance"
                   << "color-scheme" << QVariant::fromValue(QDBusVariant(scheme));
            desktop.send(signal);
        };

        Appearance appearance(ThemeChoice::System);
        change(1);
        QTRY_COMPARE(appearance.theme(), Theme::Dark);
        change(2);
        QTRY_COMPARE(appearance.theme(), Theme::Light);
        appearance.setChoice(ThemeChoice::Dark);
        QCOMPARE(appearance.theme(), Theme::Dark); // a choice wins over the desktop
        appearance.setChoice(ThemeChoice::System);
        QCOMPARE(appearance.theme(), Theme::Light);
    }
};

QTEST_MAIN(AppearanceTest)
#include "appearance_test.moc"
