package dev.tenon.cli.hook;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.HookSurroundings;
import dev.tenon.engine.Project;
import dev.tenon.engine.hook.HookAnswer;
import dev.tenon.engine.hook.HookEvent;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.hook.HookRunner;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// `tenon hooks`: lists the hooks of a project and its user, and tries those of an event.
public final class HooksCommand {
  private final Project project;
  private final Arguments arguments;
  private final Streams streams;

  public HooksCommand(Project project, LaunchContext context, Streams streams) {
    this.project = project;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (action) {
      case "list" -> list(rest);
      case "test" -> test(rest);
      default ->
          throw SetupException.usage(
              "'tenon hooks " + action + "' is nothing; it is 'list' or 'test EVENT FILE'");
    };
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon hooks list' takes nothing more");
    }
    List<HookLoader.Listed> hooks = project.hooks().map(HookLoader::listed).orElse(List.of());
    List<String> problems = project.hooks().map(HookLoader::warnings).orElse(List.of());
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(HookReport.json(hooks, problems).pretty());
      return 0;
    }
    if (hooks.isEmpty()) {
      streams.out().println("There are no hooks; docs/hooks.md tells how to write them.");
    } else {
      streams.out().print(HookReport.hooks(hooks, streams.out().reach(), 0));
    }
    problems.forEach(streams.err()::note);
    return 0;
  }

  private int test(List<String> rest) throws SetupException, InterruptedException {
    if (rest.size() != 2) {
      throw SetupException.usage(
          "'tenon hooks test' takes an event and a file with its input, such as: tenon hooks test"
              + " PreToolUse call.json");
    }
    String name = rest.getFirst();
    HookEvent event =
        HookEvent.of(name)
            .orElseThrow(
                () ->
                    SetupException.usage(
                        "there is no event '"
                            + name
                            + "'"
                            + Nearest.hint(name, HookEvent.names())
                            + "; events are: "
                            + String.join(", ", HookEvent.names())));
    Json.Obj input = input(rest.get(1)).with("hook_event_name", Json.of(event.label()));
    try (HookRunner runner = HookSurroundings.trial(project, line -> {})) {
      HookAnswer answer = runner.run(event, input);
      List<HookRunner.Run> runs = runner.runs();
      if (arguments.has(TenonCommandLine.JSON)) {
        streams.out().json(HookReport.json(answer, runs).pretty());
      } else {
        show(event, answer, runs);
      }
    } catch (IOException full) {
      throw SetupException.failure("the hooks cannot be tried: " + IoFailure.named(full));
    }
    project.hooks().map(HookLoader::warnings).orElse(List.of()).forEach(streams.err()::note);
    return 0;
  }

  private void show(HookEvent event, HookAnswer answer, List<HookRunner.Run> runs) {
    if (runs.isEmpty()) {
      streams.out().println("No hook of " + event.label() + " matches this input.");
      return;
    }
    streams.out().print(HookReport.runs(runs, streams.out().reach(), 0));
    streams.out().println();
    String verdict =
        switch (answer.verdict()) {
          case NONE -> "nothing is decided";
          case ALLOW -> "allowed, as far as your rules let it";
          case ASK -> "you would be asked";
          case BLOCK -> "blocked";
        };
    line("Together: " + verdict + (answer.reason().isEmpty() ? "" : ": " + answer.reason()));
    if (answer.input() != null) {
      line("Input instead: " + answer.input().compact());
    }
    if (!answer.context().isEmpty()) {
      line("The model would get: " + answer.context());
    }
    if (answer.stop() != null) {
      line("It would stop: " + answer.stop());
    }
    answer.said().forEach(this::line);
  }

  private void line(String text) {
    streams.out().println(streams.out().cell(text));
  }

  private static Json.Obj input(String file) throws SetupException {
    try {
      return Json.parseObject(Files.readString(Path.of(file)));
    } catch (IOException unreadable) {
      throw SetupException.usage(
          "the input " + file + " cannot be read: " + IoFailure.reason(unreadable));
    } catch (JsonException malformed) {
      throw SetupException.usage(
          "the input " + file + " is no JSON object: " + malformed.getMessage());
    }
  }
}
