package dev.tenon.engine.hook;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.change.effects.HookExtent;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Model;
import dev.tenon.engine.command.ProgramRun;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs the hooks of an event side by side, the same command once, and makes one answer of theirs.
/// Remembers the last runs. Safe for several threads.
public final class HookRunner implements AutoCloseable {
  private static final int BYTES = 1024 * 1024;
  private static final int REMEMBERED = 50;

  /// How long those that were stopped may take to be gone.
  private static final Duration END = Duration.ofMillis(500);

  private final List<Hook> hooks;
  private final Path root;
  private final Means means;
  private final Consumer<String> person;
  private volatile Consumer<Failure> failures = failure -> {};
  private final ArrayDeque<Run> runs = new ArrayDeque<>();
  private final Set<Thread> aside = ConcurrentHashMap.newKeySet();

  /// Hooks that run once and have, or are about to.
  private final Set<Hook> spent = ConcurrentHashMap.newKeySet();

  private final Object taking = new Object();

  /// What hooks run with.
  public interface Means {
    /// Where a program is started: behind the wall if it is a project's.
    Shell shell(Hook.Owner owner);

    /// @param name null for the conversation's model
    Model model(@Nullable String name) throws SetupException;

    /// Watches from now on what hooks do to the files. Where nobody does, nothing is found.
    default CommandWatch watch(Watched hooks) throws InterruptedException {
      return CommandWatch.none();
    }

    /// What the model has to know of what hooks did; empty for nothing.
    default String told(Effects effects) {
      return "";
    }

    /// Nothing runs any more.
    void close();
  }

  /// Hooks that are about to run.
  ///
  /// @param input what they are told
  /// @param turn the prompt that they belong to
  /// @param writes the files that their commands are known to write
  public record Watched(
      HookEvent event,
      Json.Obj input,
      HookExtent.Turn turn,
      Hook.Waiting waiting,
      Set<Path> writes) {}

  /// One run that is over.
  public record Run(Hook hook, Instant at, Duration took, String result) {}

  /// A hook that said nothing that counts, which the person is told as well.
  public record Failure(Hook hook, String why) {}

  /// @param root where hooks run
  /// @param person is told what a person should know
  public HookRunner(List<Hook> hooks, Path root, Means means, Consumer<String> person) {
    this.hooks = List.copyOf(hooks);
    this.root = root;
    this.means = means;
    this.person = person;
  }

  /// Who else is told of hooks that failed, from now on.
  public void failuresTo(Consumer<Failure> told) {
    failures = told;
  }

  public List<Hook> hooks() {
    return hooks;
  }

  /// Whether anything would run at the event.
  public boolean has(HookEvent event) {
    for (Hook hook : hooks) {
      if (hook.event() == event) {
        return true;
      }
    }
    return false;
  }

  /// The last runs, the latest first.
  public List<Run> runs() {
    synchronized (runs) {
      return new ArrayList<>(runs);
    }
  }

  /// Another session begins: what runs once may run again.
  void renew() {
    spent.clear();
  }

  /// What would run now.
  ///
  /// @param subjects what matchers look at
  /// @param input what conditions look at
  List<Hook> matching(HookEvent event, List<String> subjects, Json.Obj input) {
    var matching = new ArrayList<Hook>();
    for (Hook hook : hooks) {
      if (hook.event() == event
          && !spent.contains(hook)
          && hook.matcher().matches(subjects)
          && hook.condition().holds(input, root)) {
        int same = -1;
        for (int i = 0; i < matching.size(); i++) {
          same = hook.doesSame(matching.get(i)) ? i : same;
        }
        if (same < 0) {
          matching.add(hook);
        } else if (isStricter(hook, matching.get(same))) {
          matching.set(same, hook);
        }
      }
    }
    return matching;
  }

  /// Of two that do the same the one runs whose answer counts for more.
  private static boolean isStricter(Hook hook, Hook than) {
    return hook.waiting() == than.waiting()
        ? hook.required() && !than.required()
        : hook.waiting() == Hook.Waiting.FOR_ANSWER;
  }

  /// The same, and what runs once will not do so again.
  private List<Hook> taken(HookEvent event, List<String> subjects, Json.Obj input) {
    synchronized (taking) {
      List<Hook> matching = matching(event, subjects, input);
      for (Hook hook : matching) {
        if (hook.repeating() == Hook.Repeating.ONCE) {
          spent.add(hook);
        }
      }
      return matching;
    }
  }

