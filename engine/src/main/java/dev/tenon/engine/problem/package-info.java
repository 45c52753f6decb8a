/// How problems are told to the person who can put them right: one clear line that shows the value
/// and what was probably meant.
///
/// Entry class: [dev.tenon.engine.problem.SetupException]. May use `core` alone.
@NullMarked
package dev.tenon.engine.problem;

import org.jspecify.annotations.NullMarked;
