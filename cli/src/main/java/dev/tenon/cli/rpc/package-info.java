/// `tenon rpc`: a conversation for a program that speaks pi's protocol.
///
/// Entry class: [dev.tenon.cli.rpc.RpcCommand]. May use `cli.command` and what is below it, and
/// `protocols.rpc`.
@NullMarked
package dev.tenon.cli.rpc;

import org.jspecify.annotations.NullMarked;
