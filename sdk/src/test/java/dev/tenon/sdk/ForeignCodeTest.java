package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.harness.Alone;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the code of the program that embeds an engine throws: its listener, its tools, whoever
/// answers for its user. The conversation goes on, the model is told whose fault it is, and the
/// program finds the place.
@Timeout(120)
@Alone
class ForeignCodeTest {
  @TempDir Path folder;

  private final List<String> told = new CopyOnWriteArrayList<>();

  /// Breaks in the way it is told to.
  private static final class Mine implements Tool<Mine.Parameters> {
    record Parameters(@Doc("How") String how) {}

    @Override
    public String name() {
      return "mine";
    }

    @Override
    public String description() {
      return "Breaks.";
    }

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      if (parameters.how().equals("access")) {
        throw new IllegalStateException("no access");
      }
      return List.of();
    }

    @Override
    public String title(Parameters parameters) {
      if (parameters.how().equals("title")) {
        throw new IllegalStateException("no title");
      }
      return parameters.how();
    }

    @Override
    @SuppressWarnings("NullAway") // What it is about.
    public ToolResult run(Parameters parameters, ToolContext context) {
      switch (parameters.how()) {
        case "unchecked" -> throw new IllegalStateException("disk \n full");
        case "checked" -> Mine.<RuntimeException>sneak(new IOException("disk full"));
        case "error" -> throw new AssertionError("wrong");
        case "memory" -> throw new OutOfMemoryError("heap");
        case "null" -> {
          return null;
        }
        default -> {}
      }
      return ToolResult.Text.of("fine");
    }

    /// As other languages of the JVM do.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
      throw (X) thrown;
    }
  }

  private Tenon.Builder engine(ScriptedModel model) {
    return Tenon.in(folder).model(model).mode(Mode.FULL).diagnostics(told::add);
  }

  private static Step write(String name) {
    return Step.calls("write_file", Json.object().put("path", name).put("content", "x\n").build());
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Part.Result last(ScriptedModel model) {
    var results = (Message.ToolResults) model.requests().getLast().messages().getLast();
    return results.results().getLast();
  }

  @Test
  void promptsMayBlockTheCommonPool() throws Exception {
    int workers = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
    var engines = new ArrayList<Tenon>();
    var answers = new ArrayList<CompletableFuture<String>>();
    try {
      for (int i = 0; i < workers; i++) {
        Tenon tenon = engine(ScriptedModel.of(bash("echo hi"), Step.says("Done."))).open();
        engines.add(tenon);
        answers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return tenon.prompt("Go").text();
                  } catch (InterruptedException stopped) {
                    return "stopped";
                  }
                }));
      }
      for (CompletableFuture<String> answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo("Done.");
      }
    } finally {
      engines.forEach(Tenon::close);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PromptStarted",
        "StepStarted",
        "ModelReported",
        "MessageAppended",
        "ToolStarted",
        "ToolFinished",
        "PromptEnded"
      })
  void aListenerThatThrowsChangesNothing(String at) throws Exception {
    for (Throwable thrown : List.of(new IllegalStateException("odd"), new StackOverflowError())) {
      told.clear();
      Path file = folder.resolve("a.txt");
      Files.deleteIfExists(file);
      var model = ScriptedModel.of(write("a.txt"), Step.says("Done."), Step.says("Again."));
      try (Tenon tenon =
          engine(model)
              .listener(
                  event -> {
                    if (event.getClass().getSimpleName().equals(at)) {
                      Mine.<RuntimeException>sneak(thrown);
                    }
                  })
              .open()) {
        Outcome outcome = tenon.prompt("Go");
        assertThat(outcome.text()).isEqualTo("Done.");
        assertThat(file).hasContent("x\n");
        assertThat(last(model).failed()).isFalse();
        assertThat(tenon.prompt("And on").text()).isEqualTo("Again.");
      }
      assertThat(told).as("once, not at each").hasSize(1);
      assertThat(told.getFirst())
          .contains("the listener failed at " + at, thrown.getClass().getSimpleName())
          .contains(ForeignCodeTest.class.getSimpleName());
    }
  }

  @Test
  void diagnosticsMayThrowAsWell() throws Exception {
    try (Tenon tenon =
        engine(ScriptedModel.of(Step.says("Done.")))
            .listener(
                event -> {
                  throw new IllegalStateException("odd");
                })
            .diagnostics(
                line -> {
                  throw new IllegalStateException(line);
                })
            .open()) {
      assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "unchecked, IllegalStateException: disk full",
    "checked, IOException: disk full",
    "error, AssertionError: wrong",
    "memory, OutOfMemoryError: heap",
    "null, it answered null",
    "access, IllegalStateException: no access",
    "title, IllegalStateException: no title",
  })
  void aToolThatBreaksIsNamed(String how, String what) throws Exception {
    var model =
        ScriptedModel.of(
            Step.calls("mine", Json.object().put("how", how).build()), Step.says("Done."));
    PrintStream err = System.err;
    var printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (Tenon tenon = engine(model).tool(new Mine()).open()) {
      assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
    } finally {
      System.setErr(err);
    }
    String said = "the tool mine of this program broke: " + what;
    assertThat(last(model).failed()).isTrue();
    assertThat(last(model).text()).startsWith("failed: " + said).doesNotContain("Tenon");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst()).startsWith(said).contains(Mine.class.getName());
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void whoeverAnswersAndThrowsHasSaidNo() throws Exception {
    List<Approver> approvers =
        List.of(
            question -> {
              throw new IllegalStateException("no window");
            },
            ForeignCodeTest::nothing);
    List<String> why = List.of("IllegalStateException: no window", "it answered null");
    for (int i = 0; i < approvers.size(); i++) {
      told.clear();
      var model = ScriptedModel.of(bash("touch made"), Step.says("Done."));
      try (Tenon tenon = engine(model).mode(Mode.ASK).approver(approvers.get(i)).open()) {
        assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
      }
      assertThat(folder.resolve("made")).doesNotExist();
      assertThat(last(model).text())
          .startsWith("permission_denied: ")
          .contains("whoever answers for the user failed: " + why.get(i));
      assertThat(told).hasSize(1);
      assertThat(told.getFirst()).contains(ForeignCodeTest.class.getName());
    }
  }

  private static Json option(String label) {
    return Json.object().put("label", label).build();
  }

  @Test
  void whoeverIsAskedAndThrowsIsNamed() throws Exception {
    var question =
        Json.object()
            .put("id", "a")
            .put("question", "Which?")
            .put("options", Json.array(List.of(option("one"), option("two"))));
    var model =
        ScriptedModel.of(
            Step.calls(
                "ask",
                Json.object().put("questions", Json.array(List.of(question.build()))).build()),
            Step.says("Done."));
    try (Tenon tenon =
        engine(model)
            .asker(
                questions -> {
                  throw new IllegalStateException("no window");
                })
            .open()) {
      assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
    }
    assertThat(last(model).text())
        .contains("whoever answers questions failed: IllegalStateException: no window");
    assertThat(told).hasSize(1);
  }

  @SuppressWarnings("NullAway") // What it is about.
  private static Approver.Answer nothing(Approver.Question question) {
    return null;
  }
}
