/// Command lines as a shell reads them: parsed and looked through, never run.
///
/// Entry class: [dev.tenon.core.permission.command.Script]. Depends on nothing.
@NullMarked
package dev.tenon.core.permission.command;

import org.jspecify.annotations.NullMarked;
