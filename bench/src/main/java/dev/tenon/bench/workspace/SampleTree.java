package dev.tenon.bench.workspace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// Trees of files that are the same on every machine.
public final class SampleTree {
  private static final int FILES_IN_FOLDER = 100;
  private static final String[] WORDS = {
    "return", "value", "final", "string", "index", "buffer", "count", "result", "while", "public",
    "static", "import", "class", "record", "switch", "session", "message", "request", "answer"
  };

  private SampleTree() {}

  /// Source-like files of about 6 KB. One line in ten thousand has a `needle_`, one in a hundred a
  /// date.
  public static void sources(Path root, int files) throws IOException {
    var random = new Random(42);
    for (int i = 0; i < files; i++) {
      Files.write(place(root, i, ".java"), text(random).getBytes(StandardCharsets.UTF_8));
    }
  }

  /// Empty files, of which every fourth is a `.java`.
  public static void names(Path root, int files) throws IOException {
    String[] endings = {".java", ".md", ".json", ".txt"};
    for (int i = 0; i < files; i++) {
      Files.createFile(place(root, i, endings[i % endings.length]));
    }
  }

  private static Path place(Path root, int number, String ending) throws IOException {
    int folder = number / FILES_IN_FOLDER;
    Path parent = root.resolve("module" + folder % 20).resolve("package" + folder);
    if (number % FILES_IN_FOLDER == 0) {
      Files.createDirectories(parent);
    }
    return parent.resolve("File" + number + ending);
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (int line = 0; line < 150; line++) {
      text.append("  ");
      for (int word = 0; word < 5; word++) {
        text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
      }
      if (random.nextInt(10_000) == 0) {
        text.append("needle_").append(random.nextInt(1000));
      }
      if (random.nextInt(100) == 0) {
        text.append("// 2026-0").append(1 + random.nextInt(9)).append("-15");
      }
      text.append('\n');
    }
    return text.toString();
  }
}
