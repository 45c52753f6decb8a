/// Serves a job engine over HTTP or HTTPS.
///
/// Entry class: [dev.tenon.server.http.AgentServer]. Sees the rooms below it, `job` and
/// `core.json`.
@NullMarked
package dev.tenon.server.http;

import org.jspecify.annotations.NullMarked;
