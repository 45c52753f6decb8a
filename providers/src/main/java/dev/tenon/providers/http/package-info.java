/// A lean HTTP/1.1 client on sockets: just what a model stream needs, and nothing that costs
/// start-up.
///
/// Entry class: [dev.tenon.providers.http.Transport]. Depends on nothing in Tenon. It follows no
/// redirects, caches nothing, asks for no compression and never repeats a request by itself.
@NullMarked
package dev.tenon.providers.http;

import org.jspecify.annotations.NullMarked;
