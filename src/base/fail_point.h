#pragma once

#include <string>

namespace ph {

/// A named place of the code at which a test may end this process, as kill -9 would; nothing in a release build. With
/// $PH_FAIL_POINTS, a folder, each passing adds a byte to the file `name` there, and the first whose number is not
/// below that in `name.kill` is the last (the file is `name.killed` then). Any thread; the standard library is all it
/// uses, so that the shim may have it.
void failPoint(const char* name);

/// "NAME=VALUE" for the environment of a program that is to pass fail points too; empty if there are none.
std::string failPointsVariable();
/// Lets the program that this one becomes have the folder in whatever file system it finds itself; keepFailPoints()
/// there ends the inheritance.
void handFailPointsOn();
void keepFailPoints();

}  // namespace ph
