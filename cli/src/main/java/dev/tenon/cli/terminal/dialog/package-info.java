/// Questions to the person: menus that no stray key can answer.
@NullMarked
package dev.tenon.cli.terminal.dialog;

import org.jspecify.annotations.NullMarked;
