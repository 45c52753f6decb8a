/// A lean HTTP/1.1 client on sockets: the only way out of the product, and nothing that costs
/// start-up.
///
/// Entry class: [dev.tenon.core.http.Transport]. Depends on nothing in Tenon. It follows no
/// redirects, caches nothing, asks for no compression and never repeats a request by itself.
@NullMarked
package dev.tenon.core.http;

import org.jspecify.annotations.NullMarked;
