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
  private final ClientPaths paths;

  /// @param session the id of the session, which is there when the first file is read
  /// @param paths how the client spells the real paths of files
  public ClientFiles(AcpClient client, Supplier<String> session, ClientPaths paths) {
    this.client = client;
    this.session = session;
    this.paths = paths;
  }

  /// The text of a file. Nothing when the client says that it has none: then the disk counts. Any
  /// other refusal says nothing about what it has open, unless there is no such file at all.
  ///
  /// @param there whether there is such a file on the disk
  /// @throws IOException when what the client has open is not known
  Optional<String> read(Path file, boolean there) throws IOException {
    Json.Obj params = about(file).build();
    try {
      String text = client.ask("fs/read_text_file", params, READING).string("content");
      if (text == null) {
        throw new IOException(
            "the editor did not tell what " + file + " is: its answer has no text in 'content'");
      }
      return Optional.of(text);
    } catch (RpcException failed) {
      if (hasNone(failed, there)) {
        return Optional.empty();
      }
      throw new IOException(
          "the editor did not tell what "
              + file
              + " is: "
              + failed.getMessage()
              + "; it may have unsaved text, so try again",
          failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw (ClosedByInterruptException) new ClosedByInterruptException().initCause(stopped);
    }
  }

  private static boolean hasNone(RpcException failed, boolean there) {
    return failed.kind() == RpcException.Kind.ANSWERED
        && (!there
            || failed.code() == AcpAgent.NOT_FOUND
            || failed.code() == RpcException.METHOD_NOT_FOUND);
  }

  /// Has the client write a file.
  void write(Path file, String text, Duration limit) throws RpcException, InterruptedException {
    client.ask("fs/write_text_file", about(file).put("content", text).build(), limit);
  }

  private Json.Builder about(Path file) {
    return Json.object()
        .put("sessionId", session.get())
        .put("path", paths.spelled(file).toString());
  }
}
