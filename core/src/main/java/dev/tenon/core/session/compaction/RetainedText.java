package dev.tenon.core.session.compaction;

import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What a shortened history keeps word for word, whatever a summary makes of the rest: the person's
/// words (the first of them are the goal), decisions, answers that the person gave, the todo list,
/// and the files that were touched with the hashes the model knew. Grows from one time to the next.
///
/// @param words what the person said, oldest first
/// @param decisions one a line, oldest first
/// @param todo the latest todo list as the model saw it, or empty
/// @param files path to what is known of it
/// @param skills the texts of loaded skills by their names
record RetainedText(
    List<String> words,
    List<String> decisions,
    String todo,
    SequencedMap<String, FileUse> files,
    SequencedMap<String, String> skills) {
  static final RetainedText EMPTY =
      new RetainedText(List.of(), List.of(), "", new LinkedHashMap<>(), new LinkedHashMap<>());

  private static final String GOAL = "The goal: ";
  private static final String PLAN = "The plan: ";
  private static final String SKILL = "skill";
  private static final String SKILL_FRAME = "<skill name=\"";

  private static final int MOST_FILES = 200;
  private static final int MOST_DECISIONS = 100;

  RetainedText {
    words = List.copyOf(words);
    decisions = List.copyOf(decisions);
  }

  /// A file as the model last knew it.
  ///
  /// @param sha256 may be empty when it was deleted
  record FileUse(String sha256, Use use) {}

  /// What was done with a file.
  enum Use {
    READ,
    CHANGED
  }

  /// This text and what the messages add to it.
  RetainedText with(List<Message> messages) {
    var said = new ArrayList<>(words);
    var decided = new LinkedHashSet<>(decisions);
    var touched = new LinkedHashMap<>(files);
    var loaded = new LinkedHashMap<>(skills);
    String list = todo;
    for (Message message : messages) {
      if (message instanceof Message.User user) {
        String spoken = spoken(user, loaded);
        said.add(spoken);
        if (spoken.startsWith(WorkPlan.APPROVED)) {
          latest(PLAN, spoken, decided);
        }
        goal(spoken, decided);
      } else if (message instanceof Message.ToolResults results) {
        for (Part.Result result : results.results()) {
          if (result.failed()) {
            continue;
          }
          switch (result.name()) {
            case "todo_write" -> list = result.text();
            case SKILL -> skill(result.text(), loaded);
            case "goal" -> latest(GOAL, result.text(), decided);
            case "plan_ready" -> latest(PLAN, result.text(), decided);
            case "ask" -> decided.add("The person was asked and answered: " + result.text());
            default -> files(result.envelope(), use(result.name()), touched);
          }
        }
      }
    }
    return new RetainedText(said, newest(decided), list, newest(touched), loaded);
  }

  /// Notes what the person has said about a goal with a command: a new one stays word for word.
  private static void goal(String spoken, LinkedHashSet<String> decided) {
    int at = spoken.indexOf(Goal.CHANGE);
    while (at >= 0) {
      int from = at + Goal.CHANGE.length();
      int end = spoken.indexOf(Goal.CHANGE_END, from);
      String change = spoken.substring(from, end < 0 ? spoken.length() : end).strip();
      if (change.startsWith(Goal.SET)) {
        latest(GOAL, change, decided);
      } else {
        // Said again it counts anew.
        decided.remove(change);
        decided.add(change);
      }
      at = spoken.indexOf(Goal.CHANGE, from);
    }
  }

  /// Notes something of which only the latest state counts.
  private static void latest(String what, String text, LinkedHashSet<String> decided) {
    decided.removeIf(each -> each.startsWith(what));
    decided.add(what + text);
  }

  /// Notes the text of a loaded skill by its name. Answers whether it is one.
  private static boolean skill(String text, SequencedMap<String, String> loaded) {
    int end = text.indexOf('"', SKILL_FRAME.length());
    if (!text.startsWith(SKILL_FRAME) || end < 0) {
      return false;
    }
    loaded.put(text.substring(SKILL_FRAME.length(), end), text);
    return true;
  }

  /// What was typed, without the files that came along with it.
  private static String spoken(Message.User user, SequencedMap<String, String> loaded) {
    var text = new StringBuilder();
    for (Part.Input part : user.content()) {
      if (part instanceof Part.Text words
          && !words.text().startsWith("<file path=")
          && !skill(words.text(), loaded)) {
        text.append(text.isEmpty() ? "" : "\n").append(words.text());
      }
    }
    return text.toString();
  }

  RetainedText deciding(List<String> more) {
    var decided = new LinkedHashSet<>(decisions);
    decided.addAll(more);
    return new RetainedText(words, newest(decided), todo, files, skills);
  }

  RetainedText withTodo(String list) {
    return new RetainedText(words, decisions, list, files, skills);
  }

  private static Use use(String tool) {
    return tool.startsWith("read") || tool.equals("grep") ? Use.READ : Use.CHANGED;
  }

  /// Finds every object with a path and a hash, however deep.
  private static void files(Json json, Use use, SequencedMap<String, FileUse> found) {
    if (json instanceof Json.Obj object) {
      if (object.get("path") instanceof Json.Str path
          && object.get("sha256") instanceof Json.Str hash) {
        FileUse before = found.remove(path.value());
        boolean changed = use == Use.CHANGED || (before != null && before.use == Use.CHANGED);
        found.put(path.value(), new FileUse(hash.value(), changed ? Use.CHANGED : Use.READ));
      }
      for (Map.Entry<String, Json> field : object.members().entrySet()) {
        files(field.getValue(), use, found);
      }
    } else if (json instanceof Json.Arr array) {
      for (Json item : array.items()) {
        files(item, use, found);
      }
    }
  }

  /// The latest decisions; goal and plan stay however old they are.
  private static List<String> newest(LinkedHashSet<String> all) {
    var kept = new ArrayList<String>();
    int older = all.size() - MOST_DECISIONS;
    for (String each : all) {
      if (older-- <= 0 || each.startsWith(GOAL) || each.startsWith(PLAN)) {
        kept.add(each);
      }
    }
    return kept;
  }

  private static SequencedMap<String, FileUse> newest(SequencedMap<String, FileUse> all) {
    while (all.size() > MOST_FILES) {
      all.pollFirstEntry();
    }
    return all;
  }

  Json.Obj json() {
    var list = new ArrayList<Json>();
    files.forEach(
        (path, file) ->
            list.add(
                Json.object()
                    .put("path", path)
                    .put("sha256", file.sha256)
                    .put("use", file.use.name())
                    .build()));
    var loaded = new ArrayList<Json>();
    skills.forEach(
        (name, text) -> loaded.add(Json.object().put("name", name).put("text", text).build()));
    return Json.object()
        .put("words", Json.strings(words))
        .put("decisions", Json.strings(decisions))
        .put("todo", todo)
        .array("files", list)
        .array("skills", loaded)
        .build();
  }

  /// What [#json] made; of anything else, what can be understood.
  static RetainedText of(Json.Obj json) {
    var files = new LinkedHashMap<String, FileUse>();
    if (json.get("files") instanceof Json.Arr list) {
      for (Json item : list.items()) {
        if (item instanceof Json.Obj file && file.get("path") instanceof Json.Str path) {
          files.put(
              path.value(),
              new FileUse(
                  file.string("sha256", ""),
                  file.string("use", "").equals("CHANGED") ? Use.CHANGED : Use.READ));
        }
      }
    }
    var skills = new LinkedHashMap<String, String>();
    for (Json.Obj skill : json.objects("skills")) {
      skills.put(skill.string("name", ""), skill.string("text", ""));
    }
    return new RetainedText(
        strings(json.get("words")),
        strings(json.get("decisions")),
        json.string("todo", ""),
        files,
        skills);
  }

  private static List<String> strings(@Nullable Json json) {
    var texts = new ArrayList<String>();
    if (json instanceof Json.Arr array) {
      for (Json item : array.items()) {
        if (item instanceof Json.Str text) {
          texts.add(text.value());
        }
      }
    }
    return texts;
  }
}
