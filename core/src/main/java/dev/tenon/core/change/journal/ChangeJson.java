package dev.tenon.core.change.journal;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.text.FileMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The JSON form of changes and checkpoints, in the journal and for programs.
public final class ChangeJson {
  private ChangeJson() {}

  public static Json.Obj toJson(Change change) {
    return Json.object()
        .put("id", change.id())
        .put("commit", change.commit())
        .put("time", change.time().toString())
        .put("origin", JsonFields.word(change.by().origin()))
        .put("tool", change.by().tool())
        .put("callId", change.by().callId())
        .put("helper", change.by().helper())
        .put("session", change.session())
        .put("prompt", change.prompt())
        .put("kind", JsonFields.word(change.kind()))
        .put("path", change.path())
        .put("target", change.target())
        .put("before", image(change.before()))
        .put("after", image(change.after()))
        .put("folders", change.folders().isEmpty() ? null : Json.strings(change.folders()))
        .put("undoes", change.undoes().isEmpty() ? null : Json.strings(change.undoes()))
        .build();
  }

  static Change change(Json.Obj json) throws JsonException {
    return new Change(
        required(json, "id"),
        required(json, "commit"),
        time(json),
        new Attribution(
            Origin.valueOf(required(json, "origin").toUpperCase(Locale.ROOT)),
            required(json, "tool"),
            json.string("callId"),
            "",
            json.string("helper")),
        required(json, "session"),
        required(json, "prompt"),
        required(json, "path"),
        json.string("target"),
        image(json.object("before")),
        image(json.object("after")),
        strings(json, "folders"),
        strings(json, "undoes"));
  }

  public static Json.Obj toJson(Checkpoint checkpoint) {
    return Json.object()
        .put("id", checkpoint.id())
        .put("session", checkpoint.session())
        .put("time", checkpoint.time().toString())
        .put("summary", checkpoint.summary())
        .build();
  }

  public static Checkpoint checkpoint(Json.Obj json) throws JsonException {
    return new Checkpoint(
        required(json, "id"), required(json, "session"), time(json), required(json, "summary"));
  }

  /// An image; null for none.
  public static Json.@Nullable Obj image(@Nullable FileImage image) {
    if (image == null) {
      return null;
    }
    var json = Json.object().put("sha256", image.sha256());
    if (image.kind() != FileImage.Kind.FILE) {
      json.put("kind", JsonFields.word(image.kind()));
    }
    return (image.mode() == null ? json : json.put("mode", image.mode().toString())).build();
  }

  /// What [#image(FileImage)] has written.
  public static @Nullable FileImage image(Json.@Nullable Obj json) throws JsonException {
    if (json == null) {
      return null;
    }
    String mode = json.string("mode");
    return new FileImage(
        FileImage.Kind.valueOf(json.string("kind", "file").toUpperCase(Locale.ROOT)),
        required(json, "sha256"),
        mode == null ? null : new FileMode(Integer.parseInt(mode, 8)));
  }

  private static Instant time(Json.Obj json) throws JsonException {
    String text = required(json, "time");
    try {
      return Instant.parse(text);
    } catch (DateTimeException unreadable) {
      throw new JsonException("not a time: " + text, 1, 1);
    }
  }

  public static List<String> strings(Json.Obj json, String name) {
    var strings = new ArrayList<String>();
    for (Json item : json.array(name)) {
      if (item instanceof Json.Str text) {
        strings.add(text.value());
      }
    }
    return strings;
  }

  public static String required(Json.Obj json, String name) throws JsonException {
    String value = json.string(name);
    if (value == null) {
      throw new JsonException("'" + name + "' is missing", 1, 1);
    }
    return value;
  }
}
