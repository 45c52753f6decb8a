/// What a run tells about itself: a log in the state folder, and traces and metrics for a
/// collector. Neither holds what was said, unless the log is asked for it, and no secret at all.
///
/// Entry class: [dev.tenon.cli.observe.Observers].
@NullMarked
package dev.tenon.cli.observe;

import org.jspecify.annotations.NullMarked;
