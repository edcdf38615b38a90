// What tests of the controller's layer include.
#include "asio.h"

#include <gmock/gmock.h>
