#pragma once

#include <QFont>

namespace ph::ui {

/// The interface face with digits of one width, for columns of numbers.
QFont tabularFont();
/// Fixed pitch, with a CJK family behind it so that Chinese keeps the grid.
QFont monoFont();
/// 1.3 times the interface face, semibold.
QFont titleFont();
QFont strongFont();
/// A little smaller than the interface face.
QFont smallFont();

}  // namespace ph::ui
