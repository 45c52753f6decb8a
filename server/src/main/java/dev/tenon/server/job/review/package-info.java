/// What becomes of staged edits: decisions hunk by hunk, writing them so that a crash loses
/// nothing, the way back to a checkpoint, and the working buffers for an editor.
///
/// Entry class: [dev.tenon.server.job.review.Reviews]. Sees `core`, `server.tool`, `job.record` and
/// `job.live`.
@NullMarked
package dev.tenon.server.job.review;

import org.jspecify.annotations.NullMarked;
