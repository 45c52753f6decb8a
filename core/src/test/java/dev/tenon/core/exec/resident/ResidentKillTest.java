package dev.tenon.core.exec.resident;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.KilledProgram;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.Alone;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of residents when the program that started them is killed.
@Alone
class ResidentKillTest {
  private static final String SCRIPT =
      """
      trap '' TERM HUP INT PIPE
      setsid sh -c 'trap "" TERM; echo $$ >>pids; while :; do sleep 600; done' &
      ( ( env -i /bin/sh -c 'trap "" TERM; echo $$ >>pids; while :; do sleep 600; done' & ) & )
      echo $$ >>pids
      while :; do sleep 600; done
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void nothingSurvivesTheProgram(String signal) throws Exception {
    KilledProgram.leavesNothing(StartTwo.class, folder, 6, signal);
  }

  /// A program with two residents.
  static final class StartTwo {
    private StartTwo() {}

    public static void main(String[] arguments) throws Exception {
      var residents = new Residents(new Shell(Shell.Setup.DEFAULT), text -> text);
      for (int i = 0; i < 2; i++) {
        residents.start(
            "it",
            new Program(List.of("bash", "-c", SCRIPT), Path.of(arguments[0])),
            Confinement.none());
      }
      new CountDownLatch(1).await();
    }
  }
}
