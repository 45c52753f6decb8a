/// The face without a person: one prompt in, one answer out, for scripts and pipes.
///
/// Entry class: [dev.tenon.cli.headless.Headless]. Renders the same events as every other face. May
/// use `cli.base` and `core`.
@NullMarked
package dev.tenon.cli.headless;

import org.jspecify.annotations.NullMarked;
