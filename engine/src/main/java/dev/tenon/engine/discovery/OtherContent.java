package dev.tenon.engine.discovery;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.InlineContent;
import dev.tenon.engine.content.OtherTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Agents and commands that stand within `opencode.json`.
///
/// @param problems one line each, with file, line and way out
public record OtherContent(
    List<InlineContent> agents, List<InlineContent> commands, List<String> problems) {
  public static final OtherContent NONE = new OtherContent(List.of(), List.of(), List.of());

  private static final int LARGEST = 256 * 1024;

  public OtherContent {
    agents = List.copyOf(agents);
    commands = List.copyOf(commands);
    problems = List.copyOf(problems);
  }

  public static OtherContent read(Path root, Set<OtherTool> off) {
    var agents = new ArrayList<InlineContent>();
    var commands = new ArrayList<InlineContent>();
    var problems = new ArrayList<String>();
    if (Discovery.isOn(OtherTool.OPENCODE, off)) {
      for (String name : Discovery.OPENCODE) {
        // What is wrong with the file as a whole is told by whoever reads its permissions.
        OtherFile file = OtherFile.read(root, name, problem -> {});
        if (file != null) {
          var reader = new Reader(root, file, problems);
          reader.read("agent", "prompt", agents);
          reader.read("command", "template", commands);
        }
      }
    }
    return new OtherContent(agents, commands, problems);
  }

  private record Reader(Path root, OtherFile file, List<String> problems) {

    /// @param member that holds them by name
    /// @param body the key of the text
    void read(String member, String body, List<InlineContent> found) {
      Json value = file.value().get(member);
      if (value == null) {
        return;
      }
      if (!(value instanceof Json.Obj entries)) {
        problems.add(file.at("/" + member) + ": " + member + " must be an object; none is used");
        return;
      }
      for (Map.Entry<String, Json> each : entries.members().entrySet()) {
        String path = "/" + member + "/" + each.getKey();
        String at = file.at(path) + ": " + member + "." + each.getKey();
        if (!(each.getValue() instanceof Json.Obj entry)) {
          problems.add(at + " must be an object; it is left out");
          continue;
        }
        if (!(entry.get(body) instanceof Json.Str text)) {
          // Only settings of one that ships there.
          continue;
        }
        String whole = text(text.value(), at);
        if (whole != null) {
          found.add(
              new InlineContent(
                  each.getKey(),
                  markdown(entry, body, whole),
                  file.shown(),
                  file.line(path),
                  Path.of(file.path() + "#" + member + "." + each.getKey().replace('\0', '?'))));
        }
      }
    }

    private static String markdown(Json.Obj entry, String body, String text) {
      var made = new StringBuilder("---\n");
      entry
          .members()
          .forEach(
              (key, value) -> {
                // An agent's mode there says who may call it, not what it may do.
                if (!key.equals(body) && !(key.equals("mode") && body.equals("prompt"))) {
                  made.append(Json.of(key).compact()).append(": ");
                  made.append(value.compact()).append('\n');
                }
              });
      return made.append("---\n").append(text).toString();
    }

    /// A text, or the file that it names as `{file:…}`.
    private @Nullable String text(String written, String at) {
      String text = written.strip();
      if (!text.startsWith("{file:") || !text.endsWith("}")) {
        return written;
      }
      String name = text.substring("{file:".length(), text.length() - 1).strip();
      try {
        Path folder = file.path().getParent();
        Path real = (folder == null ? root : folder).resolve(name).toRealPath();
        if (!real.startsWith(root)) {
          problems.add(at + " refers to '" + name + "', which lies outside of the project");
        } else {
          byte[] bytes = FolderEntry.read(real, LARGEST);
          if (bytes.length <= LARGEST) {
            return ByteOrderMark.without(new String(bytes, StandardCharsets.UTF_8));
          }
          problems.add(at + " refers to '" + name + "', which is larger than 256 KB");
        }
      } catch (IOException unreadable) {
        problems.add(
            at
                + " refers to '"
                + name
                + "', which cannot be read: "
                + IoFailure.reason(unreadable));
      } catch (InvalidPathException noPath) {
        problems.add(at + " refers to '" + name + "', which is no path");
      }
      return null;
    }
  }
}
