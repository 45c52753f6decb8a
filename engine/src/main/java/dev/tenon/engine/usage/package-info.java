/// What was used: one line a request in the state folder, and the tables made of them.
///
/// Entry classes: [dev.tenon.engine.usage.UsageFile] writes, [dev.tenon.engine.usage.UsageReport]
/// reads. May use `core` and `providers`.
@NullMarked
package dev.tenon.engine.usage;

import org.jspecify.annotations.NullMarked;
