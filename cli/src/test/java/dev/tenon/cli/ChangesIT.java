package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the built program changes, and how it is taken back or reviewed, with a scripted model.
class ChangesIT {
  private static final String SCRIPT =
      """
      {"steps": [
        {"calls": [{"name": "read_file", "arguments": {"path": "a.txt"}}]},
        {"calls": [
          {"name": "edit_file",
           "arguments": {"path": "a.txt", "old_text": "one", "new_text": "ONE"}},
          {"name": "edit_file",
           "arguments": {"path": "a.txt", "old_text": "twelve", "new_text": "TWELVE"}},
          {"name": "write_file", "arguments": {"path": "new/b.txt", "content": "bee\\n"}}]},
        {"text": "done"}]}
      """;

  private static final String BEFORE =
      "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve\n";

  @TempDir Path temporary;

  private Path project;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    Files.writeString(project.resolve("a.txt"), BEFORE);
    Files.writeString(temporary.resolve("script.json"), SCRIPT);
    program = new Program(project);
  }

  @Test
  void whatAPromptChangedIsListedShownUndoneAndRedone() throws Exception {
    assertThat(program.run("changes").output()).contains("Nothing has been changed");
    assertThat(prompt().exitCode()).isZero();
    assertThat(project.resolve("a.txt"))
        .content()
        .isEqualTo(BEFORE.replace("one", "ONE").replace("twelve", "TWELVE"));
    assertThat(program.run("changes").output())
        .contains("a.txt", "new/b.txt", "created", "agent edit_file", "improve it");
    Json list = Json.parse(program.run("changes", "--json").output());
    String id = ((Json.Obj) ((Json.Arr) list).items().getFirst()).string("id", "");
    assertThat(program.run("changes", id).output()).contains("-one").contains("+ONE");

    Files.writeString(
        project.resolve("a.txt"),
        Files.readString(project.resolve("a.txt")).replace("six", "six by hand"));
    Program.Run undo = program.run("undo");
    assertThat(undo.exitCode()).isZero();
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE.replace("six", "six by hand"));
    assertThat(project.resolve("new")).doesNotExist();
    assertThat(program.run("redo").exitCode()).isZero();
    assertThat(project.resolve("new/b.txt")).hasContent("bee");

    Files.writeString(
        project.resolve("a.txt"),
        Files.readString(project.resolve("a.txt")).replace("ONE", "one and only"));
    Program.Run conflict = program.run("undo");
    assertThat(conflict.exitCode()).isEqualTo(1);
    assertThat(conflict.output()).contains("left alone: a.txt").contains("one and only");
    assertThat(program.run("undo", "nothing-like-it").exitCode()).isEqualTo(2);
  }

  @Test
  void singleHunksAreUndone() throws Exception {
    prompt();
    Json list = Json.parse(program.run("changes", "--json").output());
    String id = ((Json.Obj) ((Json.Arr) list).items().getFirst()).string("id", "");
    assertThat(program.run("undo", id + "#1").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE.replace("twelve", "TWELVE"));
    assertThat(program.run("undo", id + "#9").exitCode()).isEqualTo(2);
    assertThat(program.run("undo", id + "#x").exitCode()).isEqualTo(2);
  }

  @Test
  void aRollbackBringsBackTheStateBeforeAPrompt() throws Exception {
    prompt();
    Files.writeString(project.resolve("a.txt"), "all different\n");
    Json list = Json.parse(program.run("changes", "--json").output());
    String prompt = ((Json.Obj) ((Json.Arr) list).items().getFirst()).string("prompt", "");
    assertThat(program.run("rollback", prompt.substring(0, 5)).exitCode()).isZero();
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
    assertThat(program.run("rollback", "zzz").exitCode()).isEqualTo(2);
  }

  @Test
  void stagedEditsWaitForADecision() throws Exception {
    Program.Run run = prompt("--review");
    assertThat(run.output()).isEqualTo("done\n");
    assertThat(run.errors()).contains("3 hunks are staged").contains("tenon apply");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
    Json.Obj bundle = Json.parseObject(program.run("apply", "--json").output());
    String first =
        bundle.objects("files").stream()
            .filter(file -> file.string("file_path", "").equals("a.txt"))
            .findFirst()
            .orElseThrow()
            .objects("hunks")
            .getFirst()
            .string("hunk_id", "");
    Program.Run applied = program.run("apply", first);
    assertThat(applied.output()).contains("applied: a.txt (1 hunk)");
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE.replace("one", "ONE"));
    assertThat(program.run("apply", "--all").output()).contains("new/b.txt");
    assertThat(project.resolve("new/b.txt")).hasContent("bee");
    assertThat(program.run("apply").output()).contains("Nothing is staged");
    assertThat(program.run("undo", "all").exitCode()).isZero();
    assertThat(project.resolve("a.txt")).content().isEqualTo(BEFORE);
  }

  @Test
  void aFileThatChangedMeanwhileIsAConflict() throws Exception {
    prompt("--review");
    Files.writeString(project.resolve("a.txt"), "something else\n");
    Program.Run conflict = program.run("apply", "--all");
    assertThat(conflict.exitCode()).isEqualTo(1);
    assertThat(conflict.errors()).contains("a.txt").contains("nothing was written");
    assertThat(project.resolve("new/b.txt")).doesNotExist();
    assertThat(program.run("apply", "--none").exitCode()).isZero();
    assertThat(program.run("apply").output()).contains("Nothing is staged");
  }

  private Program.Run prompt(String... more) throws Exception {
    var words = new java.util.ArrayList<String>();
    words.addAll(java.util.List.of("-p", "improve it", "--model", "scripted:../script.json"));
    words.addAll(java.util.List.of(more));
    return program.run(words.toArray(String[]::new));
  }
}
