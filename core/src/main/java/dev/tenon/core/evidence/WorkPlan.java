package dev.tenon.core.evidence;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.permission.command.ExitMeaning;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a model means to do, as a person approves it: the steps, the commands that will prove the
/// result, and what may go wrong. Its Markdown form can be edited and read back.
public record WorkPlan(String title, List<String> steps, List<String> checks, List<String> risks) {
  /// The type of the entry that keeps a plan in a session.
  public static final String ENTRY = "tenon.plan";

  /// How the prompt begins that has an approved plan carried out.
  public static final String APPROVED = "The following plan is approved.";

  private static final String HEAD = "# Plan: ";
  private static final Pattern STAMP =
      Pattern.compile("^<!-- tenon-plan sha256:([0-9a-f]{64}) -->$", Pattern.MULTILINE);
  private static final Pattern ITEM = Pattern.compile("^(?:[0-9]{1,4}\\.|[-*]) +(.*)$");

  public WorkPlan {
    title = title.strip().replace('\n', ' ');
    steps = clean(steps);
    checks = clean(checks);
    risks = clean(risks);
  }

  private static List<String> clean(List<String> items) {
    return items.stream().map(String::strip).filter(item -> !item.isEmpty()).toList();
  }

  /// A text that is no plan, or not the one that was approved.
  public static final class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    PlanException(String message) {
      super(message);
    }
  }

  /// The name of a session that carries it out: runs of `-` and `_` are spaces, the first letter is
  /// large. Empty if nothing is left.
  public String sessionName() {
    String name = title.replaceAll("[-_]+", " ").strip();
    return name.isEmpty() ? "" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  public String markdown() {
    var out = new StringBuilder(HEAD).append(title).append("\n\n## Steps\n\n");
    for (int i = 0; i < steps.size(); i++) {
      out.append(i + 1).append(". ").append(indented(steps.get(i))).append('\n');
    }
    section(out, "Checks", checks);
    section(out, "Risks", risks);
    return out.toString();
  }

  private static void section(StringBuilder out, String name, List<String> items) {
    if (!items.isEmpty()) {
      out.append("\n## ").append(name).append("\n\n");
      items.forEach(item -> out.append("- ").append(indented(item)).append('\n'));
    }
  }

  private static String indented(String item) {
    return item.replace("\n", "\n   ");
  }

  /// The Markdown with a last line that tells whether it was changed since.
  public String stamped() {
    return markdown() + "\n<!-- tenon-plan sha256:" + sha256() + " -->\n";
  }

  public String sha256() {
    return Sha256.of(markdown());
  }

  /// The plan in an edited Markdown text.
  public static WorkPlan read(String text) throws PlanException {
    String title = null;
    List<String> steps = new ArrayList<>();
    List<String> checks = new ArrayList<>();
    List<String> risks = new ArrayList<>();
    List<String> section = null;
    for (String line : text.lines().toList()) {
      if (line.startsWith(HEAD)) {
        title = line.substring(HEAD.length());
        steps.clear();
        checks.clear();
        risks.clear();
        section = null;
        continue;
      }
      if (line.startsWith("## ")) {
        section =
            switch (line.substring(3).strip()) {
              case "Steps" -> steps;
              case "Checks" -> checks;
              case "Risks" -> risks;
              default -> null;
            };
        continue;
      }
      Matcher item = ITEM.matcher(line);
      if (section != null && item.matches()) {
        section.add(item.group(1));
      } else if (section != null && !section.isEmpty() && line.startsWith("   ")) {
        section.set(section.size() - 1, section.getLast() + "\n" + line.substring(3));
      }
    }
    if (title == null) {
      throw new PlanException("there is no line that begins with '" + HEAD + "'");
    }
    if (clean(steps).isEmpty()) {
      throw new PlanException("there is no step below '## Steps'");
    }
    return new WorkPlan(title, steps, checks, risks);
  }

  /// The plan in a file that was approved: as it was printed, or as JSON. One that was changed
  /// since is refused.
  public static WorkPlan approved(String text) throws PlanException {
    if (text.strip().startsWith("{")) {
      return approvedJson(text);
    }
    Matcher stamp = STAMP.matcher(text);
    int end = -1;
    String hash = "";
    while (stamp.find()) {
      end = stamp.start();
      hash = stamp.group(1);
    }
    if (end < 0) {
      throw new PlanException(
          "it has no line '<!-- tenon-plan sha256:… -->': it is no plan that was approved");
    }
    int head = text.startsWith(HEAD) ? 0 : -1;
    // Steps may speak of such lines; only the title stands at the beginning of one.
    for (int at = text.indexOf("\n" + HEAD);
        at >= 0 && at < end;
        at = text.indexOf("\n" + HEAD, at + 1)) {
      head = at + 1;
    }
    if (head < 0) {
      throw new PlanException("there is no line that begins with '" + HEAD + "'");
    }
    String body = text.substring(head, end).stripTrailing() + "\n";
    if (!Sha256.of(body).equals(hash)) {
      throw changed();
    }
    return read(body);
  }

  private static WorkPlan approvedJson(String text) throws PlanException {
    try {
      Json.Obj object = Json.parseObject(text);
      Json.Obj plan = object.object("plan") == null ? object : object.objectOrEmpty("plan");
      WorkPlan read = of(plan);
      if (!read.sha256().equals(plan.string("sha256", ""))) {
        throw changed();
      }
      return read;
    } catch (JsonException broken) {
      throw new PlanException("it is no plan: " + broken.getMessage());
    }
  }

  private static PlanException changed() {
    return new PlanException(
        "it was changed after it was approved; edit a plan in a conversation (/plan), or have a new"
            + " one made");
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("title", title)
        .put("steps", Json.strings(steps))
        .put("checks", Json.strings(checks))
        .put("risks", Json.strings(risks))
        .put("sha256", sha256())
        .build();
  }

  /// @throws JsonException when it is no plan
  public static WorkPlan of(Json json) throws JsonException {
    JsonFields in = JsonFields.of(json, "plan");
    return new WorkPlan(
        in.string("title"),
        in.strings("steps"),
        in.has("checks") ? in.strings("checks") : List.of(),
        in.has("risks") ? in.strings("risks") : List.of());
  }

  /// Which of its checks can prove nothing, with the reason, one line each.
  public List<String> vain() {
    var lines = new ArrayList<String>();
    for (String check : checks) {
      String weakness = ExitMeaning.of(check).weakness();
      if (!weakness.isEmpty()) {
        lines.add("the check '" + check + "' can prove nothing: " + weakness);
      }
    }
    return lines;
  }

  /// The goal whose criteria are its checks; empty when it has none.
  public Optional<List<Goal.Criterion>> criteria() {
    return checks.isEmpty()
        ? Optional.empty()
        : Optional.of(checks.stream().map(Goal.Criterion::ofCheck).toList());
  }
}
