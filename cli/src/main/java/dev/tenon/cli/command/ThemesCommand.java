package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeJson;
import dev.tenon.cli.terminal.theme.ThemeParser;
import dev.tenon.cli.terminal.theme.ThemeStore;
import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `tenon themes`: which there are, whether one can be used, and one as a file.
public final class ThemesCommand {
  private static final int FAULTY = 1;

  private final ThemeStore store;
  private final Settings.Look look;
  private final Arguments arguments;
  private final Streams streams;

  /// @param home the state folder
  public ThemesCommand(Path home, Settings.Look look, Arguments arguments, Streams streams) {
    this.store = ThemeStore.in(home);
    this.look = look;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException {
    return switch (arguments.operand(0).orElse("list")) {
      case "validate" -> validate(named("validate"));
      case "export" -> export(named("export"));
      default -> list();
    };
  }

  private String named(String action) throws SetupException {
    return arguments
        .operand(1)
        .orElseThrow(
            () -> SetupException.usage("name the theme: tenon themes " + action + " THEME"));
  }

  /// What is known of a theme.
  private record Listed(String name, String source, String use, String problem) {
    Json json() {
      return Json.object()
          .put("name", name)
          .put("source", source)
          .put("use", use)
          .put("ok", problem.isEmpty())
          .put("problem", problem)
          .build();
    }
  }

  private int list() {
    var themes = new ArrayList<Listed>();
    for (String name : store.names()) {
      boolean builtin = ThemeStore.isBuiltin(name);
      String problem = "";
      try {
        store.load(name, Background.DARK);
      } catch (ThemeException wrong) {
        problem = wrong.line();
      }
      String source = builtin ? "built in" : store.file(name).toString();
      themes.add(new Listed(name, source, use(name), problem));
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(Json.array(themes.stream().map(Listed::json).toList()).pretty());
      return 0;
    }
    var rows = new ArrayList<List<String>>();
    for (Listed each : themes) {
      rows.add(List.of(each.name, each.use, each.source));
    }
    streams.out().print(TextTable.of(rows, streams.out().reach()));
    for (Listed each : themes) {
      if (!each.problem.isEmpty()) {
        streams.err().note(each.problem);
      }
    }
    for (String name : BuiltinThemes.NAMES) {
      if (Files.exists(store.file(name))) {
        streams.err().note(store.file(name) + ": is not used, the theme " + name + " is built in");
      }
    }
    return 0;
  }

  /// What the settings use it for.
  private String use(String name) {
    if (!look.theme().equals("auto")) {
      return look.theme().equals(name) ? "chosen" : "";
    }
    boolean dark = look.dark().equals(name);
    boolean light = look.light().equals(name);
    return dark && light ? "chosen" : dark ? "on dark" : light ? "on light" : "";
  }

  private int validate(String theme) {
    List<String> problems = List.of();
    List<String> notes = List.of();
    try {
      notes = parsed(theme).notes();
    } catch (ThemeException wrong) {
      problems = wrong.problems();
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .put("theme", theme)
                  .put("ok", problems.isEmpty())
                  .put("problems", Json.strings(problems))
                  .put("notes", Json.strings(notes))
                  .build()
                  .pretty());
    } else {
      problems.forEach(streams.err()::note);
      notes.forEach(streams.err()::note);
      if (problems.isEmpty()) {
        streams.out().println(streams.out().cell(theme) + " can be used");
      }
    }
    return problems.isEmpty() ? 0 : FAULTY;
  }

  /// A file if it is one, or looks like one; a name otherwise.
  private ThemeParser.Parsed parsed(String theme) throws ThemeException {
    try {
      Path file = Path.of(theme);
      if (theme.endsWith(".json") || theme.indexOf('/') >= 0 || Files.isRegularFile(file)) {
        return ThemeStore.read(file);
      }
    } catch (InvalidPathException noPath) {
      throw new ThemeException("Theme not found: a name has no such characters");
    }
    return store.load(theme, Background.DARK);
  }

  private int export(String name) throws SetupException {
    try {
      Json.Obj json = ThemeJson.of(store.load(name, Background.DARK).theme(), name);
      streams.out().json(json.pretty());
      return 0;
    } catch (ThemeException wrong) {
      throw SetupException.failure(wrong.line());
    }
  }
}
