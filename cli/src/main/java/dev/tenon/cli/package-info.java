/// The program a user starts. Only [dev.tenon.cli.Main] is here: it reads the command line and
/// hands over to a command. May use every room of `cli`, and `engine`; nothing depends on it but
/// what builds and measures the program.
@NullMarked
package dev.tenon.cli;

import org.jspecify.annotations.NullMarked;
