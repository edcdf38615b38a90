#pragma once

#include "base/hop.h"
#include "base/units.h"
#include "http/router.h"
#include "ports/blob_store.h"
#include "service/blobs/blob_service.h"

namespace ph::http {

/// blobs.info and blobs.put; `disk` may block, `largest` is the most that one file may hold.
void registerBlobRoutes(Router& router, Hop logic, Hop disk, BlobService& owners, BlobStore& blobs, Bytes largest);

}  // namespace ph::http
