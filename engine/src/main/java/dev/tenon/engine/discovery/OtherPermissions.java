package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.content.OtherTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Permissions in files of other tools. What asks and what denies is taken, since it only makes
/// things stricter; what allows is not.
///
/// @param problems one line each, with file, line and way out
public record OtherPermissions(List<Found> found, List<String> problems) {
  public static final OtherPermissions NONE = new OtherPermissions(List.of(), List.of());

  private static final String WIDENS = "a project never widens permissions";

  public OtherPermissions {
    found = List.copyOf(found);
    problems = List.copyOf(problems);
  }

  /// A permission as it is written.
  ///
  /// @param wanted what it says
  /// @param text the rule in our words; empty where there is none
  /// @param rule what is made of it; null when it is not taken
  /// @param why it is not taken, or taken otherwise; may be empty
  public record Found(
      OtherTool tool,
      String file,
      int line,
      Verdict wanted,
      String written,
      String text,
      @Nullable Rule rule,
      String why) {}

  /// Reads them all.
  public static OtherPermissions read(Path root, Set<OtherTool> off) {
    var reader = new Reader();
    if (Discovery.isOn(OtherTool.CLAUDE, off)) {
      for (String name : Discovery.CLAUDE) {
        // What is wrong with the file as a whole is told by whoever reads its hooks.
        reader.claude(OtherFile.read(root, name, problem -> {}));
      }
    }
    if (Discovery.isOn(OtherTool.GEMINI, off)) {
      reader.gemini(OtherFile.read(root, Discovery.GEMINI, reader.problems::add));
    }
    if (Discovery.isOn(OtherTool.CODEX, off)) {
      reader.codex(OtherFile.read(root, Discovery.CODEX, reader.problems::add));
    }
    if (Discovery.isOn(OtherTool.OPENCODE, off)) {
      for (String name : Discovery.OPENCODE) {
        reader.opencode(OtherFile.read(root, name, reader.problems::add));
      }
    }
    return new OtherPermissions(reader.found, reader.problems);
  }

  /// Those that hold.
  public List<Rule> rules() {
    var rules = new ArrayList<Rule>();
    for (Found each : found) {
      Rule rule = each.rule();
      if (rule != null) {
        rules.add(rule);
      }
    }
    return rules;
  }

  private static final class Reader {
    private final List<Found> found = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    void claude(@Nullable OtherFile file) {
      if (file == null) {
        return;
      }
      Json below = file.value().get("permissions");
      if (below == null) {
        return;
      }
      if (!(below instanceof Json.Obj permissions)) {
        problems.add(file.at("/permissions") + ": permissions must be an object; none is taken");
        return;
      }
      for (Verdict verdict : List.of(Verdict.DENY, Verdict.ASK, Verdict.ALLOW)) {
        String key = verdict.name().toLowerCase(Locale.ROOT);
        list(OtherTool.CLAUDE, file, permissions.get(key), "/permissions/" + key, verdict);
      }
    }

    void gemini(@Nullable OtherFile file) {
      if (file == null) {
        return;
      }
      Json.Obj tools = file.value().objectOrEmpty("tools");
      list(OtherTool.GEMINI, file, tools.get("exclude"), "/tools/exclude", Verdict.DENY);
      list(OtherTool.GEMINI, file, file.value().get("excludeTools"), "/excludeTools", Verdict.DENY);
      list(OtherTool.GEMINI, file, tools.get("allowed"), "/tools/allowed", Verdict.ALLOW);
    }

    /// How free a project wants the whole program is no rule.
    void codex(@Nullable OtherFile file) {
      if (file == null) {
        return;
      }
      for (String key : List.of("approval_policy", "sandbox_mode")) {
        if (file.value().get(key) instanceof Json.Str text) {
          found.add(
              new Found(
                  OtherTool.CODEX,
                  file.shown(),
                  file.line("/" + key),
                  Verdict.ALLOW,
                  key + " = " + OneLine.of(text.value(), 40),
                  "",
                  null,
                  "a project does not choose the mode"));
        }
      }
    }

    private void list(
        OtherTool tool, OtherFile file, @Nullable Json value, String path, Verdict verdict) {
      if (value == null) {
        return;
      }
      if (!(value instanceof Json.Arr items)) {
        problems.add(
            file.at(path)
                + ": "
                + path.substring(1).replace('/', '.')
                + " must be a list of texts; none is taken");
        return;
      }
      for (int i = 0; i < items.items().size(); i++) {
        int line = file.line(path + "/" + i);
        if (items.items().get(i) instanceof Json.Str text) {
          add(
              tool,
              file,
              line,
              verdict,
              text.value(),
              PermissionWords.rule(verdict, text.value()),
              "");
        } else {
          problems.add(file.shown() + ":" + line + ": a permission must be a text; it is left out");
        }
      }
    }

