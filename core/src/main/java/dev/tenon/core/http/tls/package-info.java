/// How a connected socket becomes a secure one, and whom to trust.
///
/// Entry class: [dev.tenon.core.http.tls.TlsStack]. Two stacks give the same: the system's OpenSSL
/// 3 through `java.lang.foreign`, whose first handshake costs a tenth, and the JDK's own. No case
/// is accepted by OpenSSL that the JDK refuses, and a failed check is never tried again on the
/// other. Depends on nothing in Tenon. See docs/adr/0017-tls.md.
@NullMarked
package dev.tenon.core.http.tls;

import org.jspecify.annotations.NullMarked;
