#pragma once

#include <functional>
#include <string>
#include <sys/types.h>
#include <unistd.h>

namespace ph::escapes {

/// What a task must not reach.
struct Outside {
    std::string data;  ///< the controller's folder
    pid_t pid = 0;
    std::string socket;  ///< an abstract one's name
    key_t memoryKey = 0;
    std::string marker;
};

/// Five words, the marker backwards.
Outside outsideFrom(char** words);

/// Runs `work` in a process of its own; false if that did not end by itself with status 0 within some seconds.
bool survives(const std::function<void()>& work);

/// A system call that succeeds.
template <class... Arguments>
bool call(long number, Arguments... arguments) {
    return ::syscall(number, arguments...) >= 0;
}

bool opens(const std::string& path);
/// At least one byte.
bool reads(const std::string& path);
bool lists(const std::string& path);
bool inFile(const std::string& path, const std::string& text);
/// Opens for writing, making it if it is not there, and writes.
bool writes(const std::string& path, const std::string& text = "1");
bool makesNode(const std::string& path, mode_t kind, unsigned major, unsigned minor);
/// Whether any process's environment or command line holds it.
bool markerInProc(const std::string& marker);

bool readsMemoryOf(pid_t pid);
bool takesDescriptorOf(pid_t pid);
bool stops(pid_t pid);
bool clonesTheNewWay(unsigned long flags);
bool opensByHandle();
bool opensCounter();
bool setsUpRing();
bool setsClock();
bool stepsClock();
bool givesAway();
bool joinsGroup();
bool hasCapabilities();
bool goesBeforeAll();
bool leavesCore();
bool raises(int limit);

bool hasSocket(int family, int type, int protocol);
bool hasSocketPair(int family, int type);
/// Takes the loopback down.
bool changesNetwork();
bool connectsAbstract(const std::string& name);
/// On a terminal of our own.
bool controlsTerminal(unsigned long request);

}  // namespace ph::escapes
