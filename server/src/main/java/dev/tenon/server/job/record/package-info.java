/// Jobs and sessions as they are stored and shown: records, statuses, the events of a job, and the
/// store that keeps them.
///
/// Entry class: [dev.tenon.server.job.record.Store]. Sees `core`; knows no other room of the
/// server.
@NullMarked
package dev.tenon.server.job.record;

import org.jspecify.annotations.NullMarked;
