package dev.tenon.engine.hook;

import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The files of a call of a tool that is about several. Hooks look at one file of a call, as Claude
/// Code's tools have it, so they are asked once for each.
final class CallFiles {
  private static final String ADDED = "*** Add File:";
  private static final List<String> SECTIONS =
      List.of(ADDED, "*** Update File:", "*** Delete File:", "*** Move to:");
  private static final List<String> PATHS = List.of("file_path", "filePath", "path", "file");
  private static final List<String> NEW = List.of("new_text", "newText", "new_string", "text");
  private static final int MOST_MATCHES = 60;
  private static final int MOST_VISITED = 20_000;

  private CallFiles() {}

  /// One file.
  ///
  /// @param path as the call names it
  /// @param added whether the call makes it
  /// @param before what is replaced as far as the call says it; may be empty
  /// @param after what stands there instead; may be empty
  record CallFile(String path, boolean added, String before, String after) {}

  /// None for a tool that is about one file, or about something else.
  static List<CallFile> of(String tool, Json.Obj arguments, Path root) {
    return switch (tool) {
      case "apply_patch" -> patched(texts(arguments));
      case "hashline_edit" -> anchored(texts(arguments));
      case "propose_edits" -> proposed(arguments);
      case "read_many_files" -> read(arguments, root);
      default -> List.of();
    };
  }

  /// All texts of a call: models name the only argument in many ways.
  private static String texts(Json.Obj arguments) {
    var all = new StringBuilder();
    for (Json each : arguments.members().values()) {
      if (each instanceof Json.Str text) {
        all.append(text.value()).append('\n');
      }
    }
    return all.toString();
  }

  /// What is said about one file, while it is read.
  private static final class Draft {
    boolean added;
    final StringBuilder before = new StringBuilder();
    final StringBuilder after = new StringBuilder();
  }

  private static List<CallFile> files(Map<String, Draft> drafts) {
    var files = new ArrayList<CallFile>();
    drafts.forEach(
        (path, draft) ->
            files.add(
                new CallFile(path, draft.added, draft.before.toString(), draft.after.toString())));
    return files;
  }

  private static List<CallFile> patched(String input) {
    var drafts = new LinkedHashMap<String, Draft>();
    Draft at = new Draft();
    for (String line : input.lines().toList()) {
      String bare = line.strip();
      String marker = SECTIONS.stream().filter(bare::startsWith).findFirst().orElse("");
      if (!marker.isEmpty()) {
        String path = bare.substring(marker.length()).strip();
        at = drafts.computeIfAbsent(path, each -> new Draft());
        at.added |= marker.equals(ADDED);
      } else if (line.startsWith("+")) {
        at.after.append(line, 1, line.length()).append('\n');
      } else if (line.startsWith("-")) {
        at.before.append(line, 1, line.length()).append('\n');
      } else if (line.startsWith(" ")) {
        at.before.append(line, 1, line.length()).append('\n');
        at.after.append(line, 1, line.length()).append('\n');
      }
    }
    for (String path : new EnvelopePatch(input).paths()) {
      drafts.computeIfAbsent(path, each -> new Draft());
    }
    drafts.remove("");
    return files(drafts);
  }

  private static List<CallFile> anchored(String input) {
    var drafts = new LinkedHashMap<String, Draft>();
    Draft at = new Draft();
    for (String line : input.lines().toList()) {
      if (line.startsWith("§") && !line.substring(1).isBlank()) {
        at = drafts.computeIfAbsent(line.substring(1).strip(), each -> new Draft());
      } else if (!line.startsWith("»") && !line.startsWith("«") && !line.startsWith("≔")) {
        at.after.append(line).append('\n');
      }
    }
    return files(drafts);
  }

  private static List<CallFile> proposed(Json.Obj arguments) {
    var drafts = new LinkedHashMap<String, Draft>();
    for (Json each : items(arguments)) {
      if (each instanceof Json.Obj edit) {
        String path = text(edit, PATHS);
        if (!path.isEmpty()) {
          drafts
              .computeIfAbsent(path, none -> new Draft())
              .after
              .append(text(edit, NEW))
              .append('\n');
        }
      }
    }
    return files(drafts);
  }

  private static String text(Json.Obj object, List<String> names) {
    for (String name : names) {
      String value = object.string(name, "");
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  /// The items of all lists, be they written as such or as a text; a text that is none is an item.
  private static List<Json> items(Json.Obj arguments) {
    var items = new ArrayList<Json>();
    for (Json each : arguments.members().values()) {
      Json value = each;
      if (each instanceof Json.Str text && text.value().strip().startsWith("[")) {
        try {
          value = Json.parse(text.value());
        } catch (JsonException noList) {
          // It is a text then.
        }
      }
      if (value instanceof Json.Arr list) {
        items.addAll(list.items());
      } else {
        items.add(value);
      }
    }
    return items;
  }

  private static List<CallFile> read(Json.Obj arguments, Path root) {
    var paths = new LinkedHashSet<String>();
    for (Json each : items(arguments)) {
      if (each instanceof Json.Str text && !text.value().isBlank()) {
        paths.add(text.value());
        if (text.value().matches(".*[*?\\[{].*")) {
          paths.addAll(matches(text.value(), root));
        }
      }
    }
    return paths.stream().map(path -> new CallFile(path, false, "", "")).toList();
  }

  /// What a pattern leads to, for only that is what somebody guards.
  private static Set<String> matches(String pattern, Path root) {
    var found = new TreeSet<String>();
    try {
      Glob glob = Glob.of(pattern);
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            private int visited;

            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return String.valueOf(folder.getFileName()).equals(".git")
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = root.relativize(file).toString();
              if (glob.matches(name)) {
                found.add(name);
              }
              visited++;
              return visited > MOST_VISITED || found.size() >= MOST_MATCHES
                  ? FileVisitResult.TERMINATE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (PathException | IOException none) {
      // The pattern as it is written is looked at in any case.
    }
    return found;
  }
}
