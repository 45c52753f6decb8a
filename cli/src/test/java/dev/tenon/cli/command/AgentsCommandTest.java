package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.engine.Project;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.layer.HelperLayer;
import dev.tenon.engine.layer.HelperLayers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
}
