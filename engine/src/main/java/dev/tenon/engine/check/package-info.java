/// Checks before acceptance: a command on a view of the project with a selection of staged hunks,
/// which is thrown away afterwards.
///
/// Entry class: [dev.tenon.engine.check.ReviewChecks]. Sees `core` and the recipes of `tools`.
@NullMarked
package dev.tenon.engine.check;

import org.jspecify.annotations.NullMarked;
