/// Who may do what: what a tool call will touch, and whether that is allowed, asked or refused.
///
/// Entry class: [dev.tenon.core.permission.Policy]. May use its rooms `command` and `text`,
/// `workspace.walk`, `workspace.path`, `model` and `json`.
@NullMarked
package dev.tenon.core.permission;

import org.jspecify.annotations.NullMarked;
