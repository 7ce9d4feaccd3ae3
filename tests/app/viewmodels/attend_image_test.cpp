#include "viewmodels/attend_model.h"

#include "engine/core/error.h"
#include "engine/models/formats.h"
#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/attend_session.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// What the Attend view shows of a model that sees images.
class AttendImageTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    Jobs m_jobs;

    static std::shared_ptr<OpenModel> vit() {
        const ImageDecoder decode = [](const std::string& path) {
            if (path != "grey.png")
                throw Error(path + ": this is no image");
            return Image{20, 30, std::vector<std::uint8_t>(20 * 30 * 3, 90)};
        };
        return std::make_shared<OpenModel>(
            "vit", "", "vit", openModel(HEADLIGHT_SOURCE_DIR "/tests/golden/published/vit-classifier", decode));
    }

private slots:
    void anImageIsAskedForAndSeen() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(vit());
        QVERIFY(session.seesImages());
        QCOMPARE(model.state(), AttendModel::State::NoSentence);
        QVERIFY2(model.message().contains("Open an image"), qPrintable(model.message()));
        session.setSentence("grey.png");
        QTRY_COMPARE(model.state(), AttendModel::State::Ready);
        QCOMPARE(model.tokensRead(), 10);
        QVERIFY(model.recording()->sequences().front().image);
        QVERIFY(model.focusedMap());
        QCOMPARE(model.focusedMap()->queries, Index(10));
        QVERIFY(!model.answer().rows().empty());
    }

    void whatIsNoImageIsTold() {
        Session session(m_settings);
        AttendModel model(m_jobs);
        follow(session, model);
        session.addModel(vit());
        session.setSentence("the red river");
        QTRY_COMPARE(model.state(), AttendModel::State::Failed);
        QVERIFY2(model.message().contains("no image"), qPrintable(model.message()));
    }
};

QTEST_GUILESS_MAIN(AttendImageTest)
#include "attend_image_test.moc"
