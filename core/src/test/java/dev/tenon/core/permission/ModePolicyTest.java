package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.path.Root;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModePolicyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf /",
        "rm -fr /",
        "rm -r -f /",
        "RM   -RF\t/",
        "sudo rm --recursive --force /*",
        "cd x && rm -rf ~",
        "rm -rf \"$HOME\"/",
        "echo $(rm -rf /)",
        ":(){ :|:& };:",
        "dd if=/dev/zero of=/dev/sda",
        "cat x > /dev/sda1",
        "mkfs.ext4 /dev/sdb",
        "chmod -R 777 /",
        "chmod 777 /",
        "git push --force origin main",
        "git push origin main -f",
        "git -C x push -f",
      })
  void destructionIsRefusedInEveryMode(String command) {
    for (Mode mode : Mode.values()) {
      assertThat(new ModePolicy(mode).decide("bash", new Access.Execute(command)))
          .isInstanceOf(Decision.Deny.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf build/",
        "rm -rf ./target /tmp/x",
        "git push origin feature-force",
        "git log -f",
        "dd if=a of=b",
        "echo hi > /dev/null",
        "chmod -R 755 src",
        "grep -rf patterns /etc",
        "ls / | wc -l",
      })
  void ordinaryCommandsPassTheGuard(String command) {
    assertThat(new ModePolicy(Mode.FULL).decide("bash", new Access.Execute(command)))
        .isInstanceOf(Decision.Allow.class);
  }

  @Test
  void aFileThatMakesARepositoryIsAskedLikeOneInGit(@TempDir Path folder) throws Exception {
    Path root = folder.toRealPath();
    var paths =
        new ProtectedPaths(List.of(Root.of(root, Root.Use.WRITABLE)), root, root.resolve("s"));
    var policy = new ModePolicy(Mode.AUTO, RuleBook.empty(), paths, new Enforcement.None("a test"));
    Files.createDirectories(root.resolve("bare/objects"));
    Files.createDirectories(root.resolve("half"));
    Files.writeString(root.resolve("half/HEAD"), "");
    Files.writeString(root.resolve("half/config"), "");
    for (String path :
        List.of("bare/HEAD", "bare/config", "half/config", "half/refs/x", "half/hooks/a")) {
      assertThat(policy.decide("write_file", new Access.Write(path)))
          .as(path)
          .isInstanceOf(Decision.Ask.class);
    }
    for (String path : List.of("config", "HEAD", "src/objects/x", "src/config", "half/a")) {
      assertThat(policy.decide("write_file", new Access.Write(path)))
          .as(path)
          .isInstanceOf(Decision.Allow.class);
    }
  }

  @Test
  void eachModeAllowsWhatItSays() {
    var read = new Access.Read("a");
    var write = new Access.Write("a");
    var run = new Access.Execute("make");
    assertThat(decide(Mode.PLAN, read)).isInstanceOf(Decision.Allow.class);
    assertThat(decide(Mode.PLAN, write)).isInstanceOf(Decision.Deny.class);
    assertThat(decide(Mode.PLAN, run)).isInstanceOf(Decision.Deny.class);
    assertThat(decide(Mode.ASK, write)).isInstanceOf(Decision.Ask.class);
    assertThat(decide(Mode.EDIT, write)).isInstanceOf(Decision.Allow.class);
    assertThat(decide(Mode.EDIT, run))
        .isInstanceOfSatisfying(
            Decision.Ask.class,
            ask -> {
              assertThat(ask.reason()).isEqualTo("run: make");
              assertThat(ask.wayOut())
                  .contains("add bash(make) to permissions.allow", "--permission-mode full");
            });
    assertThat(decide(Mode.FULL, run)).isInstanceOf(Decision.Allow.class);
  }

  private static Decision decide(Mode mode, Access access) {
    return new ModePolicy(mode).decide("tool", access);
  }

  /// A name that a pattern reads otherwise would open more than the person was asked about.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "**/a.txt",
        "*/a.txt",
        "src/?/a.txt",
        "{a,b}/c.txt",
        "app/[slug]/page.tsx",
        "q/x); write(**); write(y/a.txt",
        "a\nb/c.txt",
        "a\\b/c.txt",
      })
  void noRuleIsOfferedForANameThatIsAPattern(String path) {
    Decision decision = new ModePolicy(Mode.ASK).decide("write_file", new Access.Write(path));
    assertThat(decision)
        .isInstanceOfSatisfying(Decision.Ask.class, ask -> assertThat(ask.offers()).isEmpty());
    assertThat(
            new ModePolicy(Mode.ASK).decide("write_file", new Access.Write("app/(group)/page.tsx")))
        .isInstanceOfSatisfying(
            Decision.Ask.class,
            ask ->
                assertThat(ask.offers())
                    .extracting(Rule::text)
                    .containsExactly("write(app/(group)/**)"));
  }
}
