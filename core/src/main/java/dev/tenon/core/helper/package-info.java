/// Helpers: conversations that work for another one. What an agent is ([AgentDefinition]), the tree
/// of helpers below one conversation with its bounds ([HelperTree], the entry class), one helper's
/// way from its assignment to its `yield` ([HelperRun]), what it may do ([Ceiling]) and where its
/// output lies ([HelperFiles]). How a conversation is put together is the business of whoever
/// implements [HelperOpener].
///
/// May use everything in core; nothing else in core sees it.
@NullMarked
package dev.tenon.core.helper;

import org.jspecify.annotations.NullMarked;
