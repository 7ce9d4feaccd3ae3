#pragma once

#include "figure/export.h"
#include "figure/value_table.h"
#include "viewmodels/effects_model.h"

#include <QTreeWidget>

namespace headlight {

/// All heads with their statistics and effects on the answer, sortable; the chosen row is the head in focus.
class HeadList : public QTreeWidget {
    Q_OBJECT
public:
    HeadList(Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent = nullptr);

    /// All rows and columns in the order of the list, however little of it is seen.
    Picture picture(const FigureOptions& options, const PictureMetadata& metadata) const;
    /// The numbers that are seen, by names for the settings.
    QStringList shownColumns() const;
    void showColumns(const QStringList& names);

signals:
    /// The user wants the head in focus, which it may have become by that, to be on where it was off, or off.
    void switched();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& options, const QModelIndex& index) const override;
    QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index, const QEvent* event) const override;

private:
    void addStatistics();
    void setHeadingToolTip(int column, const QString& meaning);
    void refresh();
    void showFocus();
    bool isHeld() const;
    void sort();
    bool isSorted() const;
    bool isOn(const MapAddress& head) const;
    void showSwitches();
    int widthOf(int column) const; ///< of its heading and all its cells
    void fitColumns();

    Session& m_session;
    AttendModel& m_model;
    const EffectsModel& m_effects;
    QList<QTreeWidgetItem*> m_rows; ///< in the order of the model
    bool m_isDriven = false;        ///< by keys, since it has the focus
};

/// The same as numbers in full precision.
ValueTable headTable(const AttendModel& model, const EffectsModel& effects);

} // namespace headlight
