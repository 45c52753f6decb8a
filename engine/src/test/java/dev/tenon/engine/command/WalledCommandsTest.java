package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.harness.VisibleFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a wall stands, it decides: what a command says of itself does not matter.
class WalledCommandsTest {
  @TempDir Path folder;
  private Path root;
  private Project project;
  private final List<Approver.Question> asked = new ArrayList<>();
  private Approver.Answer answer = Approver.Answer.NO;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("README"), "hello\n");
    project = project(Map.of());
    assumeTrue(project.wall().sandbox().state().confines(), "SKIPPED: no sandbox on this machine");
  }

  private Project project(Map<String, String> settings) throws Exception {
    var options = ProjectOptions.of(folder.resolve("home"), root).withEnvironment(Map.of());
    for (var each : settings.entrySet()) {
      options = options.with(each.getKey(), each.getValue());
    }
    return Project.open(options);
  }

  @AfterEach
  void close() {
    project.close();
  }

  private String run(Project within, Mode mode, String command) throws Exception {
    try (ProjectConversation conversation =
        within.conversation(ConversationOptions.of(ScriptedModel.of(), mode))) {
      Approver approver =
          question -> {
            asked.add(question);
            return answer;
          };
      conversation.start(new ConversationFace(event -> {}, approver, null, line -> {}));
      return conversation
          .conversation()
          .setup()
          .tools()
          .call(
              Part.Call.of("id", "bash", Json.object().put("command", command).build()), text -> {})
          .result()
          .envelope()
          .compact();
    }
  }

  private String run(Mode mode, String command) throws Exception {
    return run(project, mode, command);
  }

  private List<String> files() throws Exception {
    try (var all = Files.walk(root)) {
      return all.map(file -> root.relativize(file).toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "touch made",
        "echo x > README",
        "rm -f README",
        "mv README other",
        "sed -i s/hello/bye/ README",
        "sed -l 5 -- -i README; sed -l -- -i s/hello/bye/ README",
        "sed -e p -ne '1w out' README",
        "sort --random-source -- -o out README",
        "uniq -- README -out",
        "python3 -c 'open(\"made\", \"w\")'",
        "git init .",
        "mkdir folder",
        "ln -s README link",
        "cp README copy",
        "chmod 000 README",
        "truncate -s0 README",
        "tee made < README",
        "x=made; touch $x",
        "eval 'touch made'",
        "$(echo touch) made",
        "printf 'touch made' | sh",
        "bash -c 'exec 3>made'",
        "dd if=/dev/zero of=made count=1",
        "find . -name README -delete",
        "if",
      })
  void planRunsEverythingAndNothingIsChanged(String command) throws Exception {
    List<String> before = files();
    assertThat(run(Mode.PLAN, command)).contains("\"ok\":true");
    assertThat(files()).isEqualTo(before);
    assertThat(root.resolve("README")).hasContent("hello\n");
    assertThat(asked).isEmpty();
  }

  @Test
  void planHasTheUsualTemporaryFolderAndNoNetwork() throws Exception {
    assertThat(run(Mode.PLAN, "echo kept > /tmp/x; cat /tmp/x README")).contains("kept\\nhello");
    assertThat(run(Mode.PLAN, "cat /proc/net/dev | grep -c :")).contains("\"output\":\"1");
  }

  @Test
  void planOnACopyLetsBuildsWorkAndKeepsNothing() throws Exception {
    project.close();
    project = project(Map.of("sandbox.plan", "copy"));
    String result = run(Mode.PLAN, "mkdir target && echo built > target/x && cat target/x README");
    assertThat(result).contains("built\\nhello").contains("nothing that it wrote is left");
    assertThat(files()).containsExactly("", "README");
  }

  @ParameterizedTest
  @ValueSource(strings = {"git status --short", "ls", "cat README", "grep -c hello README"})
  void whatReadsIsNotAsked(String command) throws Exception {
    for (Mode mode : List.of(Mode.ASK, Mode.EDIT, Mode.AUTO)) {
      assertThat(run(mode, command)).contains("\"ok\":true");
      Decision decision = project.guard(mode).policy().decide("bash", new Access.Execute(command));
      assertThat(decision.verdict()).isEqualTo(Verdict.ALLOW);
      assertThat(decision.by()).isEqualTo(Decision.By.WALL);
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void whatOnlySeemsToReadFailsAndIsAskedAsAWritingCommand() throws Exception {
    // The proof is right about this one; the wall is what is tried: the folder cannot be written.
    Files.createSymbolicLink(root.resolve("out"), root.resolve("made"));
    String seemsToRead = "ls README nowhere 2>&1 | grep -q . && ls 'x: Read-only file system'";
    assertThat(run(Mode.EDIT, seemsToRead)).contains("the user said no");
    assertThat(asked)
        .singleElement()
        .satisfies(
            question ->
                assertThat(question.items().getFirst().ask().reason())
                    .startsWith("run again, since it"));
  }

  @Test
  void aCommandThatNeedsTheNetworkIsAskedForIt() throws Exception {
    String needs =
        "grep -c : /proc/net/dev | grep -qv '^1$' && echo online || { echo 'Could not"
            + " resolve host: x'; false; }";
    assertThat(run(Mode.AUTO, needs)).contains("the user said no to: run again, since it needs");
    assertThat(asked).hasSize(1);
    answer = Approver.Answer.ONCE;
    assertThat(run(Mode.AUTO, needs)).contains("online");
    assertThat(asked).hasSize(2);
  }

  @Test
  void aFolderOutsideIsAskedForByName() throws Exception {
    try (VisibleFolder outside = VisibleFolder.create("tenon-outside-")) {
      Path cache = Files.createDirectories(outside.path().resolve("cache/tool")).toRealPath();
      String needs = "touch " + cache.resolve("x");
      assertThat(run(Mode.AUTO, needs)).contains("Read-only file system").contains("said no");
      assertThat(asked).hasSize(1);
      assertThat(asked.getFirst().items().getFirst().ask().reason())
          .contains("needs to write below ");
      String rule = asked.getFirst().items().getFirst().ask().offers().getFirst().text();
      assertThat(rule).matches("write\\(/.*/\\*\\*\\)");
      assertThat(cache).startsWith(Path.of(rule.substring("write(".length(), rule.length() - 4)));
      answer = Approver.Answer.ONCE;
      assertThat(run(Mode.AUTO, needs)).contains("\"exit_code\":0");
      assertThat(cache.resolve("x")).exists();
      Files.delete(cache.resolve("x"));
      asked.clear();
      project.close();
      project = project(Map.of("permissions.allow", rule));
      assertThat(run(Mode.AUTO, needs)).contains("\"exit_code\":0");
      assertThat(asked).isEmpty();
      assertThat(cache.resolve("x")).exists();
    }
  }

  @Test
  void aRuleGivesTheNetworkFromTheBeginning() throws Exception {
    project.close();
    project = project(Map.of("permissions.allow", "network(python3)"));
    String devices = "python3 -c 'print(len(open(\"/proc/net/dev\").readlines()))'";
    String own = run(Mode.AUTO, devices);
    String walled = run(Mode.AUTO, "sh -c \"wc -l < /proc/net/dev\"");
    assertThat(walled).contains("\"output\":\"3");
    assertThat(own).doesNotContain("\"output\":\"3\\n").contains("\"ok\":true");
  }

  @Test
  void withoutAWallTextAloneDecides() throws Exception {
    project.close();
    project = project(Map.of("sandbox.kind", "off"));
    for (Mode mode : Mode.values()) {
      Decision decision =
          project.guard(mode).policy().decide("bash", new Access.Execute("touch made"));
      assertThat(decision.by()).isEqualTo(Decision.By.TEXT);
      assertThat(decision.verdict())
          .isEqualTo(
              switch (mode) {
                case PLAN -> Verdict.DENY;
                case ASK, EDIT, AUTO -> Verdict.ASK;
                case FULL -> Verdict.ALLOW;
              });
    }
  }

  @Test
  void theDefaultModeIsAutoHereAndIsToldOnce() throws Exception {
    assertThat(project.mode()).isEqualTo(Mode.AUTO);
    assertThat(project.modeNews()).hasValueSatisfying(news -> assertThat(news).contains("auto"));
    project.close();
    project = project(Map.of());
    assertThat(project.mode()).isEqualTo(Mode.AUTO);
    assertThat(project.modeNews()).isEmpty();
    project.close();
    project = project(Map.of("sandbox.kind", "off"));
    assertThat(project.mode()).isEqualTo(Mode.EDIT);
    assertThat(project.modeNews()).hasValueSatisfying(news -> assertThat(news).contains("edit"));
    project.close();
    project = project(Map.of("mode", "ask"));
    assertThat(project.mode()).isEqualTo(Mode.ASK);
    assertThat(project.modeNews()).isEmpty();
  }
}
