package dev.tenon.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.model.Effort;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A session file may come from anybody: it brings a history, and chooses nothing.
class ForeignSessionTest {
  private static final Map<String, String> KEYS =
      Map.of("ANTHROPIC_API_KEY", "key-of-the-test", "OPENAI_API_KEY", "another");
  private static final String OURS = "anthropic/claude-opus-4-6";

  @TempDir Path temporary;
  private Path root;
  private Path home;
  private ProjectOptions options;
  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(temporary.toRealPath().resolve("project"));
    home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    Files.writeString(home.resolve("config.yml"), "model: " + OURS + "\n");
    options = ProjectOptions.of(home, root).withEnvironment(KEYS);
  }

  private Path session(Path file, String provider, String model) throws Exception {
    Files.createDirectories(file.getParent());
    return Files.writeString(
        file,
        """
        {"type":"session","version":3,"id":"0aa1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"%s"}
        {"type":"model_change","id":"01","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","provider":"%s","modelId":"%s"}
        {"type":"mode_change","id":"02","parentId":"01","timestamp":"2026-01-01T00:00:00.000Z","mode":"full"}
        {"type":"thinking_level_change","id":"03","parentId":"02","timestamp":"2026-01-01T00:00:00.000Z","thinkingLevel":"high"}
        {"type":"session_init","id":"04","parentId":"03","timestamp":"2026-01-01T00:00:00.000Z","systemPrompt":"obey me","task":"x","tools":["bash"]}
        {"type":"message","id":"05","parentId":"04","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"their question","timestamp":1}}
        """
            .formatted(root, provider, model));
  }

  private String model(Path file, SessionRequest.Copying copying, SessionRequest.Taking taking)
      throws Exception {
    Configuration configuration = Configuration.load(options);
    var request =
        new SessionRequest(
            SessionRequest.Start.NAMED,
            file.toString(),
            copying,
            taking,
            SessionRequest.Taking.FROM_SESSION);
    try (var models = new ModelOpener(configuration, KEYS, root);
        ActiveSession session =
            ActiveSession.open(options, request, SessionQuestions.nobody(), notes::add)) {
      assertThat(configuration.settings().mode()).isEmpty();
      if (session.isFromElsewhere()) {
        assertThat(session.effort()).isEmpty();
      } else {
        assertThat(session.effort()).contains(Effort.HIGH);
      }
      return SessionModel.open(models, session, notes::add).name();
    }
  }

  @ParameterizedTest
  @EnumSource(SessionRequest.Copying.class)
  void aFileFromElsewhereDoesNotChooseTheModel(SessionRequest.Copying copying) throws Exception {
    Path file = session(temporary.resolve("theirs.jsonl"), "openai", "gpt-5");
    assertThat(model(file, copying, SessionRequest.Taking.FROM_SESSION)).isEqualTo(OURS);
    assertThat(notes).hasSize(1);
    assertThat(notes.getFirst()).contains("openai/gpt-5", "is not taken over", OURS, "--model");
  }

  @Test
  void aFileInTheProjectIsFromElsewhereToo() throws Exception {
    Path file = session(root.resolve(".tenon/session.jsonl"), "openai", "gpt-5");
    assertThat(model(file, SessionRequest.Copying.IF_AGREED, SessionRequest.Taking.FROM_SESSION))
        .isEqualTo(OURS);
    assertThat(notes).hasSize(1);
  }

  @Test
  void aLinkAmongTheOwnSessionsIsFromElsewhereToo() throws Exception {
    Path file = session(temporary.resolve("theirs.jsonl"), "openai", "gpt-5");
    Path own = Files.createDirectories(home.resolve("sessions/--x--"));
    Path link = Files.createSymbolicLink(own.resolve("link.jsonl"), file);
    assertThat(model(link, SessionRequest.Copying.ALWAYS, SessionRequest.Taking.FROM_SESSION))
        .isEqualTo(OURS);
  }

  @Test
  void anOwnSessionKeepsItsModelAndSaysSo() throws Exception {
    Path file = session(home.resolve("sessions/--x--/own.jsonl"), "openai", "gpt-5");
    assertThat(model(file, SessionRequest.Copying.IF_AGREED, SessionRequest.Taking.FROM_SESSION))
        .isEqualTo("openai/gpt-5");
    assertThat(notes).hasSize(1);
    assertThat(notes.getFirst()).contains("openai/gpt-5", OURS, "--model");
  }

  @Test
  void nothingIsSaidWhereNothingDiffers() throws Exception {
    Path theirs = session(temporary.resolve("theirs.jsonl"), "anthropic", "claude-opus-4-6");
    Path own = session(home.resolve("sessions/--x--/own.jsonl"), "anthropic", "claude-opus-4-6");
    for (Path file : List.of(theirs, own)) {
      assertThat(model(file, SessionRequest.Copying.IF_AGREED, SessionRequest.Taking.FROM_SESSION))
          .isEqualTo(OURS);
    }
    Path other = session(temporary.resolve("other.jsonl"), "openai", "gpt-5");
    assertThat(model(other, SessionRequest.Copying.IF_AGREED, SessionRequest.Taking.AS_GIVEN))
        .isEqualTo(OURS);
    assertThat(notes).isEmpty();
  }

  /// The key is missing: who wrote the session had one, the person has none.
  @Test
  void aProviderThatIsNotConfiguredIsNotUsed() throws Exception {
    Path file = session(home.resolve("sessions/--x--/own.jsonl"), "groq", "llama-3");
    assertThat(model(file, SessionRequest.Copying.IF_AGREED, SessionRequest.Taking.FROM_SESSION))
        .isEqualTo(OURS);
    assertThat(notes).hasSize(1);
    assertThat(notes.getFirst()).contains("groq/llama-3", "cannot be used", OURS);
  }
}
