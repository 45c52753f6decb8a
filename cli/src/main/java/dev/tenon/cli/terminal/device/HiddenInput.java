package dev.tenon.cli.terminal.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads a line from the terminal that nobody sees, also not over a shoulder.
public final class HiddenInput {
  private static final int MOST_BYTES = 16_384;

  private HiddenInput() {}

  /// Whether what is typed shows.
  public interface Echo {
    /// Nothing that is typed shows any more.
    ///
    /// @throws IOException when the terminal cannot do that
    void hide() throws IOException, InterruptedException;

    /// What is typed shows again. May be called several times.
    void show();

    /// That of the terminal which the process was started in. However the program ends, what is
    /// typed shows afterwards.
    static Echo ofTerminal() {
      return new Tty();
    }
  }

  private static final class Tty implements Echo {
    private final Thread back = new Thread(Tty::visible, "echo");

    @Override
    public void hide() throws IOException, InterruptedException {
      Runtime.getRuntime().addShutdownHook(back);
      stty("-echo");
    }

    @Override
    public void show() {
      visible();
      try {
        Runtime.getRuntime().removeShutdownHook(back);
      } catch (IllegalStateException ending) {
        // The hook is about to do the same once more.
      }
    }

    private static void visible() {
      try {
        stty("echo");
      } catch (IOException none) {
        // Without the program nothing was hidden either.
        return;
      } catch (InterruptedException leaving) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// @param in where the terminal is read from
  public static String line(InputStream in) throws IOException, InterruptedException {
    Echo echo = Echo.ofTerminal();
    try {
      echo.hide();
      return read(in);
    } finally {
      echo.show();
    }
  }

  /// The first line of a stream, whoever writes it.
  public static String read(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
      if (line.size() == MOST_BYTES) {
        throw new IOException("more than " + MOST_BYTES + " bytes in one line; that is no key");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
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
