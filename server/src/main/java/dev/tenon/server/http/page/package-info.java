/// The pages for a browser: signing in and out, and the overview.
///
/// Entry class: [dev.tenon.server.http.page.Pages]. Sees `core`, `http.wire`, `http.guard` and
/// `job`.
@NullMarked
package dev.tenon.server.http.page;

import org.jspecify.annotations.NullMarked;
