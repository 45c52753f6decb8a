package dev.tenon.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Access;
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
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.run.JobSetupFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server gets the work of its jobs from a project, without any command line.
class ProjectJobSetupFactoryTest {
  private static final Policy EVERYTHING = (tool, access) -> Decision.Allow.VALUE;

  private static final JobSetupFactory.Commands NO_COMMANDS =
      new JobSetupFactory.Commands(CommandUse.OFF, PlanUse.NONE, "sess", Approver.nobody());

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
                AgentMode.Side.REMOTE,
                "",
                workspace,
                editing,
                List.of(),
                EVERYTHING,
                5,
                NO_COMMANDS,
                null,
                ""));
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
            PlanUse.NONE,
            "sess",
            question -> {
              asked.add(question);
              return Approver.Answer.ONCE;
            });
    JobSetupFactory.Assembled assembled =
        workbench.assemble(
            new JobSetupFactory.Bench(
                AgentMode.Side.REMOTE,
                "",
                workspace,
                editing,
                workbench.commandTools(workspace, CommandUse.ASK, PlanUse.NONE),
                EVERYTHING,
                5,
                commands,
                null,
                ""));
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

  /// With `ask`, whatever can write is asked, in whichever way it writes; what only reads is not.
  @Test
  void everyCommandThatWritesIsAsked() throws Exception {
    List<String> writing =
        List.of(
            "echo x > made.txt",
            "echo x >> made.txt",
            "> made.txt",
            ": > made.txt",
            "true 2> errors.txt",
            "echo x &> made.txt",
            "echo x >| made.txt",
            "cat here.txt <> made.txt",
            "printf x > made.txt",
            "cat here.txt > made.txt",
            "cat > made.txt <<END\nx\nEND",
            "grep x here.txt | sort > made.txt",
            "sort -o made.txt here.txt",
            "echo x | tee made.txt",
            "{ echo x; } > made.txt",
            "( echo x ) > made.txt",
            "if true; then echo x > made.txt; fi",
            "for i in a b; do echo $i > $i.txt; done",
            "f() { echo x > made.txt; }; f",
            "exec > made.txt",
            "echo $(echo x > made.txt)",
            "cd . && echo x > made.txt",
            "sed -n 'w made.txt' here.txt",
            "awk '{ print > \"made.txt\" }' here.txt",
            "find . -name here.txt -fprint made.txt",
            "find . -name here.txt -delete",
            "git diff --output=made.txt",
            "eval 'echo x > made.txt'",
            "bash -c 'echo x > made.txt'",
            "touch made.txt");
    List<String> reading =
        List.of(
            "echo x",
            "cat here.txt",
            "echo x > /dev/null",
            "cat here.txt 2> /dev/null",
            "cat < here.txt",
            "grep x here.txt | sort | head -3",
            "ls >&2");
    Files.writeString(root.resolve("here.txt"), "x\n");
    var calls = new ArrayList<Json>();
    for (String command : Stream.of(writing, reading).flatMap(List::stream).toList()) {
      calls.add(
          Json.object()
              .put("name", "bash")
              .put("arguments", Json.object().put("command", command).build())
              .build());
    }
    Json script =
        Json.array(
            List.of(
                Json.object().array("calls", calls).build(),
                Json.object().put("text", "Done.").build()));
    Files.writeString(folder.resolve("script.json"), script.compact());
    Workspace workspace = project.reviewedWorkspace(root);
    var editing = new StagedEditing(workspace, project.journal());
    var asked = new ArrayList<String>();
    var commands =
        new JobSetupFactory.Commands(
            CommandUse.ASK,
            PlanUse.NONE,
            "sess",
            question -> {
              question.items().stream()
                  .map(Approver.Question.Item::access)
                  .filter(Access.Execute.class::isInstance)
                  .forEach(access -> asked.add(((Access.Execute) access).command()));
              return Approver.Answer.no("");
            });
    JobSetupFactory.Assembled assembled =
        workbench.assemble(
            new JobSetupFactory.Bench(
                AgentMode.Side.REMOTE,
                "",
                workspace,
                editing,
                workbench.commandTools(workspace, CommandUse.ASK, PlanUse.NONE),
                EVERYTHING,
                5,
                commands,
                null,
                ""));
    new Conversation(assembled.setup(), event -> {}).prompt("Do all that");
    assertThat(asked).containsExactlyElementsOf(writing);
    assertThat(editing.review().bundle().files()).isEmpty();
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
                        "",
                        workspace,
                        new StagedEditing(workspace, project.journal()),
                        List.of(),
                        EVERYTHING,
                        5,
                        NO_COMMANDS,
                        null,
                        "")))
        .hasMessageContaining("--local-model");
  }

  /// A word for a family means the same as in the terminal: the newest at the provider of the
  /// server's model, and never another provider's.
  @Test
  void aCommandFromAFileWantsAModelByTheWordOfItsFamily() throws Exception {
    Path home = Files.createDirectories(folder.resolve("other"));
    Path commands = Files.createDirectories(home.resolve("commands"));
    Files.writeString(commands.resolve("quick.md"), "---\nmodel: haiku\n---\nHello.");
    Files.writeString(commands.resolve("long.md"), "---\nmodel: Sonnet[1m]\n---\nHello.");
    Files.writeString(commands.resolve("away.md"), "---\nmodel: flash\n---\nHello.");
    Files.writeString(commands.resolve("lost.md"), "---\nmodel: no/such\n---\nHello.");
    var told = new ArrayList<String>();
    String usual = "anthropic/claude-opus-4-6";
    try (Project other =
            Project.open(
                ProjectOptions.of(home, root)
                    .withEnvironment(Map.of("ANTHROPIC_API_KEY", "k", "GEMINI_API_KEY", "k"))
                    .with("model", usual));
        var jobs = new ProjectJobSetupFactory(other, Optional.empty(), "the-token", told::add)) {
      assertThat(jobs.cost(usual, new Usage(1_000_000, 0, 0, 0)))
          .as("known before it is opened")
          .isPresent();
      assertThat(jobs.cost("no/such", new Usage(1, 1, 0, 0))).isEmpty();
      assertThat(answering(other, jobs, "Hello")).isEqualTo(usual);
      assertThat(answering(other, jobs, "/quick")).startsWith("anthropic/claude-haiku-");
      assertThat(answering(other, jobs, "/long")).startsWith("anthropic/claude-sonnet-");
      assertThat(told).isEmpty();
      assertThat(answering(other, jobs, "/away")).isEqualTo(usual);
      assertThat(told).singleElement().asString().contains("away.md", "'flash'", usual);
      assertThat(answering(other, jobs, "/lost")).isEqualTo(usual);
      assertThat(told).hasSize(2).last().asString().contains("lost.md", "no/such");
    }
  }

  private String answering(Project other, ProjectJobSetupFactory jobs, String instruction)
      throws Exception {
    Workspace workspace = other.reviewedWorkspace(root);
    return jobs.assemble(
            new JobSetupFactory.Bench(
                AgentMode.Side.REMOTE,
                "",
                workspace,
                new StagedEditing(workspace, other.journal()),
                List.of(),
                EVERYTHING,
                5,
                NO_COMMANDS,
                null,
                instruction))
        .model();
  }
}
