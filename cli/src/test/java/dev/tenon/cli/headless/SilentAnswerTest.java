package dev.tenon.cli.headless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A model that ends without a word: whoever waits for an answer learns that there is none.
class SilentAnswerTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int prompt(String text, String format) throws Exception {
    out.reset();
    err.reset();
    Path script = folder.resolve("script.json");
    Files.writeString(script, "[{\"text\": \"" + text + "\"}]");
    return Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false)),
        Map.of("TENON_HOME", folder.resolve("home").toString()),
        "-p",
        "hello",
        "--root",
        Files.createDirectories(folder.resolve("project")).toString(),
        "--model",
        "scripted:" + script,
        "--output-format",
        format);
  }

  @Test
  void silenceIsNoted() throws Exception {
    assertThat(prompt("", "text")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("tenon: the model ended without an answer");

    assertThat(prompt("Done.", "text")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("without an answer");
    assertThat(prompt("", "json")).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("without an answer");
  }
}
