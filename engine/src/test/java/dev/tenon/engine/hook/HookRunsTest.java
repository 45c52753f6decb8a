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
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How often hooks run, and how long.
@Timeout(120)
class HookRunsTest {
  @TempDir Path root;
  private final List<String> told = new CopyOnWriteArrayList<>();

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
    return runner(shell, List.of(hook));
  }

  private HookRunner runner(Shell shell, List<Hook> hooks) {
    return new HookRunner(
        hooks,
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
        told::add);
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

  private static Hook touching(
      String file, boolean required, Hook.Waiting waiting, Hook.Repeating repeating, int line) {
    return new Hook(
        HookEvent.PRE_TOOL_USE,
        HookMatcher.ALL,
        HookCondition.ALWAYS,
        new Hook.Kind.Command("echo x >> " + file + "; echo no >&2; exit 2", null),
        Duration.ofSeconds(60),
        required,
        waiting,
        repeating,
        new Hook.Source("config.yml", line, Hook.Owner.USER, null));
  }

  /// Of two that do the same one runs: the one whose answer counts, and never one that is spent.
  @Test
  void theSameCommandRunsOnceAndItsAnswerIsNotLost() throws Exception {
    Hook once = touching("a", false, Hook.Waiting.FOR_ANSWER, Hook.Repeating.ONCE, 1);
    Hook always = touching("a", false, Hook.Waiting.FOR_ANSWER, Hook.Repeating.EVERY_TIME, 2);
    Hook beside = touching("a", true, Hook.Waiting.NOT, Hook.Repeating.EVERY_TIME, 3);
    for (List<Hook> written :
        List.of(
            List.of(once, always),
            List.of(always, once),
            List.of(beside, always),
            List.of(always, beside),
            List.of(beside, once, always))) {
      try (var shell = new Shell(Set.of())) {
        HookRunner runner = runner(shell, written);
        for (int i = 0; i < 3; i++) {
          assertThat(run(runner).blocks()).as("%s", written).isTrue();
        }
        assertThat(Files.readAllLines(root.resolve("a"))).as("%s", written).hasSize(3);
        Files.delete(root.resolve("a"));
      }
    }
  }

  /// Nobody waits, and what it says decides nothing; the person still hears it.
  @Test
  void whatRunsBesideDecidesNothing() throws Exception {
    try (var shell = new Shell(Set.of())) {
      Hook hook = touching("beside", true, Hook.Waiting.NOT, Hook.Repeating.EVERY_TIME, 1);
      var held =
          new Hook(
              hook.event(),
              hook.matcher(),
              hook.condition(),
              new Hook.Kind.Command(
                  "until [ -e go ]; do sleep 0.02; done; echo '{\"systemMessage\":\"late\"}'",
                  null),
              hook.timeout(),
              true,
              Hook.Waiting.NOT,
              Hook.Repeating.EVERY_TIME,
              hook.source());
      HookRunner runner = runner(shell, List.of(hook, held));
      assertThat(run(runner)).isEqualTo(HookAnswer.NOTHING);
      assertThat(told).isEmpty();
      Files.createFile(root.resolve("go"));
      await().atMost(Duration.ofSeconds(60)).until(() -> told.contains("hook: late"));
      await().atMost(Duration.ofSeconds(60)).until(() -> runner.runs().size() == 2);
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
