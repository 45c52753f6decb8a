package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What an engine is opened with and cannot be used is refused before anything is done.
@Timeout(120)
class OpeningTest {
  @TempDir Path folder;

  private record Named(String name, String description) implements Tool<Named.Parameters> {
    record Parameters() {}

    @Override
    public Class<Parameters> parameters() {
      return Parameters.class;
    }

    @Override
    public List<Access> access(Parameters parameters) {
      return List.of();
    }

    @Override
    public String title(Parameters parameters) {
      return name;
    }

    @Override
    public ToolResult run(Parameters parameters, ToolContext context) {
      return ToolResult.Text.of("fine");
    }
  }

  private Tenon.Builder engine() {
    return Tenon.in(folder).model(ScriptedModel.of(Step.says("Done."))).mode(Mode.EDIT);
  }

  @Test
  void aStoreThatCannotBeUsed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "I am a file\n");
    for (Path store : List.of(file, file.resolve("below"), Path.of("/proc/nope"))) {
      assertThatThrownBy(() -> engine().store(store).recorded().open())
          .isInstanceOf(TenonException.class)
          .hasMessageStartingWith("the store " + store + " cannot be used: ")
          .hasMessageNotContaining("Exception");
    }
    assertThat(file).hasContent("I am a file\n");
    Path deep = folder.resolve("a/b/store");
    engine().store(deep).open().close();
    assertThat(deep).isDirectory();
  }

  @Test
  void aFolderThatCannotBeUsed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "I am a file\n");
    assertThatThrownBy(() -> Tenon.in(file).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining(file + " cannot be opened: it is no folder");
    assertThatThrownBy(() -> Tenon.in(folder.resolve("gone")).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("there is no such folder")
        .hasMessageNotContaining("Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "ü", "a/b", "a.b", "a\nb"})
  void aNameThatNoModelCanCall(String name) {
    assertThatThrownBy(() -> engine().tool(new Named(name, "Does it.")).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("a tool cannot be called '" + name + "'");
  }

  @Test
  @SuppressWarnings("NullAway") // What it is about.
  void whatIsNull() throws Exception {
    assertThatThrownBy(() -> engine().tool(new Named(null, "Does it.")).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("it has no name");
    assertThatThrownBy(() -> engine().tool(new Named("mine", null)).open())
        .isInstanceOf(TenonException.class)
        .hasMessageContaining("it has no description");
    Map<String, ThrowableAssert.ThrowingCallable> missing =
        Map.of(
            "folder", () -> Tenon.in(null),
            "tool", () -> engine().tool(null),
            "value", () -> engine().setting("maxSteps", null),
            "listener", () -> engine().listener(null),
            "approver", () -> engine().approver(null));
    for (Map.Entry<String, ThrowableAssert.ThrowingCallable> each : missing.entrySet()) {
      assertThatThrownBy(each.getValue())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the " + each.getKey() + " must not be null");
    }
    try (Tenon tenon = engine().open()) {
      assertThatThrownBy(() -> tenon.prompt(null))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the text must not be null");
      assertThatThrownBy(() -> tenon.conversation().steer((String) null))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("text");
      assertThat(tenon.prompt("Go").text()).isEqualTo("Done.");
    }
  }

  @Test
  void aSessionThatIsOpenIsToldWithoutOptions() throws Exception {
    Path store = folder.resolve("store");
    try (Tenon tenon = engine().store(store).recorded().open()) {
      tenon.prompt("Go");
      String id = tenon.session().orElseThrow();
      assertThatThrownBy(() -> engine().store(store).resuming(id).open())
          .isInstanceOf(TenonException.class)
          .hasMessageContaining("is open already")
          .hasMessageContaining("close it there, or fork it")
          .hasMessageNotContaining("--fork");
    }
  }
}
