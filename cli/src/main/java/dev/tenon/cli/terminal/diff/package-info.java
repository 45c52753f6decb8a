/// Unified diffs taken apart: files, hunks, lines with their numbers, and which characters of a
/// line a change is about. Depends on nothing; knows no colours.
@NullMarked
package dev.tenon.cli.terminal.diff;

import org.jspecify.annotations.NullMarked;
