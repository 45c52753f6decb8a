package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `tenon permissions check` about connections and tools outside.
class CheckedAccessTest {
  @TempDir Path folder;
  private Path project;
  private Path home;

  private record Ran(int code, String out, String err) {}

  @BeforeEach
  void open() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    Files.writeString(
        home.resolve("config.yml"),
        """
        permissions:
          allow: ["connect(localhost:3000)", "mcp(github/get_*)"]
          deny: ["connect(*.evil.example)", "mcp(*/delete_*)"]
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "edit | connect(localhost:3000) | 0",
        "edit | connect(LOCALHOST.:3000) | 0",
        "edit | connect(localhost:3001) | 3",
        "full | connect(localhost:3001) | 0",
        "plan | connect(localhost:3000) | 4",
        "full | connect(a.evil.example:443) | 4",
        "auto | connect([::1]:80) | 3",
        "edit | mcp(github/get_issue) | 0",
        "edit | mcp(github/create_issue) | 3",
        "plan | mcp(github/create_issue) | 4",
        "full | mcp(github/delete_repo) | 4",
      })
  void theDecisionIsTheExitCode(String mode, String access, int code) {
    Ran ran = run("permissions", "check", "--mode", mode, "--", access);
    assertThat(ran.code).as(ran.out + ran.err).isEqualTo(code);
    assertThat(ran.out).contains(access).doesNotContain("by its text");
  }

  @Test
  void aToolMayBeDeclaredReadOnly() {
    assertThat(run("permissions", "check", "--mode", "plan", "mcp(x/list)", "read-only").code)
        .isEqualTo(3);
    assertThat(run("permissions", "check", "mcp(x/list)", "perhaps").err)
        .contains("'perhaps' behind mcp(x/list) means nothing");
  }

  @Test
  void scriptsGetTheRuleThatDecided() throws Exception {
    Json.Obj denied =
        Json.parseObject(
            run("permissions", "check", "--json", "--mode", "full", "--", "mcp(a/delete_b)").out);
    assertThat(denied.string("access")).isEqualTo("mcp(a/delete_b)");
    assertThat(denied.string("decision")).isEqualTo("deny");
    assertThat(denied.objectOrEmpty("rule").string("rule")).isEqualTo("mcp(*/delete_*)");
    Json.Obj asked =
        Json.parseObject(
            run("permissions", "check", "--json", "--mode", "ask", "connect(h.example:1)").out);
    assertThat(asked.compact()).contains("\"offers\":[\"connect(h.example:1)\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connect(localhost) | has no port, which a connection has; write connect(localhost:443)",
        "connect([::1]) | has no port",
        "connect(localhost:*) | speaks of many",
        "connect(localhost:0) | is no port",
        "connect(::1:80) | two colons without brackets",
        "mcp(github) | names no tool; write mcp(github/TOOL)",
        "mcp(github/*) | speaks of many",
      })
  void aSlipIsTold(String access, String problem) {
    Ran ran = run("permissions", "check", access);
    assertThat(ran.code).isEqualTo(2);
    assertThat(ran.err).contains(problem);
  }

  @Test
  void aRuleWithASlipInItStopsEverything() throws Exception {
    for (String rule :
        List.of("connect(localhost:0)", "connect(:80)", "mcp(git hub/x?)", "mcp(a/)")) {
      Files.writeString(home.resolve("config.yml"), "permissions:\n  deny: [\"" + rule + "\"]\n");
      Ran ran = run("permissions", "check", "--", "ls");
      assertThat(ran.code).as(rule).isNotZero();
      assertThat(ran.err).contains("config.yml:2", rule, "write ");
    }
  }

  @Test
  void aProjectsFileDeniesAndNeverAllows() throws Exception {
    Files.createDirectory(project.resolve(".tenon"));
    Files.writeString(
        project.resolve(".tenon/config.yml"),
        """
        permissions:
          allow: ["connect(*)", "mcp(*/*)"]
          deny: ["connect(localhost:3000)", "mcp(github/*)"]
        """);
    assertThat(run("permissions", "check", "--mode", "edit", "connect(other:80)").code)
        .isEqualTo(3);
    assertThat(run("permissions", "check", "--mode", "edit", "mcp(other/x)").code).isEqualTo(3);
    assertThat(run("permissions", "check", "--mode", "full", "connect(localhost:3000)").code)
        .isEqualTo(4);
    assertThat(run("permissions", "check", "--mode", "full", "mcp(github/get_x)").code)
        .isEqualTo(4);
  }

  private Ran run(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var all = new ArrayList<>(List.of("--root", project.toString()));
    all.addAll(0, List.of(words).subList(0, 2));
    all.addAll(List.of(words).subList(2, words.length));
    var streams =
        new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new Streams.Tty(false, false, false));
    int code =
        Main.run(
            streams,
            Map.of("TENON_HOME", home.toString(), "TENON_SANDBOX_KIND", "off"),
            all.toArray(String[]::new));
    streams.end();
    return new Ran(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
