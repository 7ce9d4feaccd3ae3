#pragma once

#include <QByteArray>
#include <QHash>
#include <QStringList>
#include <QTcpServer>
#include <QTcpSocket>

namespace headlight {

/// Files over HTTP on 127.0.0.1, with byte ranges: enough for a downloader, and able to misbehave.
class LocalServer : public QTcpServer {
public:
    LocalServer() {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                const QByteArray request = socket->property("request").toByteArray() + socket->readAll();
                socket->setProperty("request", request);
                if (request.endsWith("\r\n\r\n"))
                    answer(*socket, request);
            });
        });
    }

    QString url() const { return QStringLiteral("http://127.0.0.1:%1").arg(serverPort()); }

    QHash<QString, QByteArray> files; ///< by path, "/trec/TREC.test.all"
    QStringList requests;             ///< "/path" or "/path from 1000"
    bool ranges = true;
    bool failing = false;    ///< answers with status 500
    qsizetype cutAfter = -1; ///< bytes of a file after which the next answer breaks off

private:
    void answer(QTcpSocket& socket, const QByteArray& request) {
        const QString path = QString::fromUtf8(request.mid(4, request.indexOf(' ', 4) - 4));
        qsizetype from = 0;
        const qsizetype range = request.indexOf("Range: bytes=");
        if (range >= 0)
            from = request.mid(range + 13, request.indexOf('-', range) - range - 13).toLongLong();
        requests << path + (from > 0 ? QStringLiteral(" from %1").arg(from) : QString());
        if (!files.contains(path)) {
            socket.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.disconnectFromHost();
            return;
        }
        if (failing) {
            socket.write("HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            socket.disconnectFromHost();
            return;
        }
        const QByteArray content = files.value(path);
        const bool part = ranges && from > 0;
        QByteArray body = content.mid(part ? from : 0);
        QByteArray head = part ? "HTTP/1.1 206 Partial Content\r\n" : "HTTP/1.1 200 OK\r\n";
        if (part)
            head += "Content-Range: bytes " + QByteArray::number(from) + '-' + QByteArray::number(content.size() - 1) +
                    '/' + QByteArray::number(content.size()) + "\r\n";
        head += "Content-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n";
        if (cutAfter >= 0)
            body.truncate(std::exchange(cutAfter, -1));
        socket.write(head + body);
        socket.disconnectFromHost();
    }
};

} // namespace headlight
