#include "http/blobs/blob_routes.h"

#include "api/jobs.h"

namespace ph::http {

namespace {

constexpr std::size_t kPiece = 512 * 1024;
constexpr ErrorId kFileTooLarge{"file-too-large", ErrorKind::TooLarge};

Result<std::string> digestOf(const Request& request) {
    const auto& digest = request.parameter("digest");
    if (isDigest(digest)) return digest;
    return Error(kInvalid).withFaults(
        {{"path.digest", "format", digest.substr(0, 80), "sha256: and 64 hexadecimal digits"}});
}

/// The upload's next bytes, enough of them to be worth a hop to the disk; empty at its end.
Async<std::string> nextPiece(BodyReader& upload) {
    std::string piece;
    while (piece.size() < kPiece) {
        auto pulling = upload.next();
        Result<std::optional<std::string>> more = co_await std::move(pulling);
        if (!more) co_return more.error();
        if (!*more) break;
        if (piece.empty())
            piece = std::move(**more);
        else
            piece += **more;
    }
    co_return piece;
}

Async<std::string> store(Hop disk, BlobWriter& writer, BodyReader& upload, std::string digest, std::int64_t largest) {
    while (true) {
        auto pulling = nextPiece(upload);
        Result<std::string> piece = co_await std::move(pulling);
        if (!piece) co_return piece.error();
        if (piece->empty()) break;
        if (writer.size() + static_cast<std::int64_t>(piece->size()) > largest)
            co_return Error(kFileTooLarge).with("largest", bytesForPeople({largest}));
        auto write = [&writer, bytes = std::move(*piece)] { return writer.write(std::as_bytes(std::span(bytes))); };
        auto writing = disk.block(std::move(write));
        const Result<> written = co_await std::move(writing);
        if (!written) co_return written.error();
    }
    auto commit = [&writer, digest] { return writer.commit(digest); };
    auto committing = disk.block(commit);
    co_return co_await std::move(committing);
}

}  // namespace

void registerBlobRoutes(Router& router, Hop logic, Hop disk, BlobService& owners, BlobStore& blobs, Bytes largest) {
    router.add("blobs.info", [logic, disk, &owners, &blobs](Request& request) -> Async<Response> {
        const auto digest = digestOf(request);
        if (!digest) co_return digest.error();
        auto finding = logic.run(owners, &BlobService::find, request.who, *digest);
        const Result<> found = co_await std::move(finding);
        if (!found) co_return found.error();
        auto look = [&blobs, wanted = *digest] { return blobs.info(wanted); };
        auto looking = disk.block(look);
        const Result<BlobInfo> info = co_await std::move(looking);
        if (!info) co_return info.error();
        co_return jsonResponse(request.route->success, api::BlobReceipt{info->digest, info->size});
    });
    router.add("blobs.put", [logic, disk, &owners, &blobs, largest](Request& request) -> Async<Response> {
        const auto digest = digestOf(request);
        if (!digest) co_return digest.error();
        auto begin = [&blobs] { return blobs.begin(); };
        auto beginning = disk.block(begin);
        Result<std::unique_ptr<BlobWriter>> writer = co_await std::move(beginning);
        if (!writer) co_return writer.error();
        auto storing = store(disk, **writer, *request.upload, *digest, largest.value);
        const Result<std::string> stored = co_await std::move(storing);
        const auto size = (*writer)->size();
        disk.destroy(std::move(*writer));
        if (!stored) co_return stored.error();
        auto claiming = logic.run(owners, &BlobService::uploaded, request.who, *stored, Bytes{size});
        const Result<> claimed = co_await std::move(claiming);
        if (!claimed) co_return claimed.error();
        co_return jsonResponse(request.route->success, api::BlobReceipt{*stored, size});
    });
}

}  // namespace ph::http
