// Beast's compiled part, once for every program that links http.
#include <boost/beast/src.hpp>
