/// pi's protocol, by which programs drive Tenon: what they are told of a conversation, in pi's
/// forms, and what they are asked.
///
/// Entry class: [dev.tenon.protocols.rpc.RpcEvents], the one place where events get pi's names. May
/// use `core` and `approval`.
@NullMarked
package dev.tenon.protocols.rpc;

import org.jspecify.annotations.NullMarked;
