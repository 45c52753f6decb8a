package dev.tenon.core.http.tls;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `openssl s_server` on a port of its own: it serves what no careful server would.
final class SslServer implements AutoCloseable {
  private final Process process;
  private final int port;

  /// @param chain besides the certificate, or null
  SslServer(TestCa.Made made, Path chain, String... more) throws IOException {
    var command = new ArrayList<>(List.of("openssl", "s_server", "-accept", "127.0.0.1:0"));
    command.addAll(List.of("-cert", made.certificate().toString(), "-key", made.key().toString()));
    if (chain != null) {
      command.addAll(List.of("-cert_chain", chain.toString()));
    }
    command.addAll(List.of(more));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    var said = new StringBuilder();
    String line = lines.readLine();
    while (line != null && !line.startsWith("ACCEPT ")) {
      said.append(line).append('\n');
      line = lines.readLine();
    }
    if (line == null) {
      process.destroyForcibly();
      throw new AssertionError(command + ": " + said);
    }
    port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1).strip());
    Thread.ofVirtual().start(() -> drain(lines));
  }

  private static void drain(BufferedReader lines) {
    try {
      lines.transferTo(Writer.nullWriter());
    } catch (IOException closed) {
      return;
    }
  }

  int port() {
    return port;
  }

  /// A line for its interactive commands.
  void command(String text) throws IOException {
    OutputStream in = process.getOutputStream();
    in.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
