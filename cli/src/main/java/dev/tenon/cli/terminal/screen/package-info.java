/// The rows of the terminal: what is shown where, painted with as few bytes as will do.
@NullMarked
package dev.tenon.cli.terminal.screen;

import org.jspecify.annotations.NullMarked;
