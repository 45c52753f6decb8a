package dev.tenon.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.config.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What stands around the commands of each mode when rules deny programs and paths.
class CommandWallTest {
  @TempDir Path folder;
  private Path root;
  private Path scratch;

  @BeforeEach
  void folders() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    scratch = Files.createDirectories(folder.resolve("scratch")).toRealPath();
    Files.writeString(root.resolve(".env"), "hunter2");
    Files.writeString(root.resolve("sealed"), "as it was");
  }

  private CommandWall wall(String kind, boolean full, String... denied) throws Exception {
    var rules = new ArrayList<Rule>();
    for (String each : denied) {
      rules.add(Rule.of(Verdict.DENY, each, Rule.Source.SESSION));
    }
    return new CommandWall(
        new Settings.Sandbox(
            kind, false, List.of(), List.of(), List.of(), "readOnly", full, 4096, 0),
        folder.resolve("state"),
        List.of(new Root(root, Root.Use.WRITABLE)),
        Rules.of(rules, root, folder.resolve("home")));
  }

  private Shell.Finished run(CommandWall wall, Mode mode, String line) throws Exception {
    try (var shell = new Shell(Set.of(), wall.in(mode))) {
      return shell.run(new Shell.Command(line, root, Duration.ofSeconds(30)), text -> {});
    }
  }

  @Test
  void modeFullWithoutRulesHasNoWall() throws Exception {
    try (CommandWall wall = wall("auto", false, "bash(git push)", "connect(example.org)")) {
      assertThat(wall.in(Mode.FULL).label()).isEqualTo("none");
      assertThat(wall.enforcement(Mode.FULL)).isInstanceOf(Enforcement.None.class);
      assertThat(run(wall, Mode.FULL, "touch " + scratch + "/made; awk 'BEGIN { print 1 }'"))
          .returns("1\n", Shell.Finished::output);
      assertThat(folder.resolve("state")).doesNotExist();
    }
  }

  @Test
  void modeFullClosesWhatRulesDenyAndNothingElse() throws Exception {
    try (CommandWall wall = wall("auto", false, "bash(awk)", "read(.env)", "write(seal*)")) {
      assumeTrue(wall.closing().state().confines(), "SKIPPED: no sandbox on this machine");
      assertThat(wall.enforcement(Mode.FULL)).isInstanceOf(Enforcement.Closing.class);
      Shell.Finished finished =
          run(
              wall,
              Mode.FULL,
              "echo 1 > " + scratch + "/made; cat .env; echo x > sealed; env awk 'BEGIN{print 9}'");
      assertThat(finished.output()).doesNotContain("hunter2").doesNotContain("9");
      assertThat(finished.notes()).contains("awk is closed by the rule deny bash(awk)");
      assertThat(scratch.resolve("made")).hasContent("1\n");
      assertThat(root.resolve("sealed")).hasContent("as it was");
    }
  }

  @Test
  void modeFullMayHaveTheWholeWall() throws Exception {
    try (CommandWall wall = wall("auto", true, "bash(awk)")) {
      assumeTrue(wall.sandbox().state().confines(), "SKIPPED: no sandbox on this machine");
      assertThat(wall.enforcement(Mode.FULL)).isInstanceOf(Enforcement.Sandboxed.class);
      run(wall, Mode.FULL, "touch " + scratch + "/made");
      assertThat(scratch.resolve("made")).doesNotExist();
    }
  }

  @Test
  void withoutAWallTheTextDecidesAndThePolicyIsTold() throws Exception {
    try (CommandWall wall = wall("off", false, "bash(awk)")) {
      assertThat(wall.enforcement(Mode.FULL))
          .isEqualTo(new Enforcement.None("sandbox.kind is off in the configuration"));
      assertThat(run(wall, Mode.FULL, "awk 'BEGIN { print 1 }'").output()).isEqualTo("1\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void deniedProgramsAreClosedInEveryMode(Mode mode) throws Exception {
    try (CommandWall wall = wall("auto", false, "bash(awk *)", "bash(git push)")) {
      assumeTrue(wall.sandbox().state().confines(), "SKIPPED: no sandbox on this machine");
      assertThat(run(wall, mode, "echo 'BEGIN { print 9 }' | xargs -0 awk; git --version").output())
          .doesNotContain("9\n")
          .contains("git version");
    }
  }

  @Test
  void whatCannotBeClosedIsNamed() throws Exception {
    try (CommandWall wall = wall("auto", false, "bash(sh)", "bash(awk)")) {
      assertThat(wall.leftToText())
          .containsExactly("deny bash(sh): sh is needed to start commands");
    }
  }
}
