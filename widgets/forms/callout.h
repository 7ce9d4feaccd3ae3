#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace headlight {

/// A bubble over a window that points at one of its parts, which has a ring meanwhile. Mouse and keys reach everything
/// beside the bubble; it never takes the focus by itself.
class Callout : public QWidget {
    Q_OBJECT

public:
    explicit Callout(QWidget* window);
    ~Callout() override;

    struct Words {
        QString title, text, progress; ///< progress: "3 of 10"
        bool isRead = false;           ///< has a button to say that it was read
    };
    void tell(const Words& words);
    /// Of the window; an empty one: nothing to point at, the bubble stands at the lower edge.
    void pointAt(const QRect& target);
    void takeKeyboard();

signals:
    void read();
    void skipped();
    void left();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    class Ring;
    enum class Side { None, Below, Above, Right, Left };
    QRect placeAt(Side side, const QRect& target, QSize bubble) const;

    QPointer<QWidget> m_ring; ///< the window may delete it first
    QLabel *m_title, *m_text, *m_progress;
    QPushButton *m_read, *m_skip, *m_leave;
    QRect m_target;
    Side m_side = Side::None;
};

} // namespace headlight
