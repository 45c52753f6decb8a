/// The state of a whole project at one moment, so that two moments can be compared: names, sizes,
/// times, modes and links of everything that git does not ignore.
///
/// Entry class: [dev.tenon.core.workspace.state.StateScan], which makes a
/// [dev.tenon.core.workspace.state.TreeState]. May use `workspace.walk`, `workspace.path` and
/// below.
@NullMarked
package dev.tenon.core.workspace.state;

import org.jspecify.annotations.NullMarked;
