/// How commands are held to a mode: the wall that the settings want, and the guard that makes
/// policy and confinement from one mode; and the commands that a person runs.
///
/// Entry classes: [dev.tenon.engine.command.ModeGuard], [dev.tenon.engine.command.CommandWall]. May
/// use `engine.config` and `core`.
@NullMarked
package dev.tenon.engine.command;

import org.jspecify.annotations.NullMarked;
