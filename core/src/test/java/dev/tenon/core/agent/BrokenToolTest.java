package dev.tenon.core.agent;

import static dev.tenon.core.agent.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whatever a tool throws ends its call: the calls beside it run, every call is answered, and the
/// model goes on in the same prompt.
class BrokenToolTest {
  private static final Map<String, Runnable> BREAKS = new LinkedHashMap<>();

  static {
    BREAKS.put("stack", () -> endless(0));
    BREAKS.put("memory", () -> keep(new long[Integer.MAX_VALUE]));
    BREAKS.put("undeclared", () -> BrokenToolTest.<RuntimeException>sneak(new IOException("disk")));
    breaks(new AssertionError("wrong"));
    breaks(new NoClassDefFoundError("x/Y"));
    breaks(new LinkageError("linked twice"));
    breaks(new UnsatisfiedLinkError("no library"));
    breaks(new ExceptionInInitializerError("static"));
    breaks(new UnsupportedClassVersionError("99"));
    breaks(new VerifyError("bytes"));
    breaks(new AbstractMethodError("m"));
    breaks(new NoSuchMethodError("m"));
    breaks(new IncompatibleClassChangeError("c"));
    breaks(new InternalError("vm"));
    breaks(new UnknownError("vm"));
    breaks(new OutOfMemoryError("Java heap space"));
    breaks(new StackOverflowError());
    breaks(new ServiceConfigurationError("service"));
    breaks(new Error("plain"));
    breaks(new IllegalStateException("state"));
    breaks(new NullPointerException());
    breaks(new ArrayIndexOutOfBoundsException(3));
    breaks(new ClassCastException("cast"));
  }

  @TempDir Path folder;

  private final Script model = new Script();
  private final List<AgentEvent> events = new CopyOnWriteArrayList<>();

  private static void breaks(Throwable thrown) {
    BREAKS.put(
        thrown.getClass().getSimpleName(),
        () -> {
          if (thrown instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) thrown;
        });
  }

  /// As other languages of the JVM do: what is checked, and was not declared.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> void sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  private static int endless(int depth) {
    return depth < 0 ? depth : endless(depth + 1) + 1;
  }

  private static void keep(long[] numbers) {
    assertThat(numbers).isNotNull();
  }

  static Stream<String> breaks() {
    return BREAKS.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void theCallEndsAndThePromptGoesOn(String how) throws Exception {
    Runnable broken = BREAKS.get(how);
    List<Tool<?>> tools =
        List.of(
            Probe.reading("read", (what, context) -> run(what, broken)),
            Probe.writing("write", (what, context) -> run(what, broken)));
    model
        .calls(
            call("1", "read", "what", "well"),
            call("2", "read", "what", "broken"),
            call("3", "read", "what", "well"),
            call("4", "write", "what", "broken"),
            call("5", "write", "what", "well"))
        .calls(call("6", "write", "what", "broken"))
        .says("fine")
        .says("and again");
    Conversation conversation = open(tools, events::add);
    Outcome outcome = conversation.prompt("go");
    assertThat(outcome.ending()).isEqualTo(Outcome.Ending.COMPLETED);
    assertThat(outcome.text()).isEqualTo("fine");
    var texts =
        ((Message.ToolResults) conversation.history().get(2))
            .results().stream().map(Part.Result::text).toList();
    String broke = "internal: the tool broke; this is a bug in Tenon, not in the call";
    assertThat(texts).containsExactly("did well", broke, "did well", broke, "did well");
    assertThat(Pairing.paired(conversation.history())).isTrue();
    assertThat(events).filteredOn(AgentEvent.Broke.class::isInstance).hasSize(3);
    assertThat(events).filteredOn(AgentEvent.ToolFinished.class::isInstance).hasSize(6);
    assertThat(conversation.prompt("go on").text()).isEqualTo("and again");
  }

  private static ToolResult run(String what, Runnable broken) {
    if (what.equals("broken")) {
      broken.run();
    }
    return ToolResult.Text.of("did " + what);
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void aModelThatBreaksEndsThePromptAndNotTheConversation(String how) throws Exception {
    model
        .then(
            sink -> {
              BREAKS.get(how).run();
              throw new IllegalStateException("not reached");
            })
        .says("fine");
    Conversation conversation = open(List.of(), events::add);
    assertThatThrownBy(() -> conversation.prompt("go"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the agent loop broke: ");
    assertThat(events).last().isInstanceOf(AgentEvent.PromptEnded.class);
    assertThat(conversation.isRunning()).isFalse();
    assertThat(conversation.prompt("go on").text()).isEqualTo("fine");
  }

  @Test
  void aListenerThatBreaksLeavesEveryCallAnswered() throws Exception {
    for (Class<?> at :
        List.of(
            AgentEvent.ToolStarted.class,
            AgentEvent.ToolFinished.class,
            AgentEvent.MessageAppended.class,
            AgentEvent.StepStarted.class)) {
      var left = new ArrayList<>(List.of(1));
      model.calls(call("1", "read", "what", "a"), call("2", "read", "what", "b")).says("fine");
      Conversation conversation =
          open(
              List.of(Probe.reading("read", (what, context) -> ToolResult.Text.of("did " + what))),
              event -> {
                if (at.isInstance(event)
                    && !left.isEmpty()
                    && !(event instanceof AgentEvent.MessageAppended said
                        && said.message() instanceof Message.User)) {
                  left.clear();
                  throw new StackOverflowError();
                }
              });
      try {
        conversation.prompt("go");
      } catch (IllegalStateException ended) {
        assertThat(ended).hasMessageContaining("the agent loop broke: ");
      }
      assertThat(conversation.isRunning()).isFalse();
      assertThat(Pairing.paired(conversation.history())).as(at.getSimpleName()).isTrue();
      while (!model.isOver()) {
        conversation.prompt("go on");
      }
    }
  }

  private Conversation open(List<Tool<?>> tools, Consumer<AgentEvent> listener) throws Exception {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            tools,
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("state"), workspace, "test")),
            new ModePolicy(Mode.FULL),
            Approver.nobody(),
            OutputBound.DEFAULT);
    return new Conversation(
        new Setup(
            model, "system", runner, Setup.Limits.DEFAULT, PromptReader.plain(), Compactor.none()),
        listener);
  }
}
