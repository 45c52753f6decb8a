package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.tools.todo.TodoList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TalkingToolsTest {
  private static final String ASKED =
      """
      {"questions":[{"id":"a","question":"Which?","options":[{"label":"x"},{"label":"y"}]}]}\
      """;

  @TempDir Path folder;
  private final ReturnPoint point = new ReturnPoint();

  @Test
  void withoutAPersonAQuestionSaysSo() throws Exception {
    Part.Result result = call(List.of(new Ask(null)), "ask", ASKED);
    assertThat(result.failed()).isTrue();
    assertThat(result.text())
        .contains("nobody can be asked: this is not an interactive session")
        .contains("Decide yourself");
  }

  @Test
  void whatWasAnsweredIsTold() throws Exception {
    Asker asker =
        questions ->
            Optional.of(List.of(new Asker.Reply("a", List.of("y"), "and z", Asker.By.PERSON)));
    Part.Result result = call(List.of(new Ask(asker)), "ask", ASKED);
    assertThat(result.text()).isEqualTo("User selected: y\nUser provided custom input: and z");
    Json.Obj data = result.envelope().objectOrEmpty("data");
    assertThat(data.string("custom_input", "")).isEqualTo("and z");
    assertThat(data.string("question", "")).isEqualTo("Which?");
    Part.Result refused = call(List.of(new Ask(questions -> Optional.empty())), "ask", ASKED);
    assertThat(refused.text()).startsWith("cancelled: the user did not want to answer");
    assertThat(call(List.of(new Ask(asker)), "ask", "{\"questions\":[]}").text())
        .contains("questions must not be empty");
  }

  @Test
  void todoWriteAnswersWithTheWholeList() throws Exception {
    var list = new TodoList();
    List<Tool<?>> tools = BuiltinTools.talking(list, questions -> Optional.empty());
    Part.Result result =
        call(
            tools,
            "todo_write",
            """
            {"ops":[{"op":"init","list":[{"phase":"One","items":["a","b"]}]},
            {"op":"note","task":"a","text":"mind the gap"},{"op":"start","task":"c"}]}\
            """);
    assertThat(result.text())
        .isEqualTo(
            """
            Errors: Task "c" not found
            Remaining (2):
              - a [in progress]
              - b
            Phase 1/1 "One": 0 of 2 done
            One:
              [/] a
                  mind the gap
              [ ] b\
            """);
    assertThat(result.envelope().objectOrEmpty("data").array("phases")).hasSize(1);
    assertThat(call(tools, "todo_write", "{\"ops\":[{\"op\":\"rm\"}]}").text())
        .isEqualTo("Todo list cleared.");
  }

  @Test
  void thereIsOneCheckpointAtATime() throws Exception {
    List<Tool<?>> tools = BuiltinTools.returning(point);
    assertThat(call(tools, "rewind", "{\"report\":\"x\"}").text())
        .contains("No active checkpoint.");
    assertThat(call(tools, "checkpoint", "{\"goal\":\"find it\"}").text())
        .startsWith("Checkpoint created.\nGoal: find it\nRun your investigation");
    assertThat(call(tools, "checkpoint", "{\"goal\":\"again\"}").text())
        .contains("Checkpoint already active.");
    assertThat(call(tools, "rewind", "{\"report\":\" \"}").failed()).isTrue();
    assertThat(call(tools, "rewind", "{\"report\":\"found\"}").text())
        .contains("found")
        .contains("/undo");
    assertThat(point.take()).isPresent();
  }

  @Test
  void anOpenCheckpointComesBackWithItsConversation() throws Exception {
    Part.Result made = call(BuiltinTools.returning(point), "checkpoint", "{\"goal\":\"g\"}");
    var history = new ArrayList<Message>();
    history.add(Message.User.of("go"));
    history.add(new Message.ToolResults(List.of(made)));
    var resumed = new ReturnPoint();
    MarkReturnPoint.restore(resumed, history);
    assertThat(resumed.mark()).isEqualTo(point.mark());
    var aborted = new ArrayList<>(history);
    aborted.add(
        new Message.Assistant(List.of(new Part.Text("x")), StopReason.ABORTED, Usage.NONE, "m/x"));
    MarkReturnPoint.restore(resumed, aborted);
    assertThat(resumed.mark()).isEmpty();
    history.add(Message.User.of("<rewind-report goal=\"g\">\nfound\n</rewind-report>"));
    MarkReturnPoint.restore(resumed, history);
    assertThat(resumed.mark()).isEmpty();
  }

  private Part.Result call(List<Tool<?>> tools, String name, String arguments) throws Exception {
    Workspace workspace = Workspace.open(folder);
    var runner =
        new ToolRunner(
            tools,
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(folder.resolve("s"), workspace, "test")),
            new ModePolicy(Mode.PLAN),
            Approver.nobody(),
            OutputBound.DEFAULT);
    return runner.call(Part.Call.of("c1", name, Json.parseObject(arguments)), text -> {}).result();
  }
}
