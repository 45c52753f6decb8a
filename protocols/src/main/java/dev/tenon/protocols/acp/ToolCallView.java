package dev.tenon.protocols.acp;

import dev.tenon.core.edit.patch.EnvelopePatch;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.tool.ToolRunner;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tool calls as clients show them: title, kind, places, input and output.
final class ToolCallView {
  private static final Set<String> SEARCHES =
      Set.of("grep", "glob", "list_files", "recall_history", "more_tools");
  private static final Set<String> THINKING = Set.of("todo_write", "goal", "ask", "checkpoint");
  private static final int LONGEST_TITLE = 400;

  private final Path root;
  private final ClientPaths paths;
  private final Outlines outlines;

  /// Tells what calls would do.
  @FunctionalInterface
  interface Outlines {
    Optional<ToolRunner.Outline> of(Part.Call call);
  }

  ToolCallView(Path root, ClientPaths paths, Outlines outlines) {
    this.root = root;
    this.paths = paths;
    this.outlines = outlines;
  }

  /// Everything that is known of a call before it runs.
  ///
  /// @param id by which the client knows it
  /// @param helper who makes it; empty for the conversation itself
  Json.Builder call(String id, Part.Call call, String helper) {
    ToolRunner.Outline outline = outlines.of(call).orElse(null);
    List<Access> accesses = outline == null ? List.of() : outline.accesses();
    String said = outline == null ? "" : outline.title();
    return Json.object()
        .put("toolCallId", id)
        .put("title", title(call.name(), said, helper))
        .put("name", call.name())
        .put("kind", kind(call, accesses))
        .array("locations", places(accesses))
        .put("rawInput", call.arguments());
  }

  static String title(String tool, String said, String helper) {
    String title = said.isBlank() ? tool : tool.equals("bash") ? said : tool + " " + said;
    String whole = helper.isEmpty() ? title : helper + ": " + title;
    String line = VisibleText.line(whole.strip().replaceAll("\\s*\\R\\s*", " ⏎ "));
    return line.length() > LONGEST_TITLE ? line.substring(0, LONGEST_TITLE - 1) + "…" : line;
  }

  static String kind(Part.Call call, List<Access> accesses) {
    String tool = call.name();
    if (tool.equals("plan_ready")) {
      return "switch_mode";
    }
    if (SEARCHES.contains(tool)) {
      return "search";
    }
    if (THINKING.contains(tool)) {
      return "think";
    }
    boolean reads = false;
    for (Access access : accesses) {
      switch (access) {
        case Access.Execute ignored -> {
          return "execute";
        }
        case Access.Write ignored -> {
          return tool.equals("apply_patch") ? patch(call.arguments()) : "edit";
        }
        case Access.Connect ignored -> {
          return "fetch";
        }
        case Access.Read ignored -> reads = true;
        case Access.Outside ignored -> {}
        case Access.Delegate ignored -> {}
        case Access.Use ignored -> {}
      }
    }
    return reads ? "read" : "other";
  }

  /// A patch that does nothing else than delete files, or move them, is no edit.
  private static String patch(Json.Obj arguments) {
    String text = arguments.string("input", arguments.string("patch", ""));
    Set<EnvelopePatch.Act> acts = new EnvelopePatch(text).acts();
    return acts.equals(Set.of(EnvelopePatch.Act.DELETE))
        ? "delete"
        : acts.equals(Set.of(EnvelopePatch.Act.MOVE)) ? "move" : "edit";
  }

  private List<Json.Obj> places(List<Access> accesses) {
    var places = new ArrayList<Json.Obj>();
    for (Access access : accesses) {
      String path =
          switch (access) {
            case Access.Read read -> read.path();
            case Access.Write write -> write.path();
            case Access.Execute ignored -> "";
            case Access.Connect ignored -> "";
            case Access.Outside ignored -> "";
            case Access.Delegate ignored -> "";
            case Access.Use ignored -> "";
          };
      if (path.isEmpty() || path.contains("://")) {
        continue;
      }
      try {
        Path place = paths.spelled(root.resolve(path).normalize());
        places.add(Json.object().put("path", place.toString()).build());
      } catch (InvalidPathException strange) {
        // It has no place in an editor.
      }
    }
    return places;
  }

  /// What a call answered: hunks where it has any, otherwise its text and pictures.
  List<Json.Obj> content(Part.Result result, DiffContent diff) {
    var content = new ArrayList<Json.Obj>(diff.content());
    if (content.isEmpty() && !result.text().isBlank()) {
      content.add(text(result.text()));
    }
    for (Part.Image image : result.images()) {
      content.add(
          Json.object()
              .put("type", "content")
              .object(
                  "content",
                  block ->
                      block
                          .put("type", "image")
                          .put("data", image.base64())
                          .put("mimeType", image.mediaType()))
              .build());
    }
    return content;
  }

  DiffContent diff(Part.Result result) {
    return diff(result.envelope().objectOrEmpty("data").string("diff", ""));
  }

  DiffContent diff(String unified) {
    return DiffContent.of(unified, root, paths);
  }

  static Json.Obj text(String text) {
    return Json.object().put("type", "content").put("content", block(text)).build();
  }

  static Json.Obj block(String text) {
    return Json.object().put("type", "text").put("text", text).build();
  }
}
