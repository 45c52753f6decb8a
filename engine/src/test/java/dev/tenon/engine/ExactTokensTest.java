package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.TokenCounter;
import dev.tenon.core.model.TokenMeasure;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Without a worker, counts are estimated; which tables a model has is known by its name.
class ExactTokensTest {
  @TempDir Path folder;

  private final List<String> notes = new ArrayList<>();

  @BeforeEach
  @AfterEach
  void withoutWorkers() {
    System.clearProperty(WorkerProgram.CLASS_PATH);
  }

  private static long measure(TokenMeasure measure) {
    return measure.count(Message.User.of("Hello, world"));
  }

  private Project project() throws Exception {
    Path root = Files.createDirectories(folder.resolve("project"));
    Project project = Project.open(ProjectOptions.of(folder.resolve("home"), root));
    project.workers().explainTo(notes::add);
    return project;
  }

  @Test
  void aMissingOrBrokenWorkerIsAnEstimateWithANote() throws Exception {
    try (Project project = project()) {
      ExactTokens tokens = project.exactTokens();
      assertThat(tokens.calculate("openai/gpt-5", ExactTokensTest::measure)).isEmpty();
      assertThat(notes).containsExactly("tokens are estimated: there are no workers here");
      System.setProperty(WorkerProgram.CLASS_PATH, folder.resolve("no.jar").toString());
      assertThat(tokens.calculate("openai/gpt-5", ExactTokensTest::measure)).isEmpty();
      assertThat(notes).last().asString().contains("its worker died", "WorkerMain");
    }
  }

  @Test
  void aModelWithoutTablesNeedsNoWorker() throws Exception {
    System.setProperty(WorkerProgram.CLASS_PATH, "no.jar");
    try (Project project = project()) {
      Optional<Long> none =
          project.exactTokens().calculate("anthropic/claude-x", ExactTokensTest::measure);
      assertThat(none).isEmpty();
      assertThat(notes).isEmpty();
      assertThat(measure(TokenCounter.ANTHROPIC)).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "openai/gpt-5, o200k_base",
        "gpt-4o-mini, o200k_base",
        "openai/gpt-4.1, o200k_base",
        "openai/o3, o200k_base",
        "o4-mini, o200k_base",
        "openrouter/openai/gpt-5-mini, o200k_base",
        "ollama/gpt-oss:20b, o200k_base",
        "openai/chatgpt-4o-latest, o200k_base",
        "OpenAI/GPT-4, cl100k_base",
        "openai/gpt-4-turbo, cl100k_base",
        "openai/gpt-3.5-turbo, cl100k_base",
        "anthropic/claude-opus, none",
        "google/gemini-pro, none",
        "ollama/gpt-j, none",
        "ollama/gpt2, none",
        "ollama/olmo, none",
        "'', none",
        "o, none",
        "gpt-, none"
      })
  void tablesAreKnownByTheNameOfTheModel(String model, String encoding) {
    assertThat(ExactTokens.encoding(model)).isEqualTo(encoding);
  }
}
