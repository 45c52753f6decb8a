/// The program a user starts: command line and terminal. It may depend on every other module, and
/// nothing depends on it. The entry class is [dev.tenon.cli.Main].
@NullMarked
package dev.tenon.cli;

import org.jspecify.annotations.NullMarked;
