package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Blobs;
import dev.tenon.core.change.journal.ChangeJson;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Cut;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.change.weave.Layer;
import dev.tenon.core.change.weave.LinePatch;
import dev.tenon.core.change.weave.RawText;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The whole staged state as JSON, and back by replaying the change log. What does not fit together
/// is a [JsonException]; nothing is guessed.
final class StagingJson {
  private static final int FORMAT = 1;

  /// With files that are no text, which an older program would take for lines.
  private static final int FORMAT_WITH_WHOLE_FILES = 2;

  private StagingJson() {}

  static Json.Obj toJson(StagedState staging) {
    var decisions = Json.object();
    staging.decisions.all().forEach((hunk, status) -> decisions.put(hunk, word(status)));
    return Json.object()
        .put("format", hasWholeFiles(staging) ? FORMAT_WITH_WHOLE_FILES : FORMAT)
        .put("prompt", prompt(staging))
        .put("guard", guard(staging.guard))
        .put("last_buffer", staging.lastBuffer())
        .put("last_change", staging.lastChange())
        .array("buffers", staging.buffers().stream().map(StagingJson::buffer).toList())
        .put("decisions", decisions.build())
        .put("undo", turns(staging.decisions.undo()))
        .put("redo", turns(staging.decisions.redo()))
        .build();
  }

  private static boolean hasWholeFiles(StagedState staging) {
    for (WorkingBuffer buffer : staging.buffers()) {
      RawText base = buffer.base();
      if ((base != null && base.whole() != null)
          || buffer.hunks().stream().anyMatch(StagedHunk::isWhole)) {
        return true;
      }
    }
    return false;
  }

  private static Json.Obj guard(HunkGuard guard) {
    return Json.object().put("lines", guard.maxLines()).put("bytes", guard.maxBytes()).build();
  }

  /// Hunks that wait for a decision stay as they were made, whatever the limits are now.
  private static HunkGuard guard(JsonFields fields, HunkGuard now) throws JsonException {
    JsonFields stored = fields.optionalFields("guard");
    if (stored == null || fields.items("buffers").isEmpty()) {
      return now;
    }
    return new HunkGuard(positive(stored, "lines"), positive(stored, "bytes"));
  }

