/// How fast sessions are opened, written and listed.
///
/// Entry class: [dev.tenon.bench.session.SessionReport].
@NullMarked
package dev.tenon.bench.session;

import org.jspecify.annotations.NullMarked;
