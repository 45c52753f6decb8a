package dev.tenon.bench.terminal;

import dev.tenon.bench.process.Program;
import dev.tenon.bench.session.SampleSessions;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The conversations that are measured, and the model they talk to: it streams one long answer, a
/// token of four characters after the other.
final class Conversations implements AutoCloseable {
  static final int MESSAGES = 10_000;
  static final int TOKENS = 8_000;
  static final String FIRST_WORDS = "The first words";
  static final String LAST_WORDS = "The last words";

  /// Headings, lists and code, as answers have them; ASCII, so that a key is told from it.
  private static final String PARAGRAPH =
      """

      ## A heading of the answer

      Some **prose** with `code` in it, long enough to be wrapped at the end of the line, and then
      some more of it, because an answer is rarely short.

      - a point of a list, with a [link](https://example.org/page)
      - another one

      ```java
      int sum = 0;
      for (int i = 0; i < 10; i++) { sum += i; }
      ```
      """;

  private final ModelServer model = ModelServer.start();
  private final Path launcher;
  private final Path folder;
  private final Path project;
  private final Path large;

  /// @param launcher the launcher of a built distribution
  /// @param folder an empty folder for project, state and sessions
  Conversations(Path launcher, Path folder) throws IOException {
    this.launcher = launcher;
    this.folder = Files.createDirectories(folder);
    project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("notes.txt"), "One line.\n".repeat(20));
    large = folder.resolve("large.jsonl");
    SampleSessions.large(large, MESSAGES, project);
    String text = FIRST_WORDS + "\n" + PARAGRAPH.repeat(4 * TOKENS / PARAGRAPH.length());
    Reply answer =
        Reply.text(text + "\n" + LAST_WORDS + "\n").chunk(4).pace(Duration.ofNanos(900_000));
    model.answering(request -> answer);
  }

  Program fresh() {
    return tenon("start");
  }

  Program resumed() {
    return tenon("resume", "--resume", large.toString());
  }

  private Program tenon(String name, String... words) {
    var command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(words));
    return new Program(
        name,
        command,
        project,
        Map.of(
            "PATH", Program.path(),
            "HOME", folder.resolve("home").toString(),
            "TENON_HOME", folder.resolve("state").toString(),
            "TENON_NO_BUILD", "1",
            "ANTHROPIC_API_KEY", "bench",
            "ANTHROPIC_BASE_URL", model.url()));
  }

  @Override
  public void close() {
    model.close();
  }
}
