package dev.tenon.cli.terminal.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Takes what was typed before a question could be read, so that it answers nothing: everything up
/// to the first moment of rest after the question stands there, lines that were not ended yet too.
/// It is not lost: whoever asked puts it into the editor. Used on the thread that asks.
public final class EarlyInput {
  private static final Duration REST = Duration.ofMillis(300);
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final int MOST_BYTES = 1 << 20;

  private EarlyInput() {}

  /// @param in where the terminal is read from, which the question has been printed on
  /// @return what was typed; empty too where the terminal cannot tell
  public static String take(InputStream in) throws InterruptedException {
    String before;
    try {
      before = stty("-g").strip();
      // A line that is not ended belongs to the terminal until it may be read key by key.
      stty("-icanon", "-echo", "min", "1", "time", "0");
    } catch (IOException none) {
      return "";
    }
    var back = new Thread(() -> restore(before), "terminal");
    Runtime.getRuntime().addShutdownHook(back);
    try {
      return untilRest(in);
    } finally {
      restore(before);
      try {
        Runtime.getRuntime().removeShutdownHook(back);
      } catch (IllegalStateException ending) {
        // The hook is about to do the same once more.
      }
    }
  }

  /// What comes until nothing has come for a moment.
  static String untilRest(InputStream in) throws InterruptedException {
    var typed = new ByteArrayOutputStream();
    long start = System.nanoTime();
    long last = start;
    try {
      while (System.nanoTime() - last < REST.toNanos()
          && System.nanoTime() - start < LONGEST.toNanos()
          && typed.size() < MOST_BYTES) {
        int there = in.available();
        if (there > 0) {
          typed.write(in.readNBytes(there));
          last = System.nanoTime();
        } else {
          Thread.sleep(LOOK);
        }
      }
    } catch (IOException gone) {
      // Whoever reads the answer meets the same and says so.
      return typed.toString(StandardCharsets.UTF_8);
    }
    return typed.toString(StandardCharsets.UTF_8);
  }

  private static void restore(String settings) {
    try {
      stty(settings);
    } catch (IOException none) {
      // Without the program nothing was changed either.
      return;
    } catch (InterruptedException leaving) {
      Thread.currentThread().interrupt();
    }
  }

  private static String stty(String... words) throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of("stty"));
    line.addAll(List.of(words));
    Process process =
        new ProcessBuilder(line)
            .redirectInput(new File("/dev/tty"))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("this is no terminal");
    }
    return said;
  }
}
