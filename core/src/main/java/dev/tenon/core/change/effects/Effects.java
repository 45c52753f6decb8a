package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a command did to the files.
///
/// @param where whether that is on the disk or waits for a review
/// @param files what was found and can be taken back
/// @param missed what was found and cannot be taken back
/// @param notes what else a reader should know
/// @param trees what all files were before and after
public record Effects(
    Where where,
    List<File> files,
    List<Missed> missed,
    List<String> notes,
    TreeFingerprints trees) {
  public static final Effects NONE = new Effects(Where.WRITTEN, List.of(), List.of(), List.of());

  private static final int MOST_NAMES = 6;
  private static final int MOST_FILES = 50;

  public Effects {
    files = List.copyOf(files);
    missed = List.copyOf(missed);
    notes = List.copyOf(notes);
  }

  /// Nobody looked at the other files.
  public Effects(Where where, List<File> files, List<Missed> missed, List<String> notes) {
    this(where, files, missed, notes, TreeFingerprints.UNKNOWN);
  }

  /// The same, with what all files were.
  public Effects within(TreeFingerprints known) {
    return new Effects(where, files, missed, notes, known);
  }

  /// These and others, found at the same place.
  Effects and(Effects others) {
    var all = new ArrayList<>(files);
    all.addAll(others.files);
    var lost = new ArrayList<>(missed);
    lost.addAll(others.missed);
    var said = new ArrayList<>(notes);
    said.addAll(others.notes);
    return new Effects(where, all, lost, said);
  }

  /// Where the effects are.
  public enum Where {
    WRITTEN,
    STAGED,
    /// Apart from the project, in a helper's layer.
    LAYER
  }

  /// One file, link or folder.
  ///
  /// @param changeId by which the journal or the change log knows it
  public record File(Change.Kind kind, String path, @Nullable String target, String changeId) {
    String name() {
      return target == null ? path : path + " → " + target;
    }
  }

  /// Something that cannot be taken back, and why.
  public record Missed(String path, String reason) {}

  public boolean isEmpty() {
    return files.isEmpty() && missed.isEmpty() && notes.isEmpty();
  }

  /// All of it in a line or two for the model and for people; empty when there is nothing to say.
  public String summary() {
    var out = new StringBuilder();
    if (!files.isEmpty()) {
      if (where == Where.STAGED) {
        out.append("staged for review: ");
      }
      counts(out);
      out.append(" (");
      for (int i = 0; i < Math.min(files.size(), MOST_NAMES); i++) {
        out.append(i == 0 ? "" : ", ").append(files.get(i).name());
      }
      out.append(files.size() > MOST_NAMES ? ", …)" : ")");
      out.append(where == Where.WRITTEN ? "; undo takes it back" : "");
    }
    if (!missed.isEmpty()) {
      out.append(out.isEmpty() ? "" : "\n").append("cannot be undone: ");
      for (int i = 0; i < Math.min(missed.size(), MOST_NAMES); i++) {
        Missed each = missed.get(i);
        out.append(i == 0 ? "" : ", ").append(each.path);
        out.append(" (").append(each.reason).append(')');
      }
      if (missed.size() > MOST_NAMES) {
        out.append(" and ").append(missed.size() - MOST_NAMES).append(" more");
      }
    }
    for (String note : notes) {
      out.append(out.isEmpty() ? "" : "\n").append(note);
    }
    return out.toString();
  }

  private void counts(StringBuilder out) {
    Map<Change.Kind, Integer> counts = new EnumMap<>(Change.Kind.class);
    files.forEach(file -> counts.merge(file.kind, 1, Integer::sum));
    int begin = out.length();
    for (Change.Kind kind :
        List.of(
            Change.Kind.UPDATED,
            Change.Kind.CREATED,
            Change.Kind.DELETED,
            Change.Kind.MOVED,
            Change.Kind.MODE_CHANGED)) {
      Integer count = counts.get(kind);
      if (count != null) {
        out.append(out.length() == begin ? "" : ", ").append(word(kind)).append(' ').append(count);
      }
    }
    out.append(files.size() == 1 ? " file" : " files");
  }

  private static String word(Change.Kind kind) {
    return switch (kind) {
      case UPDATED -> "changed";
      case CREATED -> "created";
      case DELETED -> "deleted";
      case MOVED -> "moved";
      case MODE_CHANGED -> "changed the mode of";
    };
  }

  /// The same as data, bounded: `note` is the summary.
  public Json.Obj facts() {
    if (isEmpty()) {
      return Json.Obj.EMPTY;
    }
    var effects = Json.object();
    var listed = new ArrayList<Json>();
    for (File file : files.subList(0, Math.min(files.size(), MOST_FILES))) {
      listed.add(
          Json.object()
              .put("kind", JsonFields.word(file.kind))
              .put("path", file.path)
              .put("target", file.target)
              .put("change_id", file.changeId)
              .build());
    }
    var lost = new ArrayList<Json>();
    for (Missed each : missed.subList(0, Math.min(missed.size(), MOST_FILES))) {
      lost.add(Json.object().put("path", each.path).put("reason", each.reason).build());
    }
    effects
        .put("where", JsonFields.word(where))
        .put("count", files.size())
        .array("files", listed)
        .put("not_captured_count", missed.size())
        .array("not_captured", lost);
    if (!notes.isEmpty()) {
      effects.put("notes", Json.strings(notes));
    }
    return Json.object().put("note", summary()).put("effects", effects.build()).build();
  }
}
