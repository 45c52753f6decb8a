package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.session.compaction.CompactionLimits;
import dev.tenon.core.tool.OutputBound;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.discovery.FileRules;
import dev.tenon.tools.todo.Phase;
import dev.tenon.tools.todo.TodoList;
import dev.tenon.tools.todo.TodoWrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationExtrasTest {
  @TempDir Path folder;

  @Test
  void aPlanOutlivesTheSummaryThatReplacedIt() throws Exception {
    var plan = new TodoList();
    var conversation = new Conversation(setup(plan), event -> {});
    conversation.prompt("plan it");
    conversation.prompt("and now?");
    assertThat(plan.phases()).isNotEmpty();
    assertThat(conversation.compact("")).isPresent();
    assertThat(conversation.history().toString()).doesNotContain("ToolResults");

    var extras =
        new ConversationExtras(
            new Settings.Dialog(false, 0, false, false), null, null, FileRules.NONE);
    extras.resumed(conversation.history());
    List<Phase> found = extras.todo().phases();
    assertThat(found).isEqualTo(plan.phases());
    extras.resumed(List.of());
    assertThat(extras.todo().phases()).isEmpty();
  }

  private Setup setup(TodoList plan) throws Exception {
    Workspace workspace = Workspace.open(Files.createDirectory(folder.resolve("project")));
    Journal journal = ProjectJournal.open(folder.resolve("home"), workspace, "test");
    var model =
        ScriptedModel.of(
            Step.calls("todo_write", Json.parseObject(PLAN)),
            Step.says("Planned."),
            Step.says("On it."),
            Step.says("## Summary\nThere is a plan."));
    var tools =
        new ToolRunner(
            List.of(new TodoWrite(plan)),
            workspace,
            new DirectEditing(workspace, journal),
            (tool, access) -> Decision.Allow.VALUE,
            Approver.nobody(),
            OutputBound.DEFAULT);
    return new Setup(
        model,
        "system",
        tools,
        new Setup.Limits(10, 720 * 1024, 1_000, Effort.DEFAULT),
        PromptReader.plain(),
        new Compaction(
            model,
            new ModelInfo("test/model", 20_000, 4_000, null, Set.of()),
            new CompactionLimits(CompactionLimits.Trigger.ON_REQUEST, 80, 1),
            720 * 1024));
  }

  private static final String PLAN =
      """
      {"ops": [
        {"op": "init", "list": [
          {"phase": "Look: around", "items": ["read [x] it", "ask"]},
          {"phase": "Build", "items": ["write it", "test it"]}]},
        {"op": "done", "task": "read [x] it"},
        {"op": "note", "task": "ask", "text": "whom?\\nand when?"},
        {"op": "drop", "task": "test it"}]}
      """;
}
