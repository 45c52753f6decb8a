package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon permissions` and `--permission-mode` of the built program.
class PermissionsIT {
  @TempDir Path temporary;

  private Path project;
  private Path home;
  private Program program;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    home = Files.createDirectory(temporary.resolve("home"));
    program = new Program(project).with("TENON_HOME", home.toString());
  }

  @Test
  void aCheckTellsTheDecisionThePartsAndTheRule() throws Exception {
    Files.writeString(
        home.resolve("config.yml"),
        "permissions:\n  allow: ['bash(git status)']\n  deny: ['bash(curl)']\n");
    Program.Run asked =
        program.run(
            "permissions", "check", "--mode", "edit", "--json", "--", "git status; touch evil");
    assertThat(asked.exitCode()).isEqualTo(3);
    Json.Obj answer = Json.parseObject(asked.output());
    assertThat(answer.string("decision")).isEqualTo("ask");
    assertThat(answer.string("mode")).isEqualTo("edit");
    assertThat(answer.array("parts").toString())
        .contains("git status", "bash(git status)", "config.yml:2", "touch evil");
    assertThat(project.resolve("evil")).doesNotExist();

    Program.Run denied =
        program.run("permissions", "check", "--mode", "full", "--json", "--", "echo $(curl x)");
    assertThat(denied.exitCode()).isEqualTo(4);
    answer = Json.parseObject(denied.output());
    assertThat(answer.string("decision")).isEqualTo("deny");
    assertThat(answer.objectOrEmpty("rule").string("rule")).isEqualTo("bash(curl)");
    assertThat(answer.objectOrEmpty("rule").string("effect")).isEqualTo("deny");
    assertThat(answer.objectOrEmpty("rule").string("from")).contains("config.yml:3");

    Program.Run allowed =
        program.run("permissions", "check", "--permission-mode=edit", "--", "git", "status", "-s");
    assertThat(allowed.exitCode()).isZero();
    assertThat(allowed.output()).startsWith("allow  git status -s");

    Program.Run quoted =
        program.run(
            "permissions", "check", "--permission-mode=edit", "--", "git", "status", "a; b");
    assertThat(quoted.exitCode()).isZero();

    Program.Run plan = program.run("permissions", "check", "--mode", "plan", "--", "ls | wc -l");
    assertThat(plan.exitCode()).isZero();
    String[] written = {
      "permissions",
      "check",
      "--json",
      "--mode",
      "plan",
      "--config",
      "sandbox.kind=off",
      "--",
      "ls > x"
    };
    plan = program.run(written);
    assertThat(plan.exitCode()).isEqualTo(4);
    assertThat(Json.parseObject(plan.output()).string("by")).isEqualTo("text");
    if (program.run("doctor").output().contains("bwrap:")) {
      written[6] = "sandbox.kind=bwrap";
      plan = program.run(written);
      assertThat(plan.exitCode()).isZero();
      assertThat(Json.parseObject(plan.output()).string("by")).isEqualTo("wall");
    }
    assertThat(program.run("permissions", "check").exitCode()).isEqualTo(2);
    assertThat(program.run("permissions", "chek").errors()).contains("check");
  }

  @Test
  void rulesAreListedAndRemoved() throws Exception {
    Files.writeString(
        home.resolve("config.yml"), "permissions: {deny: ['bash(curl)']}\nmode: edit\n");
    Files.createDirectories(project.resolve(".tenon"));
    Files.writeString(
        project.resolve(".tenon/config.yml"),
        "permissions: {allow: ['bash'], ask: ['bash(make)']}\n");
    Program.Run list = program.run("permissions");
    assertThat(list.output())
        .contains("mode edit", "deny", "bash(curl)", "ask", "bash(make)", ".tenon/config.yml:1")
        .doesNotContain("allow");
    Program.Run check = program.run("permissions", "check", "--json", "--", "touch x");
    assertThat(Json.parseObject(check.output()).string("decision")).isEqualTo("ask");

    Program.Run stays = program.run("permissions", "remove", "bash(curl)");
    assertThat(stays.exitCode()).isEqualTo(1);
    assertThat(stays.errors()).contains("is written at").contains("config.yml:1");

    Path state = Files.createDirectories(Journal.folderOf(home, project.toRealPath()));
    Files.writeString(state.resolve("permissions.json"), "{\"allow\":[\"bash(npm test)\"]}");
    assertThat(program.run("permissions", "list", "--json").output())
        .contains("bash(npm test)", "remembered");
    assertThat(program.run("permissions", "check", "--", "npm test").exitCode()).isZero();
    assertThat(program.run("permissions", "remove", "bash(npm test)").exitCode()).isZero();
    assertThat(program.run("permissions", "check", "--", "npm test").exitCode()).isEqualTo(3);
  }

  @Test
  void toolsObeyModesAndRules() throws Exception {
    Files.writeString(home.resolve("config.yml"), "permissions: {deny: ['read(**/.env)']}\n");
    Files.writeString(project.resolve(".env"), "KEY=secret\n");
    Files.writeString(project.resolve("a.txt"), "KEY=open\n");
    assertThat(program.run("tool", "read_file", "{\"path\":\".env\"}").output())
        .contains("permission_denied", "deny read(**/.env)")
        .doesNotContain("secret");
    assertThat(program.run("tool", "bash", "{\"command\":\"cat .env\"}").output())
        .contains("permission_denied")
        .doesNotContain("secret");
    assertThat(program.run("tool", "grep", "{\"pattern\":\"KEY\"}").output())
        .doesNotContain("secret");
    Program.Run asked =
        program.run("tool", "bash", "{\"command\":\"npm run test\"}", "--permission-mode", "edit");
    assertThat(asked.exitCode()).isEqualTo(1);
    assertThat(asked.output())
        .contains("not allowed without a person to ask")
        .contains("add bash(npm run test) to permissions.allow in");
  }
}
