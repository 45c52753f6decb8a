/// Fetches what stands at a web address that nobody has configured: redirects, codings, charsets
/// and bounds over the guarded transport.
///
/// Entry class: [dev.tenon.core.http.fetch.Fetch]. Depends on `core.http` and `core.http.guard`.
@NullMarked
package dev.tenon.core.http.fetch;

import org.jspecify.annotations.NullMarked;
