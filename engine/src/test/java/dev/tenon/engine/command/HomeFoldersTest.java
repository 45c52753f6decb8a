package dev.tenon.engine.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.UserHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `~` is `$HOME` everywhere, as the shell sees it.
class HomeFoldersTest {
  @TempDir private Path folder;

  @Test
  void isWhatTheEnvironmentSays() {
    Path user = Path.of(System.getProperty("user.home"));
    assertThat(UserHome.of(Map.of("HOME", "/some/where"))).isEqualTo(Path.of("/some/where"));
    assertThat(UserHome.of(Map.of("HOME", "/some/where/"))).isEqualTo(Path.of("/some/where"));
    assertThat(UserHome.of(Map.of())).isEqualTo(user);
    assertThat(UserHome.of(Map.of("HOME", ""))).isEqualTo(user);
    assertThat(UserHome.of(Map.of("HOME", "some/where"))).isEqualTo(user);
  }

  /// Starts this class with another home folder, and a shell beside it.
  @Test
  void isTheSameInSettingsRulesJudgeToolsAndShell() throws Exception {
    Path home = Files.createDirectories(folder.toRealPath().resolve("other home"));
    Path root = Files.createDirectories(home.resolve("project"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    assertThat(
            outputOf(List.of(java, "-cp", classes, Started.class.getName(), root.toString()), home))
        .isEqualTo(
            String.join("\n", home.toString(), home + "/x", home + "/y", "DENY DENY ALLOW", ""));
    assertThat(outputOf(List.of("/bin/sh", "-c", "echo ~"), home)).isEqualTo(home + "\n");
  }

  private static String outputOf(List<String> command, Path home) throws Exception {
    var builder = new ProcessBuilder(command);
    builder.environment().put("HOME", home.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  /// What is started with another home folder.
  static final class Started {
    public static void main(String[] arguments) throws Exception {
      Path root = Path.of(arguments[0]);
      System.out.println(HomeFolders.home());
      System.out.println(HomeFolders.resolve("~/x"));
      var sandbox = new PathSandbox(root.getParent(), List.of());
      System.out.println(sandbox.writable("~/y"));
      Rule rule = Rule.of(Verdict.DENY, "read(~/secret)", Rule.Source.SESSION);
      var policy =
          new ModePolicy(
              Mode.FULL,
              new RuleBook(Rules.of(List.of(rule), root, HomeFolders.home()), null),
              ProtectedPaths.of(sandbox, HomeFolders.home(), root.resolve("state")),
              new Enforcement.None("a test"));
      String decisions =
          policy.decide("bash", new Access.Execute("cat ~/secret")).verdict()
              + " "
              + policy.decide("read_file", new Access.Read("~/secret")).verdict()
              + " "
              + policy.decide("bash", new Access.Execute("cat /nowhere/secret")).verdict();
      System.out.println(decisions);
    }
  }
}