  /// The same for an input that somebody wrote, which says by itself what matchers look at.
  ///
  /// @throws IOException when there is no place for `CLAUDE_ENV_FILE`
  public HookAnswer run(HookEvent event, Json.Obj input) throws IOException, InterruptedException {
    var subjects = new ArrayList<String>();
    if (event.subject().equals(HookEvent.TOOL)) {
      for (String field : List.of("tenon_tool", HookEvent.TOOL)) {
        String name = input.string(field, "");
        if (!name.isEmpty()) {
          subjects.addAll(ToolWords.all(name, input.objectOrEmpty("tool_input")));
        }
      }
    } else if (!event.subject().isEmpty() && input.string(event.subject()) != null) {
      subjects.add(input.string(event.subject(), ""));
    }
    if (event != HookEvent.SESSION_START) {
      return run(event, input, subjects);
    }
    // There is no conversation that variables could hold for: what is written is thrown away.
    try (var variables = new SessionVariables()) {
      return run(event, input, subjects, variables, HookExtent.Turn.NEXT);
    }
  }

  /// Runs all hooks of the event that match, and waits for them.
  public HookAnswer run(HookEvent event, Json.Obj input, List<String> subjects)
      throws InterruptedException {
    return run(event, input, subjects, null, HookExtent.Turn.THIS);
  }

  /// @param variables the files that hooks may write variables to; null for none
  /// @param turn the prompt that what they change belongs to
  HookAnswer run(
      HookEvent event,
      Json.Obj input,
      List<String> subjects,
      @Nullable SessionVariables variables,
      HookExtent.Turn turn)
      throws InterruptedException {
    List<Hook> matching = taken(event, subjects, input);
    if (matching.isEmpty()) {
      return HookAnswer.NOTHING;
    }
    var waiting = new ArrayList<FutureTask<HookAnswer>>();
    var threads = new ArrayList<Thread>();
    CommandWatch watch = watch(matching, Hook.Waiting.FOR_ANSWER, input, turn);
    for (Hook hook : matching) {
      var task =
          new FutureTask<>(
              () ->
                  hook.waiting() == Hook.Waiting.FOR_ANSWER
                      ? one(hook, input, variables)
                      : watched(hook, input, variables, turn));
      Thread thread = Thread.ofPlatform().daemon().name("hook").unstarted(task);
      if (hook.waiting() == Hook.Waiting.FOR_ANSWER) {
        waiting.add(task);
        threads.add(thread);
      } else {
        beside(thread, task);
      }
      thread.start();
    }
    var answers = new ArrayList<HookAnswer>();
    try {
      for (FutureTask<HookAnswer> task : waiting) {
        answers.add(task.get());
      }
    } catch (ExecutionException bug) {
      throw new IllegalStateException("a hook broke", bug.getCause());
    } finally {
      threads.forEach(Thread::interrupt);
      if (answers.size() < waiting.size()) {
        // Whoever stops them does not wait for what they have done to be looked for.
        Thread.ofVirtual().name("hook-effects").start(() -> finish(threads, watch));
      }
    }
    HookAnswer answer = HookAnswer.strictest(answers).knowing(means.told(watch.finish()));
    answer.said().forEach(person);
    return answer;
  }

  /// One look around all programs that run side by side.
  private CommandWatch watch(
      List<Hook> matching, Hook.Waiting waiting, Json.Obj input, HookExtent.Turn turn)
      throws InterruptedException {
    HookEvent event = null;
    var writes = new LinkedHashSet<Path>();
    for (Hook hook : matching) {
      if (hook.waiting() == waiting && hook.kind() instanceof Hook.Kind.Command command) {
        event = hook.event();
        writes.addAll(new HookScripts(root, hook.source().folder()).written(command));
      }
    }
    return event == null
        ? CommandWatch.none()
        : means.watch(new Watched(event, input, turn, waiting, writes));
  }

  /// A hook for which nobody waits has a look of its own.
  private HookAnswer watched(
      Hook hook, Json.Obj input, @Nullable SessionVariables variables, HookExtent.Turn turn)
      throws InterruptedException {
    CommandWatch watch = watch(List.of(hook), Hook.Waiting.NOT, input, turn);
    try {
      return one(hook, input, variables);
    } finally {
      watch.finish();
    }
  }

