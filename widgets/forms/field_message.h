#pragma once

#include <QObject>
#include <QPointer>

class QLabel;
class QWidget;

namespace headlight {

/// What is to be said of a field: a frame marks the field, and the text lies below it, or above it where there is no
/// room below, while the field has the focus or the pointer is over it or its label. It moves nothing.
class FieldMessage : public QObject {
    Q_OBJECT

public:
    enum class Kind { Note, Problem };

    /// `name` is that of the text as an object.
    FieldMessage(QWidget* field, QWidget* label, const QString& name);
    ~FieldMessage() override;

    /// Empty: nothing. In the colours of now.
    void say(const QString& text, Kind kind);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    void show();
    QRect placeIn(const QWidget& window) const;
    void applyColors();

    Kind m_kind = Kind::Note;
    QWidget *m_field, *m_label;
    QWidget* m_frame;
    QPointer<QLabel> m_text; ///< of the window while it is seen, so that nothing cuts it
};

} // namespace headlight
