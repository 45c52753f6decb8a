package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a session notes of its review beside what is staged: who decided about which hunk, and the
/// latest rollback, so that it can be taken back and done again. Stored with what is staged.
///
/// @param deciders names of people by hunks; nobody where nobody said who they are
public record ReviewNotes(Map<String, String> deciders, Optional<Rollback> rollback) {
  public static final ReviewNotes NONE = new ReviewNotes(Map.of(), Optional.empty());

  /// The member of what is stored of a session that these are.
  private static final String MEMBER = "notes";

  public ReviewNotes {
    deciders = Map.copyOf(deciders);
  }

  /// A rollback of working buffers.
  ///
  /// @param before what was staged then, and `after` the rollback
  public record Rollback(Json.Obj before, Json.Obj after, List<String> paths) {
    public Rollback {
      paths = List.copyOf(paths);
    }
  }

  public ReviewNotes with(Optional<Rollback> latest) {
    return new ReviewNotes(deciders, latest);
  }

  /// Somebody has decided about these hunks; an empty name is nobody in particular.
  public ReviewNotes decided(Collection<String> hunks, String by) {
    var all = new LinkedHashMap<>(deciders);
    for (String hunk : hunks) {
      if (by.isEmpty()) {
        all.remove(hunk);
      } else {
        all.put(hunk, by);
      }
    }
    return new ReviewNotes(all, rollback);
  }

  /// Without what is noted of other hunks.
  public ReviewNotes about(Set<String> hunks) {
    var all = new LinkedHashMap<>(deciders);
    all.keySet().retainAll(hunks);
    return new ReviewNotes(all, rollback);
  }

  /// A bundle in which each decided hunk says by whom, where that is known.
  Json.Obj sign(Json.Obj bundle) {
    return deciders.isEmpty()
        ? bundle
        : bundle.with(
            "files", Json.array(bundle.objects("files").stream().map(this::signFile).toList()));
  }

  private Json signFile(Json.Obj file) {
    return file.with(
        "hunks", Json.array(file.objects("hunks").stream().map(this::signHunk).toList()));
  }

  private Json signHunk(Json.Obj hunk) {
    String by = deciders.get(hunk.string("hunk_id", ""));
    return by == null || hunk.get("accepted") instanceof Json.Null
        ? hunk
        : hunk.with("decided_by", Json.of(by));
  }

  /// What is staged, with these notes, as it is stored.
  Json.Obj beside(Json.Obj staged) {
    if (equals(NONE)) {
      return staged;
    }
    var names = Json.object();
    deciders.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> names.put(each.getKey(), each.getValue()));
    var notes = Json.object().put("deciders", names.build());
    rollback.ifPresent(
        it ->
            notes.put(
                "rollback",
                Json.object()
                    .put("before", it.before)
                    .put("after", it.after)
                    .put("paths", Json.strings(it.paths))
                    .build()));
    return staged.with(MEMBER, notes.build());
  }

  /// The notes in what is stored of a session.
  static ReviewNotes of(Json.Obj stored) {
    Json.Obj notes = stored.objectOrEmpty(MEMBER);
    var deciders = new LinkedHashMap<String, String>();
    Json.Obj names = notes.objectOrEmpty("deciders");
    names.members().keySet().forEach(hunk -> deciders.put(hunk, names.string(hunk, "")));
    Json.Obj rollback = notes.object("rollback");
    return new ReviewNotes(
        deciders,
        rollback == null
            ? Optional.empty()
            : Optional.of(
                new Rollback(
                    rollback.objectOrEmpty("before"),
                    rollback.objectOrEmpty("after"),
                    rollback.array("paths").stream()
                        .map(path -> path instanceof Json.Str text ? text.value() : "")
                        .toList())));
  }
}
