package dev.tenon.engine.hook;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.script.ScriptedModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A folder, a shell and a person for tests that run hooks.
abstract class HookTrial {
  @TempDir Path folder;
  Path root;
  Shell shell;
  final List<String> person = new CopyOnWriteArrayList<>();
  Model model = ScriptedModel.of();

  @BeforeEach
  void open() throws Exception {
    root = folder.toRealPath();
    shell = new Shell(Set.of("SECRET_OF_THE_TEST"));
  }

  @AfterEach
  void close() {
    shell.close();
  }

  HookRunner runner(List<Hook> hooks) {
    return runner(hooks, root);
  }

  HookRunner runner(List<Hook> hooks, Path project) {
    return new HookRunner(
        hooks,
        project,
        new HookRunner.Means() {
          @Override
          public Shell shell(Hook.Owner owner) {
            return shell;
          }

          @Override
          public Model model(@Nullable String name) {
            return model;
          }

          @Override
          public void close() {
            shell.close();
          }
        },
        person::add);
  }

  static Hook hook(HookEvent event, Hook.Kind kind, boolean required) {
    return new Hook(
        event,
        HookMatcher.ALL,
        HookCondition.ALWAYS,
        kind,
        Duration.ofSeconds(60),
        required,
        Hook.Waiting.FOR_ANSWER,
        Hook.Repeating.EVERY_TIME,
        new Hook.Source("config.yml", 3, Hook.Owner.USER, null));
  }

  static Hook command(HookEvent event, String line) {
    return hook(event, new Hook.Kind.Command(line, null), false);
  }

  HookAnswer run(Hook... hooks) throws InterruptedException {
    HookEvent event = hooks[0].event();
    return runner(List.of(hooks))
        .run(event, Json.object().put("hook_event_name", event.label()).build(), List.of());
  }
}
