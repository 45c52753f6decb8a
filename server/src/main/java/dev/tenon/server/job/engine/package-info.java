/// What the API does, without HTTP: one object over sessions, the queue, reviews and checkpoints,
/// which also sees to what the end of the program left unfinished.
///
/// Entry class: [dev.tenon.server.job.engine.JobEngine]. Sees `core`, `server.tool` and the other
/// rooms of `job`; knows nothing of HTTP.
@NullMarked
package dev.tenon.server.job.engine;

import org.jspecify.annotations.NullMarked;
