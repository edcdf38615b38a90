// Asio's compiled part, once for every program that links base.
#include <boost/asio/impl/src.hpp>
