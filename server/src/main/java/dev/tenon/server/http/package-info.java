/// Serves a job engine over HTTP or HTTPS, or one path to programs.
///
/// Entry classes: [dev.tenon.server.http.AgentServer], and for one path
/// [dev.tenon.server.http.EndpointServer]. Sees the rooms below it, `job` and `core.json`.
@NullMarked
package dev.tenon.server.http;

import org.jspecify.annotations.NullMarked;
