/// Command lines as a shell reads them: parsed and looked through, never run.
///
/// Entry class: [dev.tenon.core.permission.command.Script];
/// [dev.tenon.core.permission.command.DenyList] knows what is refused in every mode. May use
/// nothing of Tenon.
@NullMarked
package dev.tenon.core.permission.command;

import org.jspecify.annotations.NullMarked;
