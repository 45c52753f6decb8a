/// Measures whole processes, as a user meets them: the launcher against a loopback model, next to
/// floors such as `curl` and an empty JVM.
///
/// Entry class: [dev.tenon.bench.process.EndToEnd].
@NullMarked
package dev.tenon.bench.process;

import org.jspecify.annotations.NullMarked;
