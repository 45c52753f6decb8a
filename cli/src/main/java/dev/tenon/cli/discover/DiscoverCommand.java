package dev.tenon.cli.discover;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.Project;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `tenon discover`: lists what a project brings along, writes chosen things into the user's
/// configuration, and forgets what was decided.
public final class DiscoverCommand {
  private static final int LONGEST = 70;

  private final Project project;
  private final Configuration configuration;
  private final LaunchContext context;
  private final Arguments arguments;
  private final Streams streams;

  public DiscoverCommand(
      Project project, Configuration configuration, LaunchContext context, Streams streams) {
    this.project = project;
    this.configuration = configuration;
    this.context = context;
    this.arguments = context.arguments();
    this.streams = streams;
  }

  public int run() throws SetupException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (action) {
      case "list" -> list(rest);
      case "import" -> adopt(rest);
      case "forget" -> forget(rest);
      default ->
          throw SetupException.usage(
              "'tenon discover "
                  + action
                  + "' is nothing; it is 'list', 'import ITEM…' or 'forget [ITEM…]'");
    };
  }

  private DiscoveredItems items() throws SetupException {
    return new DiscoveredItems(project, configuration, context).collect();
  }

  private int list(List<String> rest) throws SetupException {
    if (!rest.isEmpty()) {
      throw SetupException.usage("'tenon discover list' takes nothing more");
    }
    DiscoveredItems found = items();
    List<String> off = configuration.settings().discoveryOff();
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.object()
                  .array("items", found.items().stream().map(DiscoveredItem::json).toList())
                  .put("problems", Json.strings(found.problems()))
                  .put("off", Json.strings(off))
                  .build()
                  .pretty());
      return 0;
    }
    if (found.items().isEmpty()) {
      streams.out().println("This project brings nothing along that an agent would use.");
    } else {
      var table = new ArrayList<List<String>>();
      table.add(List.of("ITEM", "FILE", "WHAT IT DOES", "DECISION", "WHY"));
      for (DiscoveredItem each : found.items()) {
        table.add(
            List.of(
                cut(each.id()),
                each.place(),
                OneLine.command(each.effect(), LONGEST),
                each.decision().words(),
                cut(each.why())));
      }
      streams.out().print(TextTable.of(table, streams.out().reach()));
    }
    if (!off.isEmpty()) {
      streams.out().println("Not read (discovery.off): " + String.join(", ", off));
    }
    found.problems().forEach(streams.err()::note);
    return 0;
  }

  private static String cut(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }

  private int adopt(List<String> names) throws SetupException {
    List<DiscoveredItem> wanted = chosen(names);
    int failed = 0;
    var done = new ArrayList<Json>();
    for (DiscoveredItem each : wanted) {
      String where = "";
      String problem = "";
      try {
        DiscoveredItem.Adoption adoption = each.adoption();
        if (adoption == null) {
          problem =
              each.decision() == DiscoveredItem.Decision.NOT_USED
                  ? "it is not imported: " + each.why()
                  : "it cannot be imported; " + each.place() + " is read as it is";
        } else {
          where = adoption.adopt();
        }
      } catch (ConfigException | SetupException refused) {
        problem = String.valueOf(refused.getMessage());
      } catch (IOException unwritable) {
        problem = "it cannot be written: " + IoFailure.reason(unwritable);
      }
      done.add(
          Json.object()
              .put("item", each.id())
              .put("written", where.isEmpty() ? null : where)
              .put("problem", problem.isEmpty() ? null : problem)
              .build());
      if (!problem.isEmpty()) {
        failed++;
      }
      if (!arguments.has(TenonCommandLine.JSON)) {
        if (problem.isEmpty()) {
          line(each.id() + " is your own now: " + where);
        } else {
          streams.err().note(each.id() + ": " + problem);
        }
      }
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      streams.out().json(Json.array(done).pretty());
    }
    return failed == 0 ? 0 : 1;
  }

  private List<DiscoveredItem> chosen(List<String> names) throws SetupException {
    List<DiscoveredItem> all = items().items();
    var wanted = new ArrayList<DiscoveredItem>();
    for (String name : names) {
      wanted.addAll(named(name, all));
    }
    if (!names.isEmpty()) {
      wanted.stream().filter(each -> each.adoption() != null).forEach(this::show);
      return wanted;
    }
    if (!streams.tty().in()) {
      throw SetupException.usage(
          "name what to import, such as server:github; 'tenon discover' lists what there is");
    }
    for (DiscoveredItem each : all) {
      if (each.adoption() != null) {
        show(each);
        if (arguments.has(TenonCommandLine.YES) || agrees()) {
          wanted.add(each);
        }
      }
    }
    return wanted;
  }

  /// All of it: as the user's own it is not asked about any more.
  private void show(DiscoveredItem item) {
    if (!arguments.has(TenonCommandLine.JSON)) {
      line(item.id() + " (" + item.place() + ")");
      item.whole().forEach(each -> line("  " + VisibleText.line(each)));
    }
  }

  /// Several only where they are called the same.
  private static List<DiscoveredItem> named(String name, List<DiscoveredItem> all)
      throws SetupException {
    var fitting = new ArrayList<DiscoveredItem>();
    var ids = new ArrayList<String>();
    for (DiscoveredItem each : all) {
      ids.add(each.id());
      if (each.id().equals(name) || each.name().equals(name)) {
        fitting.add(each);
      }
    }
    if (fitting.isEmpty()) {
      throw SetupException.usage(
          "there is no '"
              + name
              + "' here"
              + Nearest.hint(name, ids)
              + "; 'tenon discover' lists what there is");
    }
    if (fitting.stream().map(DiscoveredItem::id).distinct().count() > 1) {
      throw SetupException.usage(
          "'"
              + name
              + "' could be "
              + String.join(" or ", fitting.stream().map(DiscoveredItem::id).distinct().toList()));
    }
    var adoptable = new ArrayList<>(fitting);
    adoptable.removeIf(each -> each.adoption() == null);
    return adoptable.isEmpty() ? fitting.subList(0, 1) : adoptable;
  }

  private boolean agrees() throws SetupException {
    streams.err().prompt("Make it your own? [y/N]");
    var line = new ByteArrayOutputStream();
    try {
      for (int b = streams.in().read(); b >= 0 && b != '\n'; b = streams.in().read()) {
        line.write(b);
      }
    } catch (IOException gone) {
      throw SetupException.failure("the terminal cannot be read: " + IoFailure.named(gone));
    }
    return line.toString(StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }

  private int forget(List<String> names) throws SetupException {
    List<ItemConsent.Kept> forgotten;
    boolean whole = false;
    try {
      forgotten =
          new ItemConsent(context.home())
              .forget(kept -> isOfHere(kept) && (names.isEmpty() || isNamed(kept, names)));
      if (names.isEmpty()) {
        var consent = new Consent(context.home());
        whole = consent.forget(context.root());
        whole |= consent.forget(StreamRuleLoader.ofProject(context.options()));
      }
    } catch (IOException unwritable) {
      throw SetupException.failure(
          "the decisions cannot be changed: " + IoFailure.reason(unwritable));
    }
    if (arguments.has(TenonCommandLine.JSON)) {
      var all = new ArrayList<Json>();
      for (ItemConsent.Kept each : forgotten) {
        all.add(
            Json.object()
                .put("kind", each.kind())
                .put("name", each.name())
                .put("path", each.path().toString())
                .put("decision", each.decision().name().toLowerCase(Locale.ROOT))
                .build());
      }
      streams.out().json(Json.array(all).pretty());
      return 0;
    }
    for (ItemConsent.Kept each : forgotten) {
      line("forgotten: " + shown(each));
    }
    if (whole) {
      line("forgotten: what was decided about the project's own settings and rules");
    } else if (forgotten.isEmpty()) {
      streams.out().println("There was nothing to forget.");
    }
    return 0;
  }

  private static boolean isNamed(ItemConsent.Kept kept, List<String> names) {
    return names.contains(kept.name()) || names.contains(kept.kind() + ":" + kept.name());
  }

  /// Whether it is asked about in this project. That is also so of what Claude Code has for the
  /// user.
  private boolean isOfHere(ItemConsent.Kept kept) {
    return isOfUser(kept) || ContentPlaces.belongs(kept.path(), context.root(), HomeFolders.home());
  }

  private static boolean isOfUser(ItemConsent.Kept kept) {
    return kept.kind().equals(ItemConsent.Kind.HOOK.label())
        && kept.path().startsWith(HookLoader.userFolder());
  }

  private String shown(ItemConsent.Kept kept) {
    String file =
        isOfUser(kept)
            ? "~/.claude/" + HookLoader.userFolder().relativize(kept.path())
            : context.root().relativize(kept.path()).toString();
    return kept.kind().isEmpty() ? file : kept.kind() + ":" + kept.name() + " (" + file + ")";
  }

  private void line(String text) {
    streams.out().println(streams.out().cell(text));
  }
}
