/// Finding files by their paths: walks by git's ignore rules, globs, and completion by letters.
///
/// Entry classes: [dev.tenon.core.workspace.walk.FileWalk] and
/// [dev.tenon.core.workspace.walk.Glob]. May use `workspace.path` and below.
@NullMarked
package dev.tenon.core.workspace.walk;

import org.jspecify.annotations.NullMarked;
