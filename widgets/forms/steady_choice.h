#pragma once

#include <QComboBox>

namespace headlight {

/// A choice whose list is filled by itself while a person works, and which pushes no neighbour away then: it has room
/// for so many letters (minimumContentsLength), for what it was first filled with and for whatever was chosen since.
/// Longer entries are whole in its list.
class SteadyChoice : public QComboBox {
    Q_OBJECT

public:
    explicit SteadyChoice(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

private:
    void makeRoom(); ///< for what is chosen

    QString m_widest;        ///< of the texts that have room
    bool m_isFilled = false; ///< was once
};

} // namespace headlight
