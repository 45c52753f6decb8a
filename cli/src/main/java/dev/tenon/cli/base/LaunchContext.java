package dev.tenon.cli.base;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Option;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workspace.path.UserHome;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.QuotedValue;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the program was started with: its place, its environment and its command line. Makes the
/// options of a project and of a session from it, so that the engine need not know any command
/// line.
///
/// @param home the user's state folder; need not exist
/// @param root the project, as a real path
public record LaunchContext(
    Path home, Path root, Map<String, String> environment, Arguments arguments) {
  private static final String HOME = ProjectOptions.HOME_VARIABLE;

  /// The context of this process.
  ///
  /// @param workingFolder where the program was started
  public static LaunchContext of(
      Arguments arguments, Map<String, String> environment, Path workingFolder)
      throws ConfigException {
    return new LaunchContext(
        home(environment, workingFolder), root(arguments, workingFolder), environment, arguments);
  }

  private static Path home(Map<String, String> environment, Path workingFolder)
      throws ConfigException {
    String moved = environment.get(HOME);
    if (moved == null || moved.isBlank()) {
      return UserHome.of(environment).resolve(".tenon");
    }
    try {
      return workingFolder.resolve(moved).toAbsolutePath().normalize();
    } catch (InvalidPathException invalid) {
      throw new ConfigException(HOME + " is not a path: " + QuotedValue.of(moved));
    }
  }

  private static Path root(Arguments arguments, Path workingFolder) throws ConfigException {
    Optional<String> given = arguments.text(TenonCommandLine.ROOT);
    String shown =
        given.isPresent() ? "--root " + QuotedValue.of(given.get()) : "the current folder";
    try {
      Path root = given.isPresent() ? workingFolder.resolve(given.get()) : workingFolder;
      if (!Files.isDirectory(root)) {
        String what = Files.exists(root) ? " is not a folder" : " does not exist";
        throw new ConfigException(shown + what + "; name an existing project folder");
      }
      return root.toRealPath();
    } catch (InvalidPathException | IOException unusable) {
      throw new ConfigException(shown + " cannot be used: " + IoFailure.told(unusable));
    }
  }

  /// What the configuration is read from.
  public ProjectOptions options() {
    return new ProjectOptions(
        home,
        root,
        environment,
        overrides(),
        arguments.has(TenonCommandLine.TRUST)
            ? ProjectOptions.Trust.EVERYTHING
            : ProjectOptions.Trust.CONSENTED,
        arguments.has(TenonCommandLine.REVIEW) || arguments.command().equals(TenonCommandLine.APPLY)
            ? ProjectOptions.Edits.STAGED
            : ProjectOptions.Edits.DIRECT,
        new ProjectOptions.Prompts(
            "", arguments.text(TenonCommandLine.APPEND_SYSTEM_PROMPT).orElse("")),
        Path.of(""));
  }

  /// The same for opening the project, with the system prompt that the command line names.
  public ProjectOptions openingOptions() throws SetupException {
    ProjectOptions options = options();
    Optional<String> file = arguments.text(TenonCommandLine.SYSTEM_PROMPT);
    if (file.isEmpty()) {
      return options;
    }
    try {
      return options.with(
          new ProjectOptions.Prompts(
              Files.readString(Path.of(file.get())), options.prompts().appended()));
    } catch (IOException unreadable) {
      throw SetupException.usage(
          "--system-prompt " + file.get() + " cannot be read: " + IoFailure.reason(unreadable));
    }
  }

  /// Settings from the command line: `--config KEY=VALUE`, then the options that stand for a
  /// setting, which are the more specific ones and win.
  private List<ProjectOptions.Assignment> overrides() {
    var all = new ArrayList<ProjectOptions.Assignment>();
    for (String assignment : arguments.texts(TenonCommandLine.CONFIG)) {
      int equals = assignment.indexOf('=');
      String key = assignment.substring(0, equals).strip();
      all.add(
          new ProjectOptions.Assignment(
              key, assignment.substring(equals + 1), TenonCommandLine.CONFIG.dashed()));
    }
    for (Option option : TenonCommandLine.GRAMMAR.shared()) {
      if (option.setting().isEmpty() || !arguments.has(option)) {
        continue;
      }
      int equals = option.setting().indexOf('=');
      String key = equals < 0 ? option.setting() : option.setting().substring(0, equals);
      String value =
          equals < 0 ? arguments.text(option).orElse("") : option.setting().substring(equals + 1);
      all.add(new ProjectOptions.Assignment(key, value, option.dashed()));
    }
    return all;
  }

  /// The session that the command line asks for.
  public SessionRequest sessionRequest() {
    return new SessionRequest(
        start(),
        arguments.text(TenonCommandLine.RESUME).orElse(""),
        arguments.has(TenonCommandLine.FORK)
            ? SessionRequest.Copying.ALWAYS
            : SessionRequest.Copying.IF_AGREED,
        taking(TenonCommandLine.MODEL),
        taking(TenonCommandLine.EFFORT));
  }

  private SessionRequest.Start start() {
    if (arguments.has(TenonCommandLine.NO_SESSION)) {
      return SessionRequest.Start.UNKEPT;
    }
    if (arguments.text(TenonCommandLine.RESUME).isPresent()) {
      return SessionRequest.Start.NAMED;
    }
    if (arguments.has(TenonCommandLine.CONTINUE)) {
      return SessionRequest.Start.LATEST;
    }
    return arguments.has(TenonCommandLine.RESUME)
        ? SessionRequest.Start.CHOSEN_LATER
        : SessionRequest.Start.NEW;
  }

  private SessionRequest.Taking taking(Option option) {
    return arguments.has(option)
        ? SessionRequest.Taking.AS_GIVEN
        : SessionRequest.Taking.FROM_SESSION;
  }
}
