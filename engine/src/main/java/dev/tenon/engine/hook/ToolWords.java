package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.path.Address;
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

  /// What Claude Code calls reading a page, and where it says which.
  private static final String FETCH = "WebFetch";

  private static final String URL = "url";
  private static final Set<String> SCHEMES = Set.of("http", "https");

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

  /// All names that a matcher may have for it.
  static List<String> all(String tool) {
    var all = new ArrayList<String>(NAMES.getOrDefault(tool, List.of()));
    all.add(tool);
    return all;
  }

  /// All names that a matcher may have for a call, the one first that it goes by: what reads a page
  /// has one more.
  static List<String> all(String tool, Json.Obj arguments) {
    List<String> all = all(tool);
    if (page(tool, arguments) != null) {
      all.addFirst(FETCH);
    }
    return all;
  }

  private static @Nullable String page(String tool, Json.Obj arguments) {
    return tool.equals("read_file") && PATH.in(arguments) instanceof Json.Str path
        ? page(path.value())
        : null;
  }

  /// The address of a page on the web where a path is one.
  private static @Nullable String page(String path) {
    return Address.of(path).filter(each -> SCHEMES.contains(each.scheme())).isPresent()
        ? path.strip()
        : null;
  }

  /// What hooks look at for a path among several, in the spelling of Claude Code's tool.
  ///
  /// @param subjects the names that a matcher may have, to which those of the path are added
  static Json.Builder oneOfSeveral(String path, Path root, List<String> subjects) {
    String page = page(path);
    if (page != null) {
      subjects.addFirst(FETCH);
    }
    return Json.object()
        .put("file_path", absolute(path, root))
        .put(URL, page == null ? null : Json.of(page));
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
    String page = page(tool, arguments);
    if (page != null) {
      input.put(URL, Json.of(page));
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
    return page(tool, sent) == null
        ? translated(tool, sent, wanted)
        : translated(tool, sent, withoutUrl(sent, wanted));
  }

  /// A page has a third spelling.
  private static Json.Obj withoutUrl(Json.Obj sent, Json.Obj wanted) {
    Map<String, Json> members = new LinkedHashMap<>(wanted.members());
    Json url = members.remove(URL);
    boolean changed = url != null && !url.equals(sent.get(URL));
    if (changed || (url != null && !wanted.has("path") && !wanted.has("file_path"))) {
      Json file = wanted.get("file_path");
      if (file != null && !file.equals(sent.get("file_path")) && !file.equals(url)) {
        throw new IllegalArgumentException(
            "it changes both file_path and url, which are one, and differently");
      }
      members.put("file_path", url);
    }
    return new Json.Obj(members);
  }

  private static Json.Obj translated(String tool, Json.Obj sent, Json.Obj wanted) {
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
