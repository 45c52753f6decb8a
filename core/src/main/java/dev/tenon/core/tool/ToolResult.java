package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;

/// What a tool gives back: text for the model, and the same as data for envelopes and faces. Faces
/// render these shapes and know no tool.
public sealed interface ToolResult {

  /// The compact text that the model reads.
  String text();

  /// The `data` of the envelope.
  Json.Obj data();

  /// The same result with its text cut to what fits.
  ToolResult bounded(OutputBound bound);

  default List<Part.Image> images() {
    return List.of();
  }

  /// Plain text with a few facts about it. `rest` tells how to get what a cut leaves out.
  record Text(String text, Json.Obj facts, String rest) implements ToolResult {
    public static Text of(String text) {
      return new Text(text, Json.Obj.EMPTY, "");
    }

    @Override
    public Json.Obj data() {
      return Json.object().putAll(facts).put("content", text).build();
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      return bound.fits(text) ? this : new Text(bound.cutEnd(text, rest), facts, rest);
    }
  }

  /// Data by a contract of its own, with a text that says the same. Whoever makes it keeps both in
  /// bounds.
  record Facts(String text, Json.Obj data) implements ToolResult {
    @Override
    public ToolResult bounded(OutputBound bound) {
      return this;
    }
  }

  /// A change to a file as a unified diff.
  record Diff(String summary, String diff, Json.Obj facts) implements ToolResult {
    @Override
    public String text() {
      return diff.isEmpty() ? summary : summary + "\n" + diff;
    }

    @Override
    public Json.Obj data() {
      var data = Json.object().put("summary", summary).putAll(facts);
      return (diff.isEmpty() ? data : data.put("diff", diff)).build();
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      return bound.fits(diff)
          ? this
          : new Diff(summary, bound.cutEnd(diff, "Read the file to see the whole change."), facts);
    }
  }

  /// A command that ran to its end: its output (both streams as they came) and how it ended. Of the
  /// facts, `note` is shown, and `artifact` is the address of all of the output, which is told
  /// last.
  record Command(String output, int exitCode, Json.Obj facts) implements ToolResult {
    @Override
    public String text() {
      String said = output.isEmpty() ? "(no output)" : output.stripTrailing();
      String note = facts.string("note", "");
      return said
          + (exitCode == 0 ? "" : "\n[exit code " + exitCode + "]")
          + (note.isEmpty() ? "" : "\n[" + note + "]")
          + whereAllIs();
    }

    private String whereAllIs() {
      String artifact = facts.string("artifact", "");
      return artifact.isEmpty()
          ? ""
          : "\n[all of it, for grep and for read_file, also by lines as in :200-300:] " + artifact;
    }

    @Override
    public Json.Obj data() {
      return Json.object().put("exit_code", exitCode).put("output", output).putAll(facts).build();
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      String artifact = facts.string("artifact", "");
      String rest =
          artifact.isEmpty()
              ? "Run it again with a filter (grep, head, tail) to see them."
              : "All are in " + artifact + ".";
      return bound.fits(output)
          ? this
          : new Command(bound.cutMiddle(output, rest), exitCode, facts);
    }
  }

  /// Rows under columns.
  record Table(List<String> columns, List<List<String>> rows, Json.Obj facts)
      implements ToolResult {
    @Override
    public String text() {
      var out = new StringBuilder(String.join("\t", columns));
      rows.forEach(row -> out.append('\n').append(String.join("\t", row)));
      return out.toString();
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("columns", Json.strings(columns))
          .array("rows", rows.stream().map(Json::strings).toList())
          .putAll(facts)
          .build();
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      int kept = rows.size();
      while (kept > 1 && !bound.fits(new Table(columns, rows.subList(0, kept), facts).text())) {
        kept = kept / 2;
      }
      return kept == rows.size()
          ? this
          : new Table(
              columns,
              rows.subList(0, kept),
              facts.with("note", Json.of(kept + " of " + rows.size() + " rows shown; narrow it")));
    }
  }

  /// A picture with a line that says what it is.
  ///
  /// @param more other pictures that came with it
  record Picture(String caption, Part.Image image, List<Part.Image> more) implements ToolResult {
    public Picture {
      more = List.copyOf(more);
    }

    public Picture(String caption, Part.Image image) {
      this(caption, image, List.of());
    }

    @Override
    public String text() {
      return caption;
    }

    @Override
    public Json.Obj data() {
      var data = Json.object().put("caption", caption).put("media_type", image.mediaType());
      return more.isEmpty() ? data.build() : data.put("pictures", 1 + more.size()).build();
    }

    @Override
    public List<Part.Image> images() {
      var images = new ArrayList<Part.Image>();
      images.add(image);
      images.addAll(more);
      return images;
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      return this;
    }
  }

  /// Things to do and how far they are.
  record Checklist(String text, List<Line> lines, Json.Obj facts) implements ToolResult {
    public Checklist {
      lines = List.copyOf(lines);
    }

    /// One thing, or a heading above some.
    public record Line(State state, String text) {}

    /// Where a thing stands.
    public enum State {
      HEADING,
      OPEN,
      ACTIVE,
      DONE,
      DROPPED
    }

    @Override
    public Json.Obj data() {
      return facts;
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      return bound.fits(text)
          ? this
          : new Checklist(bound.cutEnd(text, "Shorten the list."), lines, facts);
    }
  }

  /// Files and folders, one a line; folders end with a slash.
  record Tree(String root, List<String> entries, Json.Obj facts) implements ToolResult {
    @Override
    public String text() {
      String note = facts.string("note", "");
      String lines = entries.isEmpty() ? "(empty)" : String.join("\n", entries);
      return note.isEmpty() ? lines : lines + "\n[" + note + "]";
    }

    @Override
    public Json.Obj data() {
      return Json.object()
          .put("path", root)
          .put("entries", Json.strings(entries))
          .putAll(facts)
          .build();
    }

    @Override
    public ToolResult bounded(OutputBound bound) {
      int kept = entries.size();
      while (kept > 1 && !bound.fits(String.join("\n", entries.subList(0, kept)))) {
        kept = kept / 2;
      }
      return kept == entries.size()
          ? this
          : new Tree(
              root,
              entries.subList(0, kept),
              facts.with(
                  "note",
                  Json.of(kept + " of " + entries.size() + " entries shown; list a subfolder")));
    }
  }
}
