package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.testkit.ModelServer;
import dev.tenon.testkit.script.ErrorKind;
import dev.tenon.testkit.script.Fault;
import dev.tenon.testkit.script.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions of the built program: kept, continued, listed, shown, exported, deleted.
class SessionsIT {
  @TempDir Path temporary;

  private Path project;
  private ModelServer server;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    server = ModelServer.start();
    program = programIn(project);
  }

  private Program programIn(Path folder) {
    return Program.against(server, folder, "sk-ant-very-secret-4711");
  }

  @AfterEach
  void end() {
    server.close();
  }

  private List<Path> files() throws IOException {
    Path sessions = temporary.resolve("state/sessions");
    if (!Files.exists(sessions)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(sessions)) {
      return all.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    }
  }

  private static String id(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('_') + 1, name.length() - 6);
  }

  @Test
  void aRunIsKeptAndContinued() throws Exception {
    server.reply(Reply.text("First answer."), Reply.text("Second answer."));
    assertThat(program.run("-p", "first question"))
        .isEqualTo(new Program.Run(0, "First answer.\n", ""));
    assertThat(files()).hasSize(1);
    Program.Run second = program.run("--continue", "-p", "second question");
    assertThat(second).isEqualTo(new Program.Run(0, "Second answer.\n", ""));
    assertThat(server.lastRequest().text())
        .contains("first question")
        .contains("First answer.")
        .contains("second question");
    assertThat(files()).hasSize(1);
    String text = Files.readString(files().getFirst());
    assertThat(text).doesNotContain("4711");
    assertThat(text.lines()).hasSize(1 + 1 + 2 * 3);
  }

  @Test
  void aPromptThatFailsIsOnDiskAndNotSentAgain() throws Exception {
    server.reply(Fault.status(ErrorKind.INVALID_REQUEST), Reply.text("fine"));
    assertThat(program.run("-p", "the bad one").exitCode()).isEqualTo(1);
    assertThat(Files.readString(files().getFirst())).contains("the bad one");
    assertThat(program.run("--continue", "-p", "the good one").exitCode()).isZero();
    assertThat(server.lastRequest().text()).contains("the good one").doesNotContain("the bad one");
  }

  @Test
  void nothingIsKeptWhenThatIsWanted() throws Exception {
    server.reply(Reply.text("a"));
    assertThat(program.run("--no-session", "-p", "secret").exitCode()).isZero();
    assertThat(files()).isEmpty();
    assertThat(program.run("-p", "").exitCode()).isEqualTo(2);
    assertThat(files()).isEmpty();
  }

  @Test
  void resumeByPrefixPathAndAcrossProjects() throws Exception {
    server.reply(Reply.text("a"), Reply.text("b"), Reply.text("c"), Reply.text("d"));
    program.run("-p", "alpha");
    Path file = files().getFirst();
    String id = id(file);
    assertThat(program.run("--resume", id.substring(0, 6), "-p", "beta").exitCode()).isZero();
    assertThat(server.lastRequest().text()).contains("alpha").contains("beta");
    assertThat(program.run("--resume", file.toString(), "-p", "gamma").exitCode()).isZero();
    assertThat(server.lastRequest().text()).contains("beta").contains("gamma");

    Path other = Files.createDirectory(temporary.resolve("other"));
    Program.Run refused = programIn(other).run("--resume", id, "-p", "delta");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.errors()).contains("another project").contains("--fork");
    Program.Run forked = programIn(other).run("--resume", id, "--fork", "-p", "delta");
    assertThat(forked.exitCode()).as(forked.errors()).isZero();
    assertThat(server.lastRequest().text()).contains("alpha").contains("delta");
    assertThat(files()).hasSize(2);
    Program.Run none = program.run("--resume", "zzzz", "-p", "x");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.errors()).contains("'zzzz'").contains("tenon sessions");
  }

  @Test
  void anAmbiguousPrefixIsListed() throws Exception {
    server.reply(Reply.text("a"));
    program.run("-p", "alpha");
    Path file = files().getFirst();
    Path twin =
        file.resolveSibling("2020-01-01T00-00-00-000Z_" + id(file).substring(0, 4) + "beef.jsonl");
    Files.writeString(
        twin, Files.readString(file).replace(id(file), id(file).substring(0, 4) + "beef"));
    Program.Run run = program.run("--resume", id(file).substring(0, 3), "-p", "x");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains(id(file)).contains(id(twin)).contains("2 sessions");
    Program.Run shown = program.run("sessions", "show", id(file).substring(0, 3));
    assertThat(shown.exitCode()).isEqualTo(2);
    assertThat(shown.errors()).contains(id(twin));
  }

  @Test
  void showAsJsonHasExactlyItsMembers() throws Exception {
    server.reply(Reply.text("a"));
    program.run("-p", "what is\nthis?");
    Path file = files().getFirst();
    Files.writeString(file, "{\"torn", StandardOpenOption.APPEND);
    for (String what : List.of(id(file).substring(0, 8), file.toString())) {
      Program.Run run = program.run("sessions", "show", what, "--json");
      assertThat(run.exitCode()).as(run.errors()).isZero();
      Json.Obj shown = Json.parseObject(run.output());
      assertThat(shown.members().keySet())
          .containsExactly("id", "title", "cwd", "messageCount", "leaf", "branches", "warnings");
      assertThat(shown.string("id")).isEqualTo(id(file));
      assertThat(shown.string("title")).isEqualTo("what is");
      assertThat(shown.string("cwd")).isEqualTo(project.toRealPath().toString());
      assertThat(shown.number("messageCount", 0)).isEqualTo(2);
      assertThat(shown.array("branches")).containsExactly(Json.of(shown.string("leaf", "")));
      assertThat(shown.array("warnings")).hasSize(1);
    }
    assertThat(Files.readString(file)).endsWith("{\"torn");
  }

  @Test
  void listSearchExportDelete() throws Exception {
    server.reply(Reply.text("The <b>needle</b> & more."), Reply.text("nothing"));
    program.run("-p", "look for it");
    program.run("-p", "something else");
    assertThat(program.run("sessions").output().lines()).hasSize(2);
    Program.Run found = program.run("sessions", "search", "NEEDLE", "look");
    assertThat(found.output()).contains("look for it").doesNotContain("something else");
    assertThat(program.run("sessions", "search", "nowhere").exitCode()).isEqualTo(1);
    String id =
        Json.parseObject(
                "{\"a\":" + program.run("sessions", "search", "needle", "--json").output() + "}")
            .objects("a")
            .getFirst()
            .string("id", "");
    assertThat(program.run("sessions", "export", id).output())
        .contains("# look for it")
        .contains("The <b>needle</b> & more.");
    Path page = temporary.resolve("page.html");
    program.run("sessions", "export", id, "--format", "html", "--output", page.toString());
    assertThat(Files.readString(page))
        .contains("The &lt;b&gt;needle&lt;/b&gt; &amp; more.")
        .doesNotContain("<script")
        .doesNotContain("://");

    Program.Run careful = program.run("sessions", "delete", id);
    assertThat(careful.exitCode()).isEqualTo(2);
    assertThat(careful.errors()).contains("--yes");
    assertThat(files()).hasSize(2);
    assertThat(program.run("sessions", "delete", id, "--yes").exitCode()).isZero();
    assertThat(files()).hasSize(1);
    Path notes = Files.writeString(temporary.resolve("notes.jsonl"), "{\"a\":1}\n");
    assertThat(program.run("sessions", "delete", notes.toString(), "--yes").exitCode())
        .isEqualTo(2);
    assertThat(notes).exists();
  }

  @Test
  void aSessionOfAnotherProgramGoesOn() throws Exception {
    Path file = temporary.resolve("theirs.jsonl");
    Files.writeString(
        file,
        """
        {"type":"session","version":3,"id":"0aa1","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/x"}
        {"type":"model_change","id":"01","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","provider":"anthropic","modelId":"claude-opus-4-6"}
        {"type":"message","id":"02","parentId":"01","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"their question","timestamp":1}}
        {"type":"message","id":"03","parentId":"02","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"assistant","content":[{"type":"text","text":"their answer"},{"type":"toolCall","id":"t1","name":"read","arguments":{"path":"a"}}],"provider":"anthropic","model":"claude-opus-4-6","usage":{"input":1,"output":1,"cacheRead":0,"cacheWrite":0},"stopReason":"toolUse","timestamp":2}}
        {"type":"message","id":"04","parentId":"03","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"toolResult","toolCallId":"t1","toolName":"read","content":[{"type":"text","text":"their result"}],"isError":false,"timestamp":3}}
        {"type":"of_theirs","id":"05","parentId":"04","timestamp":"2026-01-01T00:00:04.000Z","x":1}
        """);
    server.reply(Reply.text("ok"));
    Program.Run run = program.run("--resume", file.toString(), "-p", "my question");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.errors()).contains("/x");
    assertThat(server.lastRequest().text())
        .contains("their question")
        .contains("their answer")
        .contains("their result")
        .contains("my question");
    assertThat(Files.readString(file)).contains("of_theirs").contains("my question");
  }
}
