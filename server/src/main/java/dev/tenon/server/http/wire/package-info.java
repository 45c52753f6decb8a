/// Requests, answers and routes: reading a request strictly, finding its route, writing the answer
/// in bounded time, and the errors that an answer may be.
///
/// Entry class: [dev.tenon.server.http.wire.Route]. Sees `core.json` and `job.record`.
@NullMarked
package dev.tenon.server.http.wire;

import org.jspecify.annotations.NullMarked;
