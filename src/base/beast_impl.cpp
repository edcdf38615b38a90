// Beast's compiled part, once for every program that speaks HTTP; nobody else takes it out of the library.
#include <boost/beast/src.hpp>
