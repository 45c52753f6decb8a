/// How fast commands start, how fast their output is taken, and what stands around them costs.
///
/// Entry class: [dev.tenon.bench.shell.ShellReport]. A part of the page is a class with a method
/// `describe(Report)`. Depends on the core and on `tools`.
@NullMarked
package dev.tenon.bench.shell;

import org.jspecify.annotations.NullMarked;
