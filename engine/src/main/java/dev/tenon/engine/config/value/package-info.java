/// What a value of a setting is: its types with their ranges and words, its raw form in a file,
/// where it came from, and why one was refused.
///
/// Entry class: [dev.tenon.engine.config.value.Type]. Knows no setting and no file. May use
/// `engine.problem` and `core`.
@NullMarked
package dev.tenon.engine.config.value;

import org.jspecify.annotations.NullMarked;
