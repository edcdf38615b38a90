// The client's layer: the core and Qt without widgets.
#include "core.h"

#include <QtCore/QtCore>
#include <QtNetwork/QtNetwork>
