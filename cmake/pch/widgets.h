// The console's layer.
#include "qt.h"

#include <QtWidgets/QtWidgets>
