package dev.tenon.cli.session;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionSearch;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `tenon sessions`: lists, searches, shows, exports and deletes them.
public final class SessionsCommand {
  private final Arguments arguments;
  private final LaunchContext context;
  private final Settings.Look look;
  private final Streams streams;
  private final SessionStore store;

  /// @param look the colours of what is exported
  public SessionsCommand(LaunchContext context, Settings.Look look, Streams streams) {
    this.look = look;
    this.arguments = context.arguments();
    this.context = context;
    this.streams = streams;
    this.store = new SessionStore(context.home());
  }

  public int run() throws SetupException {
    String action = arguments.operand(0).orElse("list");
    List<String> what =
        arguments.operands().size() < 2
            ? List.of()
            : arguments.operands().subList(1, arguments.operands().size());
    try {
      return switch (action) {
        case "list" -> list();
        case "search" -> search(what);
        case "show" -> show(only(action, what));
        case "export" -> export(only(action, what));
        case "delete" -> delete(what);
        default ->
            throw SetupException.usage(
                "tenon sessions cannot '"
                    + action
                    + "'; it can list, search WORDS, show ID, export ID and delete ID");
      };
    } catch (SessionException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (IOException unreadable) {
      throw SetupException.failure("the sessions cannot be read: " + IoFailure.named(unreadable));
    }
  }

  private static String only(String action, List<String> what) throws SetupException {
    if (what.size() != 1) {
      throw SetupException.usage(
          "tenon sessions "
              + action
              + " wants one session: the beginning of its id, or its file; 'tenon sessions' lists"
              + " them");
    }
    return what.getFirst();
  }

  private List<SessionSummary> sessions() throws IOException {
    return arguments.has(TenonCommandLine.EVERYWHERE)
        ? store.listing().all()
        : store.listing().of(context.root());
  }

  private int list() throws IOException {
    List<SessionSummary> sessions = sessions();
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(Json.array(sessions.stream().map(this::json).toList()).pretty());
    } else if (sessions.isEmpty()) {
      streams.out().println("No sessions found.");
    } else {
      var rows = new StringBuilder();
      Instant now = Instant.now();
      for (SessionSummary session : sessions) {
        rows.append(line(session, now)).append('\n');
      }
      streams.out().print(rows.toString());
    }
    return 0;
  }

  private Json.Obj json(SessionSummary session) {
    return Json.object()
        .put("id", session.id())
        .put("title", session.name())
        .put("cwd", session.cwd())
        .put("modified", session.modified().toString())
        .put("bytes", session.bytes())
        .put("file", session.file().toString())
        .build();
  }

  private String line(SessionSummary session, Instant now) {
    String when = SessionNames.ago(session.modified(), now);
    String line =
        SessionNames.shortId(session.id())
            + "  "
            + when
            + " ".repeat(Math.max(0, 12 - when.length()))
            + "  "
            + session.name();
    return streams
        .out()
        .cell(
            arguments.has(TenonCommandLine.EVERYWHERE) ? line + "  (" + session.cwd() + ")" : line);
  }

