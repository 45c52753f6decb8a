/// The operations of the agent API and the OpenAPI document that describes them.
///
/// Entry class: [dev.tenon.server.http.api.AgentApi]. Sees `core`, `http.wire`, `http.guard`,
/// `server.tool` and `job`.
@NullMarked
package dev.tenon.server.http.api;

import org.jspecify.annotations.NullMarked;
