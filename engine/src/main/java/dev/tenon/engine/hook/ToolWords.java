package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tools and their inputs in Claude Code's words beside ours, and the way back.
final class ToolWords {
  private static final Pattern SELECTOR = Pattern.compile(":(raw|\\d+([-+]\\d+)?)$");

  private static final Map<String, List<String>> NAMES = names();

  private static final Field PATH =
      new Field("path", "file_path", List.of("file", "filename", "filepath"));
  private static final Map<String, List<Field>> FIELDS =
      Map.of(
          "bash",
          List.of(
              new Field("command", "command", List.of("cmd")),
              new Field("async", "run_in_background", List.of())),
          "read_file",
          List.of(PATH, new Field("start_line", "offset", List.of("startLine", "start"))),
          "write_file",
          List.of(PATH, new Field("content", "content", List.of("text", "contents"))),
          "edit_file",
          List.of(
              PATH,
              new Field("old_text", "old_string", List.of("oldText", "old_str", "old")),
              new Field("new_text", "new_string", List.of("newText", "new_str", "new"))),
          "hashline_edit",
          List.of(PATH),
          "safe_patch",
          List.of(new Field("file_path", "file_path", List.of("filePath", "path", "file"))),
          "grep",
          List.of(
              new Field("pattern", "pattern", List.of("query", "regex")),
              new Field("file_type", "type", List.of("fileType"))),
          "glob",
          List.of(new Field("pattern", "pattern", List.of("glob"))),
          "task",
          List.of(new Field("agent", "subagent_type", List.of())));

  private ToolWords() {}

  /// One argument.
  ///
  /// @param others further names that models use for it
  private record Field(String ours, String claude, List<String> others) {
    @Nullable Json in(Json.Obj arguments) {
      Json given = arguments.get(ours);
      for (String other : others) {
        given = given == null ? arguments.get(other) : given;
      }
      return given == null ? arguments.get(claude) : given;
    }
  }

  private static Map<String, List<String>> names() {
    var names = new LinkedHashMap<String, List<String>>();
    names.put("bash", List.of("Bash"));
    for (String edit :
        List.of("edit_file", "hashline_edit", "safe_patch", "apply_patch", "propose_edits")) {
      names.put(edit, List.of("Edit", "MultiEdit"));
    }
    names.put("write_file", List.of("Write"));
    names.put("read_file", List.of("Read"));
    names.put("read_many_files", List.of("Read"));
    names.put("list_files", List.of("LS"));
    names.put("glob", List.of("Glob"));
    names.put("grep", List.of("Grep"));
    names.put("task", List.of("Task", "Agent"));
    names.put("todo_write", List.of("TodoWrite"));
    names.put("ask", List.of("AskUserQuestion"));
    names.put("plan_ready", List.of("ExitPlanMode"));
    names.put("skill", List.of("Skill"));
    return names;
  }

  /// Our tools that Claude Code has names for.
  static Set<String> translated() {
    return NAMES.keySet();
  }

  /// Claude Code's name of a tool, or ours where it has none.
  static String claude(String tool) {
    List<String> names = NAMES.get(tool);
    return names == null ? tool : names.getFirst();
  }

  /// All names that a matcher may have for it.
  static List<String> all(String tool) {
    var all = new ArrayList<String>(NAMES.getOrDefault(tool, List.of()));
    all.add(tool);
    return all;
  }

  /// The arguments in both spellings; files of Claude Code's are absolute.
  static Json.Obj input(String tool, Json.Obj arguments, Path root) {
    Map<String, Json> input = new LinkedHashMap<>(arguments.members());
    for (Field field : FIELDS.getOrDefault(tool, List.of())) {
      Json given = field.in(arguments);
      if (given != null) {
        field.others().forEach(input::remove);
        input.put(field.ours(), given);
        input.put(
            field.claude(),
            field.claude().equals("file_path") && given instanceof Json.Str path
                ? absolute(path.value(), root)
                : given);
      }
    }
    return new Json.Obj(input);
  }

  /// A path as Claude Code writes it; an address stays as it is.
  static Json absolute(String path, Path root) {
    if (path.contains("://")) {
      return Json.of(path);
    }
    String plain = SELECTOR.matcher(path).replaceFirst("");
    try {
      return Json.of(root.resolve(plain).normalize().toString());
    } catch (java.nio.file.InvalidPathException unusable) {
      return Json.of(path);
    }
  }

  /// The arguments for our tool that a hook wants instead of those it was sent. Of a field that has
  /// two spellings, the one counts that the hook has changed.
  ///
  /// @throws IllegalArgumentException when it has changed both, and differently
  static Json.Obj arguments(String tool, Json.Obj sent, Json.Obj wanted) {
    Map<String, Json> arguments = new LinkedHashMap<>(wanted.members());
    for (Field field : FIELDS.getOrDefault(tool, List.of())) {
      if (field.ours().equals(field.claude())) {
        continue;
      }
      Json ours = wanted.get(field.ours());
      Json theirs = wanted.get(field.claude());
      boolean oursNew = ours != null && !ours.equals(sent.get(field.ours()));
      boolean theirsNew = theirs != null && !theirs.equals(sent.get(field.claude()));
      if (oursNew && theirsNew && !Objects.equals(ours, theirs)) {
        throw new IllegalArgumentException(
            "it changes both "
                + field.ours()
                + " and "
                + field.claude()
                + ", which are one, and differently");
      }
      arguments.remove(field.claude());
      // What a hook left as it was stays ours: a path with the lines to read, for example.
      Json kept = ours == null && theirs != null && !theirsNew ? sent.get(field.ours()) : ours;
      Json value = theirsNew ? theirs : kept;
      if (value == null) {
        arguments.remove(field.ours());
      } else {
        arguments.put(field.ours(), value);
      }
    }
    return new Json.Obj(arguments);
  }
}
