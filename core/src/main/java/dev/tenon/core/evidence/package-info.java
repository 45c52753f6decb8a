/// What is proved and what is only said: the commands that ran as checks, goals that end with
/// evidence, and the receipt of what a prompt changed.
///
/// Entry classes: [dev.tenon.core.evidence.CheckLog], which records a check for each command,
/// [dev.tenon.core.evidence.GoalBook], which holds the goal of a conversation, and
/// [dev.tenon.core.evidence.Receipts], which makes receipts of journal and checks. May use `json`,
/// `exec.shell`, `permission.command`, and the rooms `journal` and `effects` of `change`.
@NullMarked
package dev.tenon.core.evidence;

import org.jspecify.annotations.NullMarked;
