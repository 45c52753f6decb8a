package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What commands do to the files, recorded and taken back by the built program.
class ShellEffectsIT {
  @TempDir Path temporary;

  private Path project;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "one\ntwo\n");
    Files.write(project.resolve("b.bin"), new byte[] {0, 1, (byte) 0xff});
    program = new Program(project);
  }

  @Test
  void aCommandIsTakenBack() throws Exception {
    Program.Run run = bash("sed -i s/one/1/ a.txt; rm b.bin; mkdir -p x/y; ln -s ../a.txt x/l");
    Json.Obj data = Json.parseObject(run.output()).objectOrEmpty("data");
    assertThat(data.string("note", ""))
        .contains("changed 1, created 3, deleted 1 files", "undo takes it back");
    assertThat(data.objectOrEmpty("effects").number("count", 0)).isEqualTo(5);
    assertThat(program.run("changes").output()).contains("shell bash", "a.txt", "b.bin", "x/l");
    assertThat(bash("echo three >> a.txt").exitCode()).isZero();

    Program.Run undo = program.run("undo", "--yes");
    assertThat(undo.exitCode()).isZero();
    assertThat(project.resolve("a.txt")).hasContent("1\ntwo");
    assertThat(program.run("undo", "--yes").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).hasContent("one\ntwo");
    assertThat(Files.readAllBytes(project.resolve("b.bin"))).containsExactly(0, 1, 0xff);
    assertThat(project.resolve("x")).doesNotExist();
    assertThat(program.run("redo").exitCode()).isZero();
    assertThat(Files.isSymbolicLink(project.resolve("x/l"))).isTrue();
  }

  @Test
  void aKilledProgramLosesNothing() throws Exception {
    Process process =
        program.start(
            "tool", "bash", "{\"command\":\"rm b.bin; echo half > a.txt; touch ready; sleep 50\"}");
    await().atMost(Duration.ofSeconds(40)).until(() -> Files.exists(project.resolve("ready")));
    List<ProcessHandle> tree = process.descendants().toList();
    process.destroyForcibly().waitFor();
    tree.forEach(ProcessHandle::destroyForcibly);
    Program.Run undo = program.run("undo", "--yes");
    assertThat(undo.exitCode()).as(undo.output()).isZero();
    assertThat(project.resolve("a.txt")).hasContent("one\ntwo");
    assertThat(project.resolve("b.bin")).exists();
    assertThat(undo.errors()).contains("Tenon ended while a command ran");
  }

  @Test
  void itCanBeSwitchedOff() throws Exception {
    program.run("tool", "bash", "{\"command\":\"rm a.txt\"}", "--config", "journal.shell=off");
    assertThat(program.run("changes").output()).contains("Nothing has been changed");
    try (Stream<Path> files = Files.list(project)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void inReviewModeACommandIsStaged() throws Exception {
    Files.writeString(
        temporary.resolve("script.json"),
        """
        {"steps": [
          {"calls": [{"name": "bash",
            "arguments": {"command": "sed -i s/one/1/ a.txt; rm b.bin; echo n > n.txt"}}]},
          {"calls": [{"name": "bash", "arguments": {"command": "cat a.txt n.txt > both.txt"}}]},
          {"text": "done"}]}
        """);
    Program.Run run =
        program.run(
            "-p", "do it", "--model", "scripted:../script.json", "--mode", "full", "--review");
    assertThat(run.output()).as(run.errors()).isEqualTo("done\n");
    assertThat(project.resolve("a.txt")).hasContent("one\ntwo");
    assertThat(project.resolve("b.bin")).exists();
    assertThat(project.resolve("n.txt")).doesNotExist();
    assertThat(program.run("apply", "--all").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).hasContent("1\ntwo");
    assertThat(project.resolve("both.txt")).hasContent("1\ntwo\nn");
    assertThat(program.run("undo", "--yes").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).hasContent("one\ntwo");
    assertThat(project.resolve("both.txt")).doesNotExist();
  }

  @Test
  void aPictureIsReviewedAppliedUndoneAndDoneAgain() throws Exception {
    Files.writeString(
        temporary.resolve("script.json"),
        """
        {"steps": [
          {"calls": [{"name": "bash", "arguments": {"command":
            "printf '\\\\211PNG\\\\r\\\\n\\\\032\\\\n\\\\000' > p.png; rm b.bin; echo 3 >> a.txt"}}]},
          {"text": "done"}]}
        """);
    Program.Run run =
        program.run(
            "-p", "paint", "--model", "scripted:../script.json", "--mode", "full", "--review");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(project.resolve("p.png")).doesNotExist();
    assertThat(program.run("apply").output())
        .contains("binary file, 9 bytes, image/png", "binary file, 3 bytes", "+3")
        .doesNotContain("\0");
    assertThat(program.run("apply", "--json").output())
        .contains("\"description\": \"binary file, 9 bytes, image/png\"");
    assertThat(program.run("apply", "--all").exitCode()).isZero();
    byte[] picture = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0};
    assertThat(project.resolve("p.png")).hasBinaryContent(picture);
    assertThat(project.resolve("b.bin")).doesNotExist();
    assertThat(program.run("changes").output()).contains("p.png", "b.bin", "a.txt");
    assertThat(program.run("undo", "--yes").exitCode()).isZero();
    assertThat(project.resolve("p.png")).doesNotExist();
    assertThat(Files.readAllBytes(project.resolve("b.bin"))).containsExactly(0, 1, 0xff);
    assertThat(program.run("redo").exitCode()).isZero();
    assertThat(project.resolve("p.png")).hasBinaryContent(picture);
    assertThat(project.resolve("b.bin")).doesNotExist();
  }

  private Program.Run bash(String command) throws Exception {
    return program.run("tool", "bash", Json.object().put("command", command).build().compact());
  }
}
