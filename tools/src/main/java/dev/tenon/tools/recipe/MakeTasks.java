package dev.tenon.tools.recipe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The targets of a makefile, read from its text. A target is documented by `## …` behind it or by
/// a comment right above it. When some targets are phony, those that are files are left out unless
/// they are documented.
final class MakeTasks {
  private final Map<String, String> targets = new LinkedHashMap<>();
  private final Set<String> phony = new HashSet<>();

  private MakeTasks() {}

  static List<RecipeTask> of(ProjectFolder project) {
    Optional<String> file = project.first("GNUmakefile", "makefile", "Makefile");
    if (file.isEmpty() || !project.installed().test("make")) {
      return List.of();
    }
    var makefile = new MakeTasks();
    makefile.read(project.lines(file.get()));
    return makefile.tasks();
  }

  private List<RecipeTask> tasks() {
    var tasks = new ArrayList<RecipeTask>();
    targets.forEach(
        (name, doc) -> {
          String command = "make " + ProjectFolder.quoted(name);
          if (phony.isEmpty() || phony.contains(name)) {
            tasks.add(new RecipeTask(name, command, doc));
          } else if (!doc.isEmpty()) {
            tasks.add(new RecipeTask(name, command, doc + " (file target)"));
          }
        });
    return tasks;
  }

  private void read(List<String> lines) {
    String comment = "";
    boolean defining = false;
    var joined = new StringBuilder();
    for (String line : lines) {
      if (line.endsWith("\\")) {
        joined.append(line, 0, line.length() - 1).append(' ');
        continue;
      }
      String whole = joined.append(line).toString();
      joined.setLength(0);
      if (whole.startsWith("\t")) {
        comment = "";
        continue;
      }
      String text = whole.strip();
      if (defining || text.startsWith("define ")) {
        defining = !text.equals("endef");
      } else if (text.startsWith("#")) {
        comment = text.replaceFirst("^#+", "").strip();
        continue;
      } else if (!text.isEmpty()) {
        rule(text, comment);
      }
      comment = "";
    }
  }

  private void rule(String line, String comment) {
    int colon = line.indexOf(':');
    int equals = line.indexOf('=');
    if (colon <= 0 || (equals >= 0 && equals < colon)) {
      return;
    }
    String after = line.substring(colon + 1);
    if (after.startsWith("=") || after.startsWith(":=") || after.startsWith("::=")) {
      return;
    }
    String before = line.substring(0, colon);
    int hash = after.indexOf("##");
    String doc = hash >= 0 ? after.substring(hash + 2).strip() : comment;
    int end = after.indexOf('#');
    String prerequisites = (end >= 0 ? after.substring(0, end) : after).replaceFirst("^:", "");
    if (before.strip().equals(".PHONY")) {
      for (String name : prerequisites.strip().split("\\s+", -1)) {
        if (!name.isEmpty()) {
          phony.add(name);
        }
      }
      return;
    }
    if (before.indexOf('#') >= 0) {
      return;
    }
    for (String name : before.strip().split("\\s+", -1)) {
      if (isTarget(name)) {
        targets.merge(name, doc, (old, more) -> old.isEmpty() ? more : old);
      }
    }
  }

  private static boolean isTarget(String name) {
    return !name.isEmpty()
        && !name.startsWith(".")
        && name.indexOf('%') < 0
        && name.indexOf('$') < 0
        && name.indexOf('(') < 0
        && !name.equals("export")
        && !name.equals("override");
  }
}
