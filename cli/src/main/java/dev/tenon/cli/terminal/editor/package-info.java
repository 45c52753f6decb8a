/// The editor of a prompt.
@NullMarked
package dev.tenon.cli.terminal.editor;

import org.jspecify.annotations.NullMarked;
