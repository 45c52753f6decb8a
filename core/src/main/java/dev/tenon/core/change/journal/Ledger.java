package dev.tenon.core.change.journal;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The state that the entries of a journal add up to, in memory: the changes in order, the
/// checkpoints, what each file was last known to be, and the commits that began and did not end.
final class Ledger {
  private final List<Change> changes = new ArrayList<>();
  private final Map<String, Checkpoint> checkpoints = new LinkedHashMap<>();
  private final Map<String, Optional<FileImage>> lastKnown = new HashMap<>();
  private final Map<String, List<Change>> open = new LinkedHashMap<>();
  private final Set<String> settled = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();

  /// Takes the next entry of the journal's file; one that makes no sense is a warning.
  void add(Json.Obj entry) {
    try {
      read(entry);
    } catch (JsonException | IllegalArgumentException damaged) {
      warnings.add("a journal entry was skipped: " + damaged.getMessage());
    }
  }

  private void read(Json.Obj entry) throws JsonException {
    switch (ChangeJson.required(entry, "type")) {
      case "checkpoint" -> {
        Checkpoint checkpoint = ChangeJson.checkpoint(entry);
        checkpoints.put(checkpoint.id(), checkpoint);
      }
      case "intent" -> {
        var intended = new ArrayList<Change>();
        for (Json.Obj json : entry.objects("changes")) {
          intended.add(ChangeJson.change(json));
        }
        open.put(ChangeJson.required(entry, "commit"), intended);
      }
      case "observed" -> {
        for (Json.Obj json : entry.objects("changes")) {
          settle(ChangeJson.change(json));
        }
      }
      case "done" -> {
        List<Change> done = open.remove(ChangeJson.required(entry, "commit"));
        if (done != null) {
          done.forEach(change -> settle(withFolders(change, entry)));
        }
      }
      case "settled" -> settle(ChangeJson.strings(entry, "undoes"));
      case "void" -> open.remove(ChangeJson.required(entry, "commit"));
      default -> throw new JsonException("unknown entry type " + entry.string("type"), 1, 1);
    }
  }

  /// Changes that are taken back without anything to write.
  void settle(List<String> ids) {
    settled.addAll(ids);
  }

  private static Change withFolders(Change change, Json.Obj done) {
    var folders = new ArrayList<String>();
    for (Json folder : done.array("folders")) {
      if (folder instanceof Json.Str path && change.pathAfter().startsWith(path.value() + "/")) {
        folders.add(path.value());
      }
    }
    return new Change(
        change.id(),
        change.commit(),
        change.time(),
        change.by(),
        change.session(),
        change.prompt(),
        change.path(),
        change.target(),
        change.before(),
        change.after(),
        folders,
        change.undoes());
  }

  private void settle(Change change) {
    changes.add(change);
    lastKnown.put(
        change.path(), Optional.ofNullable(change.target() == null ? change.after() : null));
    if (change.target() != null) {
      lastKnown.put(change.target(), Optional.ofNullable(change.after()));
    }
  }

  /// All changes, oldest first.
  List<Change> changes() {
    return List.copyOf(changes);
  }

  /// The changes of the commit that was recorded last.
  List<Change> changesOf(String commit) {
    int first = changes.size();
    while (first > 0 && changes.get(first - 1).commit().equals(commit)) {
      first--;
    }
    return List.copyOf(changes.subList(first, changes.size()));
  }

  List<Checkpoint> checkpoints() {
    return List.copyOf(checkpoints.values());
  }

  boolean knows(Checkpoint checkpoint) {
    return checkpoints.containsKey(checkpoint.id());
  }

  /// What Tenon last saw or made of the file: nothing known, known as missing, or an image.
  Optional<Optional<FileImage>> lastKnown(String path) {
    return Optional.ofNullable(lastKnown.get(path));
  }

  /// Commits that began and neither ended nor were taken back.
  Map<String, List<Change>> open() {
    return new LinkedHashMap<>(open);
  }

  void warn(String warning) {
    warnings.add(warning);
  }

  List<String> takeWarnings() {
    var taken = List.copyOf(warnings);
    warnings.clear();
    return taken;
  }

  /// The changes that are not in force, because a change in force takes them back.
  Set<String> undone() {
    var undone = new HashSet<>(settled);
    for (Change change : changes.reversed()) {
      if (!undone.contains(change.id())) {
        undone.addAll(change.undoes());
      }
    }
    return undone;
  }
}
