package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;

/// What one side does for the other. Anything thrown but [RpcException] is a bug: the other side
/// gets an internal error without details, and the peer's notes get them.
public interface RpcHandler {

  /// Answers a request, on a thread of its own, which is interrupted when the other side cancels it
  /// or the connection closes.
  ///
  /// @param params an object or an array; the empty object when there were none
  Json request(String method, Json params) throws RpcException, InterruptedException;

  /// A request has come. Told in the order in which everything comes, before anything later is
  /// handled, and before [#request]; so this should not take long.
  default void arrived(String method, Json params) {}

  /// A request that has come ends with an error: it was refused, it broke, or it was cancelled,
  /// maybe before [#request] saw it. Told before the other side gets to know.
  default void failed(String method, Json params) {}

  /// The answer to a request was sent: what is told from here on comes behind it.
  default void answered(String method, Json params, Json result) {}

  /// Takes a notification. They come one at a time and in order, and no later request is begun
  /// meanwhile; so this should not take long.
  default void notification(String method, Json params) throws RpcException, InterruptedException {}

  /// The other side says nothing any more. Told once, before the calls that wait for its answers
  /// end: what is done for it alone can be stopped here. This should not take long.
  default void ended() {}

  /// Knows no method.
  static RpcHandler none() {
    return (method, params) -> {
      throw RpcException.methodNotFound(method);
    };
  }
}
