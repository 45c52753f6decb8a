/// Command lines as a shell reads them: parsed, never run.
///
/// Entry class: [dev.tenon.core.permission.command.Word]. Depends on nothing.
@NullMarked
package dev.tenon.core.permission.command;

import org.jspecify.annotations.NullMarked;
