/// The stores of sessions, jobs and events: in memory or in one SQLite file.
///
/// Entry class: [dev.tenon.server.store.Stores]. Sees `core.json` and `job.record`.
@NullMarked
package dev.tenon.server.store;

import org.jspecify.annotations.NullMarked;
