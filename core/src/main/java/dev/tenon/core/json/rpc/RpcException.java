package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A call that has no result. A handler throws one to choose the error that the other side gets.
public final class RpcException extends Exception {
  private static final long serialVersionUID = 1L;

  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /// Not of JSON-RPC itself, but of its range for servers: too much is under way.
  public static final int BUSY = -32000;

  /// As LSP has it: the one who asked no longer wants the answer.
  public static final int CANCELLED = -32800;

  private final Kind kind;
  private final int code;
  private final transient @Nullable Json data;

  /// Why there is no result.
  public enum Kind {
    /// The other side answered with an error.
    ANSWERED,
    /// No answer came in time.
    TIMED_OUT,
    /// The other side is gone, or the connection was closed.
    CLOSED,
    /// The request, or its answer, is over the bound for one message.
    TOO_LARGE
  }

  private RpcException(Kind kind, int code, String message, @Nullable Json data) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.data = data;
  }

  RpcException(Kind kind, String message) {
    this(kind, 0, message, null);
  }

  /// An error object: what the other side answered, or is to get.
  public RpcException(int code, String message, @Nullable Json data) {
    this(Kind.ANSWERED, code, message, data);
  }

  public RpcException(int code, String message) {
    this(code, message, null);
  }

  public static RpcException methodNotFound(String method) {
    return new RpcException(METHOD_NOT_FOUND, "there is no method '" + method + "'");
  }

  public static RpcException invalidParams(String message) {
    return new RpcException(INVALID_PARAMS, message);
  }

  /// @param who did not answer
  /// @param more is said behind it
  static RpcException late(String who, String method, Duration limit, String more) {
    String time = limit.toMillis() < 10_000 ? limit.toMillis() + " ms" : limit.toSeconds() + " s";
    return new RpcException(
        Kind.TIMED_OUT, who + " did not answer " + method + " within " + time + "." + more);
  }

  public Kind kind() {
    return kind;
  }

  /// The code of an answered error, otherwise 0.
  public int code() {
    return code;
  }

  public @Nullable Json data() {
    return data;
  }
}
