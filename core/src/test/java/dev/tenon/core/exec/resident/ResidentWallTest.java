package dev.tenon.core.exec.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Alive;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.Alone;
import dev.tenon.harness.TestPrograms;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Residents behind the wall that commands have.
@Alone
class ResidentWallTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void theWallHoldsResidentsToo(Sandbox.Choice choice) throws Exception {
    TestPrograms.require("bash", choice == Sandbox.Choice.BWRAP ? "bwrap" : "unshare");
    Path project = Files.createDirectories(folder.resolve("project"));
    Path state = Files.createDirectories(folder.resolve("state"));
    try (var sandbox = new Sandbox(choice, Bounds.of(project, state, folder));
        var residents = new Residents(new Shell(Shell.Setup.DEFAULT), text -> text)) {
      assumeTrue(sandbox.state().confines(), "SKIPPED: no wall here");
      String script =
          "touch inside 2>/dev/null && echo wrote || echo read-only; grep -o '[a-z0-9]*:'"
              + " /proc/self/net/dev; echo .; trap '' TERM; read -r line; echo \"got $line\"; while"
              + " :; do sleep 600; done";
      Resident resident =
          residents.start(
              "it",
              new Program(List.of("bash", "-c", script), project).reaching(Reach.SECLUDED),
              sandbox);
      var lines =
          new BufferedReader(new InputStreamReader(resident.stdout(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("read-only");
      for (String line = lines.readLine(); !line.equals("."); line = lines.readLine()) {
        assertThat(line).isEqualTo("lo:");
      }
      resident.stdin().write("hello\n".getBytes(StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("got hello");
      long before = System.nanoTime();
      resident.close();
      assertThat(System.nanoTime() - before).isLessThan(2_000_000_000L);
      assertThat(Alive.isAlive(resident.pid())).isFalse();
      assertThat(project.resolve("inside")).doesNotExist();
    }
  }

  /// A resident that may write is watched like a command: what it plants for git is set aside when
  /// it ends, however it ends.
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatAResidentPlantsIsSetAside(boolean killed) throws Exception {
    TestPrograms.require("bash", "git");
    Path project = Files.createDirectories(folder.resolve("project"));
    Path state = Files.createDirectories(folder.resolve("state"));
    try (var sandbox = new Sandbox(Sandbox.Choice.AUTO, Bounds.of(project, state, folder));
        var residents = new Residents(new Shell(Shell.Setup.DEFAULT), text -> text)) {
      assumeTrue(sandbox.state().confines(), "SKIPPED: no wall here");
      String script =
          "git init -q sub && printf '#!/bin/sh\\n' >sub/.git/hooks/pre-commit"
              + " && chmod +x sub/.git/hooks/pre-commit; echo done; "
              + (killed ? "sleep 600" : "exit 0");
      Resident resident =
          residents.start("it", new Program(List.of("bash", "-c", script), project), sandbox);
      var lines =
          new BufferedReader(new InputStreamReader(resident.stdout(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("done");
      if (killed) {
        resident.close();
      }
      await().untilAsserted(() -> assertThat(resident.notes()).isNotEmpty());
      assertThat(String.join("\n", resident.notes())).contains("pre-commit");
      assertThat(project.resolve("sub/.git/hooks/pre-commit")).doesNotExist();
    }
  }
}
