/// A lean HTTP/1.1 client on sockets: the only way out of the product, and nothing that costs
/// start-up.
///
/// Entry class: [dev.tenon.core.http.Transport]. Depends on nothing in Tenon. It follows no
/// redirects, caches nothing, asks for no compression and never repeats a request by itself. By
/// itself it is for endpoints that the user has configured; addresses from anywhere else go through
/// the rooms `guard` (where may it go) and `fetch` (redirects, codings, charsets), which a request
/// to a configured endpoint does not load.
@NullMarked
package dev.tenon.core.http;

import org.jspecify.annotations.NullMarked;
