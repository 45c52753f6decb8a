package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.DebugLog;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.base.Styled;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.view.ChangeSource;
import dev.tenon.cli.terminal.view.EventRenderer;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `tenon demo`: a whole session on a small project in a temporary folder. Loop, tools and journal
/// are the real ones; only the model is a script.
public final class DemoCommand {
  private static final Duration STOPPING = Duration.ofSeconds(5);
  private static final List<String> FILES = List.of("README.md", "price.sh", "check.sh");

  private final Streams streams;
  private final Arguments arguments;
  private final Map<String, String> environment;

  public DemoCommand(Streams streams, Arguments arguments, Map<String, String> environment) {
    this.streams = streams;
    this.arguments = arguments;
    this.environment = environment;
  }

  public int run() throws SetupException, ConfigException, InterruptedException {
    Path project = sample();
    Output out = streams.out();
    boolean plain = arguments.has(TenonCommandLine.PLAIN);
    Palette.Wish wish =
        plain || arguments.has(TenonCommandLine.NO_COLOR) ? Palette.Wish.NEVER : Palette.Wish.AUTO;
    var look =
        new DisplayOptions(
            Palette.choose(wish, environment, out.reach()),
            plain ? Glyphs.WORDS : Glyphs.of(out.charset()),
            DisplayOptions.Thinking.SHORT,
            plain ? DisplayOptions.Waiting.WORDS : DisplayOptions.Waiting.STILL);
    out.println(
        Styled.of(
            Style.DIM,
            "This is a demo: no key, no network. The project is real ("
                + project
                + "),\n"
                + "so are the loop, the tools and the checks; only the model is a script."),
        look.palette());
    out.println();
    out.println(Styled.of(Style.BOLD, "You: ").and(DemoScript.PROMPT), look.palette());
    out.println();
    Outcome outcome = converse(project, new EventRenderer(out.page(), look, ChangeSource.none()));
    out.println();
    if (outcome.ending() != Outcome.Ending.COMPLETED) {
      streams.err().note("the demo failed: " + outcome.problemText().orElse("stopped"));
      return outcome.ending() == Outcome.Ending.ABORTED ? 130 : 1;
    }
    out.println(ending(project));
    return 0;
  }

  private Outcome converse(Path project, Consumer<AgentEvent> renderer)
      throws SetupException, ConfigException, InterruptedException {
    var context = LaunchContext.of(arguments, environment, project);
    Duration pace = streams.tty().out() ? Duration.ofMillis(25) : Duration.ZERO;
    Consumer<AgentEvent> listener =
        arguments.has(TenonCommandLine.DEBUG)
            ? renderer.andThen(new DebugLog(streams.err()::json))
            : renderer;
    var model = ModelOpener.named("scripted/demo", DemoScript.model(pace));
    try (var scope = new RunScope(STOPPING, streams.err()::note)) {
      Project open = scope.opened(Project.open(context.options().in(project)));
      ProjectConversation conversation =
          scope.opened(open.conversation(ConversationOptions.of(model, Mode.FULL)));
      return conversation.start(ConversationFace.listening(listener)).prompt(DemoScript.PROMPT);
    }
  }

  private static String ending(Path project) {
    return """
    The edit is on disk: look at %s
    To work on a project of yours with a real model:

      cd your/project && tenon        asks for a provider, its key and a model the first time
      tenon login                     stores a key; export ANTHROPIC_API_KEY=… does as well
      tenon -p "…"                    one answer
      tenon doctor                    says what is there and what is missing
    """
        .formatted(project.resolve("price.sh"))
        .stripTrailing();
  }

  private static Path sample() throws SetupException {
    try {
      Path project = Files.createTempDirectory("tenon-demo-").toRealPath();
      for (String name : FILES) {
        try (InputStream in =
            DemoCommand.class.getResourceAsStream("/dev/tenon/cli/demo/" + name)) {
          if (in == null) {
            throw new IllegalStateException("the demo's " + name + " is not in the program");
          }
          Files.write(project.resolve(name), in.readAllBytes());
        }
      }
      return project;
    } catch (IOException refused) {
      throw SetupException.failure("the demo's folder cannot be made: " + IoFailure.named(refused));
    }
  }
}
