package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LineOrigins;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files of a plan while its sections are read one after the other: a later section sees what
/// an earlier one has done.
final class PatchDraft {
  private final EditSource source;
  private final List<String> warnings;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  PatchDraft(EditSource source, List<String> warnings) {
    this.source = source;
    this.warnings = warnings;
  }

  /// @param text what the file will contain; null when it is to be deleted
  /// @param target where it will be; null when it stays
  /// @param origins which lines of the text are which ones of the file; null if that is not known
  /// @param moved the file that is moved over this one; null for none
  private record Entry(
      FileState before,
      @Nullable String text,
      @Nullable String target,
      @Nullable LineOrigins origins,
      FileState.@Nullable Existing moved) {
    Entry(
        FileState before,
        @Nullable String text,
        @Nullable String target,
        @Nullable LineOrigins origins) {
      this(before, text, target, origins, null);
    }

    /// Of a file with text, whose place another section may take.
    boolean isDeletion() {
      return before instanceof FileState.Existing && text == null && target == null;
    }
  }

  /// A file to work on, with the text it has by now.
  FileState.Existing file(String path) throws PlanException {
    FileState state = source.current(path);
    Entry entry = entries.get(state.path());
    if (entry == null) {
      if (state instanceof FileState.Existing file) {
        return file;
      }
      throw notFound(state);
    }
    String text = entry.text;
    if (text == null
        || !(entry.before instanceof FileState.Existing file)
        || entry.target != null) {
      throw twice(state);
    }
    return new FileState.Existing(file.path(), text, file.version());
  }

  void add(String path, String text) throws PlanException {
    FileState state = source.current(path);
    Entry entry = entries.get(state.path());
    boolean deleted = entry != null && entry.isDeletion();
    if (entry != null && !deleted) {
      throw twice(state);
    }
    if (state instanceof FileState.Existing file && !deleted) {
      requireSeen(file, "%s exists already, so it cannot be added.".formatted(file.path()));
      warnings.add("%s existed already; it was replaced.".formatted(file.path()));
    }
    entries.put(state.path(), new Entry(state, text, null, null));
  }

  /// Nothing of the file is verified by the patch, so the model must know what it replaces.
  private void requireSeen(FileState.Existing file, String problem) throws PlanException {
    for (FileState.Existing seen : source.remembered(file.path())) {
      if (seen.sha256().equals(file.sha256())) {
        return;
      }
    }
    throw PlanFailure.of(Code.EXISTS, problem)
        .now(file)
        .suggest(
            "To replace it, read %s first and send the patch again.".formatted(file.path()),
            "Use *** Update File: to change parts of it.")
        .exception();
  }

  void delete(String path) throws PlanException {
    if (source.whole(path) instanceof FileState.Whole file) {
      requireFirst(file);
      requireKnown(file, file.sha256());
      entries.put(file.path(), new Entry(file, null, null, null));
      return;
    }
    FileState.Existing file = file(path);
    requireFirst(file);
    requireKnown(file, file.sha256());
    entries.put(file.path(), new Entry(file, null, null, null));
  }

  private void requireFirst(FileState file) throws PlanException {
    if (entries.containsKey(file.path())) {
      throw twice(file);
    }
  }

  /// Moves a file of which only the path changes, whatever its bytes are.
  ///
  /// @return whether it was one that has no text here
  boolean moveWhole(String path, String to) throws PlanException {
    if (!(source.whole(path) instanceof FileState.Whole file)) {
      return false;
    }
    requireFirst(file);
    FileState target = source.whole(to);
    if (!(target instanceof FileState.Missing)) {
      throw occupied(file, target);
    }
    entries.put(file.path(), new Entry(file, null, target.path(), null));
    return true;
  }

  /// Nothing else verifies what a deletion takes away.
  private void requireKnown(FileState file, String sha256) throws PlanException {
    if (source.seen(file.path()).isEmpty()) {
      warnings.add("%s was deleted without having been read.".formatted(file.path()));
      return;
    }
    if (!source.knows(file.path(), sha256)) {
      throw PlanFailure.of(
              Code.STALE, file.path() + " has changed since it was read, so it is not deleted.")
          .now(file)
          .suggest("Read the file again and decide anew.")
          .exception();
    }
  }

