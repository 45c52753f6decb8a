package dev.tenon.core.evidence;

import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What a prompt changed and what was checked since: the last word about it, made of journal and
/// checks and of nothing that a model said.
///
/// @param prompt the journal's checkpoint of the prompt
/// @param lastChange the last change that it knows of
/// @param files what was changed, in order
/// @param checks what ran in the prompt, oldest first
/// @param judges tests, build files and scripts of checks among the files
/// @param goal what became of the goal; empty without one
/// @param where whether the changes are written, or wait for a decision
public record Receipt(
    String prompt,
    String lastChange,
    List<String> files,
    List<Line> checks,
    List<String> judges,
    String goal,
    Effects.Where where) {
  /// The type of the entry that keeps a receipt in a session.
  public static final String ENTRY = "tenon.receipt";

  /// What is said when nothing was checked.
  public static final String UNCHECKED = "nothing was checked since";

  private static final int MOST_NAMES = 6;
  private static final int MOST_CHECKS = 8;

  public Receipt {
    files = List.copyOf(files);
    checks = List.copyOf(checks);
    judges = List.copyOf(judges);
  }

  /// Of changes that are written.
  public Receipt(
      String prompt,
      String lastChange,
      List<String> files,
      List<Line> checks,
      List<String> judges,
      String goal) {
    this(prompt, lastChange, files, checks, judges, goal, Effects.Where.WRITTEN);
  }

  /// Whether the changes wait for a decision. Such a receipt goes along with the answer alone: what
  /// is decided later makes another one.
  public boolean isStaged() {
    return where != Effects.Where.WRITTEN;
  }

  /// One check.
  ///
  /// @param exit -1 if it did not exit by itself
  /// @param afterLastChange whether it saw the files as the prompt left them
  /// @param weakness why its exit code proves nothing; empty if it does
  public record Line(
      String id, String command, int exit, long millis, boolean afterLastChange, String weakness) {

    /// Programs that build, test, compare or find fault: who runs one checks something.
    private static final Pattern KNOWN =
        Pattern.compile(
            "(?:^|[;&|\\n(])\\s*(?:\\w+=\\S*\\s+)*(?:(?:ba|da|z)?sh\\s+)?(?:\\S*/)?"
                + "(?:mvnw?|gradlew?|ant|sbt|bazel|make|ninja|just|cmake|ctest|meson|javac"
                + "|npm|npx|pnpm|yarn|bun|deno|tsc|eslint|biome|jest|vitest|mocha|playwright"
                + "|cargo|rustc|go|gofmt|golangci-lint|dotnet|swift|xcodebuild|gcc|g\\+\\+|clang"
                + "|pytest|tox|nox|mypy|pyright|ruff|flake8|pylint|python3? -m \\w+"
                + "|rake|rspec|rubocop|mix|phpunit|composer|phpstan|shellcheck"
                + "|test|\\[|diff|cmp|grep|\\S*(?:test|check|verify|lint)\\S*)(?=[\\s;&|)]|$)");

    private static final int MOST_READ = 4096;

    /// Whether it is known that such a command checks something.
    boolean isKnown() {
      return KNOWN.matcher(command).region(0, Math.min(command.length(), MOST_READ)).find();
    }

    /// Whether it says something about the files as they were left.
    public boolean counts() {
      return afterLastChange && (exit != 0 || weakness.isEmpty());
    }
  }

  /// Whether something was checked after the last change.
  public boolean isChecked() {
    return checks.stream().anyMatch(Line::counts);
  }

  public Json.Obj toJson() {
    var lines = new ArrayList<Json>();
    for (Line check : checks) {
      var line =
          Json.object()
              .put("id", check.id)
              .put("command", check.command)
              .put("exit", check.exit)
              .put("after_last_change", check.afterLastChange)
              .put("millis", check.millis);
      if (!check.weakness.isEmpty()) {
        line.put("weakness", check.weakness);
      }
      lines.add(line.build());
    }
    var out =
        Json.object()
            .put("prompt", prompt)
            .put("last_change", lastChange)
            .put("files", Json.strings(files))
            .array("checks", lines)
            .put("checked", isChecked());
    if (!isChecked()) {
      out.put("note", UNCHECKED);
    }
    if (!judges.isEmpty()) {
      out.put("changed_judges", Json.strings(judges));
    }
    if (!goal.isEmpty()) {
      out.put("goal", goal);
    }
    if (isStaged()) {
      out.put("staged", true);
    }
    return out.build();
  }

  /// @throws JsonException when it is no receipt
  public static Receipt of(Json json) throws JsonException {
    JsonFields in = JsonFields.of(json, "receipt");
    var lines = new ArrayList<Line>();
    for (JsonFields line : in.each("checks")) {
      String weakness = line.optionalString("weakness");
      lines.add(
          new Line(
              line.string("id"),
              line.string("command"),
              (int) line.whole("exit"),
              line.whole("millis"),
              line.bool("after_last_change", false),
              weakness == null ? "" : weakness));
    }
    String goal = in.optionalString("goal");
    return new Receipt(
        in.string("prompt"),
        in.string("last_change"),
        in.strings("files"),
        lines,
        in.has("changed_judges") ? in.strings("changed_judges") : List.of(),
        goal == null ? "" : goal,
        in.bool("staged", false) ? Effects.Where.STAGED : Effects.Where.WRITTEN);
  }

  /// The receipt for people, a few lines.
  public List<String> lines() {
    var lines = new ArrayList<String>();
    lines.add(
        "changed " + (files.size() == 1 ? "1 file: " : files.size() + " files: ") + few(files));
    List<Line> counting = checks.stream().filter(Line::counts).toList();
    if (counting.isEmpty()) {
      lines.add(UNCHECKED);
    }
    for (Line check :
        counting.subList(Math.max(0, counting.size() - MOST_CHECKS), counting.size())) {
      lines.add(
          (check.isKnown() ? "checked: " : "ran: ")
              + oneLine(check.command)
              + " → "
              + (check.exit < 0 ? "stopped" : "exit " + check.exit)
              + " ("
              + seconds(check.millis)
              + ")");
    }
    if (!judges.isEmpty()) {
      lines.add("changed what judges it: " + few(judges));
    }
    if (!goal.isEmpty()) {
      lines.add("goal: " + goal);
    }
    return lines;
  }

  private static String oneLine(String command) {
    String line = command.strip().replace('\n', ' ');
    return line.length() > 100 ? line.substring(0, 99) + "…" : line;
  }

  private static String seconds(long millis) {
    return millis < 1000 ? millis + " ms" : millis / 1000 + "." + millis % 1000 / 100 + " s";
  }

  private static String few(List<String> names) {
    return String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
        + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "");
  }
}
