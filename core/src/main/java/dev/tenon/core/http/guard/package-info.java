/// Where requests may go that nobody has configured: the one strict reader of web addresses, and
/// the judge of the network addresses behind a name.
///
/// Entry classes: [dev.tenon.core.http.guard.WebAddress] and
/// [dev.tenon.core.http.guard.AddressGuard]. Depends on `core.http`. Nothing here is loaded for a
/// request to a configured model.
@NullMarked
package dev.tenon.core.http.guard;

import org.jspecify.annotations.NullMarked;
