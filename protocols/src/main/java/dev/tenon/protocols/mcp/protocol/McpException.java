package dev.tenon.protocols.mcp.protocol;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import org.jspecify.annotations.Nullable;

/// Something that a server did not do. The message is for people: it names the server and, where
/// there is one, the way out. It never holds a header, a token or the value of a variable.
public final class McpException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final int code;
  private final transient @Nullable Json data;

  /// What went wrong.
  public enum Kind {
    /// The server answered with an error.
    REFUSED,
    TIMED_OUT,
    /// It is gone, or the connection is. What it was asked for may have been carried out.
    CLOSED,
    /// The same, and this request has surely not been carried out: it was refused for the sake of
    /// the connection, or never sent. Over a new connection it may be made once more.
    NOT_TAKEN,
    /// The request or its answer is over the bound.
    TOO_LARGE,
    /// It could not be started, or not be reached.
    UNREACHABLE,
    /// It wants to know who asks.
    UNAUTHORIZED,
    /// It does not speak the protocol as it should.
    PROTOCOL
  }

  public McpException(Kind kind, String message) {
    this(kind, message, 0, null, null);
  }

  public McpException(Kind kind, String message, @Nullable Throwable cause) {
    this(kind, message, 0, null, cause);
  }

  private McpException(
      Kind kind, String message, int code, @Nullable Json data, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.code = code;
    this.data = data;
  }

  /// An error object that a server answered with.
  public static McpException refused(String server, int code, String message, @Nullable Json data) {
    return new McpException(
        Kind.REFUSED, server + " answers: " + message + " (" + code + ")", code, data, null);
  }

  /// A call over a pair of streams that has no result.
  ///
  /// @param server what messages call it, for errors that it answered
  public static McpException of(String server, RpcException failed) {
    String message = String.valueOf(failed.getMessage());
    return switch (failed.kind()) {
      case ANSWERED -> refused(server, failed.code(), message, failed.data());
      case TIMED_OUT -> new McpException(Kind.TIMED_OUT, message, failed);
      case CLOSED -> new McpException(Kind.CLOSED, message, failed);
      case TOO_LARGE -> new McpException(Kind.TOO_LARGE, message, failed);
    };
  }

  /// The same with more to say.
  public McpException with(String more) {
    return new McpException(kind, getMessage() + more, code, data, this);
  }

  /// The same for a request that belongs to something of which more was taken before.
  public McpException afterOthers() {
    return kind == Kind.NOT_TAKEN
        ? new McpException(Kind.CLOSED, String.valueOf(getMessage()), 0, null, this)
        : this;
  }

  public Kind kind() {
    return kind;
  }

  /// The code of an error that the server answered with, otherwise 0.
  public int code() {
    return code;
  }

  public @Nullable Json data() {
    return data;
  }
}
