package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a session notes of its review beside what is staged: who decided about which hunk, the
/// latest rollback, so that it can be taken back and done again, and all rollbacks of late. Stored
/// with what is staged.
///
/// @param deciders names of people by hunks; nobody where nobody said who they are
/// @param traces the oldest first
public record ReviewNotes(
    Map<String, String> deciders, Optional<Rollback> rollback, List<RollbackTrace> traces) {
  public static final ReviewNotes NONE = new ReviewNotes(Map.of(), Optional.empty(), List.of());

  /// So many rollbacks are remembered, and so many characters of their files.
  private static final int MOST_TRACES = 50;

  private static final long MOST_KEPT = 4L * 1024 * 1024;

  /// The member of what is stored of a session that these are.
  private static final String MEMBER = "notes";

  public ReviewNotes {
    deciders = Map.copyOf(deciders);
    traces = List.copyOf(traces);
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
    return new ReviewNotes(deciders, latest, traces);
  }

  /// With one more rollback. The oldest ones lose their contents when there is no room for them.
  public ReviewNotes with(RollbackTrace latest) {
    var all = new ArrayList<RollbackTrace>();
    long size = latest.size();
    all.add(size <= MOST_KEPT ? latest : latest.withoutContents());
    for (RollbackTrace each : traces.reversed()) {
      size += each.size();
      if (all.size() < MOST_TRACES) {
        all.add(size <= MOST_KEPT ? each : each.withoutContents());
      }
    }
    return new ReviewNotes(deciders, rollback, all.reversed());
  }

  /// What is in the working buffers of rollbacks is on the disk now.
  public ReviewNotes saved() {
    return new ReviewNotes(
        deciders,
        rollback,
        traces.stream()
            .map(
                each ->
                    each.state() == RollbackTrace.State.OPEN
                        ? each.with(RollbackTrace.State.SAVED)
                        : each)
            .toList());
  }

  /// The same with another state of a rollback.
  public ReviewNotes with(String id, RollbackTrace.State state) {
    return new ReviewNotes(
        deciders,
        rollback,
        traces.stream().map(each -> each.id().equals(id) ? each.with(state) : each).toList());
  }

  /// The latest rollback of this state.
  public Optional<RollbackTrace> latest(RollbackTrace.State state) {
    return traces.reversed().stream().filter(each -> each.state() == state).findFirst();
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
    return new ReviewNotes(all, rollback, traces);
  }

  /// Without what is noted of other hunks.
  public ReviewNotes about(Set<String> hunks) {
    var all = new LinkedHashMap<>(deciders);
    all.keySet().retainAll(hunks);
    return new ReviewNotes(all, rollback, traces);
  }

  /// A bundle in which each decided hunk says by whom, where that is known, and each with a reason
  /// why.
  ///
  /// @param reasons by hunks
  Json.Obj sign(Json.Obj bundle, Map<String, List<String>> reasons) {
    return deciders.isEmpty() && reasons.isEmpty()
        ? bundle
        : bundle.with(
            "files",
            Json.array(
                bundle.objects("files").stream().map(file -> signFile(file, reasons)).toList()));
  }

  private Json signFile(Json.Obj file, Map<String, List<String>> reasons) {
    return file.with(
        "hunks",
        Json.array(file.objects("hunks").stream().map(hunk -> signHunk(hunk, reasons)).toList()));
  }

  private Json signHunk(Json.Obj hunk, Map<String, List<String>> reasons) {
    String id = hunk.string("hunk_id", "");
    String by = deciders.get(id);
    List<String> said = reasons.getOrDefault(id, List.of());
    Json.Obj signed =
        by == null || hunk.get("accepted") instanceof Json.Null
            ? hunk
            : hunk.with("decided_by", Json.of(by));
    return said.isEmpty() ? signed : signed.with("rationale", Json.of(String.join("\n\n", said)));
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
    if (!traces.isEmpty()) {
      notes.array("rollbacks", traces.stream().map(RollbackTrace::toJson).toList());
    }
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
                        .toList())),
        notes.objects("rollbacks").stream()
            .map(RollbackTrace::of)
            .flatMap(Optional::stream)
            .toList());
  }
}
