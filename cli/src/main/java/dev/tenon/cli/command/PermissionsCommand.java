package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.RuleReport;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.CommandPart;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.Project;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `tenon permissions`: lists the rules in force, removes one that was allowed with "always", or
/// tells what would become of a command, a connection or a call to a tool outside.
public final class PermissionsCommand {
  /// Exit code of a check when a person would be asked.
  static final int ASKED = 3;

  /// Exit code of a check when the command is denied.
  static final int DENIED = 4;

  private final Project project;
  private final Arguments arguments;
  private final Streams streams;

  public PermissionsCommand(Project project, Arguments arguments, Streams streams) {
    this.project = project;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    project.rules().problem().ifPresent(streams.err()::note);
    return switch (action) {
      case "check" -> check(rest);
      case "remove" -> remove(rest);
      default -> list(rest);
    };
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage(
          "'tenon permissions list' takes nothing more; 'check' and 'remove' do");
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      var rules = new ArrayList<Json>();
      for (Rule rule : project.rules().rules().all()) {
        rules.add(json(rule));
      }
      streams
          .out()
          .json(
              Json.object()
                  .put("mode", project.mode().label())
                  .array("rules", rules)
                  .build()
                  .pretty());
    } else {
      streams
          .out()
          .print(RuleReport.of(project.rules().rules(), project.mode(), streams.out().reach()));
    }
    return 0;
  }

  private int remove(List<String> rest) throws SetupException {
    if (rest.size() != 1) {
      throw SetupException.usage(
          "'tenon permissions remove' needs one rule, quoted: 'bash(npm run test)'");
    }
    try {
      RuleReport.remove(project.rules(), rest.getFirst());
    } catch (IOException unwritable) {
      throw SetupException.failure("the rule cannot be removed: " + IoFailure.named(unwritable));
    } catch (RuleReport.NotRemovedException no) {
      throw SetupException.failure(String.valueOf(no.getMessage()));
    }
    streams.out().println("removed " + streams.out().cell(rest.getFirst().strip()));
    return 0;
  }

  private int check(List<String> words) throws SetupException {
    if (words.isEmpty()) {
      throw SetupException.usage(
          "'tenon permissions check' needs a command: tenon permissions check -- git status");
    }
    Optional<CheckedAccess> asked = CheckedAccess.of(words);
    String what =
        asked.isPresent() ? asked.get().text() : words.size() == 1 ? words.getFirst() : line(words);
    Policy policy = project.guard(project.mode()).policy();
    Decision decision =
        asked.isPresent()
            ? policy.decide("permissions", asked.get().access())
            : policy.decide("bash", new Access.Execute(what, ".", java.util.Map.of()));
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(json(asked.isPresent() ? "access" : "command", what, decision).pretty());
    } else {
      streams.out().print(text(what, decision));
      streams.out().hint();
    }
    return switch (decision.verdict()) {
      case ALLOW -> 0;
      case ASK -> ASKED;
      case DENY -> DENIED;
    };
  }

  /// Words of a command line as a shell takes them for the same words.
  private static String line(List<String> words) {
    var out = new StringBuilder();
    for (String word : words) {
      boolean plain = !word.isEmpty();
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        plain &= Character.isLetterOrDigit(c) || "_-./=:,@%+".indexOf(c) >= 0;
      }
      out.append(out.isEmpty() ? "" : " ");
      out.append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
    }
    return out.toString();
  }

  /// @param kind what it is that is decided about: a command, or another access
  private Json.Obj json(String kind, String what, Decision decision) {
    var parts = new ArrayList<Json>();
    for (CommandPart part : decision.parts()) {
      Json.Builder each =
          Json.object()
              .put("kind", part.kind().name().toLowerCase(java.util.Locale.ROOT))
              .put("text", part.text())
              .put("decision", part.verdict().label())
              .put("because", part.because());
      each.put("rule", part.rule().<Json>map(PermissionsCommand::json).orElse(new Json.Null()));
      parts.add(each.build());
    }
    Json.Builder all =
        Json.object()
            .put(kind, what)
            .put("mode", project.mode().label())
            .put("decision", decision.verdict().label())
            .put("by", decision.by().label())
            .put("because", decision.because());
    all.put("rule", decidedBy(decision));
    all.array("parts", parts);
    if (decision instanceof Decision.Ask ask) {
      var offers = new ArrayList<String>();
      ask.offers().forEach(rule -> offers.add(rule.text()));
      all.put("offers", Json.strings(offers)).put("wayOut", ask.wayOut());
    }
    return all.build();
  }

  private Json decidedBy(Decision decision) {
    for (CommandPart part : decision.parts()) {
      if (part.verdict() == decision.verdict()
          && part.because().equals(decision.because())
          && part.rule().isPresent()) {
        return json(part.rule().get());
      }
    }
    for (Rule rule : project.rules().rules().all()) {
      if (decision.parts().isEmpty() && rule.describe().equals(decision.because())) {
        return json(rule);
      }
    }
    return new Json.Null();
  }

  private static Json.Obj json(Rule rule) {
    return Json.object()
        .put("effect", rule.effect().label())
        .put("rule", rule.text())
        .put("origin", rule.source().kind().name().toLowerCase(java.util.Locale.ROOT))
        .put("from", rule.source().where())
        .build();
  }

  private String text(String what, Decision decision) {
    var out = new StringBuilder();
    out.append(decision.verdict().label()).append("  ").append(what);
    out.append("\n  ").append(streams.out().cell(decision.because()));
    if (!decision.parts().isEmpty()) {
      out.append(decision.by() == Decision.By.WALL ? " [the wall decides]" : " [by its text]");
    }
    out.append('\n');
    var rows = new ArrayList<List<String>>();
    for (CommandPart part : decision.parts()) {
      String shown = part.text().isEmpty() ? "(all of it)" : part.text();
      rows.add(List.of("  " + part.verdict().label(), shown.replace('\n', ' '), part.because()));
    }
    out.append(TextTable.of(rows, streams.out().reach()));
    if (decision instanceof Decision.Ask ask) {
      out.append("  ").append(ask.wayOut()).append('\n');
    }
    return out.toString();
  }
}
