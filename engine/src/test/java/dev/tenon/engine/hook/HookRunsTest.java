package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.script.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How often hooks run, and how long.
@Timeout(120)
class HookRunsTest {
  @TempDir Path root;

  private HookRunner runner(
      Shell shell, String line, boolean required, Duration timeout, Hook.Repeating repeating) {
    var hook =
        new Hook(
            HookEvent.PRE_TOOL_USE,
            HookMatcher.ALL,
            HookCondition.ALWAYS,
            new Hook.Kind.Command(line, null),
            timeout,
            required,
            Hook.Waiting.FOR_ANSWER,
            repeating,
            new Hook.Source("config.yml", 3, Hook.Owner.USER, null));
    return new HookRunner(
        List.of(hook),
        root,
        new HookRunner.Means() {
          @Override
          public Shell shell(Hook.Owner owner) {
            return shell;
          }

          @Override
          public Model model(@Nullable String name) {
            return ScriptedModel.of();
          }

          @Override
          public void close() {}
        },
        told -> {});
  }

  private HookRunner once(Shell shell, String line, boolean required) {
    return runner(shell, line, required, Duration.ofSeconds(60), Hook.Repeating.ONCE);
  }

  private static HookAnswer run(HookRunner runner) throws InterruptedException {
    return runner.run(HookEvent.PRE_TOOL_USE, Json.Obj.EMPTY, List.of());
  }

  @Test
  void whatRunsOnceRunsOnceASessionAndOnlyWhatCouldRunHasRun() throws Exception {
    try (var shell = new Shell(Set.of())) {
      HookRunner fine = once(shell, "echo x >> runs", false);
      for (int i = 0; i < 3; i++) {
        run(fine);
      }
      assertThat(root.resolve("runs")).hasContent("x");
      fine.renew();
      run(fine);
      assertThat(root.resolve("runs")).hasContent("x\nx");

      HookRunner broken = once(shell, "python3 gone.py", true);
      for (int i = 0; i < 2; i++) {
        assertThat(run(broken).blocks()).as("it is required and has not run yet").isTrue();
      }
    }
  }

  @Test
  void whatTakesTooLongIsKilledWithItsFamilyAndIsNoVerdict() throws Exception {
    try (var shell = new Shell(Set.of())) {
      HookAnswer answer =
          run(
              runner(
                  shell,
                  "sleep 600 & echo $! > child; wait",
                  false,
                  Duration.ofMillis(500),
                  Hook.Repeating.EVERY_TIME));
      assertThat(answer.verdict()).isEqualTo(HookAnswer.Verdict.NONE);
      assertThat(answer.said().toString()).contains("500 ms");
      long child = Long.parseLong(Files.readString(root.resolve("child")).strip());
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }
  }
}
