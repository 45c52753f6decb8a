package dev.tenon.bench.session;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Makes sessions to measure with.
public final class SampleSessions {
  private SampleSessions() {}

  /// One session of so many messages of about one kilobyte each, in one line of descent.
  static void large(Path file, int messages) throws IOException {
    large(file, messages, Path.of("/p"));
  }

  /// The same, of a project.
  public static void large(Path file, int messages, Path project) throws IOException {
    String text = "word ".repeat(160);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      out.write(header("00000000000000aa", project.toString()));
      String parent = "null";
      for (int i = 0; i < messages; i++) {
        String id = String.format(Locale.ROOT, "%08x", i + 1);
        String role =
            i % 2 == 0
                ? "\"user\""
                : "\"assistant\",\"provider\":\"p\",\"model\":\"m\",\"usage\":{\"input\":1,"
                    + "\"output\":1,\"cacheRead\":0,\"cacheWrite\":0},\"stopReason\":\"stop\"";
        String line =
            "{\"type\":\"message\",\"id\":\""
                + id
                + "\",\"parentId\":"
                + parent
                + ",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"message\":{\"role\":"
                + role
                + ",\"content\":[{\"type\":\"text\",\"text\":\""
                + i
                + " "
                + text
                + "\"}],\"timestamp\":1760000000000}}\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
        parent = "\"" + id + "\"";
      }
    }
  }

  /// So many small sessions of one project.
  static void many(Path folder, String cwd, int sessions) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < sessions; i++) {
      String id = String.format(Locale.ROOT, "%016x", i * 0x100000001L);
      Path file = folder.resolve("2026-01-01T00-00-00-000Z_" + id + ".jsonl");
      try (OutputStream out = Files.newOutputStream(file)) {
        out.write(header(id, cwd));
        out.write(
            ("{\"type\":\"message\",\"id\":\"00000001\",\"parentId\":null,\"timestamp\":"
                    + "\"2026-01-01T00:00:00.000Z\",\"message\":{\"role\":\"user\",\"content\":"
                    + "[{\"type\":\"text\",\"text\":\"prompt number "
                    + i
                    + " "
                    + "and more of it ".repeat(100)
                    + "\"}]}}\n")
                .getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static byte[] header(String id, String cwd) {
    return ("{\"type\":\"session\",\"version\":3,\"id\":\""
            + id
            + "\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\""
            + cwd
            + "\"}\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
