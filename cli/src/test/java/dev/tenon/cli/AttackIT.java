package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The shipped attempts to get out, against the built program.
class AttackIT {
  @TempDir Path folder;
  private Program program;

  @BeforeEach
  void program() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.createDirectories(folder.resolve("home"));
    program = new Program(project).with("ANTHROPIC_API_KEY", "sk-very-secret");
  }

  private Json.Obj attack(int expectedCode, String... words) throws Exception {
    var line = new ArrayList<>(List.of("doctor", "--attack", "--json"));
    line.addAll(List.of(words));
    Program.Run run = program.run(line.toArray(String[]::new));
    assertThat(run.output()).as(run.errors()).startsWith("{");
    Json.Obj report = Json.parseObject(run.output());
    assertThat(run.exitCode()).as(run.output()).isEqualTo(expectedCode);
    assertThat(run.output()).doesNotContain("sk-very-secret");
    return report;
  }

  private void needs(String kind) throws Exception {
    TestPrograms.require(kind);
    Program.Run doctor = program.run("doctor", "--config", "sandbox.kind=" + kind);
    String line =
        doctor.output().lines().filter(it -> it.contains("  sandbox")).findFirst().orElseThrow();
    Assumptions.assumeTrue(line.contains(kind + ":"), "SKIPPED: no sandbox here: " + line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bwrap", "unshare"})
  void nothingGetsOut(String kind) throws Exception {
    needs(kind);
    Json.Obj report = attack(0, "--config", "sandbox.kind=" + kind);
    assertThat(report.string("sandbox", "")).isEqualTo(kind);
    assertThat(report.objects("attempts")).hasSizeGreaterThan(45);
    assertThat(folder.resolve("state/projects")).isEmptyDirectory();
    try (var left = Files.list(Path.of(System.getProperty("user.home")))) {
      assertThat(left).noneMatch(it -> it.toString().contains(".tenon-attack-"));
    }
  }

  @Test
  void withoutASandboxTheAttemptsGetThrough() throws Exception {
    Json.Obj report = attack(1, "--config", "sandbox.kind=off");
    long through =
        report.objects("attempts").stream()
            .filter(row -> row.string("result", "").equals("through"))
            .count();
    assertThat(through).isGreaterThan(15);
    // The file tools need no wall.
    assertThat(report.objects("attempts"))
        .filteredOn(row -> row.string("by", "").equals("tool"))
        .allMatch(row -> row.string("result", "").equals("held"));
  }

  @Test
  void theNetworkIsReportedAsAllowedWhenItIs() throws Exception {
    needs("unshare");
    Json.Obj report =
        attack(0, "--config", "sandbox.network=true", "--config", "sandbox.kind=unshare");
    assertThat(report.compact()).contains("\"result\":\"allowed\"");
  }

  @Test
  void doctorNamesTheSandbox() throws Exception {
    assertThat(program.run("doctor", "--config", "sandbox.kind=off").output())
        .contains("sandbox.kind is off");
    needs("unshare");
    assertThat(program.run("doctor", "--mode", "full", "--config", "sandbox.kind=unshare").output())
        .contains("in mode full it closes only what rules deny");
  }

  @Test
  void whereTheKernelForbidsItThatIsSaid() throws Exception {
    // Root of a namespace in which no further ones may be made, and without any right.
    String forbid =
        "echo 0 >/proc/sys/user/max_user_namespaces && exec setpriv --no-new-privs"
            + " --bounding-set=-all --inh-caps=-all \"$@\"";
    List<String> prefix = List.of("unshare", "-Ur", "sh", "-c", forbid, "sh");
    Program.Run plain = program.run(prefix, "--version");
    Assumptions.assumeTrue(
        plain.exitCode() == 0, "SKIPPED: no user namespaces here: " + plain.errors());
    assertThat(program.run(prefix, "doctor").output())
        .containsPattern("-\\s+sandbox\\s+none, so commands are asked: .*bwrap.*unshare");
    assertThat(program.run(prefix, "tool", "bash", "{\"command\":\"echo ran\"}").output())
        .contains("ran", "commands run without a sandbox here");
  }
}
