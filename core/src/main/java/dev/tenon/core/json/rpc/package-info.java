/// A peer that speaks JSON-RPC 2.0, or the Debug Adapter Protocol, over a pair of streams: requests
/// and notifications both ways at the same time.
///
/// Entry class: [dev.tenon.core.json.rpc.RpcPeer]. May use `core.json`.
@NullMarked
package dev.tenon.core.json.rpc;

import org.jspecify.annotations.NullMarked;
