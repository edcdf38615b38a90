#include "client/client_errors.h"
#include "client/connection.h"
#include "client/jobs/file_digest.h"
#include "client/jobs/file_uploader.h"
#include "client/test_server.h"
#include "client/tests.h"
#include "domain/jobs/job.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace ph::test {

using namespace client;

namespace {

void write(const QTemporaryDir& folder, const QString& path, const QByteArray& content) {
    const QString whole = folder.filePath(path);
    QDir().mkpath(QFileInfo(whole).path());
    QFile file(whole);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
}

QStringList below(const QTemporaryDir& folder) {
    QStringList list;
    for (const auto& file : filesBelow(folder.path())) list << QString::fromStdString(file.target);
    return list;
}

/// Runs an uploader to its end.
struct Upload {
    Upload(TestServer& server, std::vector<LocalFile> files) : connection(server.profile()), uploader(connection) {
        QObject::connect(&uploader, &FileUploader::finished, &uploader,
                         [this](const std::vector<FileInput>& list) { inputs = list; });
        QObject::connect(&uploader, &FileUploader::failed, &uploader, [this](const Error& e) { error = e; });
        QObject::connect(&uploader, &FileUploader::progress, &uploader, [this](qint64 now, qint64 all) {
            wentBack = wentBack || now < done;
            done = now;
            total = all;
        });
        uploader.start(std::move(files));
    }
    bool wait() {
        return QTest::qWaitFor([&] { return inputs || error; }, 20'000);
    }

    Connection connection;
    FileUploader uploader;
    std::optional<std::vector<FileInput>> inputs;
    std::optional<Error> error;
    qint64 done = 0;
    qint64 total = 0;
    bool wentBack = false;
};

constexpr const char* kAbc = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

}  // namespace

class FileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void digestsAFile() {
        QTemporaryDir folder;
        write(folder, QStringLiteral("x.sh"), "abc");
        QFile::setPermissions(folder.filePath(QStringLiteral("x.sh")), QFile::ReadOwner | QFile::ExeOwner);
        const auto input = digestOf({folder.filePath(QStringLiteral("x.sh")), "bin/x.sh"});
        QCOMPARE(input->digest, std::string(kAbc));
        QCOMPARE(input->size, 3);
        QCOMPARE(input->path, std::string("bin/x.sh"));
        QVERIFY(input->executable);
    }

    void saysWhichFileCannotBeRead() {
        QTemporaryDir folder;
        QVERIFY(digestOf({folder.filePath(QStringLiteral("absent")), "a"}).error().id == kLocalFile);
        QVERIFY(digestOf({folder.path(), "a"}).has_error());
    }

    void takesAFolderWithoutGitLinksAndWhatIsIgnored() {
        QTemporaryDir folder;
        write(folder, QStringLiteral("train.py"), "1");
        write(folder, QStringLiteral("src/model.py"), "1");
        write(folder, QStringLiteral("src/cache/x.bin"), "1");
        write(folder, QStringLiteral("sub/cache/y.bin"), "1");
        write(folder, QStringLiteral(".git/config"), "1");
        write(folder, QStringLiteral(".hidden"), "1");
        write(folder, QStringLiteral("a.log"), "1");
        write(folder, QStringLiteral("src/b.log"), "1");
        write(folder, QStringLiteral("data/big.bin"), "1");
        write(folder, QStringLiteral("src/data/small.bin"), "1");
        QFile::link(QStringLiteral("/etc/passwd"), folder.filePath(QStringLiteral("link")));
        write(folder, QStringLiteral(".phignore"), "# comment\n\n*.log\ncache/\n/data\n");
        QCOMPARE(below(folder), (QStringList{QStringLiteral(".hidden"), QStringLiteral(".phignore"),
                                             QStringLiteral("src/data/small.bin"), QStringLiteral("src/model.py"),
                                             QStringLiteral("train.py")}));
    }

    void uploadsOnlyWhatTheServerLacks() {
        QTemporaryDir folder;
        write(folder, QStringLiteral("small"), "abc");
        write(folder, QStringLiteral("again"), "abc");
        write(folder, QStringLiteral("big"), QByteArray(300'000, 'b'));
        write(folder, QStringLiteral("known"), QByteArray(200'000, 'k'));
        const auto big = digestOf({folder.filePath(QStringLiteral("big")), ""})->digest;
        const auto known = digestOf({folder.filePath(QStringLiteral("known")), ""})->digest;
        TestServer server;
        qsizetype received = 0;
        const auto encoded = [](const std::string& digest) {
            return QByteArray::fromStdString(digest).replace(":", "%3A");
        };
        const auto take = [&](const SeenRequest& request) {
            received += request.body.size();
            return Answer{201, R"({"digest":"x","size":1})"};
        };
        server.on("PUT /blobs/" + encoded(kAbc), take);
        server.on("PUT /blobs/" + encoded(big), take);
        server.on("GET /blobs/" + encoded(big) + "/info", {404, R"({"error":"blob-not-found"})"});
        server.on("GET /blobs/" + encoded(known) + "/info", {200, R"({"digest":"x","size":1})"});
        Upload upload(server, filesBelow(folder.path()));
        QVERIFY(upload.wait());
        QVERIFY(upload.inputs.has_value());
        QCOMPARE(upload.inputs->size(), 4u);
        QCOMPARE(received, 300'003);
        QCOMPARE(upload.done, 500'006);
        QCOMPARE(upload.total, 500'006);
        QVERIFY(!upload.wentBack);
    }

    void failsWithTheServersError() {
        QTemporaryDir folder;
        write(folder, QStringLiteral("small"), "abc");
        TestServer server;
        server.on("PUT /blobs/sha256%3A" + QByteArray(kAbc).mid(7), {507, R"({"error":"no-space"})"});
        Upload upload(server, filesBelow(folder.path()));
        QVERIFY(upload.wait());
        QVERIFY(upload.error->id == kNoSpace);
    }

    void failsWhenAFileIsGone() {
        TestServer server;
        Upload upload(server, {{QStringLiteral("/nonexistent/file"), "file"}});
        QVERIFY(upload.wait());
        QVERIFY(upload.error->id == kLocalFile);
        QVERIFY(server.requests().empty());
    }

    void finishesWithoutFiles() {
        TestServer server;
        Upload upload(server, {});
        QVERIFY(upload.wait());
        QVERIFY(upload.inputs->empty());
    }
};

int runFileTests(int argc, char** argv) {
    FileTest test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace ph::test

#include "file_test.moc"
