package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Compares JSON with a file that a person has looked at. `-Dgolden=update` (through
/// `-Dtest.jvm.args`) writes the files anew.
final class Golden {
  private Golden() {}

  static void check(Path file, Json actual) {
    String text = actual.pretty() + "\n";
    try {
      if ("update".equals(System.getProperty("golden"))) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      }
      assertThat(file).as("golden file; -Dgolden=update writes it").exists();
      assertThat(text).as("see %s", file).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
