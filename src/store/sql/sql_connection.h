#pragma once

#include "base/error.h"
#include "base/units.h"

#include <memory>
#include <string>
#include <string_view>

namespace ph {

inline constexpr ErrorId kStoreNotOpened{"store-not-opened", ErrorKind::Internal};

/// One connection to the SQLite file with its prepared statements. Used by one thread at a time. Every call except
/// open() throws on failure; errorOf() says what such an exception means.
class SqlConnection {
public:
    enum class Mode { Writer, Reader };
    struct Options {
        std::string path;
        Mode mode = Mode::Writer;
        Bytes largest;  ///< beyond this size writes fail with kNoSpace; zero: no limit
    };

    /// kStoreNotOpened with "path" if the file cannot be opened or is no database.
    static Result<std::unique_ptr<SqlConnection>> open(const Options& options);
    ~SqlConnection();

    /// Runs a statement that yields nothing, without keeping it prepared.
    void execute(const std::string& sql);
    /// Whether a transaction is open: SQLite ends one by itself when the disk is full.
    bool inTransaction() const;

    /// kNoSpace, kUnavailable (busy, input or output) or kInternal.
    Error errorOf(const std::exception& failure) const;

private:
    friend class Query;
    struct Statement;
    struct State;
    explicit SqlConnection(std::unique_ptr<State> state);
    std::shared_ptr<Statement> statement(std::string_view sql);

    std::unique_ptr<State> m_state;
};

}  // namespace ph
