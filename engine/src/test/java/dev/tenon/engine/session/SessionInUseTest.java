package dev.tenon.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session that somebody works with, or that belongs elsewhere, is told with a way out that
/// whoever wants it can take: an option only where the program has options.
class SessionInUseTest {
  @TempDir Path temporary;
  private Path home;
  private Path root;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    root = project("project");
    file =
        Files.writeString(
            Files.createDirectories(home.resolve("sessions/--x--")).resolve("own_0aa1.jsonl"),
            """
            {"type":"session","version":3,"id":"0aa1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"%s"}
            {"type":"message","id":"05","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"a question","timestamp":1}}
            """
                .formatted(root));
  }

  private Path project(String name) throws Exception {
    return Files.createDirectories(temporary.toRealPath().resolve(name));
  }

  private ActiveSession open(Path folder, String named, SessionQuestions questions)
      throws SetupException {
    var request =
        new SessionRequest(
            SessionRequest.Start.NAMED,
            named,
            SessionRequest.Copying.IF_AGREED,
            SessionRequest.Taking.FROM_SESSION,
            SessionRequest.Taking.FROM_SESSION);
    ProjectOptions options = ProjectOptions.of(home, folder).withEnvironment(Map.of());
    return ActiveSession.open(options, request, questions, line -> {});
  }

  @Test
  void oneThatIsOpen() throws Exception {
    try (ActiveSession first = open(root, file.toString(), SessionQuestions.nobody())) {
      assertThat(first.log().id()).isEqualTo("0aa1");
      assertThatThrownBy(() -> open(root, file.toString(), SessionQuestions.nobody()))
          .isInstanceOf(SetupException.class)
          .hasMessageContaining("is open already")
          .hasMessageEndingWith("; close it there, or fork it");
      assertThatThrownBy(() -> open(root, file.toString(), SessionQuestions.nobody("--fork")))
          .isInstanceOf(SetupException.class)
          .hasMessageEndingWith("; go on in a copy of it with --fork");
    }
  }

  @Test
  void oneOfAnotherProject() throws Exception {
    Path other = project("other");
    assertThatThrownBy(() -> open(other, "0aa1", SessionQuestions.nobody()))
        .isInstanceOf(SetupException.class)
        .hasMessageContaining("is in another project (" + root + ")")
        .hasMessageEndingWith("; open it in that project, or fork it");
    assertThatThrownBy(() -> open(other, "0aa1", SessionQuestions.nobody("--fork")))
        .isInstanceOf(SetupException.class)
        .hasMessageEndingWith(
            "; go on in a copy of it with --fork; or work there with --root " + root);
  }
}
