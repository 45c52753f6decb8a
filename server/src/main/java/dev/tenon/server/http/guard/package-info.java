/// Who may call the server: hosts, origins, the token and its cookie, how often; and the
/// certificate that it serves with.
///
/// Entry class: [dev.tenon.server.http.guard.Guard]; [dev.tenon.server.http.guard.ServerSettings]
/// says how a server listens. Sees `core.text` and `http.wire`.
@NullMarked
package dev.tenon.server.http.guard;

import org.jspecify.annotations.NullMarked;
