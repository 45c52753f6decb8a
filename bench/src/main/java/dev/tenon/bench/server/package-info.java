/// How the agent server does under load: polls, live streams, reviews of many files, start-up with
/// a full store, memory.
///
/// Entry class: [dev.tenon.bench.server.ServerReport]. Load is put on a server in a process of its
/// own by clients that use one thread and no library.
@NullMarked
package dev.tenon.bench.server;

import org.jspecify.annotations.NullMarked;
