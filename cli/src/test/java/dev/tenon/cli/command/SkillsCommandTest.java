package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
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

class SkillsCommandTest {
  @TempDir Path folder;
  private Path project;
  private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void folders() throws Exception {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home")).toRealPath();
    skill(project.resolve(".claude/skills/greet"), "name: greet\ndescription: Greets");
    skill(home.resolve("skills/mine"), "description: My own");
  }

  private static void skill(Path at, String head) throws Exception {
    Files.createDirectories(at);
    Files.writeString(at.resolve("SKILL.md"), "---\n" + head + "\n---\nText\n");
  }

  private int run(String... words) {
    out.reset();
    err.reset();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--root", project.toString()));
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

  private String state(String name) throws Exception {
    for (Json row : ((Json.Arr) Json.parse(shown())).items()) {
      Json.Obj skill = (Json.Obj) row;
      if (name.equals(skill.string("name"))) {
        return skill.string("source", "") + " " + skill.string("state", "");
      }
    }
    return "none";
  }

  @Test
  void aProjectsSkillIsListedAndNotUsedUntilAgreedTo() throws Exception {
    assertThat(run("skills", "--json")).isZero();
    assertThat(state("greet")).isEqualTo("project undecided");
    assertThat(state("mine")).isEqualTo("user usable");
    assertThat(run("skills", "--trust", "--json")).isZero();
    assertThat(state("greet")).isEqualTo("project usable");
    run("skills");
    assertThat(shown()).contains("greet", "not agreed to yet", ".claude/skills/greet/SKILL.md");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("a skill of this project");
  }

  @Test
  void checkNamesFileLineAndWayOut() throws Exception {
    skill(project.resolve(".claude/skills/bad"), "name: bad");
    assertThat(run("skills", "check", project.resolve(".claude/skills").toString())).isEqualTo(1);
    assertThat(shown())
        .contains("bad/SKILL.md:1: has no description; say in 'description'")
        .contains("1 skill can be used.");
    assertThat(run("skills", "check", home.resolve("skills").toString())).isZero();
    assertThat(run("skills", "check", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(run("skills", "check")).isEqualTo(2);
    assertThat(run("skills", "dance")).isEqualTo(2);
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThat(run("skills", "check", empty.toString())).isEqualTo(1);
  }
}
