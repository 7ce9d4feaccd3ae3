#pragma once

#include "app/sample_model.h"
#include "matrix/map_grid.h"
#include "panels/attend/features_pane.h"
#include "viewmodels/attend_session.h"

#include <QComboBox>
#include <QTemporaryDir>
#include <QtTest>

namespace headlight {

/// The pane of features in a window of its own, about the first head of a model that has eight of them.
class FeaturesFixture {
protected:
    void begin() {
        m_session = std::make_unique<Session>(m_settings);
        m_model = std::make_unique<AttendModel>(m_jobs);
        follow(*m_session, *m_model);
        m_session->addModel(sampleModel());
        m_session->setSentence("who wrote the quiet book near the river");
        m_pane = std::make_unique<FeaturesPane>(*m_session, *m_model, m_jobs);
        m_pane->resize(420, 700);
        m_pane->show();
        m_pane->setWatched(true);
        QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
        QTRY_VERIFY(features().map());
    }
    void end() {
        m_pane.reset();
        m_session.reset();
    }

    template <class T>
    T* find(const char* name) const {
        T* const found = m_pane->findChild<T*>(name);
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    const FeaturesModel& features() const { return m_pane->features(); }
    const MapGridPainter& maps() const { return find<MapGrid>("feature-maps")->painter(); }
    QStringList labels() const {
        QStringList labels;
        for (const int index : maps().order())
            labels << maps().thumbnail(index).label;
        return labels;
    }
    void clickMap(int index) const {
        auto* grid = find<MapGrid>("feature-maps");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(index).center().toPoint());
    }
    void setOrder(FeatureOrder order) const {
        auto* box = find<QComboBox>("feature-order");
        box->setCurrentIndex(box->findData(int(order)));
        emit box->activated(box->currentIndex());
    }

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<AttendModel> m_model;
    std::unique_ptr<FeaturesPane> m_pane;
};

} // namespace headlight
