#pragma once

// How every kind of type stands on the wire.
#include "reflect/codec_base.h"
#include "reflect/container_codecs.h"
#include "reflect/described_codecs.h"
#include "reflect/scalar_codecs.h"
