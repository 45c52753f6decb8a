package dev.tenon.cli.session;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.WorkCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.evidence.Receipt;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.evidence.SessionEvidence;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `tenon receipts`: what prompts changed and what was checked, made again of journal and sessions.
public final class ReceiptsCommand {
  private final Journal journal;
  private final Arguments arguments;
  private final LaunchContext context;
  private final Streams streams;
  private final SessionStore store;

  public ReceiptsCommand(Journal journal, LaunchContext context, Streams streams) {
    this.journal = journal;
    this.arguments = context.arguments();
    this.context = context;
    this.streams = streams;
    this.store = new SessionStore(context.home());
  }

  public int run() throws SetupException {
    try {
      List<Change> changes = journal.changes();
      var json = new ArrayList<Json>();
      int wrong = 0;
      for (Path file : files()) {
        try (SessionLog log = store.look(file)) {
          SessionEvidence evidence = SessionEvidence.of(log);
          evidence.problems().forEach(streams.err()::note);
          for (SessionEvidence.Compared each : evidence.compared(changes)) {
            String session = log.header().id();
            wrong += each.difference().isPresent() ? 1 : 0;
            json.add(json(each, session));
            show(each, session);
          }
        }
      }
      if (arguments.has(TenonCommandLine.JSON)) {
        streams.out().json(Json.array(json).pretty());
      } else if (json.isEmpty()) {
        streams.out().println("No prompt has changed anything.");
      } else if (arguments.has(WorkCommandLine.VERIFY) && wrong == 0) {
        streams.out().println(json.size() + " receipts, all as journal and checks have it.");
      }
      return arguments.has(WorkCommandLine.VERIFY) && wrong > 0 ? 1 : 0;
    } catch (SessionException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    } catch (IOException | CommitException unreadable) {
      throw SetupException.failure("the receipts cannot be made: " + IoFailure.told(unreadable));
    }
  }

  /// The sessions that are meant, oldest first.
  private List<Path> files() throws IOException, SetupException {
    String wanted = arguments.operand(0).orElse("");
    if (wanted.isEmpty()) {
      return store.listing().of(context.root()).reversed().stream()
          .map(SessionSummary::file)
          .toList();
    }
    return List.of(SessionsCommand.file(wanted, store, context.root()));
  }

  private static Json.Obj json(SessionEvidence.Compared each, String session) {
    Receipt shown = each.shown();
    var out = Json.object().put("session", session).putAll(shown.toJson());
    Optional<String> difference = each.difference();
    difference.ifPresent(what -> out.put("difference", what));
    return out.build();
  }

  private void show(SessionEvidence.Compared each, String session) {
    if (arguments.has(TenonCommandLine.JSON)) {
      return;
    }
    Optional<String> difference = each.difference();
    if (arguments.has(WorkCommandLine.VERIFY) && difference.isEmpty()) {
      return;
    }
    Receipt shown = each.shown();
    streams.out().println(SessionNames.shortId(session) + "  prompt " + shown.prompt());
    for (String line : shown.lines()) {
      streams.out().println("  " + streams.out().cell(line));
    }
    difference.ifPresent(what -> streams.out().println("  NOT AS KEPT: " + what));
  }
}
