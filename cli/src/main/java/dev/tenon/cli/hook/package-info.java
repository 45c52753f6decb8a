/// Hooks for people: `tenon hooks`, `/hooks`, and what both print.
///
/// Entry classes: [dev.tenon.cli.hook.HooksCommand], [dev.tenon.cli.hook.HookSlashCommand]. May use
/// `engine` and the rooms below.
@NullMarked
package dev.tenon.cli.hook;

import org.jspecify.annotations.NullMarked;
