package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.JsonLines;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// The connection to the program that drives Tenon: its commands one by one, and the answers and
/// events that go back. Safe for several threads, but for [#lines], which one thread reads.
public final class RpcWire implements AutoCloseable {
  private static final int LONGEST_LINE = 16 << 20;
  private static final int MOST_WAITING = 8 << 20;

  private final JsonLines lines;

  /// @param unread is told when the other side takes nothing any more
  public RpcWire(InputStream in, OutputStream out, Runnable unread) {
    this.lines = JsonLines.start(in, out, LONGEST_LINE, MOST_WAITING, unread);
  }

  public JsonLines lines() {
    return lines;
  }

  /// Something happened. Waits while the other side reads less than it is told.
  public void tell(Json.Obj event) {
    lines.write(event);
  }

  /// @param id of the command, if it has one
  /// @param data null for none
  public void succeed(@Nullable Json id, String command, @Nullable Json data) {
    lines.write(head(id, command).put("success", true).put("data", data).build());
  }

  /// @param error one line with the way out
  public void fail(@Nullable Json id, String command, String error) {
    lines.write(head(id, command).put("success", false).put("error", error).build());
  }

  private static Json.Builder head(@Nullable Json id, String command) {
    return Json.object().put("id", id).put("type", "response").put("command", command);
  }

  /// The other side has said all; it gets what is left to say, if it reads that soon.
  public void hurry() {
    lines.hurry();
  }

  @Override
  public void close() {
    lines.close();
  }
}
