/// The queue of jobs and their runs: a prompt on staged files, with the tools of the server, on the
/// local or the remote model, reported as events of the job.
///
/// Entry class: [dev.tenon.server.job.run.JobScheduler]; [dev.tenon.server.job.run.JobSetupFactory]
/// is what an embedder provides. Sees `core`, `server.tool`, `job.record` and `job.live`.
@NullMarked
package dev.tenon.server.job.run;

import org.jspecify.annotations.NullMarked;
