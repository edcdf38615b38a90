#pragma once

#include "base/units.h"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ph {

/// An uploaded file placed in the working directory before the command starts.
struct FileInput {
    std::string path;    ///< relative, inside the working directory
    std::string digest;  ///< "sha256:" and 64 hexadecimal digits
    std::int64_t size = 0;
    bool executable = false;
    static constexpr std::array<std::string_view, 2> kRequired{"path", "digest"};
};
BOOST_DESCRIBE_STRUCT(FileInput, (), (path, digest, size, executable))

/// An area that an administrator declared, seen by the task at `target`.
struct MountRequest {
    std::string area;
    std::string target;  ///< absolute, outside the system's folders
    bool writable = false;
    static constexpr std::array<std::string_view, 2> kRequired{"area", "target"};
};
BOOST_DESCRIBE_STRUCT(MountRequest, (), (area, target, writable))

struct AcceleratorRequest {
    std::string model = "any";  ///< a model name of the inventory, or "any"
    int count = 1;
};
BOOST_DESCRIBE_STRUCT(AcceleratorRequest, (), (model, count))

struct Resources {
    MilliCpu cpu = cores(1);
    Bytes memory = gibibytes(1);
    Bytes sharedMemory = mebibytes(64);  ///< size of /dev/shm; counted inside `memory`
    Bytes scratch = gibibytes(1);        ///< what the working directory may hold
    std::vector<AcceleratorRequest> accelerators;
};
BOOST_DESCRIBE_STRUCT(Resources, (), (cpu, memory, sharedMemory, scratch, accelerators))

/// How often a new attempt is made, by class of ending. Lost nodes and the named exit codes are transient.
struct RetryPolicy {
    int transient = 2;
    int permanent = 0;
    std::vector<int> transientExitCodes{75};  ///< EX_TEMPFAIL of sysexits.h
};
BOOST_DESCRIBE_STRUCT(RetryPolicy, (), (transient, permanent, transientExitCodes))

enum class NetworkPolicy { Outbound, None };
BOOST_DESCRIBE_ENUM(NetworkPolicy, Outbound, None)

/// What a person asks for. The same struct is read from YAML, sent as JSON and filled by the console's form.
struct JobSpec {
    std::string name;      ///< free text up to 200 bytes; empty: the command's first word
    std::string template_; ///< a named runtime of the site, e.g. "python-sklearn"; empty: the plain system
    std::vector<std::string> command;
    std::vector<FileInput> files;
    std::vector<MountRequest> mounts;
    std::map<std::string, std::string> environment;
    std::map<std::string, std::string> secrets;  ///< variable -> name of one of the owner's secrets
    Resources resources;
    Seconds timeLimit;  ///< zero: the site's default
    RetryPolicy retries;
    int priority = 0;                ///< -100 to 100, higher first
    std::vector<std::string> after;  ///< ids of jobs that must have succeeded
    int array = 0;                   ///< N: N jobs with PH_ARRAY_INDEX 0 to N-1; 0: one job
    std::vector<std::string> outputs;  ///< paths or globs (`*`, `?`, `**`) in the working directory, kept as artifacts
    NetworkPolicy network = NetworkPolicy::Outbound;
    static constexpr std::array<std::string_view, 1> kRequired{"command"};
};
BOOST_DESCRIBE_STRUCT(JobSpec, (), (name, template_, command, files, mounts, environment, secrets, resources, timeLimit, retries,
                                    priority, after, array, outputs, network))

}  // namespace ph
