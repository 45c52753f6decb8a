/// Searching the contents of files: one engine for matches, with `rg` to name candidates where it
/// is installed.
///
/// Entry class: [dev.tenon.core.workspace.search.Grep], asked with a
/// [dev.tenon.core.workspace.search.GrepQuery]. May use `workspace.regex`, `workspace.walk`,
/// `workspace.path` and below.
@NullMarked
package dev.tenon.core.workspace.search;

import org.jspecify.annotations.NullMarked;
