package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.Purpose;
import dev.tenon.tools.BuiltinTools;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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

/// `tenon tool --list` shows where each tool stands.
class ToolListTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void folders() throws Exception {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
  }

  private String run(String... words) {
    out.reset();
    err.reset();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
    Main.run(
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false)),
        Map.of("TENON_HOME", home.toString()),
        all.toArray(String[]::new));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Map<String, String> places() throws Exception {
    var places = new LinkedHashMap<String, String>();
    for (Json row : ((Json.Arr) Json.parse(run("tool", "--list", "--json"))).items()) {
      Json.Obj tool = (Json.Obj) row;
      String reason = tool.string("reason", "");
      String before =
          places.put(
              tool.string("name", ""),
              tool.string("place", "") + (reason.isEmpty() ? "" : ": " + reason));
      assertThat(before).as("one row each").isNull();
      assertThat(tool.objectOrEmpty("input_schema").string("type")).isEqualTo("object");
      if (BuiltinTools.SHELVED.contains(tool.string("name", ""))) {
        int most = 80 - tool.string("name", "").length() - 2;
        assertThat(Purpose.of(tool.string("description", ""), most))
            .as("fits into a line of more_tools")
            .endsWith(".");
      }
    }
    return places;
  }

  /// Whoever saw a tool in the list and calls it is told what it wants.
  @Test
  void everyToolOfTheListIsKnown() throws Exception {
    for (String name : places().keySet()) {
      assertThat(run("tool", name)).as(name).doesNotContain("unknown tool");
    }
    assertThat(run("tool", "job")).contains("'job' works only within a conversation");
    assertThat(run("tool", "jop")).contains("unknown tool 'jop'");
  }

  @Test
  void aListMayBeWrittenAsInAFile() throws Exception {
    for (String list :
        List.of("default,job", "[default, job]", "[\"default\", 'job']", "[default,job,]")) {
      assertThat(run("tool", "--list", "-c", "tools.upFront=" + list)).contains("job  (up front)");
      assertThat(err.toString(StandardCharsets.UTF_8)).as(list).isEmpty();
    }
    assertThat(run("tool", "--list", "-c", "tools.off=[ bash ]")).contains("bash  (off");
    assertThat(run("permissions", "-c", "permissions.deny=[bash(rm *), mcp(a/b)]"))
        .contains("bash(rm *)", "mcp(a/b)")
        .doesNotContain("[", "b)]");
  }

  @Test
  void everyToolHasItsPlace() throws Exception {
    Map<String, String> places = places();
    var known = new ArrayList<>(BuiltinTools.EVERYDAY);
    known.addAll(BuiltinTools.SHELVED);
    known.add("more_tools");
    assertThat(places.keySet()).containsExactlyInAnyOrderElementsOf(known);
    assertThat(places)
        .containsEntry("read_file", "up_front")
        .containsEntry("edit_file", "up_front")
        .containsEntry("more_tools", "up_front")
        .containsEntry("job", "shelf")
        .containsEntry("recall_history", "shelf")
        .containsEntry("apply_patch", "off: the edit dialect is edit_file")
        .containsEntry("recipe", "off: the project has no task runner that Tenon knows")
        .containsEntry("skill", "off: there is no skill that the model may load")
        .containsEntry("checkpoint", "off: checkpoint.enabled is false");
    assertThat(run("tool", "--list"))
        .contains(
            "read_file  (up front)\n    Read a text file",
            "\njob  (shelf)\n    Wait for",
            "\nrewind  (off: checkpoint.enabled is false)\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void settingsAndTheProjectMoveThem() throws Exception {
    Files.writeString(
        home.resolve("config.yml"),
        """
        editDialect: hashline
        checkpoint: {enabled: true}
        jobs: {schedules: false}
        tools: {upFront: [default, job], off: [bash, montior]}
        """);
    Files.createDirectories(project.resolve(".tenon"));
    Files.writeString(
        project.resolve(".tenon/config.yml"), "tools: {upFront: [read_file, bash], off: [grep]}\n");
    Files.writeString(project.resolve("Makefile"), "test:\n\ttrue\n");
    assertThat(places())
        .containsEntry("read_file", "up_front")
        .containsEntry("glob", "shelf")
        .containsEntry("job", "shelf")
        .containsEntry("bash", "off: tools.off names it")
        .containsEntry("grep", "off: tools.off names it")
        .containsEntry("hashline_edit", "shelf")
        .containsEntry("edit_file", "off: the edit dialect is hashline")
        .containsEntry("recipe", "shelf")
        .containsEntry("checkpoint", "shelf")
        .containsEntry("CronList", "off: jobs.schedules is false");
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("tools.off names 'montior', which is no tool; did you mean 'monitor'?");
  }

  @Test
  void moreToolsIsListedWhereverItStands() throws Exception {
    Files.writeString(home.resolve("config.yml"), "tools: {off: [more_tools]}\n");
    assertThat(places()).containsEntry("more_tools", "off: tools.off names it");
    Files.writeString(
        home.resolve("config.yml"),
        "tools: {off: [" + String.join(", ", BuiltinTools.SHELVED) + "]}\n");
    assertThat(places()).containsEntry("more_tools", "off: the shelf is empty");
  }

  @Test
  void aToolThatIsOffDoesNotRunByHandEither() throws Exception {
    Files.writeString(project.resolve("a.txt"), "here\n");
    Files.writeString(home.resolve("config.yml"), "tools: {off: [read_file]}\n");
    assertThat(run("tool", "read_file", "{\"path\":\"a.txt\"}"))
        .contains("\"ok\":false", "the tool 'read_file' is off: tools.off names it")
        .doesNotContain("here");
    assertThat(run("tool", "read_many_files", "{\"paths\":[\"a.txt\"]}")).contains("here");
  }
}
