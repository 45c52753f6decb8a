/// Background jobs over conversations: sessions, the queue, clarification, review and what happens
/// when the program is killed in between.
///
/// Entry class: [dev.tenon.server.job.JobEngine]. Sees `core`; knows nothing of HTTP.
@NullMarked
package dev.tenon.server.job;

import org.jspecify.annotations.NullMarked;
