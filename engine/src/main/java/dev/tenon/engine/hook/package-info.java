/// Hooks: programs of the person, and of projects that the person trusts, that have a say when
/// something happens in a conversation. They are written, and spoken to, in the form of Claude
/// Code. [dev.tenon.engine.hook.HookLoader] finds them, [dev.tenon.engine.hook.HookRunner] runs
/// those of an event, and [dev.tenon.engine.hook.ConversationHooks], the entry class, stands around
/// the parts of a conversation. May use `engine.content`, `engine.command`, `engine.model` and what
/// lies below them.
@NullMarked
package dev.tenon.engine.hook;

import org.jspecify.annotations.NullMarked;
