package dev.tenon.cli.command;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads a line from the terminal that nobody sees, also not over a shoulder.
final class HiddenInput {
  private static final int MOST_BYTES = 16_384;

  private HiddenInput() {}

  /// @param in where the terminal is read from
  static String line(InputStream in) throws IOException, InterruptedException {
    var back = new Thread(HiddenInput::show, "echo");
    Runtime.getRuntime().addShutdownHook(back);
    stty("-echo");
    try {
      return read(in);
    } finally {
      show();
      Runtime.getRuntime().removeShutdownHook(back);
    }
  }

  /// The first line of a stream, whoever writes it.
  static String read(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() == MOST_BYTES) {
        throw new IOException("more than " + MOST_BYTES + " bytes in one line; that is no key");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  private static void show() {
    try {
      stty("echo");
    } catch (IOException none) {
      // Without the program nothing was hidden either.
      return;
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
  }

  private static void stty(String mode) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(List.of("stty", mode))
            .redirectInput(new File("/dev/tty"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("the terminal cannot hide what is typed");
    }
  }
}
