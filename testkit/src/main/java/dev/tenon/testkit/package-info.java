/// A loopback model server for tests, benchmarks and trying things by hand: it answers from a
/// script, checks requests as the vendors would, and breaks on demand down to single bytes.
///
/// Entry class: [dev.tenon.testkit.ModelServer]. May use its rooms `wire` and `script`,
/// `core.json`, `core.model` and the JDK; nothing that ships depends on it.
@NullMarked
package dev.tenon.testkit;

import org.jspecify.annotations.NullMarked;
