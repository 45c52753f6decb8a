package dev.tenon.engine.discovery;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.engine.content.Head;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.content.OtherTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Reads when instructions count from the head of a file, in the words of its tool.
final class InstructionHead {
  private static final Set<String> KEYS =
      Set.of(
          "description",
          "globs",
          "alwaysApply",
          "applyTo",
          "excludeAgent",
          "trigger",
          "paths",
          "inclusion",
          "fileMatchPattern",
          "name",
          "title",
          "labels",
          "version",
          "author",
          "tags",
          "mode");

  /// A line that begins with one of them.
  private static final Pattern KEY = Pattern.compile("^(?:" + String.join("|", KEYS) + ")\\s*:");

  private static final int LONGEST_DESCRIPTION = 300;
  private static final int SHOWN = 60;

  private final OtherTool tool;
  private final Head head;
  private final String shown;
  private final Consumer<String> problems;

  private InstructionHead(OtherTool tool, Head head, String shown, Consumer<String> problems) {
    this.tool = tool;
    this.head = head;
    this.shown = shown;
    this.problems = problems;
  }

  /// @param problems gets what is wrong, with file and line
  static Read of(OtherTool tool, String text, String shown, Consumer<String> problems)
      throws Head.Unreadable {
    Form form = Form.of(tool, shown);
    if (!text.startsWith("---")) {
      return new Read(form.bare(), text.strip());
    }
    Head head;
    try {
      head = Head.read(text, KEYS);
    } catch (Head.Unreadable malformed) {
      if (form == Form.SILENT
          || (form == Form.SCOPED && text.lines().anyMatch(KEY.asPredicate()))) {
        throw malformed;
      }
      return new Read(form.bare(), text.strip());
    }
    boolean known = head.values().members().keySet().stream().anyMatch(KEYS::contains);
    return switch (form) {
      case PLAIN -> new Read(form.bare(), known ? head.body() : text.strip());
      case SCOPED ->
          known
              ? new Read(new InstructionHead(tool, head, shown, problems).when(), head.body())
              : new Read(form.bare(), text.strip());
      case SILENT -> new Read(new InstructionHead(tool, head, shown, problems).when(), head.body());
    };
  }

  /// What a head means, by the kind of file. Where no head has to be, a first line of dashes may as
  /// well be a rule of Markdown, and what stands below it is text.
  private enum Form {
    /// It decides nothing: the file always counts.
    PLAIN,
    /// It narrows what always counts without it.
    SCOPED,
    /// Without it the file counts when somebody names it.
    SILENT;

    static Form of(OtherTool tool, String shown) {
      return switch (tool) {
        case CURSOR -> shown.endsWith(".mdc") ? SILENT : PLAIN;
        case COPILOT -> shown.endsWith(".instructions.md") ? SILENT : PLAIN;
        case WINDSURF -> shown.endsWith(".windsurfrules") ? PLAIN : SCOPED;
        case CLAUDE -> shown.endsWith("CLAUDE.md") && !shown.contains("/rules/") ? PLAIN : SCOPED;
        case KIRO, CLINE -> SCOPED;
        case CODEX, ROO, GEMINI, OPENCODE, PI, VSCODE -> PLAIN;
      };
    }

    /// Of a file without a head.
    Instruction.When bare() {
      return this == SILENT ? new Instruction.When.ByHand() : new Instruction.When.Always();
    }
  }

  /// What a file is.
  record Read(Instruction.When when, String body) {}

  private Instruction.When when() {
    return switch (tool) {
      case CURSOR ->
          head.flag("alwaysApply", false) ? new Instruction.When.Always() : forFiles("globs");
      case COPILOT -> {
        List<String> patterns = patterns("applyTo");
        yield patterns.contains("**") || patterns.contains("**/*")
            ? new Instruction.When.Always()
            : forFiles("applyTo");
      }
      case WINDSURF ->
          switch (word("trigger", "always_on", "manual", "model_decision", "glob")) {
            case "", "always_on" -> new Instruction.When.Always();
            case "manual" -> new Instruction.When.ByHand();
            case "model_decision" -> described();
            case "glob" -> forFiles("globs");
            default -> new Instruction.When.ByHand();
          };
      case KIRO ->
          switch (word("inclusion", "always", "filematch", "auto", "manual")) {
            case "", "always" -> new Instruction.When.Always();
            case "filematch" -> forFiles("fileMatchPattern");
            case "auto" -> described();
            default -> new Instruction.When.ByHand();
          };
      case CLAUDE, CLINE ->
          patterns("paths").isEmpty() ? new Instruction.When.Always() : forFiles("paths");
      case CODEX, ROO, GEMINI, OPENCODE, PI, VSCODE -> new Instruction.When.Always();
    };
  }

  /// @param known the words that mean something; another one is told
  private String word(String key, String... known) {
    String word = head.text(key).orElse("").toLowerCase(Locale.ROOT);
    if (!word.isEmpty() && !List.of(known).contains(word)) {
      problem(
          key,
          key
              + " is one of "
              + String.join(", ", known)
              + ", not '"
              + OneLine.of(word, SHOWN)
              + "'; the file is not used by itself");
    }
    return word;
  }

  private void problem(String key, String what) {
    problems.accept(shown + ":" + head.line(key) + ": " + what);
  }

  private Instruction.When forFiles(String key) {
    List<String> patterns = patterns(key);
    return patterns.isEmpty() ? described() : new Instruction.When.ForFiles(patterns);
  }

  private Instruction.When described() {
    String description = OneLine.of(head.text("description").orElse(""), LONGEST_DESCRIPTION);
    return description.isEmpty()
        ? new Instruction.When.ByHand()
        : new Instruction.When.Described(description);
  }

  /// A list, or texts between commas; braces hold commas of their own.
  private List<String> patterns(String key) {
    var patterns = new ArrayList<String>();
    Json value = head.values().get(key);
    if (value instanceof Json.Arr list) {
      for (Json item : list.items()) {
        if (item instanceof Json.Str text) {
          add(patterns, text.value(), key);
        }
      }
      return patterns;
    }
    String text = head.text(key).orElse("");
    if (text.startsWith("[") && text.endsWith("]")) {
      text = text.substring(1, text.length() - 1);
    }
    if (text.startsWith("[")) {
      problem(key, key + " begins with '[' and has no ']'; no pattern of it is used");
      return patterns;
    }
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i == text.length() ? ',' : text.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && (depth <= 0 || i == text.length())) {
        add(patterns, text.substring(from, i), key);
        from = i + 1;
      }
    }
    if (depth != 0) {
      problem(key, key + " has a brace that is not closed; no pattern of it is used");
      return List.of();
    }
    return patterns;
  }

  private void add(List<String> patterns, String written, String key) {
    String pattern = written.strip().replaceAll("^[\"']|[\"']$", "").strip();
    if (pattern.isEmpty()) {
      return;
    }
    try {
      Glob.of(pattern);
      patterns.add(pattern);
    } catch (PathException wrong) {
      problem(
          key,
          "the pattern '" + OneLine.of(pattern, SHOWN) + "' cannot be used: " + wrong.getMessage());
    }
  }
}
