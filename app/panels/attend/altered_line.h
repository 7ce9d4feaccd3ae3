#pragma once

#include <QWidget>

class QLabel;

namespace headlight {

class AttendModel;
class MessageBar;
class Session;

/// Says how the model differs from the trained one and what that does to the answer, with Undo all. It has its line
/// also while nothing is altered, so that a click that alters something moves nothing.
class AlteredLine : public QWidget {
    Q_OBJECT
public:
    AlteredLine(Session& session, AttendModel& model, QWidget* parent = nullptr);

    void refresh();
    /// What to do now; said while nothing is altered.
    void setHint(const QString& hint);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
    Session& m_session;
    AttendModel& m_model;
    QLabel* m_nothing;
    MessageBar* m_bar;
    QString m_hint;
};

} // namespace headlight