  private int search(List<String> words) throws IOException, SetupException {
    if (words.isEmpty()) {
      throw SetupException.usage("tenon sessions search wants words to look for");
    }
    List<SessionSearch.Hit> hits = new SessionSearch(words).in(sessions());
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.array(
                      hits.stream()
                          .map(hit -> json(hit.session()).with("excerpt", Json.of(hit.excerpt())))
                          .toList())
                  .pretty());
      return 0;
    }
    if (hits.isEmpty()) {
      streams.out().println("No session has all of: " + String.join(" ", words));
      return 1;
    }
    var out = new StringBuilder();
    Instant now = Instant.now();
    for (SessionSearch.Hit hit : hits) {
      out.append(line(hit.session(), now)).append('\n');
      if (!hit.excerpt().isEmpty()) {
        out.append("          ").append(streams.out().cell(hit.excerpt())).append('\n');
      }
    }
    streams.out().print(out.toString());
    return 0;
  }

  /// The file that a word means: a path, or the beginning of an id.
  private Path file(String wanted) throws IOException, SetupException {
    return file(wanted, store, context.root());
  }

  static Path file(String wanted, SessionStore store, Path root)
      throws IOException, SetupException {
    if (SessionNames.isPath(wanted)) {
      return Path.of(wanted);
    }
    List<SessionSummary> found = store.listing().byId(wanted, root);
    if (found.size() == 1) {
      return found.getFirst().file();
    }
    if (found.isEmpty()) {
      throw SetupException.usage(
          "there is no session whose id begins with '" + wanted + "'; 'tenon sessions' lists them");
    }
    var list = new StringBuilder();
    found.forEach(each -> list.append("\n  ").append(each.id()).append("  ").append(each.name()));
    throw SetupException.usage(
        "'"
            + wanted
            + "' is the beginning of "
            + found.size()
            + " sessions; give more of the id:"
            + list);
  }

  private int show(String wanted) throws IOException, SetupException, SessionException {
    try (SessionLog log = store.look(file(wanted))) {
      var warnings = new ArrayList<>(log.warnings());
      warnings.addAll(log.context(log.leafId().orElse(null)).warnings());
      if (arguments.has(TenonCommandLine.JSON)) {
        streams
            .out()
            .json(
                Json.object()
                    .put("id", log.id())
                    .put("title", title(log))
                    .put("cwd", log.header().cwd())
                    .put("messageCount", log.messageCount())
                    .put("leaf", log.leafId().<Json>map(Json::of).orElse(Json.Null.VALUE))
                    .put("branches", Json.strings(log.tips()))
                    .put("warnings", Json.strings(warnings))
                    .build()
                    .pretty());
        return 0;
      }
      var out = new StringBuilder();
      out.append("id        ").append(log.id());
      out.append("\ntitle     ").append(streams.out().cell(title(log)));
      out.append("\nproject   ").append(streams.out().cell(log.header().cwd()));
      out.append("\nbegun     ").append(log.header().timestamp());
      out.append("\nmessages  ").append(log.messageCount());
      out.append("\nentries   ").append(log.size());
      out.append("\nleaf      ").append(log.leafId().orElse("none"));
      out.append("\nbranches  ").append(log.tips().size());
      log.file()
          .ifPresent(
              file -> out.append("\nfile      ").append(streams.out().cell(file.toString())));
      streams.out().println(out.toString());
      warnings.forEach(streams.err()::note);
      return 0;
    }
  }

  private static String title(SessionLog log) throws IOException {
    return log.title().or(() -> SessionExport.firstPrompt(log)).orElse("");
  }

  private int export(String wanted) throws IOException, SetupException, SessionException {
    boolean html = arguments.text(TenonCommandLine.FORMAT).orElse("markdown").equals("html");
    try (SessionLog log = store.look(file(wanted))) {
      String page =
          html
              ? new HtmlExport(log, HtmlColours.css(look, context.home(), streams.err()::note))
                  .page()
              : new MarkdownExport(log).page();
      if (arguments.text(TenonCommandLine.OUTPUT).isPresent()) {
        Path target = Path.of(arguments.text(TenonCommandLine.OUTPUT).get());
        try {
          Files.writeString(target, page, StandardCharsets.UTF_8);
        } catch (IOException refused) {
          throw SetupException.failure(target + " cannot be written: " + IoFailure.reason(refused));
        }
        streams.err().note("written to " + target);
      } else {
        streams.out().print(page);
      }
      log.warnings().forEach(streams.err()::note);
      return 0;
    }
  }

  private int delete(List<String> wanted) throws IOException, SetupException, SessionException {
    if (wanted.isEmpty()) {
      throw SetupException.usage("tenon sessions delete wants the ids of the sessions to delete");
    }
    var files = new ArrayList<Path>();
    for (String each : wanted) {
      files.add(file(each));
    }
    if (!arguments.has(TenonCommandLine.YES) && !agreed(files)) {
      streams.err().note("nothing was deleted");
      return 1;
    }
    for (Path file : files) {
      // Whatever is named has to be a session before it is deleted.
      store.look(file).close();
      store.delete(file);
      streams.out().println("deleted " + SessionNames.shortId(file));
    }
    return 0;
  }

  private boolean agreed(List<Path> files) throws IOException, SetupException {
    if (!streams.tty().in()) {
      throw SetupException.usage(
          "deleting is for good; say --yes to delete "
              + files.size()
              + (files.size() == 1 ? " session" : " sessions")
              + " without being asked");
    }
    for (Path file : files) {
      streams.out().println("  " + streams.out().cell(file.toString()));
    }
    streams.out().prompt("Delete for good? [y/N]");
    var line = new StringBuilder();
    for (int c = streams.in().read(); c >= 0 && c != '\n'; c = streams.in().read()) {
      line.append((char) c);
    }
    return line.toString().strip().toLowerCase(Locale.ROOT).startsWith("y");
  }
}
