package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowLog;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.engine.observe.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built program's commands that need no model.
class CommandsIT {
  @TempDir Path temporary;

  private Path project;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    program = new Program(project);
  }

  @Test
  void theDemoIsAWholeSession() throws Exception {
    Program.Run run = program.run("demo");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains("no key, no network")
        .contains("read_file")
        .contains("WRONG 10 pieces")
        .contains("ok    10 pieces at 100 cents: 850")
        .contains("ANTHROPIC_API_KEY")
        .doesNotContain("\u001b[");
  }

  /// The next file that is opened would take the place of a closed stream.
  @Test
  void closedStreamsAreToldAndNothingElseIsReadOrWrittenInstead() throws Exception {
    Program.Run in = program.run(List.of("sh", "-c", "\"$0\" \"$@\" <&-"), "--model", "none");
    assertThat(in.errors()).contains("prompt").doesNotContain("larger than");
    assertThat(in.exitCode()).isEqualTo(2);
    Program.Run out = program.run(List.of("sh", "-c", "\"$0\" \"$@\" >&-"), "config");
    assertThat(out.errors()).contains("standard output could not be written");
    assertThat(out.exitCode()).isEqualTo(1);
    Program.Run err = program.run(List.of("sh", "-c", "\"$0\" \"$@\" 2>&-"), "--version");
    assertThat(err.output()).startsWith("tenon ");
    assertThat(err.exitCode()).isZero();
  }

  /// Approving is for a person at a terminal: neither a script can, nor a command of a model that
  /// has a terminal of its own.
  @Test
  void onlyAPersonApprovesAWorkflow() throws Exception {
    Path home = Files.createDirectories(project.resolveSibling("state"));
    WorkflowStore store =
        WorkflowStore.of(Journal.folderOf(home, project.toRealPath()), line -> {});
    WorkflowLog log =
        store
            .begin(
                WorkflowKind.DEEP_INTERVIEW,
                Json.object().put("task", "an idea").put("threshold", 0.5).build())
            .log();
    Json.Obj clear =
        Json.parseObject("{'goal':1,'scope':1,'acceptance':1,'context':1}".replace('\'', '"'));
    log.append(Interview.SCORED, Interview.of(log.entries()).scored(clear, List.of()));
    log.append(Interview.RESTATED, Interview.of(log.entries()).restated("it", true, ""));
    log.append(Interview.SPEC, Interview.of(log.entries()).specified("# Spec\n"));

    String id = "deep-interview-1";
    Program.Run script = program.run("workflow", "approve", id);
    assertThat(script.exitCode()).isEqualTo(2);
    assertThat(script.errors())
        .contains("approving is the person's alone, and there is no terminal", "/workflow approve");
    Program.Run model =
        program.run(
            "--config",
            "sandbox.kind=off",
            "tool",
            "bash",
            "{\"command\": \"env -u TENON_MARK '"
                + Program.LAUNCHER
                + "' workflow approve "
                + id
                + "\", \"pty\": true}");
    assertThat(model.output())
        .containsAnyOf("this is a command that Tenon runs", "above this one is Tenon");
    assertThat(store.find(id).orElseThrow().status().state())
        .isEqualTo(WorkflowStatus.State.PENDING_APPROVAL);
    assertThat(program.atTerminal("", "", "workflow", "approve", id)).contains("Approved " + id);
    assertThat(store.find(id).orElseThrow().status().state())
        .isEqualTo(WorkflowStatus.State.APPROVED);
  }

  @Test
  void aToolPrintsItsEnvelope() throws Exception {
    Files.writeString(project.resolve("a.txt"), "alpha\n");
    Program.Run ok = program.run("tool", "read_file", "{\"path\":\"a.txt\"}");
    assertThat(ok.exitCode()).isZero();
    assertThat(Json.parseObject(ok.output()).bool("ok", false)).isTrue();
    assertThat(ok.output()).contains("alpha");

    Program.Run missing = program.run("tool", "read_file", "{\"path\":\"b.txt\"}");
    assertThat(missing.exitCode()).isEqualTo(1);
    Json.Obj error = Json.parseObject(missing.output()).objectOrEmpty("error");
    assertThat(error.string("code")).isEqualTo("not_found");
    assertThat(error.array("suggestions").toString()).contains("a.txt");

    for (String path : new String[] {"/etc/hosts", "../x", "link/hosts"}) {
      if (path.startsWith("link")) {
        Files.createSymbolicLink(project.resolve("link"), Path.of("/etc"));
      }
      Program.Run denied = program.run("tool", "read_file", "{\"path\":\"" + path + "\"}");
      assertThat(denied.exitCode()).isEqualTo(1);
      assertThat(Json.parseObject(denied.output()).objectOrEmpty("error").string("code"))
          .isEqualTo("permission_denied");
    }
  }

  @Test
  void moreRootsComeFromTheConfiguration() throws Exception {
    Path library = Files.createDirectory(temporary.resolve("library"));
    Files.writeString(library.resolve("lib.txt"), "shared\n");
    String input = "{\"path\":\"" + library.resolve("lib.txt") + "\"}";
    assertThat(program.run("tool", "read_file", input).exitCode()).isEqualTo(1);
    String setting = "roots.readOnly=" + library;
    Program.Run read = program.run("tool", "--config", setting, "read_file", input);
    assertThat(read.output()).contains("shared");
    String write = "{\"path\":\"" + library.resolve("new.txt") + "\",\"content\":\"x\"}";
    assertThat(program.run("tool", "--config", setting, "write_file", write).output())
        .contains("permission_denied");
    assertThat(program.run("tool", "--config", "roots.readOnly=/no/such", "--list").exitCode())
        .isEqualTo(2);
  }

  @Test
  void toolInputComesFromAFileOrStdin() throws Exception {
    Files.writeString(project.resolve("in.json"), "{\"path\":\".\"}");
    assertThat(program.run("tool", "list_files", "@in.json").output()).contains("in.json");
    byte[] input = "{\"file_path\":\"in.json\"}".getBytes(StandardCharsets.UTF_8);
    assertThat(program.run(input, "tool", "read_file", "-").exitCode()).isZero();
    Program.Run broken = program.run("tool", "read_file", "{oops");
    assertThat(broken.exitCode()).isEqualTo(2);
    assertThat(broken.errors()).hasLineCount(1).contains("not JSON");
    assertThat(Json.parseObject(broken.output()).bool("ok", true)).isFalse();
    Program.Run absent = program.run("tool", "read_file", "@nowhere.json");
    assertThat(absent.exitCode()).isEqualTo(2);
    assertThat(absent.errors()).contains("nowhere.json");
    Program.Run unknown = program.run("tool", "reed_file", "{}");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.output()).contains("read_file");
  }

  @Test
  void toolsAreListedWithTheirSchemas() throws Exception {
    assertThat(program.run("tool", "--list").output()).contains("read_file", "bash");
    Json list = Json.parse(program.run("tool", "--list", "--json").output());
    assertThat(((Json.Arr) list).items())
        .allSatisfy(tool -> assertThat(tool.compact()).contains("input_schema"));
    // The built program has the descriptions prepared; here they come from the annotations.
    assertThat(list).isEqualTo(Json.parse(inThisProcess("tool", "--list", "--json")));
  }

  private String inThisProcess(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--root", project.toString()));
    var out = new ByteArrayOutputStream();
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            new Streams.Tty(false, false, false));
    Map<String, String> environment =
        Map.of("TENON_HOME", temporary.resolve("state").toString(), "PATH", System.getenv("PATH"));
    assertThat(Main.run(streams, environment, all.toArray(String[]::new))).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void configTellsValuesAndOrigins() throws Exception {
    Program.Run run = program.with("TENON_MAX_STEPS", "7").run("config", "--mode", "plan");
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .containsPattern("mode +plan +.*--permission-mode")
        .containsPattern("maxSteps +7 +.*TENON_MAX_STEPS")
        .containsPattern("model +anthropic/claude-opus-4-6 +default");
    assertThat(Json.parse(program.run("config", "--json").output())).isNotNull();
  }

  @Test
  void aProjectsOwnConfigurationNeedsConsent() throws Exception {
    Path config = Files.createDirectory(project.resolve(".tenon")).resolve("config.yml");
    Files.writeString(
        config, "mode: full\nproviders:\n  anthropic:\n    baseUrl: http://127.0.0.1:1\n");
    Program.Run run = program.run("config");
    assertThat(run.output()).containsPattern("mode +default +default").contains("--trust");
    assertThat(program.run("config", "--trust").output()).containsPattern("mode +full");
  }

  @Test
  void doctorNeverShowsAKey() throws Exception {
    Program.Run run =
        program
            .with("ANTHROPIC_API_KEY", "sk-very-secret")
            .with("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
            .with("OLLAMA_HOST", "127.0.0.1:1")
            .run("doctor");
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains("key in ANTHROPIC_API_KEY")
        .contains("git version")
        .doesNotContain("sk-very-secret");
    assertThat(Json.parse(program.run("doctor", "--json").output())).isNotNull();
  }

  @Test
  void helpVersionAndCompletionsArePrinted() throws Exception {
    assertThat(program.run("--version").output())
        .matches(
            Pattern.quote("tenon " + Version.NUMBER)
                + "( \\(commit [0-9a-f]{12}(, changed)?\\))?\n");
    assertThat(program.run("--help").output()).contains("--output-format", "doctor", "NO_COLOR");
    assertThat(program.run("tool", "--help").output()).contains("@FILE");
    assertThat(program.run("help", "doctor").output()).contains("doctor");
    assertThat(program.run("help", "nothing").exitCode()).isEqualTo(2);
    assertThat(program.run("completion", "bash").output()).contains("complete");
    assertThat(program.run("models").output()).contains("anthropic/claude-opus-4-6");
  }
}
