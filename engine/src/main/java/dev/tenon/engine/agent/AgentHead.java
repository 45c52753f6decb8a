package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.OutputSchema;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.workspace.path.NearNames;
import dev.tenon.engine.content.ContentName;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes an agent of a Markdown file with a head, in the words of Tenon and of other programs. Only
/// what narrows is followed; what would widen is told and left.
final class AgentHead {
  private static final int LONGEST_NAME = 64;
  private static final String SERVERS = "mcpServers";
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "description",
          "tools",
          "disallowedTools",
          "allowed-tools",
          "model",
          "effort",
          "mode",
          "permission",
          "permissionMode",
          "maxTurns",
          "max_turns",
          "steps",
          "spawns",
          "output",
          "isolation",
          "blocking",
          "skills",
          SERVERS,
          "hidden",
          "color",
          "kind",
          "temperature",
          "top_p",
          Head.HOOKS,
          "disable");

  /// Names for the model of the conversation.
  private static final Set<String> INHERITED = Set.of("inherit", "default", "auto");

  /// Who may call an agent, in the words of another program.
  private static final Set<String> CALLERS = Set.of("subagent", "primary", "all");

  /// Modes of another program that allow more, in small letters.
  private static final Set<String> WIDENING =
      Set.of(
          "acceptedits", "auto", "bypasspermissions", "delegate", "dontask", "ask", "edit", "full");

  private final String shown;
  private final String fileName;
  private final AgentDefinition.Source source;
  private final String prefix;
  private final List<AgentFiles.Finding> findings = new ArrayList<>();

  /// @param prefix what stands before the agent's name
  AgentHead(String shown, String fileName, AgentDefinition.Source source, String prefix) {
    this.shown = shown;
    this.fileName = fileName;
    this.source = source;
    this.prefix = prefix;
  }

  List<AgentFiles.Finding> findings() {
    return findings;
  }

  /// Null when no agent can be made of it; the findings say why.
  @Nullable AgentDefinition read(String text) throws Head.Unreadable {
    Head head = Head.read(text, KEYS);
    for (Head.Note note : head.warnings()) {
      warn(note.line(), note.text());
    }
    head.unguarded()
        .ifPresent(
            note ->
                findings.add(finding(AgentFiles.Severity.LACK, shown, note.line(), note.text())));
    String name = head.text("name").orElse(fileName);
    if (!ContentName.isUsable(name, "_-", LONGEST_NAME)) {
      error(
          head.line("name"),
          "the name '"
              + oneLine(name, 60)
              + "' cannot be called; use letters, digits, '-' and '_'");
      return null;
    }
    if (head.body().isEmpty()) {
      error(1, "has no instructions; write them below the head");
      return null;
    }
    if (head.flag("disable", false)) {
      warn(head.line("disable"), "the agent is switched off by its own file");
      return null;
    }
    String description = head.text("description").orElse("");
    if (description.isEmpty()) {
      description = head.body().lines().findFirst().orElse("").replaceFirst("^#+\\s*", "");
      warn(1, "has no description, by which models choose it; its first line is taken");
    }
    var permissions =
        new AgentPermissions(
            shown,
            source,
            (severity, line, what) -> findings.add(finding(severity, shown, line, what)));
    permissions.read(head);
    List<String> spawns = permissions.words(head, "spawns");
    Optional<Mode> mode = mode(head);
    AgentDefinition.Isolation isolation = isolation(head);
    AgentDefinition.Servers servers = servers(head);
    for (AgentFiles.Finding each : findings) {
      if (each.severity() == AgentFiles.Severity.ERROR) {
        // Without what could not be read it might do more than its file wants.
        return null;
      }
    }
    return new AgentDefinition(
        prefix + name,
        oneLine(description, 500),
        head.body(),
        source,
        shown,
        withServers(permissions.tools(), servers),
        new AgentDefinition.Own(
            mode.orElse(null), permissions.rules(), permissions.commands().orElse(null)),
        model(head).orElse(null),
        effort(head).orElse(null),
        steps(head),
        spawns,
        output(head).orElse(null),
        isolation,
        head.flag("blocking", false)
            ? AgentDefinition.Waiting.BLOCKING
            : AgentDefinition.Waiting.BESIDE,
        head.flag("hidden", false) ? AgentDefinition.Listing.HIDDEN : AgentDefinition.Listing.SHOWN,
        AgentPermissions.words(head.values().get("skills"), head.text("skills").orElse("")),
        servers);
  }

  /// Names of servers, and entries in the customary form: a list of both, or entries by name.
  private AgentDefinition.Servers servers(Head head) {
    Json written = head.values().get(SERVERS);
    if (written == null || written instanceof Json.Null) {
      return AgentDefinition.Servers.NONE;
    }
    int line = head.line(SERVERS);
    var names = new LinkedHashSet<String>();
    Map<String, Json> own = new LinkedHashMap<>();
    switch (written) {
      case Json.Arr list -> list.items().forEach(item -> server(item, line, names, own));
      case Json.Obj entries -> entries.members().forEach((name, it) -> entry(name, it, names, own));
      case Json.Str ignored ->
          names.addAll(AgentPermissions.words(written, head.text(SERVERS).orElse("")));
      case Json.Num ignored -> oddServer(line);
      case Json.Bool ignored -> oddServer(line);
      case Json.Null ignored -> {}
    }
    if (!prefix.isEmpty() && !own.isEmpty()) {
      warn(
          line,
          "an agent of a plugin can only name servers; write "
              + oneLine(String.join(", ", own.keySet()), 80)
              + " into the plugin's .mcp.json");
      own.clear();
    }
    return new AgentDefinition.Servers(new ArrayList<>(names), own, line);
  }

  private void server(Json item, int line, Set<String> names, Map<String, Json> own) {
    switch (item) {
      case Json.Str name -> names.add(name.value().strip());
      case Json.Obj entries -> entries.members().forEach((name, it) -> entry(name, it, names, own));
      case Json.Arr ignored -> oddServer(line);
      case Json.Num ignored -> oddServer(line);
      case Json.Bool ignored -> oddServer(line);
      case Json.Null ignored -> oddServer(line);
    }
  }

  /// A name with nothing behind it is one that somebody else has written down.
  private static void entry(String name, Json entry, Set<String> names, Map<String, Json> own) {
    if (entry instanceof Json.Null) {
      names.add(name);
    } else {
      own.put(name, entry);
    }
  }

  private void oddServer(int line) {
    warn(
        line,
        "'mcpServers' must be a list of names of servers, or of entries such as"
            + " NAME: {command: PROGRAM} and NAME: {url: ADDRESS}");
  }

  /// Whoever lists tools and servers wants the tools of these, too, unless the list names some.
  private static AgentDefinition.Tools withServers(
      AgentDefinition.Tools tools, AgentDefinition.Servers servers) {
    if (tools.allowed().isEmpty() || servers.isEmpty()) {
      return tools;
    }
    var wanted = new LinkedHashSet<>(servers.names());
    wanted.addAll(servers.own().keySet());
    var allowed = new ArrayList<>(tools.allowed());
    for (String server : wanted) {
      String prefix = "mcp__" + server + "__";
      if (tools.allowed().stream().noneMatch(each -> each.startsWith(prefix))) {
        allowed.add(prefix + "*");
      }
    }
    return new AgentDefinition.Tools(allowed, tools.denied());
  }

  private Optional<String> model(Head head) {
    Optional<String> model = head.text("model");
    return model.isEmpty() || INHERITED.contains(model.get().toLowerCase(Locale.ROOT))
        ? Optional.empty()
        : model;
  }

  private Optional<Effort> effort(Head head) {
    String word = head.text("effort").orElse("");
    if (word.isEmpty()) {
      return Optional.empty();
    }
    for (Effort each : Effort.values()) {
      if (each.name().equalsIgnoreCase(word)) {
        return Optional.of(each);
      }
    }
    warn(head.line("effort"), "there is no effort '" + oneLine(word, 40) + "'");
    return Optional.empty();
  }

  /// At most this mode. `mode` is also where another program says who may call an agent.
  private Optional<Mode> mode(Head head) {
    Mode own = ownMode(head);
    String permission = word(head, "permissionMode");
    if (permission.equals("plan")) {
      return Optional.of(Mode.PLAN);
    }
    if (WIDENING.contains(permission)) {
      warn(
          head.line("permissionMode"),
          "'permissionMode: "
              + oneLine(permission, 40)
              + "' widens nothing: what the person allows holds");
    } else if (!permission.isEmpty() && !permission.equals("default")) {
      error(
          head.line("permissionMode"),
          "there is no permissionMode '"
              + oneLine(permission, 40)
              + "'; here 'plan' narrows, and 'default' does nothing"
              + near(permission, List.of("plan", "default")));
    }
    return Optional.ofNullable(own);
  }

  private @Nullable Mode ownMode(Head head) {
    String word = word(head, "mode");
    if (word.isEmpty()) {
      return null;
    }
    var labels = new ArrayList<String>();
    for (Mode each : Mode.values()) {
      if (each.label().equals(word)) {
        return each;
      }
      labels.add(each.label());
    }
    if (!CALLERS.contains(word)) {
      error(
          head.line("mode"),
          "there is no mode '"
              + oneLine(word, 40)
              + "'; there are "
              + String.join(", ", labels)
              + near(word, labels));
    }
    return null;
  }

  /// The one word of a key in small letters; empty without one.
  private String word(Head head, String key) {
    Json value = head.values().get(key);
    if (value == null || value instanceof Json.Null) {
      return "";
    }
    if (value instanceof Json.Obj || value instanceof Json.Arr) {
      error(head.line(key), "'" + key + "' must be one word");
      return "";
    }
    return head.text(key).orElse("").toLowerCase(Locale.ROOT);
  }

  /// The word that was probably meant, as a question; empty without one.
  static String near(String word, List<String> words) {
    List<String> near = NearNames.nearest(word, words);
    return near.isEmpty() ? "" : "; did you mean " + near.getFirst() + "?";
  }

  private int steps(Head head) {
    for (String key : List.of("maxTurns", "max_turns", "steps")) {
      String text = head.text(key).orElse("");
      if (!text.isEmpty()) {
        try {
          int steps = Integer.parseInt(text);
          if (steps > 0) {
            return steps;
          }
        } catch (NumberFormatException word) {
          // Told below.
        }
        warn(head.line(key), key + " must be a number from 1, was '" + oneLine(text, 40) + "'");
      }
    }
    return 0;
  }

  private Optional<Json> output(Head head) {
    Json written = head.values().get("output");
    if (written == null || written instanceof Json.Null) {
      return Optional.empty();
    }
    try {
      return Optional.of(OutputSchema.of(written).json());
    } catch (JsonException unusable) {
      findings.add(
          finding(
              AgentFiles.Severity.LACK,
              shown,
              head.line("output"),
              "the schema cannot be used: "
                  + unusable.getMessage()
                  + "; until then results of this agent are not checked"));
      return Optional.empty();
    }
  }

  /// What cannot be had is an error: an agent that wants to work apart must not work on the
  /// project.
  private AgentDefinition.Isolation isolation(Head head) {
    String word = word(head, "isolation");
    return switch (word) {
      case "", "none", "false" -> AgentDefinition.Isolation.NONE;
      case "true", "layer", "fuse-overlay" -> AgentDefinition.Isolation.LAYER;
      case "worktree" -> AgentDefinition.Isolation.WORKTREE;
      default -> {
        error(
            head.line("isolation"),
            word.equals("fuse-projfs")
                ? "isolation: fuse-projfs exists on Windows alone; write layer or worktree"
                : "there is no isolation '"
                    + oneLine(word, 40)
                    + "'; write layer or worktree"
                    + near(word, List.of("layer", "worktree", "none")));
        yield AgentDefinition.Isolation.LAYER;
      }
    };
  }

  static String oneLine(String text, int most) {
    String line = OneLine.of(text, most + 1);
    return line.length() > most ? line.substring(0, most) + "…" : line;
  }

  private void warn(int line, String text) {
    findings.add(finding(AgentFiles.Severity.WARNING, shown, line, text));
  }

  private void error(int line, String text) {
    findings.add(finding(AgentFiles.Severity.ERROR, shown, line, text));
  }

  static AgentFiles.Finding finding(
      AgentFiles.Severity severity, String shown, int line, String text) {
    return new AgentFiles.Finding(
        severity, OneLine.visible(shown) + ":" + line + ": " + OneLine.message(text));
  }
}