  private static int positive(JsonFields fields, String name) throws JsonException {
    long number = fields.whole(name);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw fields.wrong(name, "must be 1.." + Integer.MAX_VALUE + ", was " + number);
    }
    return (int) number;
  }

  /// @param now how large new hunks may be
  /// @param blobs have the bytes of files that are no text
  static StagedState staging(Json json, HunkGuard now, Blobs blobs) throws JsonException {
    JsonFields fields = JsonFields.of(json, "");
    long format = fields.whole("format");
    if (format != FORMAT && format != FORMAT_WITH_WHOLE_FILES) {
      throw fields.wrong(
          "format", "must be " + FORMAT + " or " + FORMAT_WITH_WHOLE_FILES + ", was " + format);
    }
    HunkGuard guard = guard(fields, now);
    var staging = new StagedState(guard, blobs);
    JsonFields prompt = fields.optionalFields("prompt");
    if (prompt != null) {
      staging.prompt(ChangeJson.checkpoint(prompt.object()));
    }
    staging.countFrom(fields.whole("last_buffer"), fields.whole("last_change"));
    for (JsonFields buffer : fields.each("buffers")) {
      staging.put(buffer(buffer, staging));
    }
    JsonFields decisions = fields.fields("decisions");
    for (String hunk : decisions.object().members().keySet()) {
      if (!staging.allHunks().containsKey(hunk)) {
        throw decisions.wrong(hunk, "is no hunk of the change log");
      }
      staging.decisions.set(hunk, decisions.constant(hunk, Hunk.Status.class));
    }
    turns(fields, "undo", staging.decisions.undo());
    turns(fields, "redo", staging.decisions.redo());
    return staging;
  }

  private static Json.@Nullable Obj prompt(StagedState staging) {
    Checkpoint prompt = staging.prompt();
    return prompt == null ? null : ChangeJson.toJson(prompt);
  }

  private static String word(Enum<?> constant) {
    return JsonFields.word(constant);
  }

  private static Json.Obj buffer(WorkingBuffer buffer) {
    RawText base = buffer.base();
    var json =
        Json.object()
            .put("id", buffer.id())
            .put("path", buffer.basePath())
            .put("encoding", word(buffer.encoding()))
            .put("state", word(buffer.state()));
    if (base != null) {
      json.put("base", base.text()).put("base_sha256", base.sha256());
      json.put("mode", base.mode() == null ? null : base.mode().toString());
    }
    return json.array("layers", buffer.layers().stream().map(it -> layer(it.layer())).toList())
        .build();
  }

  private static WorkingBuffer buffer(JsonFields json, StagedState staging) throws JsonException {
    String id = json.string("id");
    String path = json.string("path");
    Encoding encoding = json.constant("encoding", Encoding.class);
    WorkingBuffer buffer;
    String text = json.optionalString("base");
    if (text == null) {
      buffer = WorkingBuffer.created(id, path, encoding, staging.guard, staging.blobs);
    } else {
      var base = new RawText(encoding, mode(json), TextLines.terminated(text));
      if (!base.sha256().equals(json.string("base_sha256"))) {
        throw json.wrong("base", "does not have the hash in base_sha256");
      }
      buffer = WorkingBuffer.of(id, path, base, staging.guard, staging.blobs);
    }
    for (JsonFields layer : json.each("layers")) {
      addLayer(buffer, layer);
    }
    if (json.constant("state", WorkingBuffer.State.class) == WorkingBuffer.State.DECIDED) {
      buffer.decided();
    }
    return buffer;
  }

  private static @Nullable FileMode mode(JsonFields json) throws JsonException {
    String mode = json.optionalString("mode");
    try {
      return mode == null ? null : new FileMode(Integer.parseInt(mode, 8));
    } catch (IllegalArgumentException unreadable) {
      throw json.wrong("mode", "must be three octal digits, was '" + mode + "'");
    }
  }

  private static Json.Obj layer(Layer layer) {
    var vacated = new ArrayList<Json>();
    for (Layer.Vacated each : layer.vacated()) {
      vacated.add(Json.object().put("buffer", each.buffer()).put("layer", each.layer()).build());
    }
    return Json.object()
        .put("origin", word(layer.origin()))
        .put("checkpoint", layer.checkpoint())
        .put("without", Json.strings(List.copyOf(layer.without())))
        .array("vacated", vacated)
        .array("cuts", layer.cuts().stream().map(StagingJson::cut).toList())
        .array("changes", layer.changes().stream().map(StagingJson::change).toList())
        .build();
  }

  private static Json.Obj cut(Cut cut) {
    return Json.object()
        .put("draft", cut.draft())
        .put("block", cut.block())
        .put("removed", cut.removed())
        .put("added", cut.added())
        .build();
  }

  private static List<Cut> cuts(JsonFields layer) throws JsonException {
    var cuts = new ArrayList<Cut>();
    if (layer.has("cuts")) {
      for (JsonFields cut : layer.each("cuts")) {
        cuts.add(
            new Cut(
                (int) cut.count("draft", 0),
                (int) cut.count("block", 0),
                (int) cut.count("removed", 0),
                (int) cut.count("added", 0)));
      }
    }
    return cuts;
  }

  private static void addLayer(WorkingBuffer buffer, JsonFields json) throws JsonException {
    var vacated = new ArrayList<Layer.Vacated>();
    for (JsonFields each : json.each("vacated")) {
      vacated.add(new Layer.Vacated(each.string("buffer"), (int) each.whole("layer")));
    }
    var changes = new ArrayList<StagedChange>();
    for (JsonFields change : json.each("changes")) {
      changes.add(change(change));
    }
    if (changes.isEmpty()) {
      throw json.wrong("changes", "must not be empty");
    }
    try {
      buffer.add(
          new Layer(
              json.constant("origin", Origin.class),
              json.string("checkpoint"),
              new LinkedHashSet<>(json.strings("without")),
              changes,
              vacated,
              cuts(json)));
      requireHashes(buffer, json);
    } catch (IllegalArgumentException | IndexOutOfBoundsException misfit) {
      throw json.wrong("changes", "do not fit the file: " + misfit.getMessage());
    }
  }

  /// Replays the latest layer and compares the hash before each change with the recorded one.
  private static void requireHashes(WorkingBuffer buffer, JsonFields json) throws JsonException {
    int number = buffer.layers().size() - 1;
    WovenLayer layer = buffer.layers().get(number);
    RawText text = buffer.before(number);
    for (StagedChange change : layer.layer().changes()) {
      boolean made = change.kind() == StagedChange.Kind.CREATED;
      String hash = made ? Sha256.EMPTY : text.sha256();
      if (!hash.equals(change.fileHashBefore())) {
        throw json.wrong("changes", "change " + change.id() + " was made for another file");
      }
      text = text.withLines(change.patch().apply(text.lines()));
    }
  }

  static Json.Obj change(StagedChange change) {
    var parts = new ArrayList<Json>();
    for (LinePatch.Part part : change.patch().parts()) {
      parts.add(
          Json.object()
              .put("start", part.start())
              .put("removed", Json.strings(part.removed()))
              .put("added", Json.strings(part.added()))
              .build());
    }
    var edits = new ArrayList<Json>();
    for (EditPlacement edit : change.edits()) {
      edits.add(
          Json.object()
              .put("edit_id", edit.editId())
              .put("old_start", edit.oldStart())
              .put("old_count", edit.oldCount())
              .put("new_start", edit.newStart())
              .put("new_count", edit.newCount())
              .build());
    }
    return Json.object()
        .put("id", change.id())
        .put("origin", word(change.by().origin()))
        .put("tool", change.by().tool())
        .put("call_id", change.by().callId())
        .put("reason", change.by().reason().isEmpty() ? null : change.by().reason())
        .put("helper", change.by().helper())
        .put("time", change.time().toString())
        .put("kind", word(change.kind()))
        .put("path", change.path())
        .put("target", change.target())
        .put("file_hash_before", change.fileHashBefore())
        .array("parts", parts)
        .array("edits", edits)
        .build();
  }

  private static StagedChange change(JsonFields json) throws JsonException {
    String path = json.string("path");
    var parts = new ArrayList<LinePatch.Part>();
    for (JsonFields part : json.each("parts")) {
      parts.add(
          new LinePatch.Part(
              (int) part.count("start", 0), part.strings("removed"), part.strings("added")));
    }
    var edits = new ArrayList<EditPlacement>();
    for (JsonFields edit : json.each("edits")) {
      edits.add(
          new EditPlacement(
              edit.string("edit_id"),
              path,
              (int) edit.whole("old_start"),
              (int) edit.whole("old_count"),
              (int) edit.whole("new_start"),
              (int) edit.whole("new_count")));
    }
    try {
      return new StagedChange(
          json.string("id"),
          new Attribution(
              json.constant("origin", Origin.class),
              json.string("tool"),
              json.optionalString("call_id"),
              Objects.requireNonNullElse(json.optionalString("reason"), ""),
              json.optionalString("helper")),
          Instant.parse(json.string("time")),
          json.constant("kind", StagedChange.Kind.class),
          path,
          json.optionalString("target"),
          json.string("file_hash_before"),
          new LinePatch(parts),
          edits);
    } catch (DateTimeException unreadable) {
      throw json.wrong("time", "is not a time: " + json.string("time"));
    } catch (IllegalArgumentException nonsense) {
      throw json.wrong("kind", String.valueOf(nonsense.getMessage()));
    }
  }

  private static Json.Arr turns(Deque<Map<String, Decisions.Turn>> stack) {
    var all = new ArrayList<Json>();
    for (Map<String, Decisions.Turn> turns : stack) {
      var json = Json.object();
      turns.forEach(
          (hunk, turn) ->
              json.put(
                  hunk,
                  Json.object()
                      .put("before", word(turn.before()))
                      .put("after", word(turn.after()))
                      .build()));
      all.add(json.build());
    }
    return Json.array(all);
  }

  private static void turns(
      JsonFields fields, String name, Deque<Map<String, Decisions.Turn>> stack)
      throws JsonException {
    for (JsonFields each : fields.each(name)) {
      var turns = new LinkedHashMap<String, Decisions.Turn>();
      for (String hunk : each.object().members().keySet()) {
        JsonFields turn = each.fields(hunk);
        turns.put(
            hunk,
            new Decisions.Turn(
                turn.constant("before", Hunk.Status.class),
                turn.constant("after", Hunk.Status.class)));
      }
      stack.addLast(turns);
    }
  }
}
