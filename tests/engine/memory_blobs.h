#pragma once

#include "ports/blob_store.h"

#include <functional>
#include <map>
#include <string>

namespace ph::test {

/// Blobs in memory, with bad manners on request: a disk that is full at any of its steps, and a hook that plays with
/// the files while they are collected. A digest is the number of the blob.
class MemoryBlobs final : public BlobStore {
public:
    enum class Step { None, Begin, Write, Commit };
    Step failing = Step::None;                    ///< of the next blob, once
    std::function<void(int number)> onBegin;      ///< before blob `number` is written
    std::map<std::string, std::string> contents;  ///< by digest

    Result<std::unique_ptr<BlobWriter>> begin() override {
        const int number = m_begun++;
        if (onBegin) onBegin(number);
        if (fails(Step::Begin)) return Error(kNoSpace);
        return std::unique_ptr<BlobWriter>(std::make_unique<Writer>(*this, "blob" + std::to_string(number)));
    }
    Result<BlobInfo> info(const std::string& digest) const override {
        return BlobInfo{digest, static_cast<std::int64_t>(contents.at(digest).size())};
    }
    std::string path(const std::string&) const override { return {}; }
    Result<int> removeUnnamed(const std::vector<std::string>&, std::int64_t) override { return 0; }

private:
    class Writer final : public BlobWriter {
    public:
        Writer(MemoryBlobs& blobs, std::string digest) : m_blobs(blobs), m_digest(std::move(digest)) {}
        Result<> write(std::span<const std::byte> bytes) override {
            if (m_blobs.fails(Step::Write)) return Error(kNoSpace);
            m_text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            return {};
        }
        Result<std::string> commit(const std::string&) override {
            if (m_blobs.fails(Step::Commit)) return Error(kNoSpace);
            m_blobs.contents[m_digest] = m_text;
            return m_digest;
        }
        std::int64_t size() const override { return static_cast<std::int64_t>(m_text.size()); }

    private:
        MemoryBlobs& m_blobs;
        std::string m_digest;
        std::string m_text;
    };

    bool fails(Step step) {
        if (failing != step) return false;
        failing = Step::None;
        return true;
    }

    int m_begun = 0;
};

}  // namespace ph::test