    void opencode(@Nullable OtherFile file) {
      if (file == null) {
        return;
      }
      switch (file.value().get("permission")) {
        case Json.Str all -> {
          for (String subject : List.of(Rule.BASH, Rule.WRITE, Rule.CONNECT)) {
            word(file, "/permission", subject, all.value(), subject, "");
          }
        }
        case Json.Obj map -> map.members().forEach((name, value) -> entry(file, name, value));
        case null -> {}
        default ->
            problems.add(
                file.at("/permission") + ": permission must be a word or an object; none is taken");
      }
      file.value()
          .objectOrEmpty("tools")
          .members()
          .forEach(
              (name, value) -> {
                if (value instanceof Json.Bool on && !on.value()) {
                  String rule = PermissionWords.rule(Verdict.DENY, name, "");
                  word(file, "/tools/" + name, name, "deny", rule, "");
                }
              });
    }

    private void entry(OtherFile file, String name, Json value) {
      String path = "/permission/" + name;
      if (name.equals("*") && value instanceof Json.Str word) {
        for (String subject : List.of(Rule.BASH, Rule.WRITE, Rule.CONNECT)) {
          word(file, path, "*", word.value(), subject, "");
        }
        return;
      }
      if (value instanceof Json.Str word) {
        word(file, path, name, word.value(), PermissionWords.rule(Verdict.DENY, name, ""), "");
      } else if (value instanceof Json.Obj patterns) {
        patterns(file, path, name, patterns);
      } else {
        problems.add(file.at(path) + ": permission." + name + " must be a word or an object");
      }
    }

    /// Of several patterns the last counts there, so that one that means everything may stand
    /// beside what is allowed all the same. Taken word for word it would close that, too: it asks
    /// instead.
    private void patterns(OtherFile file, String path, String name, Json.Obj patterns) {
      boolean exceptions = patterns.members().containsValue(Json.of("allow"));
      for (Map.Entry<String, Json> each : patterns.members().entrySet()) {
        String pattern = each.getKey();
        String below = path + "/" + pattern;
        String written = name + "(" + pattern + ")";
        if (!(each.getValue() instanceof Json.Str word)) {
          problems.add(file.at(below) + ": permission." + written + " must be allow, ask or deny");
          continue;
        }
        boolean everything = pattern.equals("*") || pattern.equals("**");
        Verdict effect = word.value().equals("allow") ? Verdict.ALLOW : Verdict.DENY;
        boolean command = PermissionWords.subject(name).equals(Rule.BASH);
        // One character there; what closes more is as safe.
        String wide = command && effect == Verdict.DENY ? pattern.replace('?', '*') : pattern;
        String rule = PermissionWords.rule(effect, name, everything ? "" : wide);
        boolean softened = everything && exceptions && word.value().equals("deny");
        word(
            file,
            below,
            written,
            softened ? "ask" : word.value(),
            rule,
            softened ? "asks instead of denying, since some of it is allowed there" : "");
      }
    }

    private void word(
        OtherFile file, String path, String written, String word, String rule, String why) {
      Verdict verdict =
          switch (word) {
            case "allow" -> Verdict.ALLOW;
            case "ask" -> Verdict.ASK;
            case "deny" -> Verdict.DENY;
            default -> null;
          };
      if (verdict == null) {
        problems.add(
            file.at(path)
                + ": a permission is allow, ask or deny, was '"
                + OneLine.of(word, 40)
                + "'; it is left out");
        return;
      }
      add(OtherTool.OPENCODE, file, file.line(path), verdict, written, rule, why);
    }

    private void add(
        OtherTool tool,
        OtherFile file,
        int line,
        Verdict verdict,
        String written,
        String text,
        String why) {
      String shown = OneLine.of(written, 200);
      if (verdict == Verdict.ALLOW) {
        found.add(new Found(tool, file.shown(), line, verdict, shown, text, null, WIDENS));
        return;
      }
      String where = file.shown() + ":" + line;
      try {
        // Its words are the file's own, and no rule of ours looks like that.
        String as = text.startsWith(Rule.TEXT + "(") ? where + ", as " + shown : where;
        Rule rule = Rule.of(verdict, text, new Rule.Source(Rule.Source.Kind.PROJECT, as));
        String idle = PermissionWords.idle(rule);
        if (!idle.isEmpty()) {
          leftOut(tool, file, line, verdict, shown, idle);
          return;
        }
        found.add(new Found(tool, file.shown(), line, verdict, shown, text, rule, why));
      } catch (RuleException unusable) {
        leftOut(tool, file, line, verdict, shown, String.valueOf(unusable.getMessage()));
      }
    }

    private void leftOut(
        OtherTool tool, OtherFile file, int line, Verdict verdict, String shown, String reason) {
      found.add(new Found(tool, file.shown(), line, verdict, shown, "", null, reason));
      problems.add(
          file.shown()
              + ":"
              + line
              + ": "
              + verdict.label()
              + " "
              + shown
              + " is not taken: "
              + reason);
    }
  }
}
