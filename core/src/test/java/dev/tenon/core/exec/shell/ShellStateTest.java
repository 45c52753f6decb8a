package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.harness.Alone;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Folder and exported variables from one command to the next.
@Alone
class ShellStateTest {
  @TempDir Path temporary;

  private Path folder;
  private final Shell shell =
      new Shell(
          Shell.Setup.DEFAULT
              .remembering(Shell.Remembering.FOLDER_AND_VARIABLES)
              .hiding(Set.of("SECRET"))
              .withGrace(Duration.ofMillis(200)));

  @BeforeEach
  void makeFolder() throws Exception {
    folder = Files.createDirectory(temporary.toRealPath().resolve("start"));
  }

  @AfterEach
  void close() {
    shell.close();
  }

  private Shell.Finished run(String line) throws Exception {
    return run(line, 60);
  }

  private Shell.Finished run(String line, int seconds) throws Exception {
    Path where = shell.folder().filter(Files::isDirectory).orElse(folder);
    return shell.run(new Shell.Command(line, where, Duration.ofSeconds(seconds)), text -> {});
  }

  @Test
  void anotherConfinementOfTheSameShellSharesFolderVariablesAndEnd() throws Exception {
    Shell other =
        shell.confinedBy(
            new Confinement() {
              @Override
              public List<String> wrap(List<String> argv, Path directory) {
                var wrapped = new ArrayList<>(List.of("env", "AROUND=wall"));
                wrapped.addAll(argv);
                return wrapped;
              }

              @Override
              public String label() {
                return "wall";
              }
            });
    run("mkdir in; cd in; export X=1");
    var command =
        new Shell.Command("pwd; echo $X$AROUND; export X=2", folder, Duration.ofSeconds(60));
    assertThat(other.folder()).contains(folder.resolve("in"));
    assertThat(other.run(command, text -> {}).output()).endsWith("1wall\n");
    assertThat(run("echo $X").output()).isEqualTo("2\n");
    other.close();
    assertThatThrownBy(() -> run("echo")).isInstanceOf(IOException.class);
  }

  @Test
  void folderAndVariablesAreThereForTheNextCommand() throws Exception {
    Shell.Finished first =
        run(
            "echo out; echo err >&2; mkdir 'a b'; cd 'a b'; export X='1\n"
                + "2' Y=ü; Z=no; unset HOME; false");
    assertThat(first.output()).isEqualTo("out\nerr\n");
    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(shell.folder()).contains(folder.resolve("a b"));
    assertThat(run("pwd; echo \"$X$Y[$Z][${HOME-none}]\"").output())
        .isEqualTo(folder.resolve("a b") + "\n1\n2ü[][none]\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 5",
        "set -e; export X=2; false",
        "trap 'echo mine' EXIT; export X=2; exit 5"
      })
  void anExitDoesNotLoseTheState(String end) throws Exception {
    run("export X=1; cd /");
    Shell.Finished finished = run(end);
    assertThat(finished.exitCode()).isEqualTo(end.contains("5") ? 5 : 1);
    assertThat(run("echo $X; pwd").output()).matches("[12]\n/\n");
  }

  @Test
  void aStoppedCommandDropsTheState() throws Exception {
    run("export X=1; cd /");
    assertThat(run("export X=2; sleep 60", 1).ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(shell.folder()).isEmpty();
    assertThat(run("echo [$X]").output()).isEqualTo("[]\n");
  }

  @Test
  void aCommandBesideTheConversationKnowsTheStateAndLeavesIt() throws Exception {
    run("export X=1; cd /");
    var aside = new Shell.Command("echo $X; export X=2; cd /usr", folder, Duration.ofSeconds(60));
    assertThat(shell.runAside(aside, text -> {}).output()).isEqualTo("1\n");
    assertThat(run("echo $X; pwd").output()).isEqualTo("1\n/\n");
  }

  @Test
  void tracingDoesNotShowHowItIsDone() throws Exception {
    assertThat(run("set -x; echo a").output()).isEqualTo("++ echo a\na\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export PATH=/nowhere",
        "export BIG=$(head -c 300000 /dev/zero | tr '\\0' x)",
        "export LD_PRELOAD=/nowhere.so BASH_ENV=/nowhere SHELLOPTS; export IFS=e PS4=x",
        "mkdir gone; cd gone; rmdir ../gone",
        "set -u; set -f; set -n; shopt -s failglob; alias echo=false; echo() { false; }; export -f"
            + " echo",
        "printf 'state\\0/etc\\0A=1\\0=2\\0B\\0end\\0' >&$_tenon_state; _tenon_told=1",
        "exec sleep 0",
        "exec >&- 2>&-; eval \"exec $_tenon_state>&-\"",
        "kill -9 $$",
        "head -c 3000000 /dev/zero >&$_tenon_state",
      })
  void brokenOrHostileStateDoesNotBreakTheNextCommand(String hostile) throws Exception {
    run(hostile);
    Shell.Finished next = run("echo fine; [ 1 = 1 ]");
    assertThat(next.output()).isEqualTo("fine\n");
    assertThat(next.exitCode()).isZero();
  }

  @Test
  void keysStayHidden() throws Exception {
    run("export SECRET=1 OTHER=2");
    assertThat(run("echo [$SECRET$OTHER]").output()).isEqualTo("[2]\n");
  }

  @Test
  void complaintsOfWhoStartsTheShellAreNotLost() throws Exception {
    try (var confined =
        new Shell(
            Shell.Setup.DEFAULT
                .remembering(Shell.Remembering.FOLDER_AND_VARIABLES)
                .confinedBy(
                    new Confinement() {
                      @Override
                      public List<String> wrap(List<String> argv, Path directory) {
                        return List.of("/bin/sh", "-c", "echo wall: broken >&2; exit 9");
                      }

                      @Override
                      public String label() {
                        return "wall";
                      }
                    }))) {
      Shell.Finished finished =
          confined.run(new Shell.Command("true", folder, Duration.ofSeconds(30)), text -> {});
      assertThat(finished.exitCode()).isEqualTo(9);
      assertThat(finished.notes()).containsExactly("wall: broken");
    }
  }

  @Test
  void onlyWhatLooksLikeAVariableIsTakenUp() {
    var shellState = new ShellState();
    var told = "begin\0state\0/x\0GOOD=1\0BASH_FUNC_f%%=() { :; }\0=3\0LD_AUDIT=4\0end\0";
    shellState.learn(Shell.Ending.EXITED, told.getBytes(StandardCharsets.UTF_8));
    var environment = new HashMap<String, String>();
    environment.put("OLD", "1");
    shellState.recall(environment, VariableFilter.OPEN);
    assertThat(environment).containsOnly(Map.entry("GOOD", "1"));
  }
}