  private static void finish(List<Thread> threads, CommandWatch watch) {
    try {
      for (Thread each : threads) {
        each.join(END);
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    watch.finish();
  }

  /// A hook for which nobody waits; what it has to say to the person is still told.
  private void beside(Thread thread, FutureTask<HookAnswer> task) {
    aside.add(thread);
    Thread.ofVirtual()
        .name("hook-aside")
        .start(
            () -> {
              try {
                task.get().said().forEach(person);
              } catch (ExecutionException bug) {
                person.accept("a bug in Tenon ended a hook" + said(bug.getCause()));
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              } finally {
                aside.remove(thread);
              }
            });
  }

  private static String said(@Nullable Throwable bug) {
    String message = bug == null ? null : bug.getMessage();
    return message == null ? "" : ": " + message;
  }

  private HookAnswer one(Hook hook, Json.Obj input, @Nullable SessionVariables variables) {
    Instant at = Instant.now();
    long since = System.nanoTime();
    HookAnswer answer;
    try {
      answer =
          switch (hook.kind()) {
            case Hook.Kind.Command command -> program(hook, command, input, variables);
            case Hook.Kind.Prompt prompt -> prompt(hook, prompt, input);
          };
    } catch (InterruptedException stopped) {
      answer = HookAnswer.NOTHING;
      spent.remove(hook);
      remember(new Run(hook, at, Duration.ofNanos(System.nanoTime() - since), "stopped"));
      return answer;
    }
    remember(new Run(hook, at, Duration.ofNanos(System.nanoTime() - since), result(answer)));
    String failure = answer.failure();
    if (failure != null) {
      failures.accept(new Failure(hook, failure));
    }
    return answer;
  }

  private static String result(HookAnswer answer) {
    String word =
        switch (answer.verdict()) {
          case NONE -> answer.stop() == null ? "" : "stop";
          case ALLOW -> "allow";
          case ASK -> "ask";
          case BLOCK -> "block";
        };
    String more = answer.reason().isEmpty() ? String.join("; ", answer.said()) : answer.reason();
    String text = word.isEmpty() ? more : more.isEmpty() ? word : word + ": " + more;
    return text.isEmpty() ? "ok" : Hook.brief(text);
  }

  private void remember(Run run) {
    synchronized (runs) {
      runs.addFirst(run);
      while (runs.size() > REMEMBERED) {
        runs.removeLast();
      }
    }
  }

  private HookAnswer program(
      Hook hook, Hook.Kind.Command command, Json.Obj input, @Nullable SessionVariables variables)
      throws InterruptedException {
    var output = new HookOutput(hook, input);
    var scripts = new HookScripts(root, hook.source().folder());
    String obstacle = scripts.obstacle(command).orElse(null);
    if (obstacle != null) {
      spent.remove(hook);
      return output.unusable("could not be run: " + obstacle);
    }
    HookSeal seal = hook.seal();
    Path changed = seal == null ? null : seal.changed(scripts, command).orElse(null);
    if (changed != null) {
      spent.remove(hook);
      return output.unusable(
          "could not be run: "
              + (changed.startsWith(root) ? root.relativize(changed) : changed)
              + " has changed since the hook was let in; look at it and start Tenon again to let it"
              + " in as it is now (with --trust where nobody can be asked), or make it what it"
              + " was");
    }
    Map<String, String> environment = new HashMap<>();
    environment.put("CLAUDE_PROJECT_DIR", root.toString());
    Path plugin = hook.source().folder();
    if (plugin != null) {
      environment.put("CLAUDE_PLUGIN_ROOT", plugin.toString());
    }
    Reach reach = Reach.USUAL;
    if (variables != null) {
      Path file = variables.of(hook.source().owner());
      environment.put("CLAUDE_ENV_FILE", file.toString());
      Path folder = file.getParent();
      reach = folder == null ? reach : reach.withFolders(List.of(folder));
    }
    var program = new Program(argv(command, environment), root, environment, reach);
    ProgramRun.Ended ended =
        ProgramRun.of(
            means.shell(hook.source().owner()),
            program,
            input.compact() + "\n",
            new ProgramRun.Limits(hook.timeout(), BYTES));
    boolean verdict =
        ended instanceof ProgramRun.Ended.Exited exit && (exit.code() == 0 || exit.code() == 2);
    if (!verdict) {
      spent.remove(hook);
    }
    return switch (ended) {
      case ProgramRun.Ended.NotStarted refused ->
          output.unusable("could not be started: " + refused.reason());
      case ProgramRun.Ended.TimedOut ignored ->
          output.unusable("did not end within " + seconds(hook.timeout()) + " and was killed");
      case ProgramRun.Ended.Exited exited -> {
        // A part of a longer command may have failed for want of its script.
        String missing =
            exited.code() == 2 ? scripts.missing(command, exited.err().text()).orElse(null) : null;
        yield missing == null ? output.of(exited) : output.unusable("could not be run: " + missing);
      }
    };
  }

  private static String seconds(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  private static List<String> argv(Hook.Kind.Command command, Map<String, String> environment) {
    List<String> arguments = command.arguments();
    if (arguments == null) {
      return List.of("/bin/sh", "-c", command.line());
    }
    var argv = new ArrayList<String>();
    argv.add(command.line());
    argv.addAll(arguments);
    argv.replaceAll(
        word -> {
          String all = word;
          for (Map.Entry<String, String> each : environment.entrySet()) {
            all = all.replace("${" + each.getKey() + "}", each.getValue());
          }
          return all;
        });
    return argv;
  }

  private HookAnswer prompt(Hook hook, Hook.Kind.Prompt prompt, Json.Obj input)
      throws InterruptedException {
    try {
      return PromptHook.ask(hook, prompt, means.model(prompt.model()), input);
    } catch (SetupException unusable) {
      spent.remove(hook);
      return new HookOutput(hook, input).unusable("has no model: " + unusable.getMessage());
    }
  }

  /// Ends those that nobody waits for.
  @Override
  public void close() {
    List<Thread> left = List.copyOf(aside);
    left.forEach(Thread::interrupt);
    finish(left, CommandWatch.none());
    means.close();
  }
}
