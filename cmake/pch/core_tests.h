// What tests of the core's layer include.
#include "core.h"

#include <gmock/gmock.h>
