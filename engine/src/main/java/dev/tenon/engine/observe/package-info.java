/// What a run tells about itself: a log in the state folder, and traces and metrics for a
/// collector. Neither holds what was said, unless the log is asked for it, and no secret at all.
///
/// Entry class: [dev.tenon.engine.observe.Observers]. May use `engine.config`, `engine.model`,
/// `core` and `providers`.
@NullMarked
package dev.tenon.engine.observe;

import org.jspecify.annotations.NullMarked;
