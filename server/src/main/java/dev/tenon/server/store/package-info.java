/// Where sessions, jobs and events are kept: in memory or in SQLite.
///
/// Entry class: [dev.tenon.server.store.Stores].
@NullMarked
package dev.tenon.server.store;

import org.jspecify.annotations.NullMarked;