  /// @param origins which lines of the text are which ones of the file as it is by now
  void update(FileState.Existing file, String text, @Nullable LineOrigins origins)
      throws PlanException {
    Entry entry = entries.get(file.path());
    LineOrigins whole = origins;
    if (entry != null) {
      whole = entry.origins == null || origins == null ? null : origins.after(entry.origins);
    }
    entries.put(file.path(), new Entry(source.current(file.path()), text, null, whole));
  }

  /// The changes as one transaction.
  Transaction transaction() throws PlanException {
    var origins = new LinkedHashMap<String, LineOrigins>();
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      if (each.getValue().origins != null) {
        origins.put(each.getKey(), each.getValue().origins);
      }
    }
    return new Transaction(files()).knowing(origins);
  }

  void move(FileState.Existing file, String path) throws PlanException {
    FileState target = source.current(path);
    if (target.path().equals(file.path())) {
      return;
    }
    Entry entry = entries.get(file.path());
    String text = entry == null || entry.text == null ? file.text() : entry.text;
    FileState before = source.current(file.path());
    Entry there = entries.get(target.path());
    boolean deleted = there != null && there.isDeletion();
    if (target instanceof FileState.Existing replaced && !deleted) {
      if (there != null) {
        throw twice(target);
      }
      requireSeen(
          replaced,
          "%s exists already, so %s cannot be moved there.".formatted(target.path(), file.path()));
      warnings.add("%s existed already; it was replaced.".formatted(target.path()));
    }
    LineOrigins origins = entry == null ? null : entry.origins;
    if (target instanceof FileState.Existing && before instanceof FileState.Existing moved) {
      entries.put(target.path(), new Entry(target, text, null, origins, moved));
      entries.put(file.path(), new Entry(before, null, null, null));
      return;
    }
    entries.put(file.path(), new Entry(before, text, target.path(), origins));
  }

  private static PlanException occupied(FileState file, FileState target) {
    return PlanFailure.of(
            Code.EXISTS,
            "%s exists already, so %s cannot be moved there.".formatted(target.path(), file.path()))
        .now(target)
        .suggest("Delete %s by a patch of its own first.".formatted(target.path()))
        .exception();
  }

  /// The changes, in the order in which their files were first named.
  private List<FileChange> files() throws PlanException {
    var files = new ArrayList<FileChange>();
    for (Entry entry : entries.values()) {
      files.add(planned(entry));
    }
    var paths = new HashSet<String>();
    for (FileChange file : files) {
      requireNew(paths, file.path());
      String target = file.target();
      if (target != null) {
        requireNew(paths, target);
      }
    }
    if (files.isEmpty()) {
      throw PlanFailure.of(Code.NO_CHANGE, "The patch changes nothing.").exception();
    }
    return files;
  }

  private static FileChange planned(Entry entry) throws PlanException {
    String text = entry.text;
    String target = entry.target;
    if (entry.before instanceof FileState.Whole file && text == null) {
      return target == null
          ? FileChange.Bytes.delete(file.path(), file.sha256())
          : FileChange.Bytes.move(file.path(), file.sha256(), target);
    }
    if (!(entry.before instanceof FileState.Existing file)) {
      return FileChange.of(entry.before, text == null ? "" : text);
    }
    if (text == null) {
      return new FileChange.Delete(file);
    }
    if (target != null) {
      return new FileChange.Move(file, target, text);
    }
    if (entry.moved != null) {
      return new FileChange.Update(file, entry.moved, text);
    }
    return FileChange.of(file, text);
  }

  private static void requireNew(Set<String> paths, String path) throws PlanException {
    if (!paths.add(path)) {
      throw PlanFailure.of(Code.INVALID, "The patch has two things to do with %s.".formatted(path))
          .suggest("Name every path in one section only.")
          .exception();
    }
  }

  private static PlanException notFound(FileState state) {
    return PlanFailure.of(Code.NOT_FOUND, "There is no file %s.".formatted(state.path()))
        .now(state)
        .suggest("Check the path, or use *** Add File: to create it.")
        .exception();
  }

  private static PlanException twice(FileState state) {
    return PlanFailure.of(
            Code.INVALID,
            "%s is added, deleted or moved by one section and changed by another."
                .formatted(state.path()))
        .now(state)
        .suggest("Name every file in one section only.")
        .exception();
  }
}
