package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.OutputSchema;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes an agent of a Markdown file with a head, in the words of Tenon and of other programs. Only
/// what narrows is followed; what would widen is told and left.
final class AgentHead {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,63}");
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
          "hidden",
          "color",
          "kind",
          "temperature",
          "top_p",
          "disable");

  /// Names that stand for models of one vendor.
  private static final Set<String> ALIASES =
      Set.of("opus", "sonnet", "haiku", "fable", "flash", "pro", "default", "auto");

  private final String shown;
  private final String fileName;
  private final AgentDefinition.Source source;
  private final List<AgentFiles.Finding> findings = new ArrayList<>();

  AgentHead(String shown, String fileName, AgentDefinition.Source source) {
    this.shown = shown;
    this.fileName = fileName;
    this.source = source;
  }

  List<AgentFiles.Finding> findings() {
    return findings;
  }

  /// Null when no agent can be made of it; the findings say why.
  @Nullable AgentDefinition read(String text) throws Head.Unreadable {
    Head head = Head.read(text, KEYS);
    head.warnings().forEach(note -> warn(note.line(), note.text()));
    String name = head.text("name").orElse(fileName);
    if (!NAME.matcher(name).matches()) {
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
    var permissions = new AgentPermissions(shown, source, this::warn);
    permissions.read(head);
    Optional<Mode> mode = mode(head);
    Optional<AgentDefinition.Isolation> isolation = isolation(head);
    if (isolation.isEmpty()) {
      return null;
    }
    return new AgentDefinition(
        name,
        oneLine(description, 500),
        head.body(),
        source,
        shown,
        permissions.tools(),
        new AgentDefinition.Own(
            mode.orElse(null), permissions.rules(), permissions.commands().orElse(null)),
        model(head).orElse(null),
        effort(head).orElse(null),
        steps(head),
        AgentPermissions.words(head.values().get("spawns"), head.text("spawns").orElse("")),
        output(head).orElse(null),
        isolation.get(),
        head.flag("blocking", false)
            ? AgentDefinition.Waiting.BLOCKING
            : AgentDefinition.Waiting.BESIDE,
        head.flag("hidden", false) ? AgentDefinition.Listing.HIDDEN : AgentDefinition.Listing.SHOWN,
        AgentPermissions.words(head.values().get("skills"), head.text("skills").orElse("")));
  }

  private Optional<String> model(Head head) {
    String model = head.text("model").orElse("inherit");
    if (model.equals("inherit")) {
      return Optional.empty();
    }
    if (ALIASES.contains(model.toLowerCase(Locale.ROOT))) {
      warn(
          head.line("model"),
          "'" + model + "' is no model of its own here; that of the conversation answers");
      return Optional.empty();
    }
    return Optional.of(model);
  }

  private Optional<Effort> effort(Head head) {
    String word = head.text("effort").orElse("");
    for (Effort each : Effort.values()) {
      if (each.name().equalsIgnoreCase(word)) {
        return Optional.of(each);
      }
    }
    if (!word.isEmpty()) {
      warn(head.line("effort"), "there is no effort '" + oneLine(word, 40) + "'");
    }
    return Optional.empty();
  }

  /// At most this mode. `mode` is also where another program says who may call an agent.
  private Optional<Mode> mode(Head head) {
    String word = head.text("mode").orElse("").toLowerCase(Locale.ROOT);
    for (Mode each : Mode.values()) {
      if (each.label().equals(word)) {
        return Optional.of(each);
      }
    }
    if (!word.isEmpty() && !Set.of("subagent", "primary", "all").contains(word)) {
      warn(head.line("mode"), "there is no mode '" + oneLine(word, 40) + "'");
    }
    String permission = head.text("permissionMode").orElse("");
    return switch (permission) {
      case "", "default" -> Optional.empty();
      case "plan" -> Optional.of(Mode.PLAN);
      default -> {
        warn(
            head.line("permissionMode"),
            "'permissionMode: "
                + oneLine(permission, 40)
                + "' widens nothing: what the person allows holds");
        yield Optional.empty();
      }
    };
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
      warn(head.line("output"), "the schema cannot be used: " + unusable.getMessage());
      return Optional.empty();
    }
  }

  /// Empty where it cannot be had: an agent that wants to work apart must not work on the project.
  private Optional<AgentDefinition.Isolation> isolation(Head head) {
    String word = head.text("isolation").orElse("none").toLowerCase(Locale.ROOT);
    return switch (word) {
      case "none", "false" -> Optional.of(AgentDefinition.Isolation.NONE);
      case "true", "layer", "fuse-overlay" -> Optional.of(AgentDefinition.Isolation.LAYER);
      case "worktree" -> Optional.of(AgentDefinition.Isolation.WORKTREE);
      default -> {
        error(
            head.line("isolation"),
            word.equals("fuse-projfs")
                ? "isolation: fuse-projfs exists on Windows alone; write layer or worktree"
                : "there is no isolation '" + oneLine(word, 40) + "'; write layer or worktree");
        yield Optional.empty();
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
    return new AgentFiles.Finding(severity, OneLine.visible(shown) + ":" + line + ": " + text);
  }
}
