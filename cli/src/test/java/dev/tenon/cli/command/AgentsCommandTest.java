package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.SessionStore;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What isolated helpers have left, at the command line.
class AgentsCommandTest {
  @TempDir Path folder;
  private Path root;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void folders() throws Exception {
    root = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
  }

  private int run(String... words) {
    out.reset();
    err.reset();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", root.toString()));
    return Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false)),
        Map.of("TENON_HOME", home.toString()),
        all.toArray(String[]::new));
  }

  private String shown() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /// Leaves what a helper leaves that was stopped.
  private void leave(String id, String text) throws Exception {
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        HelperLayer layer = project.layers().open(id, "session", HelperLayers.Apart.LAYER)) {
      layer
          .editing()
          .commit(
              new Transaction(List.of(FileChange.of(layer.editing().current("a.txt"), text))),
              new Attribution(Origin.AGENT, "edit_file", "call"));
    }
  }

  @Test
  void checkCountsWhatTheFolderHas() throws Exception {
    Path agents = Files.createDirectory(folder.resolve("agents"));
    Files.writeString(agents.resolve("good.md"), "---\ndescription: Good.\n---\nDo it.\n");
    Files.writeString(
        agents.resolve("bad.md"), "---\ndescription: Bad.\nmode: plna\n---\nDo it.\n");
    assertThat(run("agents", "check", agents.toString())).isEqualTo(1);
    assertThat(shown())
        .contains("bad.md:3: there is no mode 'plna'", "did you mean plan?")
        .contains("1 agent below " + agents + " can be used.");
    assertThat(run("agents", "check", agents.resolve("good.md").toString())).isZero();
    assertThat(shown()).contains("1 agent in " + agents.resolve("good.md") + " can be used.");
    assertThat(run("agents", "check", agents.resolve("bad.md").toString())).isEqualTo(1);
    assertThat(shown()).contains("bad.md:3: there is no mode 'plna'").doesNotContain("good.md");
    assertThat(run("agents", "check", agents.resolve("none.md").toString())).isEqualTo(2);
    assertThat(run("agents", "check")).isZero();
    assertThat(shown()).contains("0 agents in files", "beside 11 built in.");
  }

  @Test
  void whatIsLeftIsListedShownMergedAndDropped() throws Exception {
    leave("0-Fix", "1\ntwo\nthree\n");
    leave("1-Other", "ONE\ntwo\n3\n");
    leave("2-Away", "away\n");
    assertThat(run("agents", "list", "--json")).isZero();
    List<Json.Obj> layers = ((Json.Obj) Json.parse(shown())).objects("layers");
    assertThat(layers).hasSize(3);
    assertThat(layers.getFirst().string("id")).isEqualTo("0-Fix");
    assertThat(layers.getFirst().string("state")).isEqualTo("kept");
    assertThat(run("agents")).isZero();
    assertThat(shown()).contains("LEFT", "0-Fix@session", "kept");
    assertThat(run("agents", "diff", "0-Fix")).isZero();
    assertThat(shown()).contains("--- a/a.txt", "-one", "+1");
    assertThat(run("agents", "merge", "0-Fix")).isZero();
    assertThat(shown()).contains("Merged from its layer", "a.txt");
    assertThat(run("changes")).isZero();
    assertThat(shown()).contains("agent task 0-Fix");
    assertThat(run("agents", "merge", "1-Other")).isZero();
    assertThat(shown()).contains("waiting as staged hunks", "a.txt (both changed line 1)");
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("1\ntwo\n3\n");
    assertThat(run("agents", "drop", "2-Away")).isZero();
    assertThat(shown()).contains("Dropped 2-Away@session, 1 file", "tenon agents merge");
    assertThat(run("agents", "list", "--json")).isZero();
    assertThat(((Json.Obj) Json.parse(shown())).objects("layers")).isEmpty();
    // What waits is decided about like any other hunk.
    assertThat(run("apply")).isZero();
    assertThat(shown()).contains("-1", "+ONE");
    assertThat(run("apply", "--all")).isZero();
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("ONE\ntwo\n3\n");
    assertThat(run("agents", "merge", "9-Nobody")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'tenon agents' lists what is left");
  }

  @Test
  void severalAreDroppedAfterAQuestionAndTheirSizeIsTold() throws Exception {
    leave("0-Fix", "1\ntwo\nthree\n");
    leave("1-Other", "ONE\n");
    assertThat(run("agents")).isZero();
    assertThat(shown()).contains("SIZE", " KB", "They take ", "tenon agents drop");
    assertThat(run("agents", "drop", "--merged", "--yes")).isZero();
    assertThat(shown()).contains("Nothing of that kind is left.");
    assertThat(run("agents", "drop", "--older", "3", "--yes")).isZero();
    assertThat(shown()).contains("Nothing of that kind is left.");
    assertThat(run("agents", "drop", "--all")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("say --yes to drop 2 layers");
    assertThat(run("agents", "drop", "0-Fix", "--all")).isEqualTo(2);
    assertThat(run("agents", "drop", "--all", "--yes")).isZero();
    assertThat(shown()).contains("Dropped 0-Fix@session", "Dropped 1-Other@session");
    assertThat(run("agents", "list", "--json")).isZero();
    assertThat(((Json.Obj) Json.parse(shown())).objects("layers")).isEmpty();
    // What was dropped can still be brought back.
    assertThat(run("agents", "merge", "0-Fix")).isZero();
    assertThat(Files.readString(root.resolve("a.txt"))).startsWith("1\n");
  }

  /// Whoever asks for two different things gets neither, and whoever gives an option that would be
  /// passed over is told.
  @Test
  void optionsThatContradictEachOtherAreRefusedInOneLine() throws Exception {
    leave("0-Fix", "1\ntwo\nthree\n");
    Map<List<String>, String> refused = new LinkedHashMap<>();
    refused.put(List.of("drop", "--all", "--merged"), "--all contradicts --merged;");
    refused.put(List.of("drop", "--merged", "--all"), "--all contradicts --merged;");
    refused.put(List.of("drop", "--all", "--older", "3"), "--all contradicts --older;");
    refused.put(List.of("drop", "--older", "0", "--all"), "--all contradicts --older;");
    refused.put(
        List.of("drop", "--all", "--merged", "--older", "3"),
        "--all contradicts --merged and --older;");
    refused.put(List.of("drop", "--merged", "0-Fix"), "leave the ID out");
    refused.put(List.of("drop", "--older", "3", "0-Fix"), "leave the ID out");
    refused.put(List.of("drop", "--all", "0-Fix"), "leave the ID out");
    for (String action : List.of("list", "check", "diff", "merge")) {
      refused.put(List.of(action, "--merged"), "--merged says nothing to");
      refused.put(List.of(action, "--older", "3"), "--older says nothing to");
      if (!action.equals("list")) {
        refused.put(List.of(action, "--all"), "--all says nothing to");
      }
    }
    for (Map.Entry<List<String>, String> each : refused.entrySet()) {
      for (boolean yes : List.of(false, true)) {
        var words = new ArrayList<>(List.of("agents"));
        words.addAll(each.getKey());
        if (yes) {
          words.add("--yes");
        }
        assertThat(run(words.toArray(String[]::new))).as(words.toString()).isEqualTo(2);
        assertThat(shown()).as(words.toString()).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8).strip().lines())
            .as(words.toString())
            .singleElement()
            .asString()
            .contains(each.getValue());
      }
    }
    // Two that narrow go together, and nothing was dropped.
    assertThat(run("agents", "drop", "--merged", "--older", "3", "--yes")).isZero();
    assertThat(run("agents", "list", "--json")).isZero();
    assertThat(((Json.Obj) Json.parse(shown())).objects("layers")).hasSize(1);
  }

  @Test
  void theLatestHelpersAreListedAndAllWhenAskedFor() throws Exception {
    Path sessions = new SessionStore(home).folderOf(root);
    Path artifacts = Files.createDirectories(sessions.resolve("s.artifacts"));
    for (int i = 0; i < 60; i++) {
      Files.writeString(artifacts.resolve(i + "-Help.jsonl"), "");
    }
    assertThat(run("agents")).isZero();
    assertThat(shown()).contains("49-Help", "10 earlier ones are not shown; --all shows them.");
    assertThat(shown()).doesNotContain("50-Help");
    assertThat(run("agents", "--json")).isZero();
    assertThat(((Json.Obj) Json.parse(shown())).number("more_helpers", 0)).isEqualTo(10);
    assertThat(run("agents", "--all")).isZero();
    assertThat(shown()).contains("59-Help").doesNotContain("not shown");
  }

  private void git(String... words) throws Exception {
    var line = new ArrayList<>(List.of("git", "-c", "user.name=t", "-c", "user.email=t@t"));
    line.addAll(List.of(words));
    Process process =
        new ProcessBuilder(line).directory(root.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @Test
  void aWorktreeThatSomebodyDeletedIsToldAndOnlyDropped() throws Exception {
    TestPrograms.require("git");
    git("init", "-q", "-b", "main", ".");
    git("add", "-A");
    git("commit", "-q", "-m", "base");
    Path tree;
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()))) {
      HelperLayers layers = project.layers();
      try (HelperLayer layer = layers.open("0-Fix", "session", HelperLayers.Apart.WORKTREE)) {
        tree = layer.workspace().root();
        Files.writeString(tree.resolve("a.txt"), "work\n");
      }
      RecursiveDelete.delete(tree);
      // Whoever resumes the helper is refused as well.
      assertThatThrownBy(() -> layers.open("0-Fix", "session", HelperLayers.Apart.WORKTREE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is gone with all that was in it");
    }
    for (String action : List.of("diff", "merge")) {
      assertThat(run("agents", action, "0-Fix")).isEqualTo(1);
      assertThat(shown()).isEmpty();
      assertThat(err.toString(StandardCharsets.UTF_8).strip().lines())
          .singleElement()
          .asString()
          .contains(tree.toString(), "is gone", "'tenon agents drop 0-Fix@session'");
    }
    assertThat(tree).doesNotExist();
    assertThat(run("agents", "list", "--json")).isZero();
    Json.Obj left = ((Json.Obj) Json.parse(shown())).objects("layers").getFirst();
    assertThat(left.string("problem")).contains("is gone");
    assertThat(run("agents", "drop", "0-Fix")).isZero();
    assertThat(shown()).contains("Dropped 0-Fix@session; nothing of it is saved.");
    assertThat(run("agents", "list", "--json")).isZero();
    assertThat(((Json.Obj) Json.parse(shown())).objects("layers")).isEmpty();
  }
}
