/// The engine over HTTP: routes, authentication, event streams, the OpenAPI document.
///
/// Entry class: [dev.tenon.server.http.AgentServer]. Sees `server.job`; knows no model and no tool.
@NullMarked
package dev.tenon.server.http;

import org.jspecify.annotations.NullMarked;
