package dev.tenon.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.wire.SecretMask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
  @TempDir Path temporary;
  private final List<String> problems = new ArrayList<>();

  @Test
  void aLineIsAnObjectWithoutSecrets() throws Exception {
    log(1 << 20)
        .write(
            "warn",
            "x",
            Json.object().put("text", "key my-own-secret and sk-ant-api03-abcdefgh1234 end"));
    List<String> lines = Files.readAllLines(folder().resolve("tenon.jsonl"));
    assertThat(lines).hasSize(1);
    Json.Obj line = Json.parseObject(lines.getFirst());
    assertThat(line.string("at", "")).isEqualTo("2027-01-15T08:00:00.000Z");
    assertThat(line.string("level", "")).isEqualTo("warn");
    assertThat(line.string("text", "")).isEqualTo("key [hidden] and [hidden] end");
  }

  @Test
  void aFullFileMakesRoomAndTheOldestGoes() throws Exception {
    LogFile log = log(1000);
    for (int i = 0; i < 100; i++) {
      log.write("info", "x", Json.object().put("number", i).put("text", "y".repeat(50)));
    }
    try (Stream<Path> files = Files.list(folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "tenon.jsonl",
              "tenon.1.jsonl",
              "tenon.2.jsonl",
              "tenon.3.jsonl",
              "tenon.4.jsonl",
              "lock");
    }
    int expected = 99;
    for (String name : List.of("tenon.jsonl", "tenon.1.jsonl", "tenon.2.jsonl")) {
      assertThat(Files.size(folder().resolve(name))).isLessThanOrEqualTo(1000);
      for (String line : Files.readAllLines(folder().resolve(name)).reversed()) {
        assertThat(Json.parseObject(line).number("number", -1)).isEqualTo(expected--);
      }
    }
  }

  @Test
  void aFolderThatCannotBeMadeIsToldOnce() throws Exception {
    Files.writeString(folder(), "a file");
    LogFile log = log(1000);
    log.write("info", "x", Json.object());
    log.write("info", "x", Json.object());
    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst()).startsWith("the log cannot be written");
  }

  @Test
  void theLevelDecidesWhatIsWritten() throws IOException {
    assertThat(events(EventLog.Level.WARN)).containsExactly("model_failed", "prompt_ended");
    assertThat(events(EventLog.Level.INFO))
        .containsExactly("prompt_started", "model_failed", "rules", "prompt_ended");
    assertThat(Files.readString(folder().resolve("tenon.jsonl"))).doesNotContain("my words");
    assertThat(events(EventLog.Level.DEBUG)).hasSize(4);
    assertThat(Files.readString(folder().resolve("tenon.jsonl"))).contains("my words");
  }

  @Test
  void nothingWrongLeavesNoFile() {
    var log = new EventLog(EventLog.Level.WARN, () -> log(1000));
    log.accept(new AgentEvent.PromptStarted(Message.User.of("x")));
    log.accept(new AgentEvent.PromptEnded(outcome(Outcome.Ending.COMPLETED)));
    assertThat(folder()).doesNotExist();
  }

  private List<String> events(EventLog.Level level) throws IOException {
    Files.deleteIfExists(folder().resolve("tenon.jsonl"));
    var log = new EventLog(level, () -> log(1 << 20));
    log.accept(new AgentEvent.PromptStarted(Message.User.of("my words")));
    log.accept(
        new AgentEvent.ModelReported(
            new ModelEvent.Failed(
                new ModelException(ModelException.Kind.SERVER, "the provider failed"))));
    log.accept(new AgentEvent.RulesInjected(List.of("r"), AgentEvent.RuleEffect.REMINDED));
    log.accept(new AgentEvent.PromptEnded(outcome(Outcome.Ending.FAILED)));
    var names = new ArrayList<String>();
    for (String line : Files.readAllLines(folder().resolve("tenon.jsonl"))) {
      try {
        names.add(Json.parseObject(line).string("event", ""));
      } catch (dev.tenon.core.json.JsonException broken) {
        names.add("broken");
      }
    }
    return names;
  }

  private static Outcome outcome(Outcome.Ending ending) {
    return new Outcome(ending, "", 1, Usage.NONE, Duration.ZERO, null, null);
  }

  private Path folder() {
    return temporary.resolve("logs");
  }

  private LogFile log(long most) {
    return new LogFile(
        folder(),
        most,
        new SecretMask(List.of("my-own-secret")),
        () -> Instant.parse("2027-01-15T08:00:00.000400Z"),
        problems::add);
  }
}
