package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// The files of a client, as it has them open. Safe for several threads.
public final class ClientFiles {
  private static final Duration READING = Duration.ofSeconds(30);

  private final AcpClient client;
  private final Supplier<String> session;

  /// @param session the id of the session, which is there when the first file is read
  public ClientFiles(AcpClient client, Supplier<String> session) {
    this.client = client;
    this.session = session;
  }

  /// The text of a file. Nothing when the client says that it cannot tell: then it has no buffer,
  /// and the disk counts.
  ///
  /// @throws IOException when the client does not answer: what it has open is not known then
  Optional<String> read(Path file) throws IOException {
    Json.Obj params =
        Json.object().put("sessionId", session.get()).put("path", file.toString()).build();
    try {
      return Optional.ofNullable(
          client.ask("fs/read_text_file", params, READING).string("content"));
    } catch (RpcException failed) {
      if (failed.kind() == RpcException.Kind.ANSWERED) {
        return Optional.empty();
      }
      throw new IOException(
          "the editor did not tell what " + file + " is: " + failed.getMessage(), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw (ClosedByInterruptException) new ClosedByInterruptException().initCause(stopped);
    }
  }

  /// Has the client write a file.
  void write(Path file, String text, Duration limit) throws RpcException, InterruptedException {
    Json.Obj params =
        Json.object()
            .put("sessionId", session.get())
            .put("path", file.toString())
            .put("content", text)
            .build();
    client.ask("fs/write_text_file", params, limit);
  }
}
