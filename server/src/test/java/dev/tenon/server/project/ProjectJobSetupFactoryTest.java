package dev.tenon.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.Project;
import dev.tenon.engine.check.CheckResult;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.run.JobSetupFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server gets the work of its jobs from a project, without any command line.
class ProjectJobSetupFactoryTest {
  private static final Policy EVERYTHING = (tool, access) -> Decision.Allow.VALUE;

  private static final JobSetupFactory.Commands NO_COMMANDS =
      new JobSetupFactory.Commands(CommandUse.OFF, "sess", Approver.nobody());

  @TempDir Path folder;
  private Path root;
  private Project project;
  private ProjectJobSetupFactory workbench;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(
        folder.resolve("script.json"),
        """
        [{"calls": [{"name": "edit_file",
                     "arguments": {"path": "new.txt", "old_text": "", "new_text": "hello\\n"}}]},
         {"calls": [{"name": "edit_file",
                     "arguments": {"path": "kept.txt", "old_text": "", "new_text": "hello\\n"}}]},
         {"text": "Done."}]
        """);
    project =
        Project.open(
            ProjectOptions.of(folder.resolve("home"), root)
                .withEnvironment(Map.of("SOME_KEY", "sk-very-secret"))
                .with("editDialect", "edit_file")
                .with("permissions.deny", "edit(kept.txt)")
                .with("model", "scripted:" + folder.resolve("script.json")));
    workbench = new ProjectJobSetupFactory(project, Optional.empty(), "the-token", problem -> {});
  }

  @AfterEach
  void close() {
    workbench.close();
    project.close();
  }

  @Test
  void aJobStagesItsEditsWithinTheRulesOfThePerson() throws Exception {
    Workspace workspace = project.reviewedWorkspace(root);
    var editing = new StagedEditing(workspace, project.journal());
    JobSetupFactory.Assembled assembled =
        workbench.assemble(
            new JobSetupFactory.Bench(
                AgentMode.Side.REMOTE, workspace, editing, List.of(), EVERYTHING, 5, NO_COMMANDS));
    assertThat(assembled.model()).isEqualTo("scripted/script.json");
    new Conversation(assembled.setup(), event -> {}).prompt("Write it");
    assertThat(editing.review().bundle().files())
        .extracting(file -> file.path())
        .containsExactly("new.txt");
    assertThat(root).isEmptyDirectory();
  }

  /// The whole way with the wall of this machine, if it has one: a command of a job is asked, works
  /// on what is staged, and a check sees it.
  @Test
  void commandsOfJobsWorkOnWhatIsStaged() throws Exception {
    Files.writeString(
        folder.resolve("script.json"),
        """
        [{"calls": [{"name": "edit_file",
                     "arguments": {"path": "new.txt", "old_text": "", "new_text": "hello\\n"}}]},
         {"calls": [{"name": "bash", "arguments": {"command": "sed s/h/H/w$(echo made.txt) new.txt"}}]},
         {"text": "Done."}]
        """);
    Workspace workspace = project.reviewedWorkspace(root);
    var editing = new StagedEditing(workspace, project.journal());
    var asked = new ArrayList<Approver.Question>();
    var commands =
        new JobSetupFactory.Commands(
            CommandUse.ASK,
            "sess",
            question -> {
              asked.add(question);
              return Approver.Answer.ONCE;
            });
    JobSetupFactory.Assembled assembled =
        workbench.assemble(
            new JobSetupFactory.Bench(
                AgentMode.Side.REMOTE,
                workspace,
                editing,
                workbench.commandTools(workspace, CommandUse.ASK),
                EVERYTHING,
                5,
                commands));
    assertThat(assembled.setup().system()).contains("Commands (bash) run on a view");
    new Conversation(assembled.setup(), event -> {}).prompt("Write it");
    assertThat(asked).hasSize(1);
    assertThat(editing.review().bundle().files())
        .extracting(file -> file.path())
        .containsExactly("made.txt", "new.txt");
    assertThat(root).isEmptyDirectory();
    ReviewChecks checks = workbench.checks(workspace).orElseThrow();
    CheckResult result =
        checks.run(
            checks.permit("grep Hello made.txt && touch junk"),
            editing.trial(Selection.ALL),
            text -> {});
    assertThat(result.status()).as(result.toString()).isEqualTo(CheckResult.Status.PASSED);
    assertThat(root).isEmptyDirectory();
    assertThat(checks.offers().lastCommand()).hasValue("grep Hello made.txt && touch junk");
  }

  @Test
  void whatIsSecretIsNotToldAndAMissingModelIsNamed() throws Exception {
    assertThat(workbench.withoutSecrets("the-token and sk-very-secret"))
        .doesNotContain("the-token", "sk-very-secret");
    assertThat(workbench.has(AgentMode.Side.LOCAL)).isFalse();
    Workspace workspace = project.reviewedWorkspace(root);
    assertThatThrownBy(
            () ->
                workbench.assemble(
                    new JobSetupFactory.Bench(
                        AgentMode.Side.LOCAL,
                        workspace,
                        new StagedEditing(workspace, project.journal()),
                        List.of(),
                        EVERYTHING,
                        5,
                        NO_COMMANDS)))
        .hasMessageContaining("--local-model");
  }
}
